"""Puzzles: the position at the table, the answer to a move, and the next one.

No page holds a solution before the viewer has tried the puzzle: until then a move in the URL is ignored.
"""

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from accounts.models import Person
from casino.clock import today
from casino.page_cache import answer_once
from casino.rate_limits import RateLimitExceeded, rate_limited
from casino.work_budget import TooManyWaiting
from games.bots import DEFAULT_LEVEL, NAMES
from games.bots.hints import reason_for
from games.contexts.access import HtmxRequest
from games.domain.commands import Play
from games.domain.decide import decide
from games.domain.events import Event
from games.domain.evolve import fold
from games.domain.move_generation import legal_moves
from games.domain.moves import Move
from games.domain.perspective import Perspective, perspective_of, redact
from games.domain.presets import DEFAULT_PRESET
from games.domain.refusal import Refusal
from games.forms.table import read_choice
from games.models import ACTION_TEXT_LENGTH
from games.presenters import puzzles as presenter
from games.presenters.portraits import computer_portrait
from games.presenters.seats import SeatDetails
from games.presenters.table import TableView, table_view
from games.presenters.variation import open_seats
from games.puzzles import services
from games.puzzles.answers import answer_to, read_legal_move, view_of
from games.puzzles.catalog import Puzzle, all_puzzles
from games.views.move_line_urls import hidden_fields, line_url

SESSION_KEY = "puzzles"
WAIT_WHEN_BUSY = 5  # seconds
OPPONENT = NAMES[DEFAULT_LEVEL][0]


@require_safe
@never_cache
def puzzles(request: HttpRequest) -> HttpResponse:
    standing, every = standing_of(request), all_puzzles()
    daily = _puzzle(services.daily_number(today()))
    solved = ((puzzle.themes, standing.tried.get(number, False)) for number, puzzle in enumerate(every, start=1))
    context = {
        "standing": standing,
        "solved": sum(standing.tried.values()),
        "count": len(every),
        "themes": presenter.theme_links(solved),
        "day": today(),
        "todays": _position(request, daily),
        "stake": presenter.stake_sentence(daily.margin),
        "member": is_member(request),
        "share_title": _("Casino puzzles"),
        "description": _("Find the best move. Every puzzle has one, proved to the last card."),
    }
    return render(request, "games/puzzles/index.html", context)


@require_safe
@never_cache
def next_puzzle(request: HttpRequest) -> HttpResponse:
    """Lead to an untried puzzle near the viewer's rating."""
    theme = _theme(request.GET.get("theme", ""))
    seed = str(request.user.pk) if is_member(request) else ""
    number = services.next_number(standing_of(request), theme, seed)
    if number is None:
        messages.info(request, _("You’ve tried all of these puzzles."))
        return redirect("games:puzzles")
    return redirect(line_url(reverse("games:puzzle", args=[number]), (), **({"theme": theme} if theme else {})))


@require_safe
@never_cache
@vary_on_headers("HX-Request")
def daily_puzzle(request: HtmxRequest) -> HttpResponse:
    return _page(request, services.daily_number(today()))


@require_safe
@never_cache
@vary_on_headers("HX-Request")
def puzzle(request: HtmxRequest, number: int) -> HttpResponse:
    return _page(request, number)


@require_POST
@rate_limited("hint")
def answer_puzzle(request: HttpRequest, number: int) -> HttpResponse:
    """Take a move. The first one is recorded, before anything about it is shown."""
    current = _puzzle(number)
    theme = _theme(request.POST.get("theme", ""))
    move = read_legal_move(current, request.POST.get("line", "")[:ACTION_TEXT_LENGTH])
    url, extra = reverse("games:puzzle", args=[number]), {"theme": theme} if theme else {}
    if move is None:
        messages.error(request, _("That’s not a legal move."))
        return redirect(line_url(url, (), **extra))
    if isinstance(request.user, Person) and is_member(request):
        services.record_try(request.user, number, move)
    else:
        request.session[SESSION_KEY] = services.record_guest_try(request.session.get(SESSION_KEY, {}), number, move)
    return redirect(line_url(url, (), move=move, **extra))


def is_member(request: HttpRequest) -> bool:
    return isinstance(request.user, Person) and not request.user.is_guest


def standing_of(request: HttpRequest, *, with_tries: bool = True) -> services.Standing:
    """The viewer's results, a guest's from the session. A member's tries are left out where they are not needed."""
    if isinstance(request.user, Person) and is_member(request):
        return services.member_standing(request.user, with_tries=with_tries)
    return services.guest_standing(request.session.get(SESSION_KEY, {}))


