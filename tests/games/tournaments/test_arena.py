"""Arena: who of those waiting meet, and what a game is worth."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tournaments.arena import ArenaScore, arena_scores, pair_free
from games.tournaments.field import Pair, Played
from tests.examples import examples


def games(*pairs: tuple[int, int], points: tuple[int, int] | None = (2, 0)) -> list[Played]:
    return [Played(1, first, second, points) for first, second in pairs]


def met(pairs: Sequence[Pair]) -> list[set[int]]:
    return [{*pair} for pair in pairs]


# --- pairs ------------------------------------------------------------------------------------------------------------


def test_those_near_each_other_meet() -> None:
    assert met(pair_free([5, 3, 8, 1], [])) == [{5, 3}, {8, 1}]


def test_of_an_odd_number_whoever_played_last_waits() -> None:
    assert met(pair_free([1, 2, 3], games((2, 9), (3, 8), (1, 7)))) == [{2, 3}]
    assert met(pair_free([1, 2, 3], games((2, 9), (1, 8), (3, 7)))) == [{1, 2}]


def test_nobody_meets_the_same_opponent_twice_in_a_row_while_someone_else_waits() -> None:
    assert met(pair_free([1, 2, 3, 4], games((1, 2), (3, 4)))) == [{1, 3}, {2, 4}]
    assert met(pair_free([1, 2, 3], games((1, 2)))) == [{2, 3}]


def test_nobody_meets_the_same_opponent_twice_in_a_row_while_others_play() -> None:
    assert pair_free([1, 2], games((1, 2)) + games((3, 4), points=None)) == []
    # 1 has met 3 since, but 2 has not met anyone.
    assert pair_free([1, 2], games((1, 2), (1, 3)) + games((3, 4), points=None)) == []


def test_the_last_two_may_meet_again_with_sides_swapped() -> None:
    assert pair_free([1, 2], games((3, 4), (1, 2))) == [(2, 1)]


@pytest.mark.parametrize("free", [[], [6]])
def test_one_alone_waits(free: list[int]) -> None:
    assert pair_free(free, []) == []


@examples(50)
@given(st.integers(0, 2**32).map(Random))
def test_at_most_one_waits_after_any_evening_and_nobody_is_paired_twice(dice: Random) -> None:
    free = list(range(1, dice.randint(4, 40)))
    history: list[Played] = []
    for _ in range(6):
        dice.shuffle(free)
        pairs = pair_free(free, history)
        names = [entry for pair in pairs for entry in pair]
        assert len(names) == len(set(names))
        assert set(names) <= set(free)
        assert len(free) < 6 or len(free) - len(names) <= 1
        last = {entry: match for match in history for entry in (match.first, match.second)}
        assert not any({*pair} == {last[a].first, last[a].second} for pair in pairs for a in pair if a in last)
        history += games(*pairs)


# --- points -----------------------------------------------------------------------------------------------------------


def test_wins_count_double_from_the_third_in_a_row() -> None:
    history = games((1, 2), (1, 2), (1, 2), (1, 2)) + games((2, 1)) + games((1, 2))
    assert arena_scores(history)[1] == ArenaScore(points=14, games=6, wins=5, streak=1, results=(2, 2, 4, 4, 0, 2))


def test_a_draw_is_one_point_and_ends_the_row() -> None:
    history = games((1, 2), (1, 2)) + games((1, 2), points=(1, 1)) + games((1, 2))
    assert arena_scores(history) == {
        1: ArenaScore(points=7, games=4, wins=3, streak=1, results=(2, 2, 1, 2)),
        2: ArenaScore(points=1, games=4, wins=0, streak=0, results=(0, 0, 1, 0)),
    }


def test_unfinished_games_do_not_count() -> None:
    assert arena_scores(games((1, 2), points=None)) == {}
