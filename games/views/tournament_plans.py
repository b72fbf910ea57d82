"""Planning a tournament, changing it, and what its organizers do while it goes on."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import Person
from accounts.next_page import with_next
from accounts.person_names import isolate
from accounts.views import member_of
from casino.rate_limits import rate_limited
from games.clubs.models import Club
from games.clubs.selectors import find_club
from games.contexts.access import HtmxRequest
from games.contexts.tournament_plans import organize_context
from games.contexts.tournaments import round_of
from games.domain.refusal import Refusal
from games.forms.tournaments import ExtendForm, ResultForm, TournamentForm
from games.presenters.refusals import refusal_words
from games.tournaments import services
from games.tournaments.models import Tournament
from games.tournaments.outcomes import TEMPLATES, no
from games.views.clubs import hides_unknown
from games.views.tournaments import answered, tournament_or_404


def organized_or_404(request: HtmxRequest, public_id: str) -> tuple[Tournament, Person]:
    """The tournament and the viewer, who organizes it; 404 for others, who may know it but not this page."""
    seen, person = tournament_or_404(request, public_id), request.user
    if not seen.organizes or not isinstance(person, Person):
        raise Http404
    return seen.tournament, person


def _answered(request: HtmxRequest, problem: Refusal | None, done: str, row: Tournament) -> HttpResponse:
    return answered(request, problem, done, row, "games:tournament_organize")


# --- the plan -------------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@rate_limited("arrange")
def new_tournament(request: HtmxRequest) -> HttpResponse:
    """The form of a new tournament; for those who organize the club in the query, of one of the club."""
    member = member_of(request)
    if member is None:
        messages.info(request, _("Sign up to plan a tournament. Your games stay with you."))
        return redirect(with_next(reverse("account_signup"), request.get_full_path()))
    club = _club_or_404(member, request.GET.get("club", ""))
    form = TournamentForm(member, club, request.POST if request.method == "POST" else None)
    if _is_sent(request) and form.is_valid():
        made = services.create_tournament(member, form.values, club)
        if isinstance(made, Tournament):
            messages.success(request, _("The tournament is planned. Send the link to whoever may enter."))
            return redirect("games:tournament", made.public_id)
        form.add_error(None, refusal_words(made, TEMPLATES))
    return _plan_page(request, "new", {"form": form, "club": club})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@rate_limited("arrange")
@hides_unknown
def edit_tournament(request: HtmxRequest, public_id: str) -> HttpResponse:
    """The form again, as long as the tournament has not begun."""
    row, person = organized_or_404(request, public_id)
    if row.state != Tournament.State.PLANNED:
        return _answered(request, no("tournament-begun"), "", row)
    form = TournamentForm(person, row.club, request.POST if request.method == "POST" else None, row)
    if _is_sent(request) and form.is_valid():
        problem = services.change_tournament(row, person, form.values)
        if problem is None:
            messages.success(request, _("Saved."))
            return redirect("games:tournament", row.public_id)
        form.add_error(None, refusal_words(problem, TEMPLATES))
    return _plan_page(request, "edit", {"form": form, "club": row.club, "tournament": row})


def _is_sent(request: HtmxRequest) -> bool:
    """True if the form was sent for good, and not for the preview alone."""
    return request.method == "POST" and not request.htmx and "preview" not in request.POST


def _plan_page(request: HtmxRequest, page: str, context: dict[str, Any]) -> HttpResponse:
    template = "games/tournaments/_preview.html" if request.htmx else f"games/tournaments/{page}.html"
    return render(request, template, context)


def _club_or_404(member: Person, address: str) -> Club | None:
    if not address:
        return None
    seen = find_club(member, address)
    if seen is None or not seen.organizes:
        raise Http404
    return seen.club


# --- organizing -----------------------------------------------------------------------------------------------------


@require_safe
@never_cache
def organize(request: HtmxRequest, public_id: str) -> HttpResponse:
    row, _person = organized_or_404(request, public_id)
    context = organize_context(row, round_of(request.GET.get("round", "")))
    return render(request, "games/tournaments/organize.html", context | {"form": ExtendForm()})


@require_POST
@rate_limited("arrange")
@hides_unknown
def start_tournament(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Begin the tournament, or its next round, without waiting for the time. Its page shows by itself when it has."""
    row, person = organized_or_404(request, public_id)
    problem = services.start_now(row, person, request.POST.get("seen", ""))
    page = "games:tournament_organize" if problem else "games:tournament"
    return answered(request, problem, _("It starts now."), row, page)


@require_POST
@rate_limited("arrange")
@hides_unknown
def call_off_tournament(request: HtmxRequest, public_id: str) -> HttpResponse:
    row, person = organized_or_404(request, public_id)
    done = _("%(tournament)s is over.") % {"tournament": isolate(row.name)}
    return _answered(request, services.call_off(row, person, request.POST.get("seen", "")), done, row)


@require_POST
@rate_limited("arrange")
@hides_unknown
def extend_round(request: HtmxRequest, public_id: str) -> HttpResponse:
    (row, person), form = organized_or_404(request, public_id), ExtendForm(request.POST)
    if not form.is_valid():
        raise Http404
    problem = services.extend_round(row, person, form.cleaned_data["minutes"])
    return _answered(request, problem, _("The round has more time."), row)


@require_POST
@rate_limited("arrange")
@hides_unknown
def remove_entry(request: HtmxRequest, public_id: str, entry: int) -> HttpResponse:
    (row, person), back = organized_or_404(request, public_id), "back" in request.POST
    done = _("Let in again.") if back else _("Removed.")
    return _answered(request, services.remove_entry(row, person, entry, back=back), done, row)


@require_POST
@rate_limited("arrange")
@hides_unknown
def correct_result(request: HtmxRequest, public_id: str, match: int) -> HttpResponse:
    (row, person), form = organized_or_404(request, public_id), ResultForm(request.POST)
    if not form.is_valid():
        return _answered(request, no("tournament-result-wrong"), "", row)
    reason, seen = form.cleaned_data["reason"], form.cleaned_data["seen"]
    problem = services.correct_result(row, person, match, form.half_points, reason, seen)
    return _answered(request, problem, _("The result is entered, and stays on record with its reason."), row)


@require_POST
@rate_limited("arrange")
@hides_unknown
def adjourn_match(request: HtmxRequest, public_id: str, match: int) -> HttpResponse:
    row, person = organized_or_404(request, public_id)
    return _answered(request, services.adjourn(row, person, match), _("The round goes on without this match."), row)
