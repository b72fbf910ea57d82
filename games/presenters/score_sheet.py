"""Score sheets: every way to score a line, every side a column."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from games.domain.rules import Rules
from games.domain.scoring import AT_ONCE, counts_points, points_in_round

_LABELS = {
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
    "card_points": lazy("Single cards"),
    "fours_of_a_kind": lazy("Four of a kind"),
    "honours": lazy("Honor cards"),
    "sweeps": lazy("Sweeps"),
    "all_points": lazy("All the points"),
    "cards": lazy("Cards"),
    "orange": lazy("Oranges"),
    "tablanette": lazy("Tablanettes"),
    "defaults": lazy("Opponent’s penalties"),
    "total": lazy("Total"),
}
"""The keys of a sheet (RULEBOOK 6.2, 13) in the order they are shown."""

_ONLY_IF_SCORED = ("all_points", "cards", *AT_ONCE)
"""Keys that are not shown if no side has points for them.

The others are shown if the rules count them, since a tie is worth knowing.
"""


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One way to score, with each side's points."""

    label: str
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A round's score sheet.

    `totals` are the game's after it; empty if they are shown elsewhere. `check` says how many points no side got.
    """

    number: int
    sides: tuple[str, ...]
    rows: tuple[ScoreRow, ...]
    added: tuple[int, ...]
    totals: tuple[int, ...] = ()
    check: str = ""


def sheet_position(key: str) -> int:
    """The position of this key's line on a sheet, from 0."""
    return list(_LABELS).index(key)


def point_words(key: str) -> str:
    return str(_LABELS.get(key, key))


def score_sheet(
    rules: Rules, number: int, sides: Sequence[str], points: Sequence[dict[str, int]], totals: Sequence[int] = ()
) -> ScoreSheet:
    """The sheet of a round from the points by key that each side made in it."""
    keys = [
        key for key in _LABELS if key != "total" and (_counted(rules, key) or any(each.get(key) for each in points))
    ]
    rows = tuple(ScoreRow(point_words(key), tuple(each.get(key, 0) for each in points)) for key in keys)
    added = tuple(each.get("total", 0) for each in points)
    return ScoreSheet(number, tuple(sides), rows, added, tuple(totals), missing_points(rules, points))


def missing_points(rules: Rules, points: Sequence[dict[str, int]]) -> str:
    """Return how many of the points in a round no side got, in words; empty if there are none."""
    if not counts_points(rules):
        return ""
    every = points_in_round(rules, len(points))
    missing = sum(every.values()) - sum(each.get(key, 0) for each in points for key in every)
    sentence = ngettext("%(missing)d point wasn’t awarded.", "%(missing)d points weren’t awarded.", missing)
    return sentence % {"missing": missing} if missing else ""


def _counted(rules: Rules, key: str) -> bool:
    """Return whether the rules give points for this key in every round."""
    if key in _ONLY_IF_SCORED or not counts_points(rules):
        return False
    return bool(rules.scoring.sweep if key == "sweeps" else getattr(rules.scoring, key))
