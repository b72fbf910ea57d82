"""Figures over time as lines, for a graph that is stretched to the space there is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from .lead_graph import HIGH, WIDE

MARGIN = 10


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
