"""Round robin: the published Berger tables, byes, and the second cycle."""

from itertools import combinations

import pytest

from games.tournaments.round_robin import rounds

BERGER = {
    4: "1-4 2-3 | 4-3 1-2 | 2-4 3-1",
    6: "1-6 2-5 3-4 | 6-4 5-3 1-2 | 2-6 3-1 4-5 | 6-5 1-4 2-3 | 3-6 4-2 5-1",
    8: """1-8 2-7 3-6 4-5 | 8-5 6-4 7-3 1-2 | 2-8 3-1 4-7 5-6 | 8-6 7-5 1-4 2-3 | 3-8 4-2 5-1 6-7 | 8-7 1-6 2-5 3-4
        | 4-8 5-3 6-2 7-1""",
    10: """1-10 2-9 3-8 4-7 5-6 | 10-6 7-5 8-4 9-3 1-2 | 2-10 3-1 4-9 5-8 6-7 | 10-7 8-6 9-5 1-4 2-3
        | 3-10 4-2 5-1 6-9 7-8 | 10-8 9-7 1-6 2-5 3-4 | 4-10 5-3 6-2 7-1 8-9 | 10-9 1-8 2-7 3-6 4-5
        | 5-10 6-4 7-3 8-2 9-1""",
}
"""FIDE Handbook, C.05, annex 1: the tables for 3 or 4, 5 or 6, 7 or 8, and 9 or 10 players."""


def table(count: int) -> list[list[tuple[int, int]]]:
    lines = (line.split() for line in BERGER[count].split("|"))
    return [[(int(first), int(second)) for first, second in (pair.split("-") for pair in line)] for line in lines]


@pytest.mark.parametrize("count", BERGER)
def test_an_even_number_follows_the_published_table(count: int) -> None:
    assert rounds(count) == table(count)


@pytest.mark.parametrize("count", [3, 5, 7, 9])
def test_with_an_odd_number_whoever_would_meet_the_highest_has_a_bye(count: int) -> None:
    assert rounds(count) == [[*pairs[1:], (min(pairs[0]), 0)] for pairs in table(count + 1)]


@pytest.mark.parametrize("count", range(2, 24))
def test_all_meet_once(count: int) -> None:
    met = [tuple(sorted(pair)) for pairs in rounds(count) for pair in pairs if pair.second]
    assert sorted(met) == list(combinations(range(1, count + 1), 2))


def test_the_second_cycle_swaps_the_sides_and_no_byes() -> None:
    assert rounds(3, double=True) == [
        [(2, 3), (1, 0)],
        [(1, 2), (3, 0)],
        [(3, 1), (2, 0)],
        [(3, 2), (1, 0)],
        [(2, 1), (3, 0)],
        [(1, 3), (2, 0)],
    ]
