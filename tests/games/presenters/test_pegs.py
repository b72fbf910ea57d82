"""The score as a peg board."""

import pytest

from games.presenters.pegs import MOST_HOLES, peg_bar


@pytest.mark.parametrize(
    ("total", "target", "new", "expected"),
    [(9, 21, 0, (21, 9, 0)), (16, 21, 8, (21, 8, 8)), (25, 21, 0, (21, 21, 0)), (-10, 100, 0, (25, 0, 0))],
)
def test_a_peg_for_each_point(total: int, target: int, new: int, expected: tuple[int, int, int]) -> None:
    bar = peg_bar(total, target, new)
    assert bar
    assert (bar.holes, bar.has, bar.new) == expected


@pytest.mark.parametrize("target", [5, 21, 61, 100, 251])
def test_a_bar_is_full_at_the_target_and_never_before(target: int) -> None:
    full, nearly = peg_bar(target, target), peg_bar(target - 1, target)
    assert full
    assert nearly
    assert full.has == full.holes <= MOST_HOLES
    assert nearly.has < full.holes


def test_pegs_are_drawn_as_dots_of_one_line() -> None:
    bar = peg_bar(3, 21, 1)
    assert bar
    assert (bar.width, bar.pegs, bar.new_pegs) == (252, "M6 6h12", "M30 6h.01")


def test_without_a_target_there_is_no_bar() -> None:
    assert peg_bar(3, 0) is None
