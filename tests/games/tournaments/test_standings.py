"""Standings: points, tie-breaks, and the rounds that someone did not play."""

from collections.abc import Sequence
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from games.tournaments.field import Played
from games.tournaments.round_robin import rounds
from games.tournaments.standings import ROUND_ROBIN, SWISS, Standing, standings
from tests.examples import examples

WIN, DRAW, LOSS = (2, 0), (1, 1), (0, 2)


def by_number(rows: Sequence[Standing]) -> dict[int, Standing]:
    return {row.number: row for row in rows}


def order(rows: Sequence[Standing]) -> list[int]:
    return [row.number for row in rows]


# --- published tables -------------------------------------------------------------------------------------------------

SENSEIS = ["0111 0010", "0011 1001", "0001 0101", "0000 1000"]
"""The example of Sensei's Library, page Sonneborn-Berger: the games that A, B, C and D won in each of two cycles. Its
scores are 4, 4, 3, 1, and its Sonneborn-Berger numbers 11, 9, 6, 4."""


def test_a_published_table_with_sonneborn_berger() -> None:
    history = [
        Played(
            round_,
            pair.first,
            pair.second,
            WIN if SENSEIS[pair.first - 1].split()[cycle][pair.second - 1] == "1" else LOSS,
        )
        for cycle in (0, 1)
        for round_, pairs in enumerate(rounds(4), start=1 + 3 * cycle)
        for pair in pairs
    ]
    table = standings([1, 2, 3, 4], history, tiebreaks=("sonneborn_berger",))
    assert [(row.points / 2, row.sonneborn_berger / 4) for row in table] == [(4, 11), (4, 9), (3, 6), (1, 4)]
    assert order(table) == [1, 2, 3, 4]


def test_buchholz_by_the_regulations_in_force_since_march_2026() -> None:
    """FIDE Handbook, C.07, 16.3 and 16.4. Entry 1 of three rounds beats 2 (1.5 points), has a bye (a dummy with 1.5
    points, half of the rounds, because its own 3 are more), and wins without play against 3 (half a point)."""
    history = [
        Played(1, 1, 2, WIN),
        Played(1, 3, 4, DRAW),
        Played(2, 1, 0, WIN, played=False),
        Played(2, 2, 3, WIN),
        Played(3, 1, 3, WIN, played=False),
        Played(3, 2, 4, DRAW),
        Played(2, 4, 5, DRAW),
    ]
    row = by_number(standings(range(1, 6), history))[1]
    assert (row.points / 2, row.buchholz / 2, row.sonneborn_berger / 4) == (3, 1.5 + 1.5 + 0.5, 3.5)
    assert (row.wins, row.played) == (1, 1)


# --- rounds without play ----------------------------------------------------------------------------------------------


def test_absences_at_the_end_count_as_draws_for_the_opponents_and_others_do_not() -> None:
    history = [
        Played(1, 1, 2, WIN),
        Played(1, 3, 4, WIN),
        Played(2, 1, 3, WIN),
        Played(3, 1, 4, WIN),
        Played(3, 3, 5, DRAW),
    ]
    rows = by_number(standings(range(1, 6), history))
    # 2 was absent twice at the end: 0 + 2 draws. 4 was absent in between only: 0. 3 has a win and a draw.
    assert rows[1].buchholz == 2 + 3 + 0
    # 2 met 1 (6 half points), and twice a dummy with its own score, 0.
    assert rows[2].buchholz == 6
    assert rows[5].buchholz == 3 + 2 * 1


def test_an_absence_before_a_loss_without_play_at_the_end_counts_as_a_draw_too() -> None:
    history = [
        Played(1, 1, 2, WIN),
        Played(2, 1, 3, WIN),
        Played(3, 3, 2, WIN, played=False),
    ]
    assert by_number(standings([1, 2, 3], history))[1].buchholz == (0 + 1) + 2 + 3


