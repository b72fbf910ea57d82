"""A look back at a game: the cost of each move, the lead over the game as a line, turning points, chances taken."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil
from typing import NamedTuple

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

MOST_COSTLY = 3
COSTLY = 0.25
"""A move that costs less is as good as the best: the computer only guesses at the hidden cards."""
TURN = 1.5
"""Points won or lost at once that make a turning point."""
WIDE, HIGH = 1000, 200
"""The units of the graph, which is stretched to the available space."""

CHANCES = {
    "sweep": lazy("Sweeps"),
    "big_casino": lazy("Big casino"),
    "little_casino": lazy("Little casino"),
    "ace": lazy("Aces"),
    "spade": lazy("Spades"),
    "five": lazy("Fives"),
    "orange": lazy("Oranges"),
    "stolen": lazy("Builds of the others"),
}


class Found(NamedTuple):
    """The evaluation of a turn.

    `at`: its moment in the replay; `before`: the lead of the side in the game when the round began; `value` and
    `best_value`: the points that the move played, and the best one, add to that on average; `open`: the chances there
    were, `taken`: those that the move took.
    """

    at: int
    round: int
    played: str
    best: str
    before: float
    value: float
    best_value: float
    open: tuple[str, ...]
    taken: tuple[str, ...]

    @property
    def cost(self) -> float:
        return max(0.0, self.best_value - self.value)

    @property
    def due(self) -> float:
        """The expected lead with the best move, in points."""
        return self.before + self.best_value

    @property
    def ahead(self) -> float:
        """The expected lead after the move played, in points."""
        return self.before + self.value

    @property
    def costly(self) -> bool:
        return self.cost >= COSTLY


class MoveText(NamedTuple):
    """The move played and the best one, in words, and the reason for the best one."""

    played: str
    best: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class CostRow:
    """One move in the table of all moves; `best` is empty if the move was good enough."""

    number: int
    at: int
    round: int
    played: str
    best: str
    why: str
    cost: str
    ahead: str
    costly: bool


@dataclass(frozen=True, slots=True)
class Graph:
    """The lead as a line: `line` and `rounds` are paths, `marks` the costliest moves; in the middle no one is ahead."""

    line: str
    rounds: str
    marks: str
    most: int
    words: str


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A point where much was won or lost at once; `at` is the moment of the replay to look at."""

    at: int
    text: str


@dataclass(frozen=True, slots=True)
class ChanceRow:
    """The number of chances of one kind that were taken, and that were missed."""

    label: str
    taken: int
    missed: int


@dataclass(frozen=True, slots=True)
class LookBackView:
    """The whole page, except for its links."""

    summary: str
    graph: Graph | None
    costliest: tuple[CostRow, ...]
    turning: tuple[TurningPoint, ...]
    chances: tuple[ChanceRow, ...]
    rows: tuple[CostRow, ...]


def look_back_view(found: Sequence[Found], texts: Mapping[int, MoveText], happened: Mapping[int, str]) -> LookBackView:
    """`texts` by moment, in full for the costly moves; `happened`: every moment of the game in words."""
    rows = tuple(_row(number, each, texts[each.at]) for number, each in enumerate(found, start=1))
    worst = costliest(found)
    return LookBackView(
        summary=_summary(found),
        graph=_graph(found, worst) if found else None,
        costliest=tuple(row for place in worst for row in rows if row.at == place.at),
        turning=_turning(found, happened),
        chances=_chances(found),
        rows=rows,
    )


def costliest(found: Sequence[Found]) -> list[Found]:
    """The three moves that cost most, the costliest first."""
    return sorted((each for each in found if each.costly), key=lambda each: (-each.cost, each.at))[:MOST_COSTLY]


def points_words(points: float) -> str:
    """“2.5”, as the reader's language writes numbers."""
    return number_format(round(points, 1), 1)


def _signed(points: float) -> str:
    rounded = round(points, 1)
    sign = "+" if rounded > 0 else "−" if rounded < 0 else ""
    return sign + points_words(abs(rounded))


