"""Analysis of a finished game: the cost of each move, the lead as a line, turning points, opportunities taken."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from .graphs import Graph, lead_graph
from .turn_evaluation import GRADE_LABELS, MIN_COSTS, TurnEvaluation, points_text, signed_points

MAX_COSTLY = 3
MIN_TURNING = 1.5
"""Points won or lost at once that make a turning point."""
OPPORTUNITY_LABELS = {
    "sweep": lazy("Sweeps"),
    "big_casino": lazy("Big casino"),
    "little_casino": lazy("Little casino"),
    "ace": lazy("Aces"),
    "spade": lazy("Spades"),
    "five": lazy("Fives"),
    "orange": lazy("Oranges"),
    "stolen": lazy("Opponents’ builds"),
}


class MoveText(NamedTuple):
    """The move played and the best one, in words, and the reason for the best one."""

    played: str
    best: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class MoveRow:
    """One move in the table of all moves; `best` is empty if the move was good enough."""

    number: int
    grade: str
    label: str
    timeline_index: int
    round: int
    played: str
    best: str
    reason: str
    cost: str
    lead: str


@dataclass(frozen=True, slots=True)
class GradeCount:
    """The number of moves of one grade; `bounds` are its costs in words."""

    grade: str
    label: str
    bounds: str
    count: int


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A point where much was won or lost at once; `timeline_index`: the place of the replay to look at."""

    timeline_index: int
    text: str


@dataclass(frozen=True, slots=True)
class OpportunityRow:
    """The number of opportunities of one kind that were taken, and that were missed."""

    label: str
    taken: int
    missed: int


@dataclass(frozen=True, slots=True)
class AnalysisView:
    """The whole page, except for its links and the table at the selected move."""

    summary: str
    grades: tuple[GradeCount, ...]
    graph: Graph | None
    selected: MoveRow | None
    costliest: tuple[MoveRow, ...]
    turning_points: tuple[TurningPoint, ...]
    opportunities: tuple[OpportunityRow, ...]
    rows: tuple[MoveRow, ...]

    @property
    def previous(self) -> int:
        """The number of the move before the selected one, 0 if there is none."""
        return self.selected.number - 1 if self.selected else 0

    @property
    def next(self) -> int:
        """The number of the move after the selected one, 0 if there is none."""
        return self.selected.number + 1 if self.selected and self.selected.number < len(self.rows) else 0


def selected_number(evaluations: Sequence[TurnEvaluation], wanted: str) -> int:
    """Return the number of the move to select, from 1: the one wanted, else the costliest, else the first."""
    if wanted.isascii() and wanted.isdigit() and len(wanted) < 6:
        return min(max(1, int(wanted)), len(evaluations))
    worst = costliest(evaluations)
    return list(evaluations).index(worst[0]) + 1 if worst else min(1, len(evaluations))


def analysis_view(
    evaluations: Sequence[TurnEvaluation],
    texts: Mapping[int, MoveText],
    entry_texts: Mapping[int, str],
    selected: int = 0,
) -> AnalysisView:
    """Return the page with move number `selected`.

    `texts` by timeline index, in full for costly moves and the selected one; `entry_texts`: all entries in words.
    """
    rows = tuple(
        _row(number, evaluation, texts[evaluation.timeline_index])
        for number, evaluation in enumerate(evaluations, start=1)
    )
    costliest_turns = costliest(evaluations)
    return AnalysisView(
        summary=_summary(evaluations),
        grades=_grades(evaluations),
        graph=lead_graph(evaluations, selected) if evaluations else None,
        selected=rows[selected - 1] if selected else None,
        costliest=tuple(row for turn in costliest_turns for row in rows if row.timeline_index == turn.timeline_index),
        turning_points=_turning_points(evaluations, entry_texts),
        opportunities=opportunity_rows(evaluations),
        rows=rows,
    )


def costliest(evaluations: Sequence[TurnEvaluation]) -> list[TurnEvaluation]:
    """The three moves that cost most, the costliest first."""
    return sorted(
        (evaluation for evaluation in evaluations if evaluation.is_costly),
        key=lambda evaluation: (-evaluation.cost, evaluation.timeline_index),
    )[:MAX_COSTLY]


