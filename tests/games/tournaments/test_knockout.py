"""Knockout: the bracket, byes, sides, and the match for the third place."""

import pytest

from games.tournaments.field import Pair
from games.tournaments.knockout import first_round, next_round, round_count, third_place


@pytest.mark.parametrize(("count", "rounds"), [(0, 0), (1, 0), (2, 1), (3, 2), (4, 2), (5, 3), (8, 3), (9, 4), (13, 4)])
def test_round_count(count: int, rounds: int) -> None:
    assert round_count(range(count)) == rounds


def test_the_bracket_of_eight() -> None:
    assert first_round(range(1, 9)) == [(1, 8), (4, 5), (2, 7), (3, 6)]


def test_thirteen_have_three_byes_for_the_top_seeds() -> None:
    assert first_round(range(1, 14)) == [(1, 0), (8, 9), (4, 13), (5, 12), (2, 0), (7, 10), (3, 0), (6, 11)]


def test_the_bracket_goes_by_the_order_given_when_some_have_withdrawn() -> None:
    assert first_round([2, 5, 9]) == [(2, 0), (5, 9)]


@pytest.mark.parametrize("entries", [[], [7]])
def test_nobody_to_play_against(entries: list[int]) -> None:
    assert first_round(entries) == []


@pytest.mark.parametrize("count", range(2, 40))
def test_if_the_better_seed_always_wins_the_first_two_meet_in_the_final(count: int) -> None:
    pairs = first_round(range(1, count + 1))
    for _ in range(round_count(range(count)) - 1):
        pairs = next_round(pairs, [min(pair) or max(pair) for pair in pairs])
    assert [sorted(pair) for pair in pairs] == [[1, 2]]
    assert next_round(pairs, [1]) == []


@pytest.mark.parametrize(
    ("winners", "pair"),
    [
        ([1, 4], (1, 4)),
        ([8, 5], (8, 5)),
        ([8, 4], (8, 4)),
        ([1, 5], (5, 1)),
    ],
    ids=["both had side 1", "both had side 2", "the upper one had side 2", "the lower one had side 2"],
)
def test_side_1_goes_to_whoever_had_side_2_and_otherwise_to_the_upper_one(
    winners: list[int], pair: tuple[int, int]
) -> None:
    assert next_round([Pair(1, 8), Pair(4, 5)], winners) == [pair]


def test_every_match_needs_a_winner() -> None:
    with pytest.raises(ValueError, match="shorter"):
        next_round([Pair(1, 4), Pair(2, 3)], [1])


def test_the_losers_of_the_semifinals_play_for_the_third_place() -> None:
    assert third_place([Pair(1, 4), Pair(3, 2)], [1, 3]) == (4, 2)
    assert third_place([Pair(1, 4), Pair(3, 2)], [4, 3]) == (2, 1)


def test_there_is_no_match_for_the_third_place_without_two_losers() -> None:
    assert third_place([Pair(1, 0), Pair(2, 3)], [1, 3]) is None
    assert third_place([Pair(1, 2)], [1]) is None