def _row(number: int, each: Found, text: MoveText) -> CostRow:
    return CostRow(
        number=number,
        at=each.at,
        round=each.round,
        played=text.played,
        best=text.best if each.costly else "",
        why=text.why,
        cost=points_words(each.cost) if each.costly else "",
        ahead=_signed(each.ahead),
        costly=each.costly,
    )


def _summary(found: Sequence[Found]) -> str:
    good = sum(not each.costly for each in found)
    words = {"moves": len(found), "good": good, "cost": points_words(sum(each.cost for each in found if each.costly))}
    sentence = ngettext(
        "Of your %(moves)d move %(good)d was as good as any; the rest cost %(cost)s points altogether.",
        "Of your %(moves)d moves %(good)d were as good as any; the rest cost %(cost)s points altogether.",
        len(found),
    )
    return sentence % words


# --- the graph ----------------------------------------------------------------------------------------------------


def _graph(found: Sequence[Found], worst: Sequence[Found]) -> Graph:
    leads = [each.ahead for each in found]
    most = max(1, ceil(max(map(abs, leads))))
    spots = [_spot(number, each.ahead, len(found), most) for number, each in enumerate(found)]
    begun = [spots[number + 1] for number, (one, two) in enumerate(pairwise(found)) if one.round != two.round]
    words = {"first": _signed(leads[0]), "last": _signed(leads[-1]), "best": _signed(max(leads))}
    words["worst"] = _signed(min(leads))
    return Graph(
        line="M" + " L".join(f"{x} {y}" for x, y in spots),
        rounds=" ".join(f"M{x} 0 V{HIGH}" for x, _y in begun),
        marks=" ".join(f"M{x} {y} h0" for (x, y), each in zip(spots, found, strict=True) if each in worst),
        most=most,
        words=" ".join(
            (
                _("In points ahead, after your first move: %(first)s, after your last: %(last)s.") % words,
                _("At best %(best)s, at worst %(worst)s.") % words,
            )
        ),
    )


def _spot(number: int, ahead: float, count: int, most: int) -> tuple[int, int]:
    x = round(10 + (WIDE - 20) * number / max(1, count - 1))
    return x, round(HIGH / 2 - (HIGH / 2 - 8) * ahead / most)


# --- turning points -----------------------------------------------------------------------------------------------


def _turning(found: Sequence[Found], happened: Mapping[int, str]) -> tuple[TurningPoint, ...]:
    """The largest swings: by the viewer's own moves, and by the other players and the cards between them."""
    swings = [(-each.cost, _own(number, each)) for number, each in enumerate(found, start=1)]
    for number, (one, two) in enumerate(pairwise(found), start=1):
        swings.append((two.due - one.ahead, _between(number, one, two, happened)))
    large = sorted((swing for swing in swings if abs(swing[0]) >= TURN), key=lambda swing: -abs(swing[0]))
    return tuple(sorted((point for _size, point in large[:MOST_COSTLY]), key=lambda point: point.at))


def _own(number: int, each: Found) -> TurningPoint:
    text = _("Your move %(number)d cost %(points)s points.") % {"number": number, "points": points_words(each.cost)}
    return TurningPoint(each.at, text)


def _between(number: int, one: Found, two: Found, happened: Mapping[int, str]) -> TurningPoint:
    words = {
        "number": number,
        "points": points_words(abs(two.due - one.ahead)),
        "what": " ".join(happened[at] for at in range(one.at + 1, two.at)),
    }
    if two.due > one.ahead:
        text = _("After your move %(number)d you came out %(points)s points better: %(what)s")
    else:
        text = _("After your move %(number)d you came out %(points)s points worse: %(what)s")
    return TurningPoint(min(one.at + 1, two.at), text % words)


def _chances(found: Sequence[Found]) -> tuple[ChanceRow, ...]:
    rows = []
    for key, label in CHANCES.items():
        taken = sum(key in each.taken for each in found)
        missed = sum(key in each.open and key not in each.taken for each in found)
        if taken or missed:
            rows.append(ChanceRow(str(label), taken, missed))
    return tuple(rows)
