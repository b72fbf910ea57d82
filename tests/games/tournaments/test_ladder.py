"""Ladder: who may challenge whom, and the order after a win."""

import pytest

from games.tournaments.ladder import after_win, may_challenge

ORDER = [4, 7, 1, 9, 3]


@pytest.mark.parametrize(
    ("challenger", "challenged", "allowed"),
    [(3, 9, True), (3, 7, True), (3, 4, False), (7, 4, True), (4, 7, False), (9, 9, False)],
)
def test_only_those_up_to_three_places_above_may_be_challenged(challenger: int, challenged: int, allowed: bool) -> None:
    assert may_challenge(ORDER, challenger, challenged) is allowed


def test_another_reach() -> None:
    assert may_challenge(ORDER, 3, 4, reach=4)
    assert not may_challenge(ORDER, 3, 1, reach=1)


@pytest.mark.parametrize(
    ("challenger", "challenged", "order"),
    [(3, 7, [4, 3, 7, 1, 9]), (7, 4, [7, 4, 1, 9, 3]), (9, 1, [4, 7, 9, 1, 3]), (4, 1, ORDER)],
)
def test_the_challenger_takes_the_place_and_those_between_go_down_one(
    challenger: int, challenged: int, order: list[int]
) -> None:
    assert after_win(ORDER, challenger, challenged) == order
