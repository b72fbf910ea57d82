"""The log folded into the state it stands for."""

from collections.abc import Iterable

from .events import Event
from .evolve import ROUND_STEPS, evolve, round_of
from .state import GameState


def fold(events: Iterable[Event], start: GameState | None = None) -> GameState:
    """The state after these events, from the opening or from `start`. Raises ValueError for an empty game.

    The same as evolving one by one, but a run of facts that change only the round is folded on the round alone.
    """
    state, now = start, start.round if start else None
    for event in events:
        step = ROUND_STEPS.get(type(event))
        if step is None or state is None:
            state = evolve(state and state._replace(round=now), event)
            now = state.round
        else:
            now = step(state, now or round_of(state), event)
    if state is None:
        raise ValueError("a game without events has no state")
    return state._replace(round=now)
