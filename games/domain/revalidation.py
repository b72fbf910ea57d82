"""Judge a recorded move again with today's engine, for a director to read. No events follow from it."""

from collections.abc import Sequence
from typing import NamedTuple

from . import events
from .decide import decide
from .events import Event
from .move_generation import legal_moves
from .move_validation import CheckResult, explain_checks
from .moves import Move
from .notation import read_move, write_move
from .perspective import perspective_of
from .playthrough import parse_entry
from .record_entries import entries_of
from .refusal import Refusal
from .replay import fold
from .state import GameState

SAID = (events.ClaimMade, events.OrangeCalled, events.SeatResigned)


class Revalidation(NamedTuple):
    """A move, claim, call or resignation judged again; `seat` made it in the state `before`.

    `entry` is its text in a record (12.5, 12.6); `checks`, the results of the checks of a move, one by one; `refusal`,
    today's, if any; `recorded`, the recorded events; `current`, those that today's engine would record; `alternatives`,
    all legal moves.
    """

    state: GameState
    seat: int
    entry: str
    checks: tuple[CheckResult, ...]
    refusal: Refusal | None
    recorded: tuple[Event, ...]
    current: tuple[Event, ...]
    alternatives: tuple[Move, ...]

    @property
    def same(self) -> bool:
        """True if today's engine would record the same events."""
        return self.recorded == self.current


def revalidate(log: Sequence[Event], at: int) -> Revalidation | None:
    """Judge what a seat played or said again.

    It begins with event `at`, from 1, of this whole log; None if nothing played or said begins there.
    """
    made = log[at - 1] if 1 <= at <= len(log) else None
    if not isinstance(made, (*events.MOVE_EVENTS, *SAID)):
        return None
    before = fold(log[: at - 1])
    seat, entry = next(entries_of(log[at - 1 :]))
    automatic = (made,) if isinstance(made, events.AUTOMATIC) else ()
    decided = decide(before, parse_entry(before, entry))
    refusal = decided if isinstance(decided, Refusal) else None
    current = () if isinstance(decided, Refusal) else (*automatic, *decided)
    recorded = _recorded(log[at - 1 :], len(current))
    moves = isinstance(made, events.MOVE_EVENTS)
    checks, alternatives = _of_move(before, seat, entry) if moves else ((), ())
    return Revalidation(before, seat, entry, checks, refusal, recorded, current, alternatives)


def _recorded(log: Sequence[Event], count: int) -> tuple[Event, ...]:
    """The first `count` events, as many as today's engine records; if it records none, those up to the next turn."""
    passed = (number for number, event in enumerate(log, start=1) if isinstance(event, events.TurnStarted))
    return tuple(log[: count or next(passed, len(log))])


def _of_move(before: GameState, seat: int, entry: str) -> tuple[tuple[CheckResult, ...], tuple[Move, ...]]:
    position = perspective_of(before, seat).position()
    return explain_checks(position, read_move(entry)), tuple(sorted(legal_moves(position), key=write_move))
