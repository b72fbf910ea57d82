"""Recompute a recorded score sheet with today's engine, for a director to read. No events follow from it."""

from collections.abc import Sequence
from typing import NamedTuple

from . import events as facts
from .cards import Card
from .disputing import PLAYED, SAID, beginning_of
from .events import Event
from .rejudging import rejudge
from .replay import fold
from .rules import Rules
from .scoring import MOST, SINGLE

AT_ONCE = {"orange": "8.6", "tablanette": "6.2", "defaults": "8.7"}
"""Points that are given during a round, and their rules."""

OTHERS = {"all_points": "6.3", "cards": "8.8", "total": "6.4"}


class Line(NamedTuple):
    """One way to score, with its rule.

    By side: the number of such cards in the pile (`counted`; empty where no cards are counted), the recorded points
    (`then`), and those that today's engine computes (`now`).
    """

    key: str
    rule: str
    counted: tuple[int, ...]
    then: tuple[int, ...]
    now: tuple[int, ...]

    @property
    def same(self) -> bool:
        return self.then == self.now


class Rescored(NamedTuple):
    """The sheet of a round, line by line; without lines if today's engine scores no round there."""

    rules: Rules
    round: int
    lines: tuple[Line, ...]
    totals_then: tuple[int, ...]
    totals_now: tuple[int, ...]

    @property
    def same(self) -> bool:
        return bool(self.lines) and all(line.same for line in self.lines) and self.totals_then == self.totals_now


def rescore(log: Sequence[Event], at: int) -> Rescored | None:
    """Recompute the sheet that is event `at`, from 1, of this whole log, from the move that ended the round.

    None if the event is no sheet.
    """
    then = log[at - 1] if 1 <= at <= len(log) else None
    if not isinstance(then, facts.RoundScored):
        return None
    before = fold(log[: at - 1])
    now = _today(log, at)
    piles = before.round.piles if before.round else ()
    lines = _lines(piles, then, now) if now else ()
    return Rescored(before.rules, before.latest_round, lines, then.totals, now.totals if now else ())


def _today(log: Sequence[Event], at: int) -> facts.RoundScored | None:
    """The sheet by today's engine, if it still allows the move that ended the round; else None."""
    last = max(number for number in range(1, at) if isinstance(log[number - 1], (*PLAYED, *SAID)))
    first = beginning_of(log, last)
    judged = rejudge(log, first) if isinstance(first, int) else None
    made = (fact for fact in (judged.now if judged else ()) if isinstance(fact, facts.RoundScored))
    return next(made, None)


def _lines(piles: Sequence[Sequence[Card]], then: facts.RoundScored, now: facts.RoundScored) -> tuple[Line, ...]:
    keys = {key for sheet in (*then.points, *now.points) for key in sheet}
    counts = MOST | SINGLE
    return tuple(
        Line(
            key,
            (AT_ONCE | OTHERS).get(key, "6.2"),
            tuple(counts[key](pile) for pile in piles) if key in counts else (),
            tuple(side.get(key, 0) for side in then.points),
            tuple(side.get(key, 0) for side in now.points),
        )
        for key in sorted(keys)
    )
