"""The score sheet of the current round: the cards in the piles, which all can see and count, and their points."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from games.domain.perspective import Perspective, RoundView
from games.domain.scoring import counts_points, points_in_round
from games.domain.tally import Tally, tally
from games.domain.winning import listed_ways

from .cards import words_and
from .names import Names
from .scores import place_of, point_words

_ONLY = {
    "most_cards": lazy("most cards"),
    "most_spades": lazy("most spades"),
    "big_casino": lazy("big casino"),
    "little_casino": lazy("little casino"),
}
"""The ways that restrictions leave (7.4), as they stand in a sentence."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One side's count in one way to score, the points that are certain; `counts`: the side may score it."""

    count: int
    points: int
    counts: bool


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One way to score; `worth` is the number of points in it, 0 for any number."""

    label: str
    worth: int
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """The round so far.

    `before` are the totals it began with, `sure` the certain points, `together` both; `remarks` say what is needed to
    win, what no longer counts, and how many points are still open.
    """

    sides: tuple[str, ...]
    rows: tuple[StandingRow, ...]
    before: tuple[int, ...]
    sure: tuple[int, ...]
    remarks: tuple[str, ...]

    @property
    def together(self) -> tuple[int, ...]:
        return tuple(map(sum, zip(self.before, self.sure, strict=True)))


def standing(sight: Perspective) -> Standing | None:
    now = sight.round
    if now is None or sight.result:
        return None
    lines = tally(sight.rules, now.piles, now.sweeps, now.last_capture, now.before)
    names = Names(sight)
    sides = tuple(names.side(side) for side in range(len(sight.totals)))
    points = [[line.points[side] for line in lines] for side in range(len(sides))]
    return Standing(
        sides=sides,
        rows=(*map(_row, sorted(lines, key=lambda line: place_of(line.key))), *_given_rows(now)),
        before=now.before,
        sure=tuple(sum(own) + sum(given.values()) for own, given in zip(points, now.given, strict=True)),
        remarks=tuple(_remarks(sight, now, sides, lines)),
    )


def _row(line: Tally) -> StandingRow:
    cells = zip(line.counts, line.points, line.counting, strict=True)
    return StandingRow(point_words(line.key), line.worth, tuple(Cell(*each) for each in cells))


def _given_rows(now: RoundView) -> list[StandingRow]:
    """The rows of points that were given during the round."""
    keys = dict.fromkeys(key for given in now.given for key in given)
    return [
        StandingRow(point_words(key), 0, tuple(Cell(0, given.get(key, 0), True) for given in now.given)) for key in keys
    ]


def _remarks(sight: Perspective, now: RoundView, sides: Sequence[str], lines: Sequence[Tally]) -> list[str]:
    remarks = [_target(sight)] if sight.rules.winning.ending == "target" else []
    ways = listed_ways(sight.rules, now.before)
    for side, score, listed in zip(sides, now.before, ways, strict=True):
        if listed is not None:
            remarks.append(_restricted(side, score, listed))
    if sight.rules.scoring.difference:
        remarks.append(_("When the round ends, the side with more points scores the difference."))
    if counts_points(sight.rules):
        remarks.append(_settled(sight, lines))
    return remarks


def _target(sight: Perspective) -> str:
    return ngettext("To win: %(target)d point.", "To win: %(target)d points.", sight.target) % {"target": sight.target}


def _restricted(side: str, score: int, listed: Sequence[str]) -> str:
    words = {"side": side, "score": score, "ways": words_and(str(_ONLY[way]) for way in listed)}
    sentence = ngettext(
        "%(side)s, on %(score)d: only %(ways)s counts now.",
        "%(side)s, on %(score)d: only %(ways)s count now.",
        len(listed),
    )
    return sentence % words


def _settled(sight: Perspective, lines: Sequence[Tally]) -> str:
    """A sentence with the certain points and all the points in a round."""
    every = sum(points_in_round(sight.rules).values())
    sure = sum(sum(line.points) for line in lines if line.worth)
    words = {"sure": sure, "every": every}
    if sight.rules.scoring.sweep:
        return _("There are %(every)d points in a round, sweeps apart. Certain so far: %(sure)d.") % words
    return _("There are %(every)d points in a round. Certain so far: %(sure)d.") % words
