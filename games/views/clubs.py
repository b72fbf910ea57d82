"""Clubs: the list, a club's page and members, joining and leaving."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import Person
from accounts.next_page import with_next
from accounts.person_names import isolate
from accounts.services import ensure_person
from accounts.views import member_of
from casino.rate_limits import hit_client, rate_limited
from games.clubs import services, tables
from games.clubs.models import Club
from games.clubs.outcomes import TEMPLATES, UnknownClub
from games.clubs.selectors import SeenClub, find_club
from games.contexts.clubs import club_context, clubs_context, head_context, lists_context, members_context
from games.domain.refusal import Refusal
from games.forms.clubs import AnswerForm, ClubForm, MemberForm, NamedPersonForm
from games.models import Game, SeatResult
from games.presenters.refusals import refusal_words
from games.services import GameSetup
from games.tournaments.outcomes import UnknownTournament
from games.tournaments.selectors import of_club
from games.views.result_filters import ResultFilters, clean_name
from games.views.result_lists import latest_results, results_page
from games.views.suspended import redirect_suspended

FEW_RESULTS = 5
"""Number of finished games on a club's page."""

type View = Callable[..., HttpResponse]


def hides_unknown(view: View) -> View:
    """Answer 404 where the club or the tournament is gone or hidden by the time something is done."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except (UnknownClub, UnknownTournament) as error:
            raise Http404 from error

    return guarded


def club_or_404(request: HttpRequest, address: str, code: str = "") -> SeenClub:
    """The club as the viewer may know it; the same 404 for one that is hidden and one that does not exist."""
    seen = find_club(person_of(request), address, code)
    if seen is None:
        raise Http404
    return seen


def inside_or_404(request: HttpRequest, address: str) -> SeenClub:
    """The club, for whoever may see what goes on there."""
    seen = club_or_404(request, address)
    if not seen.inside:
        raise Http404
    return seen


def club_of_member(request: HttpRequest, address: str) -> tuple[SeenClub, Person]:
    """The club and the viewer, who is a member; 404 for others, who may know an open club but not this part of it."""
    seen, person = club_or_404(request, address), person_of(request)
    if person is None or not seen.is_member:
        raise Http404
    return seen, person


def person_of(request: HttpRequest) -> Person | None:
    return request.user if isinstance(request.user, Person) else None


def number_before(request: HttpRequest) -> int | None:
    """The number after which a list continues, if the address has one."""
    before = request.GET.get("before", "")
    return int(before) if before.isascii() and before.isdigit() and len(before) < 18 else None


def answered(request: HttpRequest, problem: Refusal | None, done: str, page: str, club: Club) -> HttpResponse:
    """Say what was done, or why it was not, and show this page of the club again."""
    if problem:
        messages.warning(request, refusal_words(problem, TEMPLATES))
    elif done:
        messages.success(request, done)
    return redirect(page, club.address)


# --- the list, and a new club ---------------------------------------------------------------------------------------


@require_safe
@never_cache
def clubs(request: HttpRequest) -> HttpResponse:
    words = clean_name(request.GET.get("q", ""))
    if words:
        hit_client("search", request)
    return render(request, "games/clubs/index.html", clubs_context(person_of(request), words, number_before(request)))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@rate_limited("arrange")
def new_club(request: HttpRequest) -> HttpResponse:
    member = member_of(request)
    if member is None:
        messages.info(request, _("Sign up to start a club. Your games stay with you."))
        return redirect(with_next(reverse("account_signup"), reverse("games:new_club")))
    form = ClubForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        club = services.create_club(member, form.values)
        if isinstance(club, Club):
            messages.success(request, _("Your club is ready. Send the link to everyone who belongs to it."))
            return redirect("games:club", club.address)
        form.add_error(None, refusal_words(club, TEMPLATES))
    return render(request, "games/clubs/new.html", {"form": form})


# --- a club ---------------------------------------------------------------------------------------------------------


@require_safe
@never_cache
def club(request: HttpRequest, address: str) -> HttpResponse:
    seen = club_or_404(request, address)
    if not seen.inside:
        return render(request, "games/clubs/club.html", head_context(seen))
    link = request.build_absolute_uri(reverse("games:join_club", args=[address, seen.club.code]))
    context = club_context(seen, person_of(request), link)
    context["results"] = latest_results(FEW_RESULTS, Q(game__club_game__club=seen.club))
    return render(request, "games/clubs/club.html", context)


@require_safe
@never_cache
def club_games(request: HttpRequest, address: str) -> HttpResponse:
    """All open tables of the club, or its finished games, a page of them."""
    seen, after = inside_or_404(request, address), request.GET.get("after", "")
    context = head_context(seen) | {"later": bool(after), "filters": ResultFilters()}
    if "tables" in request.GET:
        context |= lists_context(seen, person_of(request), after)
    else:
        found = SeatResult.objects.filter(game__club_game__club=seen.club)
        context["page"] = results_page(found, ResultFilters(), after, Q(), seats=2)
    return render(request, "games/clubs/games.html", context)


@require_POST
@rate_limited("open_game")
@redirect_suspended
@hides_unknown
def open_club_table(request: HttpRequest, address: str) -> HttpResponse:
    """One tap: a table with a favorite game of the club, or for two with the game of the member's last one."""
    seen, person = club_of_member(request, address)
    favorite = request.POST.get("favorite", "")
    if favorite.isascii() and favorite.isdigit() and len(favorite) < 18:
        return to_club_table(request, seen.club, tables.open_favorite(seen.club, person, int(favorite)))
    return to_club_table(request, seen.club, tables.open_usual_table(seen.club, person))


