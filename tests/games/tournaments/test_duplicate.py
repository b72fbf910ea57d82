"""Duplicate: matchpoints, percentages, and the scale of differences."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tournaments.duplicate import cross_imps, imps, matchpoints, percentage
from tests.examples import examples

margins = st.dictionaries(st.integers(1, 30), st.integers(-25, 25), min_size=1, max_size=12)


def test_two_matchpoints_for_each_table_that_did_worse_and_one_for_each_equal() -> None:
    """The usual way to score duplicate bridge (Laws of Duplicate Bridge 2017, law 78A)."""
    assert matchpoints({1: 5, 2: -3, 3: 5, 4: 9}) == {1: 3, 2: 0, 3: 3, 4: 6}


@pytest.mark.parametrize(("points", "tables", "share"), [(6, 4, 100), (3, 4, 50), (0, 4, 0), (1, 3, 25), (0, 1, 50)])
def test_percentage(points: int, tables: int, share: int) -> None:
    assert percentage(points, tables) == share


@examples(50)
@given(margins)
def test_the_other_side_has_what_it_would_have_by_its_own_margins(margins: dict[int, int]) -> None:
    own = matchpoints(margins)
    others = matchpoints({table: -margin for table, margin in margins.items()})
    assert others == {table: 2 * (len(margins) - 1) - points for table, points in own.items()}


@pytest.mark.parametrize(
    ("difference", "worth"), [(0, 0), (0.9, 0), (1, 1), (4, 4), (5, 4), (6, 5), (9.5, 6), (15, 8), (20, 10), (44, 10)]
)
def test_scale(difference: float, worth: int) -> None:
    assert imps(difference) == worth
    assert imps(-difference) == -worth


def test_cross_imps_are_the_mean_over_the_other_tables() -> None:
    assert cross_imps({1: 6, 2: 0, 3: -2}) == {1: Fraction(5 + 6, 2), 2: Fraction(2 - 5, 2), 3: Fraction(-6 - 2, 2)}


def test_a_single_table_has_nothing_to_compare_with() -> None:
    assert cross_imps({7: 12}) == {7: 0}


@examples(50)
@given(margins)
def test_cross_imps_of_all_tables_cancel_out(margins: dict[int, int]) -> None:
    assert sum(cross_imps(margins).values()) == 0
