"""The clocks at an earlier moment of a game."""

from collections.abc import Iterable

from games.clocks.clock import Clock, update_clock
from games.domain.events import Event, RolledBack
from games.domain.evolve import evolve, fold
from games.domain.state import GameState


def clock_after(log: Iterable[tuple[Event, float]]) -> Clock | None:
    """Return the clocks after these events, each with its time, starting with the game's first."""
    events: list[Event] = []
    state: GameState | None = None
    clock: Clock | None = None
    for event, at in log:
        events.append(event)
        state = fold(events) if isinstance(event, RolledBack) else evolve(state, event)
        clock = update_clock(clock, [event], state, at)
    return clock
