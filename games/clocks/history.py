"""What the clocks showed at an earlier moment of a game."""

from collections.abc import Iterable

from games.clocks.reckoning import Clock, reckon
from games.domain.events import Event, WentBack
from games.domain.evolve import evolve
from games.domain.replay import fold
from games.domain.state import GameState


def clock_after(log: Iterable[tuple[Event, float]]) -> Clock | None:
    """The clocks after these facts, each with the moment at which it happened, from the first of the game on."""
    told: list[Event] = []
    state: GameState | None = None
    clock: Clock | None = None
    for fact, at in log:
        told.append(fact)
        state = fold(told) if isinstance(fact, WentBack) else evolve(state, fact)
        clock = reckon(clock, [fact], state, at)
    return clock
