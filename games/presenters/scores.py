"""Score sheets: every way to score a line, every side a column."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from games.domain.rules import Rules
from games.domain.scoring import counts_points, points_in_round

_WAYS = {
    "most_cards": lazy("Most cards"),
    "most_spades": lazy("Most spades"),
    "big_casino": lazy("Big casino (10♦)"),
    "little_casino": lazy("Little casino (2♠)"),
    "aces": lazy("Aces"),
    "jack_of_spades": lazy("Jack of spades"),
    "each_spade": lazy("Spades"),
    "most_diamonds": lazy("Most diamonds"),
    "seven_of_diamonds": lazy("Seven of diamonds"),
    "fives": lazy("Fives"),
    "last_capture": lazy("Last capture"),
    "fours_of_a_kind": lazy("Fours of a kind"),
    "honours": lazy("Honours"),
    "sweeps": lazy("Sweeps"),
    "all_points": lazy("All the points"),
    "cards": lazy("Cards"),
    "orange": lazy("Oranges"),
    "tablanette": lazy("Tablanettes"),
    "defaults": lazy("The other side’s defaults"),
    "total": lazy("Total"),
}
"""The keys of a sheet (RULEBOOK 6.2, 13) in the order they are shown."""

_ONLY_IF_SCORED = ("all_points", "cards", "orange", "tablanette", "defaults")
"""Keys that are not shown if no side has points for them.

The others are shown if the rules count them, since a tie is worth knowing.
"""


@dataclass(frozen=True, slots=True)
class Row:
    """One way to score, with each side's points."""

    label: str
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A round's score sheet.

    `totals` are the game's after it; empty if they are shown elsewhere. `check` compares the points scored with all the
    points in a round.
    """

    number: int
    sides: tuple[str, ...]
    rows: tuple[Row, ...]
    added: tuple[int, ...]
    totals: tuple[int, ...] = ()
    check: str = ""


def place_of(key: str) -> int:
    """The position of this key's line on a sheet, from 0."""
    return list(_WAYS).index(key)


def point_words(key: str) -> str:
    return str(_WAYS.get(key, key))


def sheet(
    rules: Rules, number: int, sides: Sequence[str], points: Sequence[dict[str, int]], totals: Sequence[int] = ()
) -> Sheet:
    """The sheet of a round from the points by key that each side made in it."""
    keys = [key for key in _WAYS if key != "total" and (_counted(rules, key) or any(each.get(key) for each in points))]
    rows = tuple(Row(point_words(key), tuple(each.get(key, 0) for each in points)) for key in keys)
    added = tuple(each.get("total", 0) for each in points)
    return Sheet(number, tuple(sides), rows, added, tuple(totals), _check(rules, points))


def _check(rules: Rules, points: Sequence[dict[str, int]]) -> str:
    if not counts_points(rules):
        return ""
    every = points_in_round(rules)
    scored = sum(each.get(key, 0) for each in points for key in every)
    words = {"scored": scored, "every": sum(every.values())}
    if rules.scoring.sweep:
        return _("Scored: %(scored)d of the %(every)d points in a round, sweeps apart.") % words
    return _("Scored: %(scored)d of the %(every)d points in a round.") % words


def _counted(rules: Rules, key: str) -> bool:
    """Return whether the rules give points for this key in every round."""
    if key in _ONLY_IF_SCORED or not counts_points(rules):
        return False
    return bool(rules.scoring.sweep if key == "sweeps" else getattr(rules.scoring, key))
