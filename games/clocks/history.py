"""The clocks at an earlier moment of a game."""

from collections.abc import Iterable

from games.clocks.reckoning import Clock, reckon
from games.domain.events import Event, WentBack
from games.domain.evolve import evolve
from games.domain.replay import fold
from games.domain.state import GameState


def clock_after(log: Iterable[tuple[Event, float]]) -> Clock | None:
    """Return the clocks after these events, each with its time, starting with the game's first."""
    told: list[Event] = []
    state: GameState | None = None
    clock: Clock | None = None
    for fact, at in log:
        told.append(fact)
        state = fold(told) if isinstance(fact, WentBack) else evolve(state, fact)
        clock = reckon(clock, [fact], state, at)
    return clock
