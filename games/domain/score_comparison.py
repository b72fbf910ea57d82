"""Recompute a recorded score sheet with today's engine, for a director to read. No events follow from it."""

from collections.abc import Sequence
from typing import NamedTuple

from . import events
from .cards import Card
from .disputes import SAID, move_start_seq
from .events import Event
from .replay import fold
from .revalidation import revalidate
from .rules import Rules
from .scoring import CATEGORIES, EACH_CARD, MAJORITIES

TOTAL_RULE = "6.4"


class ScoreLine(NamedTuple):
    """One category, with its rule.

    By side: the number of such cards in the pile (`counted`; empty where no cards are counted), the recorded points
    (`recorded`), and those that today's engine computes (`current`).
    """

    key: str
    rule: str
    counted: tuple[int, ...]
    recorded: tuple[int, ...]
    current: tuple[int, ...]

    @property
    def same(self) -> bool:
        return self.recorded == self.current


class ScoreComparison(NamedTuple):
    """The sheet of a round, line by line; without lines if today's engine scores no round there."""

    rules: Rules
    round: int
    lines: tuple[ScoreLine, ...]
    recorded_totals: tuple[int, ...]
    current_totals: tuple[int, ...]

    @property
    def same(self) -> bool:
        return (
            bool(self.lines) and all(line.same for line in self.lines) and self.recorded_totals == self.current_totals
        )


def compare_score(log: Sequence[Event], at: int) -> ScoreComparison | None:
    """Recompute the sheet that is event `at`, from 1, of this whole log, from the move that ended the round.

    None if the event is no sheet.
    """
    recorded = log[at - 1] if 1 <= at <= len(log) else None
    if not isinstance(recorded, events.RoundScored):
        return None
    before = fold(log[: at - 1])
    current = _today(log, at)
    piles = before.round.piles if before.round else ()
    lines = _lines(piles, recorded, current) if current else ()
    return ScoreComparison(before.rules, before.latest_round, lines, recorded.totals, current.totals if current else ())


def _today(log: Sequence[Event], at: int) -> events.RoundScored | None:
    """The sheet by today's engine, if it still allows the move that ended the round; else None."""
    last = max(number for number in range(1, at) if isinstance(log[number - 1], (*events.MOVE_EVENTS, *SAID)))
    first = move_start_seq(log, last)
    judged = revalidate(log, first) if isinstance(first, int) else None
    made = (event for event in (judged.current if judged else ()) if isinstance(event, events.RoundScored))
    return next(made, None)


def _lines(
    piles: Sequence[Sequence[Card]], recorded: events.RoundScored, current: events.RoundScored
) -> tuple[ScoreLine, ...]:
    keys = {key for sheet in (*recorded.points, *current.points) for key in sheet}
    counts = MAJORITIES | EACH_CARD
    return tuple(
        ScoreLine(
            key,
            CATEGORIES[key].rule if key in CATEGORIES else TOTAL_RULE,
            tuple(counts[key](pile) for pile in piles) if key in counts else (),
            tuple(side.get(key, 0) for side in recorded.points),
            tuple(side.get(key, 0) for side in current.points),
        )
        for key in sorted(keys)
    )
