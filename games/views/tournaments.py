"""Tournaments: the list, a tournament's page and its wall, entering, leaving, and the challenges of a ladder."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from accounts.models import Person
from accounts.next_page import with_next
from accounts.services import ensure_person
from casino.rate_limits import client_address, rate_limited
from games.contexts.access import HtmxRequest
from games.contexts.tournaments import Shown, round_of, tournament_context, tournaments_context, wall_context
from games.domain.refusal import Refusal
from games.forms.clubs import AnswerForm
from games.forms.tournaments import EntryForm
from games.presenters.refusals import refusal_words
from games.tournaments import services
from games.tournaments.models import Tournament
from games.tournaments.outcomes import TEMPLATES
from games.tournaments.selectors import SeenTournament, find_tournament
from games.views.clubs import hides_unknown, number_before, person_of


def tournament_or_404(request: HttpRequest, public_id: str) -> SeenTournament:
    """The tournament as the viewer may know it; the same 404 for one that is hidden and one that does not exist."""
    seen = find_tournament(person_of(request), public_id)
    if seen is None:
        raise Http404
    return seen


def person_or_404(request: HttpRequest) -> Person:
    person = person_of(request)
    if person is None:
        raise Http404
    return person


def answered(
    request: HtmxRequest, problem: Refusal | None, done: str, tournament: Tournament, page: str = "games:tournament"
) -> HttpResponse:
    """Say what was done, or why it was not, and show this page of the tournament again."""
    if problem:
        messages.warning(request, refusal_words(problem, TEMPLATES))
    elif done:
        messages.success(request, done)
    url = reverse(page, args=[tournament.public_id])
    return HttpResponseClientRedirect(url) if request.htmx else redirect(url)


# --- looking --------------------------------------------------------------------------------------------------------


@require_safe
@never_cache
def tournaments(request: HttpRequest) -> HttpResponse:
    context = tournaments_context(person_of(request), request.GET.get("list", ""), number_before(request))
    return render(request, "games/tournaments/index.html", context)


@require_safe
@never_cache
def tournament(request: HttpRequest, public_id: str) -> HttpResponse:
    seen = tournament_or_404(request, public_id)
    shown = Shown(seen, person_of(request), round_of(request.GET.get("round", "")))
    return render(request, "games/tournaments/tournament.html", tournament_context(shown, request))


@require_safe
@never_cache
def wall(request: HttpRequest, public_id: str) -> HttpResponse:
    """The tournament in big letters, for a screen on the wall: no one has to touch it."""
    shown = Shown(tournament_or_404(request, public_id), person_of(request))
    return render(request, "games/tournaments/wall.html", wall_context(shown))


# --- entering -------------------------------------------------------------------------------------------------------


@require_POST
@rate_limited("join")
@hides_unknown
def enter_tournament(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Enter, alone or with someone who looks for a partner, or come back."""
    row, form = tournament_or_404(request, public_id).tournament, EntryForm(request.POST)
    if person_of(request) is None and row.table_settings["rated"]:
        return redirect(with_next(reverse("account_signup"), reverse("games:tournament", args=[public_id])))
    if not form.is_valid():
        messages.warning(request, _("Choose another name for your team."))
        return redirect("games:tournament", public_id)
    address = client_address(request)
    device = f"{address} {request.headers.get('User-Agent', '')}"
    team, partner = form.cleaned_data["team"], form.cleaned_data["partner"]
    problem = services.enter(row, ensure_person(request), (address, device), team, partner)
    return answered(request, problem, _("You’re in."), row)


@require_POST
@rate_limited("join")
@hides_unknown
def withdraw_tournament(request: HtmxRequest, public_id: str) -> HttpResponse:
    row = tournament_or_404(request, public_id).tournament
    return answered(request, services.withdraw(row, person_or_404(request)), _("You have withdrawn."), row)


# --- the ladder -----------------------------------------------------------------------------------------------------


@require_POST
@rate_limited("invite")
@hides_unknown
def tournament_challenge(request: HtmxRequest, public_id: str, entry: int) -> HttpResponse:
    row = tournament_or_404(request, public_id).tournament
    problem = services.challenge(row, person_or_404(request), entry)
    return answered(request, problem, _("Your challenge has been sent."), row)


@require_POST
@rate_limited("join")
@hides_unknown
def tournament_answer(request: HtmxRequest, public_id: str, match: int) -> HttpResponse:
    """Accept a challenge, or give up the place."""
    row, form = tournament_or_404(request, public_id).tournament, AnswerForm(request.POST)
    if not form.is_valid():
        raise Http404
    problem = services.answer_challenge(row, person_or_404(request), match, form.accepted)
    return answered(request, problem, "" if form.accepted else _("You have given up your place."), row)
