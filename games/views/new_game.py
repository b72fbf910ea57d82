"""The home page, and opening a game."""

from typing import Any, Literal
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from accounts.models import Person
from accounts.services import ensure_person
from casino.clock import today
from casino.rate_limits import rate_limited
from games import services
from games.bots import DEFAULT_LEVEL, LEVELS
from games.contexts.home import deal_tile, level_to_beat, news_of, puzzle_tile
from games.contexts.lobby import invitations_context, running_games
from games.domain.notation import read_cards
from games.domain.presets import DEFAULT_PRESET, PRESETS, resolve_rules
from games.forms.seeds import SeedForm, form_problem
from games.models import SeatResult
from games.presenters.cards import card_views
from games.presenters.catalogue import (
    HOUSE_RULES_SCENE,
    Filters,
    filtered_groups,
    game_groups,
    named_options,
    playable_seatings,
    scene_of,
)
from games.presenters.portraits import doors, opponents
from games.presenters.rulebook.house_rules import found_options
from games.puzzles.services import guest_standing
from games.results.level_suggestion import suggested_level
from games.results.seat_results import beaten_in, levels_beaten, outcomes_by_level
from games.views.clubs import open_set_up_table
from games.views.house_rules import set_up_context, set_up_form
from games.views.pairing import tiles_context
from games.views.puzzles import standing_of
from games.views.suspended import redirect_suspended

MAX_WAITING, FEW_GAMES = 4, 2
"""The numbers of games that the home page shows at most: of those that wait for the viewer, and with the others."""

CARD_LENGTH = 2
DAY_PICTURE, PUZZLE_PICTURE = read_cards("TH AS"), read_cards("9D 4C")
"""The cards beside the daily deal and the daily puzzle: pictures, not the day's cards."""


@require_safe
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    person = request.user if isinstance(request.user, Person) else None
    running = running_games(person) if person else []
    waiting = [row for row in running if row.waits][:MAX_WAITING]
    results = SeatResult.objects.filter(person=person) if person else SeatResult.objects.none()
    outcomes, news = outcomes_by_level(results), news_of(person) if person else []
    known, beaten, deal = bool(running or outcomes or news), beaten_in(outcomes), services.new_preview_deal()
    context = {
        "running": running[: max(FEW_GAMES, len(waiting))],
        "known": known,
        "news": news,
        "next_level": level_to_beat(beaten),
        "deal": {"token": deal.token, "hand": card_views(deal.hand), "table": card_views(deal.table)},
        "games": len(PRESETS),
        "preset": DEFAULT_PRESET,
        "share_title": _("Casino, the card game"),
        "characters": opponents(),
    }
    context |= doors_context(request, beaten) | today_context()
    context |= {"day_tile": deal_tile(person), "puzzle_tile": puzzle_tile(standing_of(request, with_tries=False))}
    return render(request, "games/lobby/home.html", context | tiles_context(request) | invitations_context(request))


@require_POST
@rate_limited("open_game")
@redirect_suspended
def play_now(request: HttpRequest) -> HttpResponse:
    """Start a game immediately, against computers, as a guest if not logged in; of the level that suits the person if
    none was chosen."""
    level = request.POST.get("level", "")
    level = level if level in LEVELS else suggested_level(request.user.pk)
    if "deal" in request.POST:
        return _start_preview_deal(request, level)
    return _start(request, "computer", level)


@require_POST
@rate_limited("open_game")
@redirect_suspended
def play_friend(request: HttpRequest) -> HttpResponse:
    """Open a table immediately; a link leads to the other seats."""
    return _start(request, "friends")


def doors_context(request: HttpRequest, beaten: set[str] | None = None) -> dict[str, Any]:
    """The games of three strengths that are one tap away, and the opponent suggested among them. The levels that the
    person has `beaten` are read unless they are given."""
    person = request.user.pk
    if beaten is None:
        beaten = levels_beaten(SeatResult.objects.filter(person=person)) if person else set()
    offered = doors(suggested_level(person), beaten)
    return {"doors": offered, "suggested": next(door.opponent for door in offered if door.suggested)}


def today_context() -> dict[str, Any]:
    """The context of what is offered anew each day, as everyone sees it."""
    return {
        "today": today(),
        "day_picture": card_views(DAY_PICTURE),
        "puzzle_picture": card_views(PUZZLE_PICTURE),
        "day_tile": deal_tile(None),
        "puzzle_tile": puzzle_tile(guest_standing({})),
    }


def _start_preview_deal(request: HttpRequest, level: str) -> HttpResponse:
    """Start the game that the home page shows, and choose the card that was tapped."""
    seed = services.read_preview_deal(request.POST["deal"])
    game = seed and services.start_preview_deal(ensure_person(request), seed, level)  # no guest is made for a bad token
    if not game:
        messages.warning(request, _("Those cards are no longer available. Here are new ones."))
        return redirect("games:home")
    chosen = {name: request.POST[name][:CARD_LENGTH] for name in ("hand", "item") if name in request.POST}
    return redirect(f"{reverse('games:table', args=[game.public_id])}?{urlencode(chosen)}")


def _start(request: HttpRequest, opponents: Literal["computer", "friends"], level: str = DEFAULT_LEVEL) -> HttpResponse:
    preset, options = named_options(request.POST.get("preset", DEFAULT_PRESET))
    if preset not in PRESETS:
        raise Http404
    form = SeedForm(request.POST)
    if not form.is_valid():
        messages.warning(request, form_problem(form))
        return redirect("games:home")
    rules = resolve_rules({"preset": preset, **options})
    seating = playable_seatings(rules)[0]
    game = services.start_game(
        ensure_person(request),
        rules,
        preset,
        seating.seats,
        seating.partners,
        opponents,
        client_seed=form.seed,
        server_seed=form.server_seed,
        level=level,
    )
    return redirect("games:table", game.public_id)


@require_safe
@vary_on_headers("HX-Request")
def new(request: HttpRequest) -> HttpResponse:
    """List all games; if the query names one, perhaps with house rules, redirect to it."""
    shared = request.GET.copy()
    preset = shared.pop("preset", [""])[-1]
    if preset in PRESETS:
        return redirect(f"{reverse('games:set_up', args=[preset])}?{shared.urlencode()}")
    filters = Filters.of(request.GET)
    context = {
        "filters": filters,
        "groups": filtered_groups(filters),
        "options": found_options(filters.search),
        "preset": DEFAULT_PRESET,
        "games": len(PRESETS),
    }
    if filters == Filters():
        context |= {"kinds": game_groups(), "house_rules_scene": scene_of(HOUSE_RULES_SCENE)}
    part = "#games" if request.headers.get("HX-Request") else ""
    return render(request, "games/new_game/choose.html" + part, context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@rate_limited("open_game")
@redirect_suspended
def set_up(request: HttpRequest, preset: str) -> HttpResponse:
    form = set_up_form(request, preset)
    if not form.is_valid():
        return render(
            request,
            "games/new_game/set_up.html",
            set_up_context(request, form) | {"club": (request.POST or request.GET).get("club", "")},
        )
    if "club" in request.POST:
        return open_set_up_table(request, request.POST["club"], form.setup)
    game = services.open_game(ensure_person(request), form.setup)
    return redirect("games:table", game.public_id)
