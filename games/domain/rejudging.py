"""A move that was made, judged again by the engine of today: nothing follows from it, a director reads it."""

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
    """What `seat` played or said by `entry` (12.5, 12.6), in the state `before`. `checks`: of a move, one by one.
    `refusal`: why today's engine would refuse it. `then`: the facts that were recorded; `now`: those that today's
    engine would record instead. `alternatives`: all that could be played."""

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
        """Whether today's engine would record what was recorded."""
        return self.then == self.now


def rejudge(log: Sequence[Event], at: int) -> Rejudged | None:
    """What begins with event `at` of this whole log, judged again; None where nobody played or said anything there."""
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
    """As many facts as the engine has of today; where it has none, those up to the next turn."""
    passed = (number for number, fact in enumerate(log, start=1) if isinstance(fact, facts.TurnPassed))
    return tuple(log[: count or next(passed, len(log))])


def _of_move(before: GameState, seat: int, entry: str) -> tuple[tuple[Verdict, ...], tuple[Move, ...]]:
    position = perspective(before, seat).position()
    return verdicts(position, read_move(entry)), tuple(sorted(legal_moves(position), key=write_move))
