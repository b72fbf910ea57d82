"""Figures over moves or days as lines, for a graph that is stretched to the space there is."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from .turn_evaluation import MIN_COSTS, TurnEvaluation, signed_points

WIDE, HIGH = 1000, 200
"""The units of the graph, which is stretched to the available space."""

MARGIN = 10


# --- the lead after each move --------------------------------------------------------------------------------------


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


# --- figures over time ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GraphLine:
    """One line: its `label`, and its path."""

    label: str
    path: str


@dataclass(frozen=True, slots=True)
class LineGraph:
    """Lines over the same times. `high` and `low` are the figures at the top and the bottom, in words, `first` and
    `last` the times at both ends."""

    lines: tuple[GraphLine, ...]
    high: str
    low: str
    first: str
    last: str
    description: str


def graph_lines(series: Mapping[str, Sequence[float | None]], low: float, high: float) -> tuple[GraphLine, ...]:
    """Return a line for each of the series, which have the same length; None is a gap."""
    return tuple(GraphLine(label, _path(values, low, high)) for label, values in series.items())


def _path(values: Sequence[float | None], low: float, high: float) -> str:
    """Return a path through the values. A lone point is a short stroke, so that it can be seen."""
    room, steps = high - low or 1, max(1, len(values) - 1)
    parts, drawing = [], False
    for number, value in enumerate(values):
        if value is None:
            drawing = False
            continue
        x, y = round(WIDE * number / steps), round(HIGH - MARGIN - (HIGH - 2 * MARGIN) * (value - low) / room)
        parts.append(f"L{x} {y}" if drawing else f"M{x} {y} h2")
        drawing = True
    return " ".join(parts)


def rating_graph(points: Sequence[int]) -> LineGraph:
    """Return the graph of a rating: before the first of some games, and after each of them."""
    low, high = min(points), max(points)
    words = {"first": points[0], "last": points[-1], "low": low, "high": high}
    games = ngettext("%(games)d rated game ago", "%(games)d rated games ago", len(points) - 1)
    return LineGraph(
        lines=graph_lines({_("Rating"): points}, low, high),
        high=str(high),
        low=str(low),
        first=games % {"games": len(points) - 1},
        last=_("now"),
        description=_("Rating: started at %(first)s, now %(last)s; highest %(high)s, lowest %(low)s.") % words,
    )
