"""Taking and leaving a seat, the host's actions before the game begins, and rematches."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRedirect, trigger_client_event

from accounts.models import Person
from accounts.services import ensure_person
from accounts.views import rename
from casino.rate_limits import rate_limited
from games import services
from games.bots import LEVELS
from games.contexts.access import HtmxRequest, get_known_game_or_404, get_own_seat_or_404, get_watchable_game
from games.contexts.table import load_table
from games.domain.rules import InvalidRules
from games.forms.seeds import SeedForm, form_problem
from games.forms.table import ComputersForm, SeatForm, SwapForm
from games.invitations import takeovers
from games.invitations.rematches import decline_rematch, offer_refusal, rematch_of
from games.models import Game
from games.presenters.refusals import refusal_words
from games.presenters.rulebook.house_rules import conflict_words
from games.views.table import TABLE, render_table


@require_POST
@rate_limited("join")
def take_seat(request: HtmxRequest, public_id: str) -> HttpResponse:
    game = get_known_game_or_404(request, public_id)
    form = SeatForm(request.POST)
    if not form.is_valid() and set(form.errors) != {"seat"}:
        return to_table(request, public_id, warning=form_problem(form))
    person, problem = _named_person(request)
    if problem:
        return to_table(request, public_id, warning=problem)
    return to_table(request, public_id, services.take_seat(game, person, form.cleaned_data.get("seat"), form.seed))


@require_POST
@rate_limited("arrange")
def name_guest(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Give a guest at an open table the name that they have typed."""
    get_own_seat_or_404(request, public_id)
    return to_table(request, public_id, warning=_named_person(request)[1])


def _named_person(request: HtmxRequest) -> tuple[Person, str]:
    """The person of the request, a guest with the name that was typed, if any; and what is wrong with that name."""
    person = ensure_person(request)
    if not person.is_guest or request.POST.get("display_name", "").strip() in ("", str(person)):
        return person, ""
    renamed = Person.objects.get(pk=person.pk)
    return renamed, form_problem(rename(renamed, request.POST))


@require_POST
@rate_limited("join")
def client_seed(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Receive a seated player's seed for the shuffle. The result is pushed."""
    game = get_own_seat_or_404(request, public_id, local=True).game
    form = SeedForm(request.POST)
    if not form.is_valid():
        return to_table(request, public_id, warning=form_problem(form))
    outcome = services.give_client_seed(game, ensure_person(request), form.seed)
    if not request.htmx:
        return to_table(request, public_id, outcome)
    response = HttpResponse(status=204)
    return trigger_client_event(response, "seed-accepted") if isinstance(outcome, services.Accepted) else response


@require_POST
@rate_limited("arrange")
def leave(request: HtmxRequest, public_id: str) -> HttpResponse:
    game = get_own_seat_or_404(request, public_id).game
    return to_table(request, public_id, services.leave_seat(game, ensure_person(request)))


@require_POST
@rate_limited("arrange")
def remove(request: HtmxRequest, public_id: str) -> HttpResponse:
    game = get_own_seat_or_404(request, public_id).game
    form = SeatForm(request.POST)
    if not form.is_valid() or not form.cleaned_data["seat"]:
        return to_table(request, public_id, warning=_("We couldn’t understand that request."))
    outcome = services.remove_player(game, ensure_person(request), form.cleaned_data["seat"])
    return to_table(request, public_id, outcome)


@require_POST
@rate_limited("arrange")
def computers(request: HtmxRequest, public_id: str) -> HttpResponse:
    game = get_own_seat_or_404(request, public_id).game
    form = ComputersForm(request.POST)
    if not form.is_valid():
        return to_table(request, public_id, warning=_("We couldn’t understand that request."))
    number, level = form.cleaned_data["seat"], form.cleaned_data["level"]
    return to_table(request, public_id, services.seat_computers(game, ensure_person(request), number, level))


@require_POST
@rate_limited("arrange")
def swap(request: HtmxRequest, public_id: str) -> HttpResponse:
    game = get_own_seat_or_404(request, public_id).game
    form = SwapForm(request.POST)
    if not form.is_valid():
        return to_table(request, public_id, warning=_("We couldn’t understand that request."))
    number, other = form.cleaned_data["seat"], form.cleaned_data["other"]
    return to_table(request, public_id, services.swap_seats(game, ensure_person(request), number, other))


@require_POST
@rate_limited("arrange")
def cancel(request: HtmxRequest, public_id: str) -> HttpResponse:
    game = get_own_seat_or_404(request, public_id).game
    return to_table(request, public_id, services.cancel_game(game, ensure_person(request)))


@require_POST
@rate_limited("open_game")
def rematch(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Offer or join the rematch, or with `answer=no` decline it or withdraw from it. While players are missing, it is
    waited for on the page of the finished game."""
    game, person = get_own_seat_or_404(request, public_id, local=True).game, ensure_person(request)
    offered = rematch_of(game)
    if request.POST.get("answer") == "no":
        return _to_result(request, game, decline_rematch(offered, person) if offered else None)
    if offered is None and (refusal := offer_refusal(game, person)):
        return to_table(request, public_id, refusal)
    form = SeedForm(request.POST)
    if not form.is_valid():
        return to_table(request, public_id, warning=form_problem(form))
    seeds, level = (form.seed, form.server_seed), request.POST.get("level", "")
    try:
        rematch = services.join_rematch(game, person, *seeds, level if level in LEVELS else "")
    except InvalidRules as error:
        return to_table(request, public_id, warning=conflict_words(error))
    if isinstance(rematch, services.Refused) or rematch.taken_seats.count() < rematch.seats:
        return _to_result(request, game, rematch)
    return to_table(request, rematch.public_id)


def _to_result(request: HtmxRequest, game: Game, result: object) -> HttpResponse:
    """Stay at the finished game: a page that loaded again would miss what happens meanwhile."""
    if isinstance(result, services.Refused) or not request.htmx:
        return to_table(request, game.public_id, result)
    response = render_table(request, TABLE, load_table(game, request.user))
    response["HX-Retarget"], response["HX-Reswap"] = "#table", "outerHTML"
    return response


@require_POST
@rate_limited("offer")
def ask_for_seat(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Ask to take over a seat from a computer."""
    game = get_watchable_game(request, public_id)
    form = SeatForm(request.POST)
    if not form.is_valid() or not form.cleaned_data["seat"]:
        return to_table(request, public_id, warning=_("We couldn’t understand that request."))
    return to_table(request, public_id, takeovers.ask_for_seat(game, ensure_person(request), form.cleaned_data["seat"]))


def to_table(request: HtmxRequest, public_id: str, result: object = None, warning: str = "") -> HttpResponse:
    """Reload the whole page, since a player who sits down may just have become a guest."""
    if isinstance(result, services.Refused):
        warning = refusal_words(result.refusal, services.TEMPLATES)
    if warning:
        messages.warning(request, warning)
    url = reverse("games:table", args=[public_id])
    return HttpResponseClientRedirect(url) if request.htmx else redirect(url)
