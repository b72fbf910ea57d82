"""Analysis of a finished game: the cost of each move, the lead as a line, turning points, opportunities taken."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil
from typing import NamedTuple

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from .timeline import EntryLink

GRAPH_WIDTH, GRAPH_HEIGHT = 1000, 200
"""The units of a graph, which is stretched to the available space."""

MIN_COSTLY = 0.25
"""A move that costs less is as good as the best: the computer only guesses at the hidden cards."""
MIN_COSTS = {"best": 0.0, "good": 0.05, "inaccuracy": MIN_COSTLY, "mistake": 1.0, "blunder": 2.5}
"""The least cost, in points of the lead, of a move of each grade."""
GRADE_LABELS = {
    "best": lazy("Best"),
    "good": lazy("Good"),
    "inaccuracy": lazy("Inaccuracy"),
    "mistake": lazy("Mistake"),
    "blunder": lazy("Blunder"),
}


class TurnEvaluation(NamedTuple):
    """The evaluation of a turn.

    `timeline_index`: its place in the replay; `lead_at_start`: the lead of the side in the game when the round began;
    `value` and `best_value`: the points that the move played, and the best one, add to that on average;
    `opportunities`: those there were, `taken`: those that the move took.
    """

    timeline_index: int
    round: int
    played: str
    best: str
    lead_at_start: float
    value: float
    best_value: float
    opportunities: tuple[str, ...]
    taken: tuple[str, ...]

    @property
    def cost(self) -> float:
        return max(0.0, self.best_value - self.value)

    @property
    def best_lead(self) -> float:
        """The expected lead with the best move, in points."""
        return self.lead_at_start + self.best_value

    @property
    def lead(self) -> float:
        """The expected lead after the move played, in points."""
        return self.lead_at_start + self.value

    @property
    def is_costly(self) -> bool:
        return self.cost >= MIN_COSTLY

    @property
    def grade(self) -> str:
        """The size of the mistake, by the cost as it is shown; “best” and “good” are none."""
        return grade_of(self.cost)


def grade_of(cost: float) -> str:
    return next(grade for grade in reversed(MIN_COSTS) if cost >= MIN_COSTS[grade])


def points_text(points: float) -> str:
    """“2.5”, as the reader's language writes numbers."""
    return number_format(round(points, 1), 1)


def signed_points(points: float) -> str:
    rounded = round(points, 1)
    sign = "+" if rounded > 0 else "−" if rounded < 0 else ""
    return sign + points_text(abs(rounded))


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

    @property
    def before(self) -> int:
        """The place in the replay at which the move could be played."""
        return self.timeline_index - 1


@dataclass(frozen=True, slots=True)
class GradeCount:
    """The number of moves of one grade; `bounds` are its costs in words."""

    grade: str
    label: str
    bounds: str
    count: int


@dataclass(frozen=True, slots=True)
class OpportunityRow:
    """The number of opportunities of one kind that were taken, and that were missed."""

    label: str
    taken: int
    missed: int


@dataclass(frozen=True, slots=True)
class GraphLine:
    """A path with its label; for the dots of some moves, their grade."""

    label: str
    path: str


@dataclass(frozen=True, slots=True)
class Graph:
    """The lead as a line: `line` and `rounds` are paths, `current` that of the selected move; the middle is a tie."""

    line: str
    rounds: str
    current: str
    marks: tuple[GraphLine, ...]
    max_lead: int
    description: str


