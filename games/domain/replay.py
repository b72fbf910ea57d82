"""Fold a log of events into the state of the game."""

from collections.abc import Iterable, Sequence

from .disputed import ClockStopped, PlayResumed
from .events import (
    Event,
    HolidaysNoted,
    SeatGiven,
    SeatLeft,
    SeatReturned,
    SeatsSwapped,
    SeatTaken,
    TermsAgreed,
    WentBack,
)
from .evolve import ROUND_STEPS, evolve, round_of
from .state import GameState

STAYING = (
    *(SeatTaken, SeatLeft, SeatsSwapped, SeatGiven, SeatReturned, HolidaysNoted, TermsAgreed),
    *(ClockStopped, PlayResumed),
)
"""Events that going back does not undo: the players of the seats, the terms, and freezing the game."""


def fold(events: Iterable[Event], start: GameState | None = None) -> GameState:
    """Return the state after these events, from the opening or from `start`.

    Raises ValueError for an empty game, and for one that goes back on events it has not been given. The same as
    evolving one by one, but a series of events that change only the round is folded on the round alone.
    """
    log = tuple(events)
    if any(isinstance(event, WentBack) for event in log):
        if start is not None:
            raise ValueError("a log that goes back is folded from its beginning")
        log = tuple(log[number - 1] for number in standing(log))
    return _folded(log, start)


def _folded(log: Sequence[Event], start: GameState | None) -> GameState:
    state, now = start, start.round if start else None
    for event in log:
        step = ROUND_STEPS.get(type(event))
        if step is None or state is None:
            state = evolve(state and state._replace(round=now), event)
            now = state.round
        else:
            now = step(state, now or round_of(state), event)
    if state is None:
        raise ValueError("a game without events has no state")
    return state._replace(round=now)


def standing(log: Sequence[Event]) -> tuple[int, ...]:
    """Sequence numbers, from 1, of the events still in effect at the end of the whole log: all but those undone.

    The log is read from the end: from a WentBack, reading continues at the event it went back to. Raises ValueError if
    that is not an earlier event.
    """
    numbers: list[int] = []
    number = len(log)
    while number:
        numbers.append(number)
        event = log[number - 1]
        if not isinstance(event, WentBack):
            number -= 1
            continue
        if not 1 <= event.to < number:
            raise ValueError(f"event {number} goes back to event {event.to}")
        numbers.extend(each for each in range(number - 1, event.to, -1) if isinstance(log[each - 1], STAYING))
        number = event.to
    return tuple(reversed(numbers))