def _puzzle(number: int) -> Puzzle:
    if not 1 <= number <= len(all_puzzles()):
        raise Http404
    return all_puzzles()[number - 1]


def _theme(text: str) -> str:
    return text if text in presenter.THEME_NAMES else ""


def _page(request: HtmxRequest, number: int) -> HttpResponse:
    current, standing, theme = _puzzle(number), standing_of(request), _theme(request.GET.get("theme", ""))
    tried = standing.may_see_solution(number)
    asked = read_legal_move(current, request.GET.get("move", "")[:ACTION_TEXT_LENGTH]) if tried else None
    move = current.solution_text if tried and "solution" in request.GET else asked
    extra = {"theme": theme} if theme else {}
    url = reverse("games:puzzle", args=[number])
    context = {
        **_table_context(request, current, move),
        "answer": _answer(request, number, current, move),
        "missed": _answer(request, number, current, asked) if asked != move else None,
        "themes": [presenter.THEME_NAMES[each] for each in current.themes],
        "number": number,
        "rating": current.rating,
        "standing": standing,
        "member": is_member(request),
        "tried": tried,
        "first_try": standing.tried.get(number),
        "asked_for_solution": "solution" in request.GET,
        "daily": number == services.daily_number(today()),
        "easier": services.easier_number(today()),
        "stake": presenter.stake_sentence(current.margin),
        "day": today(),
        "theme": theme,
        "theme_name": presenter.THEME_NAMES.get(theme, ""),
        "preset": DEFAULT_PRESET,
        "page_url": url,
        "line_url": line_url(url, (), **extra),
        "answer_url": reverse("games:answer_puzzle", args=[number]),
        "hidden_fields": hidden_fields((), **extra),
        "solution_url": line_url(url, (), solution=1, **({"move": asked} if asked else {}), **extra),
        "next_url": line_url(reverse("games:next_puzzle"), (), **extra),
        "share_title": _("Casino puzzle %(number)d") % {"number": number},
        "description": _("Find the best move. There is only one."),
    }
    return render(
        request,
        "games/analysis/_move_choices.html#with_marks" if request.htmx else "games/puzzles/puzzle.html",
        context,
    )


def _position(request: HttpRequest, current: Puzzle) -> dict[str, Any]:
    """The cards on the table and in hand, for a picture."""
    table = _table_context(request, current, None)["table"]
    return {
        "loose": [spot.card for spot in table.loose],
        "builds": table.builds,
        "hand": [spot.card for spot in table.hand],
    }


def _table_context(request: HttpRequest, current: Puzzle, move: Move | str | None) -> dict[str, Any]:
    """The table: before the move, or, if it is the solution, after it."""
    perspective, solved = view_of(current, OPPONENT), move == current.solution_text
    shown, events = _played(current) if solved else (perspective, ())
    moves = () if solved else tuple(legal_moves(perspective.position()))
    details = SeatDetails(portraits={2: computer_portrait(DEFAULT_LEVEL, OPPONENT)})
    visible = [redact(event, perspective.viewer) for event in events]
    table = table_view(shown, visible, moves, read_choice(request.GET, perspective, moves), details=details)
    if solved:
        table = replace(table, my_turn=False)
    hidden = "count" in current.themes and not solved
    return {
        "table": table,
        "opened": () if hidden else _opened(table, current),
        "hidden_hand": hidden,
        "taken": presenter.taken_rows(perspective.rules, *current.position.piles),
        "opponent": OPPONENT,
    }


def _opened(table: TableView, current: Puzzle) -> tuple[Any, ...]:
    return open_seats(table, current.position.hands, excluded=table.me.number if table.me else 0)


def _played(current: Puzzle) -> tuple[Perspective, tuple[Event, ...]]:
    """The table after the solution, and its events."""
    state = current.state(OPPONENT)
    decided = decide(state, Play(1, current.solution))
    if isinstance(decided, Refusal):
        raise ValueError(f"the solution of a puzzle is refused: {decided}")
    return perspective_of(fold(decided, state), 1), decided


def _answer(request: HttpRequest, number: int, current: Puzzle, move: str | None) -> presenter.AnswerView | None:
    if move is None:
        return None
    try:
        answer = answer_once(request, "answer", ("puzzle", number, move), lambda: answer_to(number, move))
    except TooManyWaiting as busy:
        raise RateLimitExceeded(WAIT_WHEN_BUSY) from busy
    perspective = view_of(current, OPPONENT)
    reason = reason_for(perspective, answer.move) if answer.solves else ""
    return presenter.answer_view(
        perspective, answer.move, answer.cost, answer.line, current.themes, current.margin, reason
    )
