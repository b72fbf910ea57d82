"""Player pages: profiles, ladders, data export, and moving a guest's games to an account."""

from typing import NamedTuple

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.adapter import GUEST_BEFORE
from accounts.models import Person
from accounts.next_page import next_page
from accounts.person_names import isolate
from accounts.views import member_of, member_required
from casino.rate_limits import rate_limited
from games import services
from games.contexts.access import get_member_or_404
from games.contexts.following import follow_context
from games.contexts.personal_data import export_personal_data
from games.domain.presets import FAMILIES
from games.invitations.selectors import blocked_by
from games.models import Rating, Seat, SeatResult
from games.presenters.cards import join_with_and
from games.presenters.portraits import PlayerFace, Portrait, person_portrait
from games.presenters.rules import game_name
from games.presenters.statistics import best_games, collection, counted, streaks, tallies_by_game, tallies_by_level
from games.presenters.table_settings import suggestion_sentence
from games.results.level_suggestion import level_suggestion
from games.views.player_results import (
    MAX_COUNTED,
    best_round,
    games_counted,
    games_shown_to,
    head_to_head,
    own_games,
    rating_history,
)
from games.views.result_filters import ResultFilters, visible_to
from games.views.result_lists import WINDOW, results_page

A_PAGE = 50
MIN_GAMES = 5
"""Minimum number of rated games to be listed on a ladder: before that the rating says little."""


class Rung(NamedTuple):
    """A place on a ladder."""

    place: int
    rating: Rating
    portrait: Portrait


@require_safe
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """Show the public page of a registered person, with the games that the viewer may see."""
    person = get_member_or_404(name)
    viewer = request.user if isinstance(request.user, Person) else None
    context = {
        "person": person,
        "face": PlayerFace(str(person), person_portrait(str(person), person.pk)),
        "own": viewer == person,
        "other": viewer is not None and viewer != person,
        "blocked": viewer is not None and viewer != person and person in blocked_by(viewer),
        "share_title": str(person),
        "description": _("%(name)s plays Casino here. Ratings and games played.") % {"name": isolate(person)},
        "picture_url": request.build_absolute_uri(reverse("games:player_picture", args=[person.username])),
    }
    context |= ratings_context(person, request.GET.get("rating", "")) | games_context(person, viewer)
    context |= history_context(request, person, viewer) | follow_context(request.user, person)
    suggestion = level_suggestion(person.pk) if context["own"] else None
    context["level_suggestion"] = suggestion and suggestion_sentence(
        suggestion.level, suggestion.name, suggestion.rating
    )
    return render(request, "games/profiles/profile.html", context)


def ratings_context(person: Person, wanted: str) -> dict[str, object]:
    """The ratings, and the graph of the one wanted or of the one with the most games."""
    rows = Rating.objects.filter(person=person, games__gt=0).order_by("-games", "family")
    ratings = {rating.family: rating for rating in rows if rating.family in FAMILIES}
    family = wanted if wanted in ratings else next(iter(ratings), "")
    return {
        "ratings": [(FAMILIES[key], rating) for key, rating in ratings.items()],
        "fewest": MIN_GAMES,
        "graph_of": FAMILIES.get(family),
        "rating_graph": rating_history(person, family) if family else None,
    }


def games_context(person: Person, viewer: Person | None) -> dict[str, object]:
    """The number of games, and their results: by game, against computers, in a row, against the viewer."""
    shown = own_games(person) if viewer == person else games_shown_to(viewer, person)
    played = counted(shown)
    with_people = [game for game in played if not game.level]
    return {
        "counts": games_counted(person),
        "most_counted": MAX_COUNTED,
        "by_game": tallies_by_game(with_people),
        "by_level": tallies_by_level(played),
        "streaks": streaks(with_people),
        "best": best_games(with_people),
        "collection": collection(played, best_round(person, played)),
        "window": WINDOW if len(shown) >= WINDOW else 0,
        "against_you": head_to_head(person, viewer) if viewer and viewer != person else None,
    }


def history_context(request: HttpRequest, person: Person, viewer: Person | None) -> dict[str, object]:
    """A page of the person's finished games: all of them to the person, else those that the viewer may see."""
    filters, after = ResultFilters.of(request.GET), request.GET.get("after", "")
    shown = Q() if viewer == person else visible_to(viewer)
    page = results_page(SeatResult.objects.filter(person=person), filters, after, shown)
    return {"page": page, "filters": filters, "later": bool(after)}


@require_safe
def ladders(_request: HttpRequest) -> HttpResponse:
    """Redirect to the ladder of the first family."""
    return redirect("games:ladder", next(iter(FAMILIES)))


@require_safe
def ladder(request: HttpRequest, family: str) -> HttpResponse:
    if family not in FAMILIES:
        raise Http404
    standing = Rating.objects.filter(family=family, games__gte=MIN_GAMES, person__is_active=True)
    pages = Paginator(standing.select_related("person").order_by("-mu", "person_id"), A_PAGE)
    page = pages.get_page(request.GET.get("page"))
    rungs = [
        Rung(place, rating, person_portrait(str(rating.person), rating.person_id))
        for place, rating in enumerate(page.object_list, start=page.start_index())
    ]
    context = {
        "family": FAMILIES[family],
        "families": FAMILIES.values(),
        "page": page,
        "rungs": rungs,
        "fewest": MIN_GAMES,
    }
    return render(request, "games/profiles/ladder.html", context)


@require_POST
@rate_limited("export")
def export_data(request: HttpRequest) -> HttpResponse:
    """Download all data about the user, who may be a guest."""
    if not isinstance(request.user, Person):
        return redirect("account_login")
    response = JsonResponse(export_personal_data(request.user), json_dumps_params={"indent": 1, "ensure_ascii": False})
    response["Content-Disposition"] = f'attachment; filename="casino-{request.user.username}.json"'
    return response


@member_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def move_guest_games(request: HttpRequest) -> HttpResponse:
    """Offer a user who has just played as a guest to move those games to the account."""
    person, afterwards = member_of(request), next_page(request) or "games:home"
    guest = Person.objects.filter(pk=request.session.get(GUEST_BEFORE, 0), is_guest=True).first()
    seats = Seat.objects.filter(person=guest).select_related("game").order_by("-game__updated") if guest else ()
    if person is None or guest is None or not seats:
        request.session.pop(GUEST_BEFORE, None)
        return redirect(afterwards)
    if request.method == "POST":
        del request.session[GUEST_BEFORE]
        if "bring" in request.POST:
            report_result(request, services.move_games(guest, person))
        return redirect(afterwards)
    context = {"guest": guest, "games": [game_name(seat.game.preset) for seat in seats]}
    return render(request, "games/profiles/guest_games.html", context)


def report_result(request: HttpRequest, moved: services.MergeResult) -> None:
    if moved.games:
        words = ngettext(
            "%(count)d game was added to your account.", "%(count)d games were added to your account.", moved.games
        )
        messages.success(request, words % {"count": moved.games})
    if moved.skipped:
        names = join_with_and(f"{game_name(game.preset)} ({game.public_id})" for game in moved.skipped)
        words = _("You already have a seat in %(games)s, so the guest keeps the other one.")
        messages.warning(request, words % {"games": names})