def test_an_unfinished_match_counts_for_nothing_and_is_no_absence() -> None:
    history = [Played(1, 1, 2, WIN, 5), Played(1, 3, 4, WIN), Played(2, 1, 3, DRAW), Played(2, 2, 4, None, 9)]
    rows = by_number(standings([1, 2, 3, 4], history))
    assert rows[2] == Standing(4, 2, points=0, buchholz=3, sonneborn_berger=0, direct=0, margin=-5, wins=0, played=1)
    assert rows[1].buchholz == 0 + 3


# --- the order --------------------------------------------------------------------------------------------------------


def test_the_direct_encounter_comes_first_in_a_round_robin_and_after_buchholz_in_swiss() -> None:
    # 1 and 2 have 3 half points each. 2 has beaten 1, whose opponents have more.
    history = [
        Played(1, 2, 1, WIN),
        Played(1, 3, 4, WIN),
        Played(2, 1, 3, WIN),
        Played(2, 4, 2, WIN),
        Played(3, 3, 5, WIN),
        Played(3, 6, 4, WIN),
        Played(3, 1, 7, DRAW),
        Played(3, 2, 8, DRAW),
    ]
    rows = standings([1, 2], history, tiebreaks=SWISS)
    assert [(row.number, row.points, row.buchholz) for row in rows] == [(1, 3, 3 + 4 + 1), (2, 3, 3 + 2 + 1)]
    rows = standings([1, 2], history, tiebreaks=ROUND_ROBIN)
    assert [(row.number, row.direct) for row in rows] == [(2, 2), (1, 0)]


def test_the_direct_encounter_counts_only_if_all_who_are_level_have_met() -> None:
    history = [Played(1, 1, 2, LOSS), Played(2, 1, 4, WIN), Played(1, 3, 5, WIN)]
    rows = standings([1, 2, 3], history, tiebreaks=("direct",))
    assert [(row.rank, row.number, row.direct) for row in rows] == [(1, 1, 0), (1, 2, 0), (1, 3, 0)]


def test_those_still_level_after_the_direct_encounter_are_compared_among_themselves() -> None:
    # Among all four, 1 and 2 have 4 half points, 3 has 3, and 4 has 1; 2 has beaten 1.
    history = [
        Played(1, 2, 1, WIN),
        Played(1, 3, 4, DRAW),
        Played(2, 1, 3, WIN),
        Played(2, 2, 4, WIN),
        Played(3, 1, 4, WIN),
        Played(3, 3, 2, WIN),
    ]
    rows = standings([1, 2, 3, 4], history, dict.fromkeys([1, 2, 3, 4], 6), tiebreaks=("direct",))
    assert [(row.rank, row.number) for row in rows] == [(1, 2), (2, 1), (3, 3), (4, 4)]


def test_card_points_decide_last_and_complete_equals_share_a_rank() -> None:
    history = [Played(1, 1, 4, WIN, 3), Played(1, 2, 5, WIN, 8), Played(1, 3, 6, WIN, 3)]
    rows = standings(range(1, 7), history)
    assert [(row.rank, row.number) for row in rows] == [(1, 2), (2, 1), (2, 3), (4, 4), (4, 6), (6, 5)]


def test_given_scores_replace_the_half_points() -> None:
    rows = standings([1, 2], [Played(1, 1, 2, WIN)], {2: 14})
    assert [(row.number, row.points, row.wins) for row in rows] == [(2, 14, 0), (1, 0, 1)]


@examples(30)
@given(st.integers(0, 2**32).map(Random), st.integers(2, 9))
def test_in_a_round_robin_buchholz_is_what_all_others_have(dice: Random, count: int) -> None:
    history = [
        Played(number, first, second, dice.choice([WIN, DRAW, LOSS]), dice.randint(-9, 9))
        if second
        else Played(number, first, 0, (0, 0), played=False)
        for number, pairs in enumerate(rounds(count), start=1)
        for first, second in pairs
    ]
    rows = standings(range(1, count + 1), history)
    assert sorted(order(rows)) == list(range(1, count + 1))
    assert sum(row.margin for row in rows) == 0
    total = sum(row.points for row in rows)
    dummy = count % 2
    assert all(row.buchholz == total - row.points + dummy * min(row.points, count) for row in rows)
