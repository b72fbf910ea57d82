"""Whole logs, read once for a replay or an export."""

from collections.abc import Sequence
from typing import NamedTuple

from games.domain.cards import Card
from games.domain.events import Event
from games.domain.perspective import SPECTATOR, perspective, seen_by
from games.domain.replay import fold
from games.domain.state import GameState
from games.presenters.moments import moments
from games.presenters.replay import ReplayView, replay_view


class Story(NamedTuple):
    """A log from its beginning. `over`: everything in it may be shown; else only what `viewer` may see."""

    log: tuple[Event, ...]
    over: bool
    viewer: int = SPECTATOR


def tell(story: Story, at: int | None) -> ReplayView:
    """Return the replay at moment `at`, or the nearest existing one."""
    seen = tuple(seen_by(event, SPECTATOR) for event in story.log)
    cut = moments(seen)
    place = max(0, min(at or 0, len(cut) - 1))
    state = fold(story.log[: cut[place].end])
    sight = perspective(state, SPECTATOR)
    return replay_view(sight, shown_hands(state, story), seen, cut, place, point_out=story.over)


def shown_hands(state: GameState, story: Story) -> Sequence[Sequence[Card]]:
    """Return all hands of a game that is over; of one in progress, only the viewer's."""
    if state.round is None:
        return ()
    if story.over:
        return state.round.hands
    own = perspective(state, story.viewer).round if story.viewer else None
    return [own.hand if own and seat == story.viewer else () for seat in range(1, state.seats + 1)]
