"""Taking and leaving a seat, the host's actions before the game begins, and rematches."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRedirect, trigger_client_event

from accounts.services import ensure_person
from casino.limits import limited
from games import services
from games.forms.seeds import SeedForm, seed_problem
from games.forms.table import ComputersForm, SeatForm, SwapForm
from games.presenters.refusals import refusal_words
from games.views.looking import HtmxRequest, find_game, own_seat


@require_POST
@limited("join")
def take_seat(request: HtmxRequest, public_id: str) -> HttpResponse:
    game = find_game(public_id)
    form = SeatForm(request.POST)
    if not form.is_valid() and set(form.errors) != {"number"}:
        return wrong_seed(request, public_id, form)
    seat = services.take_seat(game, ensure_person(request), form.cleaned_data.get("number"), form.given)
    return to_table(request, public_id, seat)


@require_POST
@limited("join")
def client_seed(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Receive a seated player's seed for the shuffle. The result is pushed."""
    game = own_seat(request, public_id).game
    form = SeedForm(request.POST)
    if not form.is_valid():
        return wrong_seed(request, public_id, form)
    outcome = services.give_client_seed(game, ensure_person(request), form.given)
    if not request.htmx:
        return to_table(request, public_id, outcome)
    response = HttpResponse(status=204)
    return trigger_client_event(response, "seed-accepted") if isinstance(outcome, services.Accepted) else response


@require_POST
@limited("arrange")
def leave(request: HtmxRequest, public_id: str) -> HttpResponse:
    game = own_seat(request, public_id).game
    return to_table(request, public_id, services.leave_seat(game, ensure_person(request)))


@require_POST
@limited("arrange")
def remove(request: HtmxRequest, public_id: str) -> HttpResponse:
    game = own_seat(request, public_id).game
    form = SeatForm(request.POST)
    if not form.is_valid() or not form.cleaned_data["number"]:
        return not_understood(request, public_id)
    outcome = services.remove_player(game, ensure_person(request), form.cleaned_data["number"])
    return to_table(request, public_id, outcome)


@require_POST
@limited("arrange")
def computers(request: HtmxRequest, public_id: str) -> HttpResponse:
    game = own_seat(request, public_id).game
    form = ComputersForm(request.POST)
    if not form.is_valid():
        return not_understood(request, public_id)
    number, level = form.cleaned_data["number"], form.cleaned_data["level"]
    return to_table(request, public_id, services.seat_computers(game, ensure_person(request), number, level))


@require_POST
@limited("arrange")
def swap(request: HtmxRequest, public_id: str) -> HttpResponse:
    game = own_seat(request, public_id).game
    form = SwapForm(request.POST)
    if not form.is_valid():
        return not_understood(request, public_id)
    number, other = form.cleaned_data["number"], form.cleaned_data["other"]
    return to_table(request, public_id, services.change_seats(game, ensure_person(request), number, other))


@require_POST
@limited("arrange")
def cancel(request: HtmxRequest, public_id: str) -> HttpResponse:
    game = own_seat(request, public_id).game
    return to_table(request, public_id, services.cancel_game(game, ensure_person(request)))


@require_POST
@limited("open_game")
def play_again(request: HtmxRequest, public_id: str) -> HttpResponse:
    seat = own_seat(request, public_id)
    form = SeedForm(request.POST)
    if not form.is_valid():
        return wrong_seed(request, public_id, form)
    rematch = services.play_again(seat.game, ensure_person(request), form.given, form.server_seed)
    return to_table(request, public_id if isinstance(rematch, services.Refused) else rematch.public_id, rematch)


def not_understood(request: HtmxRequest, public_id: str) -> HttpResponse:
    messages.warning(request, _("This cannot be understood."))
    return to_table(request, public_id, None)


def wrong_seed(request: HtmxRequest, public_id: str, form: SeedForm) -> HttpResponse:
    messages.warning(request, seed_problem(form))
    return to_table(request, public_id, None)


def to_table(request: HtmxRequest, public_id: str, result: object) -> HttpResponse:
    """Reload the whole page, since a player who sits down may just have become a guest."""
    if isinstance(result, services.Refused):
        messages.warning(request, refusal_words(result.refusal, services.TEMPLATES))
    address = reverse("games:table", args=[public_id])
    return HttpResponseClientRedirect(address) if request.htmx else redirect(address)
