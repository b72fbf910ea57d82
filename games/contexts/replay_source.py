"""Whole logs, read for a replay or a variation when it is not cached."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from casino.page_cache import Question
from games.domain.cards import Card
from games.domain.events import Event
from games.domain.evolve import fold
from games.domain.perspective import SPECTATOR, perspective_of, redact
from games.domain.state import GameState
from games.presenters.portraits import Portrait
from games.presenters.replay import ReplayView, replay_view
from games.presenters.seats import SeatDetails
from games.presenters.timeline import timeline


class ReplaySource(NamedTuple):
    """A log from its beginning. `over`: everything in it may be shown; else only what `viewer` may see."""

    log: tuple[Event, ...]
    over: bool
    viewer: int = SPECTATOR
    portraits: Mapping[int, Portrait] = {}


class UnreadSource(NamedTuple):
    """A source that is read when it is needed. `question`: everything that its pages depend on; empty if they depend
    on the viewer."""

    question: Question
    over: bool
    read: Callable[[], ReplaySource]


def replay_at(source: ReplaySource, at: int | None) -> ReplayView:
    """The replay at moment `at`, or the nearest existing one."""
    events = tuple(redact(event, SPECTATOR) for event in source.log)
    entries = timeline(events)
    index = max(0, min(at or 0, len(entries) - 1))
    state = fold(source.log[: entries[index].end])
    perspective = perspective_of(state, SPECTATOR)
    details = SeatDetails(portraits=source.portraits)
    hands = visible_hands(state, source)
    shown = perspective, hands, events, entries, index, details
    return replay_view(*shown, point_out=source.over, viewer=source.viewer)


def visible_hands(state: GameState, source: ReplaySource) -> Sequence[Sequence[Card]]:
    """All hands of a game that is over; of one in progress, only the viewer's."""
    if state.round is None:
        return ()
    if source.over:
        return state.round.hands
    own = perspective_of(state, source.viewer).round if source.viewer else None
    return [own.hand if own and seat == source.viewer else () for seat in range(1, state.seats + 1)]
