"""Judge a recorded move again with today's engine, for a director to read. No events follow from it."""

from collections.abc import Sequence
from typing import NamedTuple

from . import events as facts
from .decide import decide
from .entries import entries_of
from .events import Event
from .judging import Verdict, verdicts
from .legality import legal_moves
from .moves import Move
from .notation import read_move, write_move
from .perspective import perspective
from .refusal import Refusal
from .replay import fold
from .run import command_of
from .state import GameState

PLAYED = (facts.MoveForced, facts.CardPlucked, facts.CardTrailed, facts.CardsCaptured, facts.BuildMade)
SAID = (facts.ClaimMade, facts.OrangeCalled, facts.SeatResigned)


class Rejudged(NamedTuple):
    """A move, claim, call or resignation judged again; `seat` made it in the state `before`.

    `entry` is its text in a record (12.5, 12.6); `checks`, the results of the checks of a move, one by one; `refusal`,
    today's, if any; `then`, the recorded events; `now`, those that today's engine would record; `alternatives`, all
    legal moves.
    """

    before: GameState
    seat: int
    entry: str
    checks: tuple[Verdict, ...]
    refusal: Refusal | None
    then: tuple[Event, ...]
    now: tuple[Event, ...]
    alternatives: tuple[Move, ...]

    @property
    def same(self) -> bool:
        """True if today's engine would record the same events."""
        return self.then == self.now


def rejudge(log: Sequence[Event], at: int) -> Rejudged | None:
    """Judge what a seat played or said again.

    It begins with event `at`, from 1, of this whole log; None if nothing played or said begins there.
    """
    made = log[at - 1] if 1 <= at <= len(log) else None
    if not isinstance(made, (*PLAYED, *SAID)):
        return None
    before = fold(log[: at - 1])
    seat, entry = next(entries_of(log[at - 1 :]))
    forced = (made,) if isinstance(made, facts.MoveForced) else ()
    decided = decide(before, command_of(before, entry))
    refusal = decided if isinstance(decided, Refusal) else None
    now = () if isinstance(decided, Refusal) else (*forced, *decided)
    then = _recorded(log[at - 1 :], len(now))
    moves = isinstance(made, PLAYED)
    checks, alternatives = _of_move(before, seat, entry) if moves else ((), ())
    return Rejudged(before, seat, entry, checks, refusal, then, now, alternatives)


def _recorded(log: Sequence[Event], count: int) -> tuple[Event, ...]:
    """The first `count` events, as many as today's engine records; if it records none, those up to the next turn."""
    passed = (number for number, fact in enumerate(log, start=1) if isinstance(fact, facts.TurnPassed))
    return tuple(log[: count or next(passed, len(log))])


def _of_move(before: GameState, seat: int, entry: str) -> tuple[tuple[Verdict, ...], tuple[Move, ...]]:
    position = perspective(before, seat).position()
    return verdicts(position, read_move(entry)), tuple(sorted(legal_moves(position), key=write_move))