@dataclass(frozen=True, slots=True)
class AnalysisView:
    """The whole page, except for its links and the table at the selected move."""

    summary: str
    grades: tuple[GradeCount, ...]
    graph: Graph | None
    selected: MoveRow | None
    costliest: tuple[MoveRow, ...]
    turning_points: tuple[EntryLink, ...]
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
    """The number of the move to select, from 1: the one wanted, else the costliest, else the first."""
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
    """The page with move number `selected`.

    `texts` by timeline index, in full for costly moves and the selected one; `entry_texts`: all entries in words.
    """
    rows = tuple(
        _row(number, evaluation, texts[evaluation.timeline_index])
        for number, evaluation in enumerate(evaluations, start=1)
    )
    costliest_turns = costliest(evaluations)
    return AnalysisView(
        summary=_summary(evaluations),
        grades=grade_counts(evaluations),
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


def grade_counts(evaluations: Sequence[TurnEvaluation]) -> tuple[GradeCount, ...]:
    """All grades, also those that no move has."""
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


# --- the lead after each move --------------------------------------------------------------------------------------


def lead_graph(evaluations: Sequence[TurnEvaluation], selected: int) -> Graph:
    """The graph with the move number `selected` marked."""
    leads = [evaluation.lead for evaluation in evaluations]
    max_lead = max(1, ceil(max(map(abs, leads))))
    points = [
        _point(number, evaluation.lead, len(evaluations), max_lead) for number, evaluation in enumerate(evaluations)
    ]
    round_starts = [
        points[number + 1]
        for number, (previous, current) in enumerate(pairwise(evaluations))
        if previous.round != current.round
    ]
    words = {"first": signed_points(leads[0]), "last": signed_points(leads[-1]), "best": signed_points(max(leads))}
    words["worst"] = signed_points(min(leads))
    return Graph(
        line="M" + " L".join(f"{x} {y}" for x, y in points),
        rounds=" ".join(f"M{x} 0 V{GRAPH_HEIGHT}" for x, _y in round_starts),
        current=f"M{points[selected - 1][0]} 0 V{GRAPH_HEIGHT}" if selected else "",
        marks=tuple(_marks(evaluations, points)),
        max_lead=max_lead,
        description=" ".join(
            (
                _("Points ahead after your first move: %(first)s, after your last: %(last)s.") % words,
                _("Highest %(best)s, lowest %(worst)s.") % words,
            )
        ),
    )


def _marks(evaluations: Sequence[TurnEvaluation], points: Sequence[tuple[int, int]]) -> Iterator[GraphLine]:
    """Dots for all moves that cost something, grade by grade."""
    for grade in MIN_COSTS:
        dots = [
            f"M{x} {y} h0"
            for (x, y), evaluation in zip(points, evaluations, strict=True)
            if evaluation.is_costly and evaluation.grade == grade
        ]
        if dots:
            yield GraphLine(grade, " ".join(dots))


def _point(number: int, lead: float, count: int, max_lead: int) -> tuple[int, int]:
    """The point in the middle of the move's share of the width, where its link is."""
    return round(GRAPH_WIDTH * (number + 0.5) / count), round(
        GRAPH_HEIGHT / 2 - (GRAPH_HEIGHT / 2 - 8) * lead / max_lead
    )


# --- turning points -----------------------------------------------------------------------------------------------


def _turning_points(evaluations: Sequence[TurnEvaluation], entry_texts: Mapping[int, str]) -> tuple[EntryLink, ...]:
    """The largest swings: by the viewer's own moves, and by the other players and the cards between them."""
    swings = [
        (-evaluation.cost, _own_move_point(number, evaluation))
        for number, evaluation in enumerate(evaluations, start=1)
    ]
    for number, (previous, current) in enumerate(pairwise(evaluations), start=1):
        swings.append((current.best_lead - previous.lead, _between_moves_point(number, previous, current, entry_texts)))
    large = sorted((swing for swing in swings if abs(swing[0]) >= MIN_TURNING), key=lambda swing: -abs(swing[0]))
    return tuple(sorted((point for _size, point in large[:MAX_COSTLY]), key=lambda point: point.index))


def _own_move_point(number: int, evaluation: TurnEvaluation) -> EntryLink:
    text = _("Your move %(number)d cost %(points)s points.") % {
        "number": number,
        "points": points_text(evaluation.cost),
    }
    return EntryLink(evaluation.timeline_index, text)


def _between_moves_point(
    number: int, previous: TurnEvaluation, current: TurnEvaluation, entry_texts: Mapping[int, str]
) -> EntryLink:
    words = {
        "number": number,
        "points": points_text(abs(current.best_lead - previous.lead)),
        "what": " ".join(entry_texts[index] for index in range(previous.timeline_index + 1, current.timeline_index)),
    }
    if current.best_lead > previous.lead:
        text = _("After your move %(number)d your lead rose by %(points)s points: %(what)s")
    else:
        text = _("After your move %(number)d your lead fell by %(points)s points: %(what)s")
    return EntryLink(min(previous.timeline_index + 1, current.timeline_index), text % words)


def opportunity_rows(evaluations: Sequence[TurnEvaluation]) -> tuple[OpportunityRow, ...]:
    rows = []
    for key, label in OPPORTUNITY_LABELS.items():
        taken = sum(key in evaluation.taken for evaluation in evaluations)
        missed = sum(key in evaluation.opportunities and key not in evaluation.taken for evaluation in evaluations)
        if taken or missed:
            rows.append(OpportunityRow(str(label), taken, missed))
    return tuple(rows)
