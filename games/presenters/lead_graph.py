"""The expected lead after each move as a line, for a graph that is stretched to the space there is."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil

from django.utils.translation import gettext as _

from .turn_evaluation import MIN_COSTS, TurnEvaluation, signed_points

WIDE, HIGH = 1000, 200
"""The units of the graph, which is stretched to the available space."""


@dataclass(frozen=True, slots=True)
class GraphMarks:
    """The moves of one grade, as a path of dots."""

    grade: str
    path: str


@dataclass(frozen=True, slots=True)
class Graph:
    """The lead as a line: `line` and `rounds` are paths, `current` that of the selected move; the middle is a tie."""

    line: str
    rounds: str
    current: str
    marks: tuple[GraphMarks, ...]
    max_lead: int
    description: str


def lead_graph(evaluations: Sequence[TurnEvaluation], selected: int) -> Graph:
    """Return the graph with the move number `selected` marked."""
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
        rounds=" ".join(f"M{x} 0 V{HIGH}" for x, _y in round_starts),
        current=f"M{points[selected - 1][0]} 0 V{HIGH}" if selected else "",
        marks=tuple(_marks(evaluations, points)),
        max_lead=max_lead,
        description=" ".join(
            (
                _("Points ahead after your first move: %(first)s, after your last: %(last)s.") % words,
                _("Highest %(best)s, lowest %(worst)s.") % words,
            )
        ),
    )


def _marks(evaluations: Sequence[TurnEvaluation], points: Sequence[tuple[int, int]]) -> Iterator[GraphMarks]:
    """Dots for all moves that cost something, grade by grade."""
    for grade in MIN_COSTS:
        dots = [
            f"M{x} {y} h0"
            for (x, y), evaluation in zip(points, evaluations, strict=True)
            if evaluation.is_costly and evaluation.grade == grade
        ]
        if dots:
            yield GraphMarks(grade, " ".join(dots))


def _point(number: int, lead: float, count: int, max_lead: int) -> tuple[int, int]:
    """The point in the middle of the move's share of the width, where its link is."""
    return round(WIDE * (number + 0.5) / count), round(HIGH / 2 - (HIGH / 2 - 8) * lead / max_lead)