def _row(number: int, evaluation: TurnEvaluation, text: MoveText) -> MoveRow:
    return MoveRow(
        number=number,
        grade=evaluation.grade,
        label=str(GRADE_LABELS[evaluation.grade]),
        timeline_index=evaluation.timeline_index,
        round=evaluation.round,
        played=text.played,
        best=text.best if evaluation.is_costly else "",
        reason=text.reason,
        cost=points_text(evaluation.cost) if evaluation.is_costly else "",
        lead=signed_points(evaluation.lead),
    )


def _summary(evaluations: Sequence[TurnEvaluation]) -> str:
    good = sum(not evaluation.is_costly for evaluation in evaluations)
    words = {
        "moves": len(evaluations),
        "good": good,
        "cost": points_text(sum(evaluation.cost for evaluation in evaluations if evaluation.is_costly)),
    }
    sentence = ngettext(
        "%(good)d of your %(moves)d move was best or just as good. The rest cost you %(cost)s points in all.",
        "%(good)d of your %(moves)d moves were best or just as good. The rest cost you %(cost)s points in all.",
        len(evaluations),
    )
    return sentence % words


def _grades(evaluations: Sequence[TurnEvaluation]) -> tuple[GradeCount, ...]:
    grades = list(MIN_COSTS)
    return tuple(
        GradeCount(
            grade,
            str(GRADE_LABELS[grade]),
            _bounds(MIN_COSTS[grade], MIN_COSTS[following] if following else None),
            sum(evaluation.grade == grade for evaluation in evaluations),
        )
        for grade, following in zip(grades, [*grades[1:], None], strict=True)
    )


def _bounds(least: float, most: float | None) -> str:
    words = {"least": number_format(least), "most": number_format(most) if most is not None else ""}
    if most is None:
        return _("%(least)s points or more") % words
    return (_("%(least)s to %(most)s points") if least else _("under %(most)s points")) % words


# --- turning points -----------------------------------------------------------------------------------------------


def _turning_points(evaluations: Sequence[TurnEvaluation], entry_texts: Mapping[int, str]) -> tuple[TurningPoint, ...]:
    """The largest swings: by the viewer's own moves, and by the other players and the cards between them."""
    swings = [
        (-evaluation.cost, _own_move_point(number, evaluation))
        for number, evaluation in enumerate(evaluations, start=1)
    ]
    for number, (previous, current) in enumerate(pairwise(evaluations), start=1):
        swings.append((current.best_lead - previous.lead, _between_moves_point(number, previous, current, entry_texts)))
    large = sorted((swing for swing in swings if abs(swing[0]) >= MIN_TURNING), key=lambda swing: -abs(swing[0]))
    return tuple(sorted((point for _size, point in large[:MAX_COSTLY]), key=lambda point: point.timeline_index))


def _own_move_point(number: int, evaluation: TurnEvaluation) -> TurningPoint:
    text = _("Your move %(number)d cost %(points)s points.") % {
        "number": number,
        "points": points_text(evaluation.cost),
    }
    return TurningPoint(evaluation.timeline_index, text)


def _between_moves_point(
    number: int, previous: TurnEvaluation, current: TurnEvaluation, entry_texts: Mapping[int, str]
) -> TurningPoint:
    words = {
        "number": number,
        "points": points_text(abs(current.best_lead - previous.lead)),
        "what": " ".join(entry_texts[index] for index in range(previous.timeline_index + 1, current.timeline_index)),
    }
    if current.best_lead > previous.lead:
        text = _("After your move %(number)d your lead rose by %(points)s points: %(what)s")
    else:
        text = _("After your move %(number)d your lead fell by %(points)s points: %(what)s")
    return TurningPoint(min(previous.timeline_index + 1, current.timeline_index), text % words)


def opportunity_rows(evaluations: Sequence[TurnEvaluation]) -> tuple[OpportunityRow, ...]:
    rows = []
    for key, label in OPPORTUNITY_LABELS.items():
        taken = sum(key in evaluation.taken for evaluation in evaluations)
        missed = sum(key in evaluation.opportunities and key not in evaluation.taken for evaluation in evaluations)
        if taken or missed:
            rows.append(OpportunityRow(str(label), taken, missed))
    return tuple(rows)
