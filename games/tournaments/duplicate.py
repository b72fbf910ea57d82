"""Duplicate: all tables of a round play the same cards, so each is compared with the others.

The result of a table is its margin: the card points of side 1 minus those of side 2. Tables have any keys.
"""

from bisect import bisect_right
from collections.abc import Mapping
from fractions import Fraction

BYE_PERCENTAGE = Fraction(50)
BYE_IMPS = Fraction(0)

STEPS = (1, 2, 3, 4, 6, 8, 10, 13, 16, 20)
"""The card points from which a difference is worth 1, 2, 3 ... on the scale, as IMPs in bridge. Margins over two rounds
are mostly 0 to 15: each of the first points counts, since most tables are that close; beyond that the steps widen, so
that one round of sweeps does not decide the whole day."""


def matchpoints(margins: Mapping[int, int]) -> dict[int, int]:
    """Side 1's matchpoints: 2 for each table where side 1 did worse, 1 for each equal one."""
    return {
        table: sum(1 + (margin > other) - (margin < other) for other in margins.values()) - 1
        for table, margin in margins.items()
    }


def percentage(points: int, tables: int) -> Fraction:
    """Matchpoints as a share of the maximum, 0 to 100; a table with no other to compare with has 50."""
    return Fraction(100 * points, 2 * (tables - 1)) if tables > 1 else BYE_PERCENTAGE


def imps(difference: float) -> int:
    """A difference in card points on the scale, -10 to 10."""
    steps = bisect_right(STEPS, abs(difference))
    return steps if difference > 0 else -steps


def cross_imps(margins: Mapping[int, int]) -> dict[int, Fraction]:
    """Side 1's mean on the scale over the comparisons with each other table; side 2 has the negative."""
    others = len(margins) - 1
    return {
        table: Fraction(sum(imps(margin - other) for other in margins.values()), others) if others else BYE_IMPS
        for table, margin in margins.items()
    }
