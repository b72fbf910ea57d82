"""The score sheet of the current round: the cards in the piles, which all can see and count, and their points."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from games.domain.perspective import Perspective, RoundView
from games.domain.running_score import CategoryScore, running_score
from games.domain.scoring import counts_points, points_in_round
from games.domain.winning import listed_ways

from .cards import join_with_and
from .names import Names
from .score_sheet import point_words, sheet_position

_ONLY = {
    "most_cards": lazy("most cards"),
    "most_spades": lazy("most spades"),
    "big_casino": lazy("big casino"),
    "little_casino": lazy("little casino"),
}
"""The ways that restrictions leave (7.4), as they stand in a sentence."""


@dataclass(frozen=True, slots=True)
class RoundScoreCell:
    """One side's count in one way to score, the points that are certain; `counts`: the side may score it."""

    count: int
    points: int
    counts: bool


@dataclass(frozen=True, slots=True)
class RoundScoreRow:
    """One way to score; `available` is the number of points in it, 0 for any number."""

    label: str
    available: int
    cells: tuple[RoundScoreCell, ...]


@dataclass(frozen=True, slots=True)
class RoundScore:
    """The round so far.

    `at_start` are the totals it began with, `certain` the certain points, `projected` both; `remarks` say what is
    needed to win, what no longer counts, and how many points are still open.
    """

    sides: tuple[str, ...]
    rows: tuple[RoundScoreRow, ...]
    at_start: tuple[int, ...]
    certain: tuple[int, ...]
    remarks: tuple[str, ...]

    @property
    def projected(self) -> tuple[int, ...]:
        return tuple(map(sum, zip(self.at_start, self.certain, strict=True)))


def round_score(perspective: Perspective) -> RoundScore | None:
    round_ = perspective.round
    if round_ is None or perspective.result:
        return None
    rules, carried = perspective.rules, perspective.carried
    start, last = round_.totals_at_start, round_.last_capture
    lines = running_score(rules, round_.piles, round_.sweeps, last, start, carried)
    if rules.winning.claims != "no":
        return _counts_only(perspective, round_, lines)
    sides = Names(perspective).sides()
    bonuses = [sum(bonus.values()) for bonus in round_.bonus_points]
    return RoundScore(
        sides=sides,
        rows=(*map(_row, sorted(lines, key=lambda line: sheet_position(line.key))), *_bonus_rows(round_)),
        at_start=round_.totals_at_start,
        certain=tuple(map(sum, zip(bonuses, *(line.points for line in lines), strict=True))),
        remarks=tuple(_remarks(perspective, round_, sides, lines)),
    )


def _counts_only(perspective: Perspective, round_: RoundView, lines: Sequence[CategoryScore]) -> RoundScore:
    """The numbers of cards and sweeps: while claims are in force, the players count the points themselves (7.6)."""
    shown = (line._replace(points=(0,) * len(line.points)) for line in lines if line.key in ("most_cards", "sweeps"))
    sides = Names(perspective).sides()
    remarks = (_target(perspective), _("Count the points yourselves: this game is won by a claim."))
    return RoundScore(sides, tuple(map(_row, shown)), round_.totals_at_start, (0,) * len(sides), remarks)


def _row(line: CategoryScore) -> RoundScoreRow:
    cells = zip(line.counts, line.points, line.counting, strict=True)
    return RoundScoreRow(point_words(line.key), line.worth, tuple(RoundScoreCell(*cell) for cell in cells))


def _bonus_rows(round_: RoundView) -> list[RoundScoreRow]:
    """The rows of points that were given during the round."""
    keys = dict.fromkeys(key for bonus in round_.bonus_points for key in bonus)
    cells = {key: [RoundScoreCell(0, bonus.get(key, 0), True) for bonus in round_.bonus_points] for key in keys}
    return [RoundScoreRow(point_words(key), 0, tuple(cells[key])) for key in keys]


def _remarks(
    perspective: Perspective, round_: RoundView, sides: Sequence[str], lines: Sequence[CategoryScore]
) -> list[str]:
    remarks = [_target(perspective)] if perspective.rules.winning.ending == "target" else []
    ways = listed_ways(perspective.rules, round_.totals_at_start)
    for side, score, listed in zip(sides, round_.totals_at_start, ways, strict=True):
        if listed is not None:
            remarks.append(_restricted(side, score, listed))
    if perspective.rules.scoring.difference:
        remarks.append(_("When the round ends, the side with more points scores the difference."))
    if counts_points(perspective.rules):
        remarks.append(_settled(perspective, lines))
    return remarks


def _target(perspective: Perspective) -> str:
    return ngettext("To win: %(target)d point.", "To win: %(target)d points.", perspective.target) % {
        "target": perspective.target
    }


def _restricted(side: str, score: int, listed: Sequence[str]) -> str:
    words = {"side": side, "score": score, "ways": join_with_and(str(_ONLY[way]) for way in listed)}
    sentence = ngettext(
        "%(side)s, at %(score)d: only %(ways)s counts now.",
        "%(side)s, at %(score)d: only %(ways)s count now.",
        len(listed),
    )
    return sentence % words


def _settled(perspective: Perspective, lines: Sequence[CategoryScore]) -> str:
    """A sentence with the certain points and all the points in a round."""
    every = sum(points_in_round(perspective.rules, len(perspective.totals), perspective.carried).values())
    certain = sum(sum(line.points) for line in lines if line.worth)
    words = {"sure": certain, "every": every}
    if perspective.rules.scoring.sweep:
        return _("Each round has %(every)d points, not counting sweeps. Secured so far: %(sure)d.") % words
    return _("Each round has %(every)d points. Secured so far: %(sure)d.") % words
