"""A recomputed score sheet in words: the recorded points, line by line, with those that today's engine computes."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.domain.score_comparison import ScoreComparison, ScoreLine

from .names import Names
from .score_sheet import point_words, sheet_position


@dataclass(frozen=True, slots=True)
class ComparedPoints:
    """One side's part of a line. `card_count`: the number of such cards in its pile, if cards are counted."""

    recorded: int
    current: int
    card_count: int | None

    @property
    def same(self) -> bool:
        return self.recorded == self.current


@dataclass(frozen=True, slots=True)
class SheetLine:
    label: str
    rule: str
    cells: tuple[ComparedPoints, ...]

    @property
    def passed(self) -> bool:
        return all(cell.same for cell in self.cells)


@dataclass(frozen=True, slots=True)
class ScoreCheckView:
    """`lines` is empty where today's engine would score no round there. `totals`: of the game, after the round."""

    round: int
    sides: tuple[str, ...]
    lines: tuple[SheetLine, ...]
    totals: tuple[ComparedPoints, ...]
    same: bool


def score_check_view(comparison: ScoreComparison, names: Names) -> ScoreCheckView:
    lines = sorted(
        (line for line in comparison.lines if line.key != "total"), key=lambda line: sheet_position(line.key)
    )
    return ScoreCheckView(
        round=comparison.round,
        sides=tuple(names.side(side) for side in range(len(comparison.recorded_totals))),
        lines=tuple(map(_line, lines)),
        totals=_cells(comparison.recorded_totals, comparison.current_totals),
        same=comparison.same,
    )


def named_rules(view: ScoreCheckView) -> dict[str, str]:
    """Return the rules of the sheet's lines, in words: first those of the lines that differ."""
    lines = sorted(view.lines, key=lambda line: line.passed)
    labels_by_rule: dict[str, list[str]] = {}
    for line in lines:
        labels_by_rule.setdefault(line.rule, []).append(line.label)
    return {rule: ", ".join(labels) for rule, labels in labels_by_rule.items()}


def _line(line: ScoreLine) -> SheetLine:
    return SheetLine(point_words(line.key), line.rule, _cells(line.recorded, line.current, line.counted))


def _cells(recorded: Sequence[int], current: Sequence[int], counted: Sequence[int] = ()) -> tuple[ComparedPoints, ...]:
    card_counts: Sequence[int | None] = counted or [None] * len(recorded)
    return tuple(ComparedPoints(*cell) for cell in zip(recorded, current, card_counts, strict=False))