@require_POST
@rate_limited("invite")
@redirect_suspended
@hides_unknown
def challenge_member(request: HttpRequest, address: str, membership: int) -> HttpResponse:
    seen, person = club_of_member(request, address)
    return to_club_table(request, seen.club, tables.challenge_member(seen.club, person, membership))


def to_club_table(request: HttpRequest, club: Club, opened: Game | Refusal) -> HttpResponse:
    """Lead to the table, or back to the club with the reason why there is none."""
    if isinstance(opened, Game):
        return redirect("games:table", opened.public_id)
    return answered(request, opened, "", "games:club", club)


@hides_unknown
def open_set_up_table(request: HttpRequest, address: str, setup: GameSetup) -> HttpResponse:
    """A table for the club as it was put together on the page of a new game."""
    seen, person = club_of_member(request, address)
    return to_club_table(request, seen.club, tables.open_club_table(seen.club, person, setup))


@require_safe
@never_cache
def members(request: HttpRequest, address: str) -> HttpResponse:
    seen, person = club_of_member(request, address)
    return render(request, "games/clubs/members.html", members_context(seen, person, request.GET.get("page", "1")))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@rate_limited("arrange")
@hides_unknown
def edit_club(request: HttpRequest, address: str) -> HttpResponse:
    """The owner's page, which changes what was chosen."""
    seen, person = club_of_member(request, address)
    if not seen.owns:
        raise Http404
    form = ClubForm(request.POST) if request.method == "POST" else ClubForm.of(seen.club)
    if form.is_bound and form.is_valid():
        problem = services.change_club(seen.club, person, form.values)
        return answered(request, problem, _("Saved."), "games:club", seen.club)
    problem, cups = services.end_refusal(seen.club), of_club(seen.club).count()
    context = {"form": form, "kept": refusal_words(problem, TEMPLATES) if problem else "", "cups": cups}
    return render(request, "games/clubs/edit.html", head_context(seen) | context)


@require_POST
@rate_limited("arrange")
@hides_unknown
def end_club(request: HttpRequest, address: str) -> HttpResponse:
    seen, person = club_of_member(request, address)
    if problem := services.end_club(seen.club, person):
        return answered(request, problem, "", "games:club", seen.club)
    messages.success(request, _("%(club)s has been deleted.") % {"club": isolate(seen.club.name)})
    return redirect("games:clubs")


@require_POST
@rate_limited("arrange")
@hides_unknown
def renew_link(request: HttpRequest, address: str) -> HttpResponse:
    seen, person = club_of_member(request, address)
    done = _("Here is a new link. The old one no longer works.")
    return answered(request, services.renew_link(seen.club, person), done, "games:club", seen.club)


