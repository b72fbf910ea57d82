"""A recomputed score sheet in words: the recorded points, line by line, with those that today's engine computes."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.domain.rescoring import Line, Rescored

from .names import Names
from .scores import place_of, point_words


@dataclass(frozen=True, slots=True)
class SideCell:
    """One side's part of a line. `counted`: the number of such cards in its pile, if cards are counted."""

    then: int
    now: int
    counted: int | None

    @property
    def same(self) -> bool:
        return self.then == self.now


@dataclass(frozen=True, slots=True)
class SheetLine:
    label: str
    rule: str
    cells: tuple[SideCell, ...]

    @property
    def passed(self) -> bool:
        return all(cell.same for cell in self.cells)


@dataclass(frozen=True, slots=True)
class RescoredView:
    """`lines` is empty where today's engine would score no round there. `totals`: of the game, after the round."""

    round: int
    sides: tuple[str, ...]
    lines: tuple[SheetLine, ...]
    totals: tuple[SideCell, ...]
    same: bool


def rescored_view(found: Rescored, names: Names) -> RescoredView:
    lines = sorted((line for line in found.lines if line.key != "total"), key=lambda line: place_of(line.key))
    return RescoredView(
        round=found.round,
        sides=tuple(names.side(side) for side in range(len(found.totals_then))),
        lines=tuple(
            SheetLine(point_words(line.key), line.rule, _cells(line.then, line.now, line.counted)) for line in lines
        ),
        totals=_cells(found.totals_then, found.totals_now),
        same=found.same,
    )


def named_rules(view: RescoredView) -> dict[str, str]:
    """Return the rules of the sheet's lines, in words: first those of the lines that differ."""
    lines = sorted(view.lines, key=lambda line: line.passed)
    found: dict[str, list[str]] = {}
    for line in lines:
        found.setdefault(line.rule, []).append(line.label)
    return {number: ", ".join(labels) for number, labels in found.items()}


def _line(line: Line) -> SheetLine:
    return SheetLine(point_words(line.key), line.rule, _cells(line.then, line.now, line.counted))


def _cells(then: Sequence[int], now: Sequence[int], counted: Sequence[int] = ()) -> tuple[SideCell, ...]:
    counts: Sequence[int | None] = counted or [None] * len(then)
    return tuple(SideCell(*each) for each in zip(then, now, counts, strict=False))
