"""The page that tries other moves from a moment of a finished game."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from accounts.models import Person
from casino.page_cache import answer_once
from games.analysis.evaluation import read_turn_move
from games.analysis.variations import Variation, can_continue, play_variation
from games.contexts.access import HtmxRequest, get_watchable_game
from games.contexts.after_game import evaluations_in
from games.contexts.replay_source import ReplaySource, UnreadSource
from games.deals.reveal import secrets_revealed
from games.domain.events import Event
from games.domain.evolve import fold
from games.domain.move_generation import legal_moves
from games.domain.notation import read_move
from games.domain.perspective import SPECTATOR, VisibleEvent, perspective_of, redact
from games.domain.record import entries_of
from games.forms.table import read_choice, sent_choice
from games.models import Game
from games.presenters import variation as presenter
from games.presenters.rulebook.page import linked_refusal
from games.presenters.timeline import TimelineEntry, timeline
from games.views.move_line_urls import hidden_fields, line_url, requested_line
from games.views.replay import game_source, record_source, requested_position


class Exercise(NamedTuple):
    """The search for a better move than the viewer's own: whether one has been `tried`, whether it is the best, and
    the page with the answer."""

    tried: bool
    solved: bool
    answer_url: str


@require_safe
@never_cache
@vary_on_headers("HX-Request")
def game_variation(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Show the analysis page. While cards are hidden it is closed: possible moves would reveal other hands."""
    game = get_watchable_game(request, public_id)
    if not secrets_revealed(game):
        return redirect("games:replay", public_id)
    rules_url = reverse("games:game_rules", args=[public_id])
    names = ("games:variation", "games:replay", public_id)
    return _page(request, game_source(game), names, rules_url, _exercise(game, request))


def _exercise(game: Game, request: HtmxRequest) -> Exercise | None:
    """The judgment of the first move tried, where the viewer's own move has been analyzed and was a mistake."""
    person = request.user if isinstance(request.user, Person) else None
    turns = evaluations_in(game, person)
    index = requested_position(request) + 1
    number, turn = next(((n, turn) for n, turn in enumerate(turns, 1) if turn.timeline_index == index), (0, None))
    if turn is None or not turn.is_costly:
        return None
    tried = [read_turn_move(entry) for entry in requested_line(request)[:1]]
    answer_url = f"{reverse('games:analysis', args=[game.public_id])}?move={number}"
    return Exercise(bool(tried), tried == [read_move(turn.best)], answer_url)


@require_safe
@never_cache
@vary_on_headers("HX-Request")
def record_variation(request: HtmxRequest, public_id: str) -> HttpResponse:
    return _page(request, record_source(public_id), ("games:record_variation", "games:record", public_id), "")


def _page(
    request: HtmxRequest,
    source: UnreadSource,
    names: tuple[str, str, str],
    rules_url: str,
    exercise: Exercise | None = None,
) -> HttpResponse:
    page_url, replay_url = (reverse(name, args=[names[2]]) for name in names[:2])
    at, asked = requested_position(request), {"line": request.GET.getlist("line"), **sent_choice(request.GET)}

    def answer() -> dict[str, Any]:
        return _variation_context(request, source.read(), at, page_url, rules_url)

    context = answer_once(request, "variation", source.question and (*source.question, at, asked), answer)
    if "table" not in context:
        return redirect(f"{replay_url}?at={context['index']}")
    context = context | {"replay_url": replay_url, "permalink": request.build_absolute_uri(context["line_url"])}
    context["exercise"] = exercise
    page, fragment = "games/analysis/variation.html", "games/analysis/_move_choices.html#with_marks"
    if request.htmx:
        return render(request, f"{page}#variation" if request.htmx.boosted else fragment, context)
    return render(request, page, context)


def _variation_context(
    request: HtmxRequest, source: ReplaySource, at: int, page_url: str, rules_url: str
) -> dict[str, Any]:
    """What the page shows; only the moment if no one can play there."""
    entries = timeline(_redacted(source.log))
    index = min(at, len(entries) - 1)
    start = fold(source.log[: entries[index].end])
    if not can_continue(start):
        return {"index": index}
    variation = play_variation(start, requested_line(request))
    line = [move.entry for move in variation.moves]
    urls = [line_url(page_url, line[:count], at=index) for count in range(len(line) + 1)]
    return {
        **_table_context(request, variation, source.log[entries[index].start : entries[index].end]),
        **_comparison_context(source, entries, index, variation, urls[1:]),
        "notice": _notice(variation, rules_url),
        "page_url": page_url,
        "index": index,
        "hidden_fields": hidden_fields(line, at=index),
        "line_url": urls[-1],
        "undo_url": urls[-2] if line else "",
    }


def _notice(variation: Variation, rules_url: str) -> str:
    if variation.cut_short:
        return _("These moves take too long to calculate, so only the first ones are shown. Try fewer.")
    return linked_refusal(variation.refusal, rules_url) if variation.refusal else ""


def _table_context(request: HtmxRequest, variation: Variation, recorded: Sequence[Event]) -> dict[str, Any]:
    """The table after the variation, with the controls of the seat to play and all players' cards."""
    state = variation.state
    turn = state.round.turn if state.round and can_continue(state) else SPECTATOR
    spectator, mover = perspective_of(state, SPECTATOR), perspective_of(state, turn)
    moves = tuple(legal_moves(mover.position())) if turn else ()
    events = _redacted(variation.moves[-1].events if variation.moves else recorded)
    table = presenter.variation_table(spectator, mover, events, moves, read_choice(request.GET, mover, moves))
    return {
        "table": table,
        "opened": presenter.open_seats(table, state.round.hands if state.round else (), turn),
        "announcements": presenter.announcement_buttons(spectator) if turn else (),
    }


def _comparison_context(
    source: ReplaySource, entries: Sequence[TimelineEntry], index: int, variation: Variation, urls: Sequence[str]
) -> dict[str, Any]:
    """The moves tried, and those really played."""
    spectator, log = perspective_of(variation.state, SPECTATOR), _redacted(source.log)
    events = [_redacted(move.events) for move in variation.moves]
    tried = [move.entry for move in variation.moves]
    actual = [entry for _seat, entry in entries_of(source.log[entries[index].end :])]
    same = tried == actual[: len(tried)]
    return {
        "tried": presenter.variation_links(spectator, events, urls),
        "actual": presenter.actual_moves(spectator, log, entries, index),
        "actual_move": actual[len(tried)] if same and len(tried) < len(actual) else "",
        "tried_sheet": presenter.round_sheet(spectator, events[-1] if events else ()),
        "actual_sheet": presenter.round_sheet(spectator, log[entries[index].end :]),
    }


def _redacted(events: Sequence[Event]) -> tuple[VisibleEvent, ...]:
    return tuple(redact(event, SPECTATOR) for event in events)