# --- joining --------------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@rate_limited("join")
@hides_unknown
def join_club(request: HttpRequest, address: str, code: str) -> HttpResponse:
    """The page behind the club's link, and its button."""
    seen = club_or_404(request, address, code)
    if seen.is_member:
        return redirect("games:club", address)
    if request.method != "POST":
        return render(request, "games/clubs/join.html", head_context(seen) | {"code": code})
    if person_of(request) is None and not seen.club.guests:
        return redirect(with_next(reverse("account_signup"), request.path))
    problem = services.join_by_link(seen.club, ensure_person(request), code)
    if problem:
        messages.warning(request, refusal_words(problem, TEMPLATES))
        return redirect("games:join_club", address, code)
    return answered(request, None, _welcome(seen.club), "games:club", seen.club)


@require_POST
@rate_limited("join")
@hides_unknown
def ask_to_join(request: HttpRequest, address: str) -> HttpResponse:
    """Ask the organizers of an open club, or withdraw the request."""
    seen = club_or_404(request, address)
    if "withdraw" in request.POST:
        if person := person_of(request):
            services.withdraw_request(seen.club, person)
        return answered(request, None, _("You have withdrawn your request."), "games:club", seen.club)
    if person_of(request) is None and not seen.club.guests:
        return redirect(with_next(reverse("account_signup"), reverse("games:club", args=[address])))
    problem = services.ask_to_join(seen.club, ensure_person(request))
    return answered(request, problem, _("An organizer will answer your request."), "games:club", seen.club)


@require_POST
@rate_limited("join")
@hides_unknown
def answer_invitation(request: HttpRequest, address: str) -> HttpResponse:
    seen, person, form = club_or_404(request, address), person_of(request), AnswerForm(request.POST)
    if person is None or not form.is_valid():
        raise Http404
    problem = services.answer_invitation(seen.club, person, form.accepted)
    if form.accepted:
        return answered(request, problem, _welcome(seen.club), "games:club", seen.club)
    messages.success(request, _("You declined the invitation."))
    return redirect("games:clubs")


def _welcome(club: Club) -> str:
    return _("Welcome to %(club)s.") % {"club": isolate(club.name)}


@require_POST
@rate_limited("arrange")
@hides_unknown
def leave_club(request: HttpRequest, address: str) -> HttpResponse:
    seen, person = club_of_member(request, address)
    if problem := services.leave_club(seen.club, person):
        return answered(request, problem, "", "games:club_members", seen.club)
    messages.success(request, _("You have left %(club)s.") % {"club": isolate(seen.club.name)})
    return redirect("games:clubs")


# --- what organizers do ---------------------------------------------------------------------------------------------


@require_POST
@rate_limited("invite")
@hides_unknown
def invite_to_club(request: HttpRequest, address: str) -> HttpResponse:
    seen, person = club_of_member(request, address)
    form = NamedPersonForm(request.POST)
    if not form.is_valid():
        messages.warning(request, _("Who do you want to invite?"))
        return redirect("games:club_members", address)
    name = form.cleaned_data["name"]
    done = _("%(name)s has been invited.") % {"name": isolate(name)}
    return answered(request, services.invite_to_club(seen.club, person, name), done, "games:club_members", seen.club)


@require_POST
@rate_limited("arrange")
@hides_unknown
def answer_request(request: HttpRequest, address: str, admission: int) -> HttpResponse:
    """Let in whoever has asked, or not; take back an invitation or a removal."""
    (seen, person), form = club_of_member(request, address), AnswerForm(request.POST)
    if not form.is_valid():
        problem, done = services.forget_admission(seen.club, person, admission), _("Done.")
    else:
        problem = services.answer_request(seen.club, person, admission, form.accepted)
        done = _("There is a new member.") if form.accepted else _("The request was declined.")
    return answered(request, problem, done, "games:club_members", seen.club)


@require_POST
@rate_limited("arrange")
@hides_unknown
def change_member(request: HttpRequest, address: str, membership: int) -> HttpResponse:
    """Remove a member, or give another role."""
    (seen, person), form = club_of_member(request, address), MemberForm(request.POST)
    if not form.is_valid():
        raise Http404
    action = form.cleaned_data["action"]
    if action == "remove":
        problem, done = services.remove_member(seen.club, person, membership), _("The member has been removed.")
    else:
        problem, done = services.set_role(seen.club, person, membership, action), _("Saved.")
    return answered(request, problem, done, "games:club_members", seen.club)
