"""Fold a log of events into the state of the game."""

from collections.abc import Iterable, Sequence

from .dispute_events import GamePaused, GameResumed
from .events import BotTookOver, Event, PlayerReturned, RolledBack, VacationSet
from .evolve import ROUND_HANDLERS, evolve, round_of
from .setup_events import SeatLeft, SeatsSwapped, SeatTaken, TableSettingsFixed
from .state import GameState

UNAFFECTED_BY_ROLLBACK = (
    *(SeatTaken, SeatLeft, SeatsSwapped, BotTookOver, PlayerReturned, VacationSet, TableSettingsFixed),
    *(GamePaused, GameResumed),
)
"""Events that going back does not undo: the players of the seats, the terms, and freezing the game."""


def fold(events: Iterable[Event], start: GameState | None = None) -> GameState:
    """Return the state after these events, from the opening or from `start`.

    Raises ValueError for an empty game, and for one that goes back on events it has not been given. The same as
    evolving one by one, but a series of events that change only the round is folded on the round alone.
    """
    log = tuple(events)
    if any(isinstance(event, RolledBack) for event in log):
        if start is not None:
            raise ValueError("a log that goes back is folded from its beginning")
        log = tuple(log[number - 1] for number in effective_seqs(log))
    return _folded(log, start)


def _folded(log: Sequence[Event], start: GameState | None) -> GameState:
    state, round_ = start, start.round if start else None
    for event in log:
        step = ROUND_HANDLERS.get(type(event))
        if step is None or state is None:
            state = evolve(state and state._replace(round=round_), event)
            round_ = state.round
        else:
            round_ = step(state, round_ or round_of(state), event)
    if state is None:
        raise ValueError("a game without events has no state")
    return state._replace(round=round_)


def effective_seqs(log: Sequence[Event]) -> tuple[int, ...]:
    """Sequence numbers, from 1, of the events still in effect at the end of the whole log: all but those undone.

    The log is read from the end: a RolledBack jumps to the event that it restores. Raises ValueError if
    that is not an earlier event.
    """
    numbers: list[int] = []
    number = len(log)
    while number:
        numbers.append(number)
        event = log[number - 1]
        if not isinstance(event, RolledBack):
            number -= 1
            continue
        if not 1 <= event.to_seq < number:
            raise ValueError(f"event {number} goes back to event {event.to_seq}")
        numbers.extend(
            seq for seq in range(number - 1, event.to_seq, -1) if isinstance(log[seq - 1], UNAFFECTED_BY_ROLLBACK)
        )
        number = event.to_seq
    return tuple(reversed(numbers))
