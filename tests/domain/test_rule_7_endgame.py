"""Rulebook section 7, rule 7.4: what a side near the target can still score.

The last capture is worth so much that taking everything in one round (11 points) brings a side to the score wanted."""

from typing import Any

import pytest

from games.domain.evolve import round_of
from games.domain.notation import read_cards
from games.domain.winning import restricted_winner
from tests.domain.packs import COUPLE, PACKS, Company, Round, decks_and_moves, script, stack, takes_all
from tests.domain.perspectives import begun
from tests.domain.positions import house, replay, round_points, score

ALL = " ".join(PACKS["standard"])
OTHER_DEAL = Company(dealer=1)
TRIPLE = Company(seats=3, dealer=3)


def near(points: int, endgame: str = "dominican", **more: Any) -> dict[str, Any]:
    """Return rules under which taking everything in a round makes so many points."""
    return house("casino-sweeps", endgame=endgame, last_capture=points - 11, **more)


def play(rules: dict[str, Any], *rounds: Round, cut: int | None = None, **table: Any) -> dict[str, Any]:
    decks, moves = decks_and_moves(*rounds)
    return replay(rules, decks, moves[:cut], **table)


def ended(outcome: dict[str, Any]) -> tuple[list[int], list[int] | None, str | None]:
    return outcome["totals"], outcome["winner"], outcome["reason"]


FIRST = takes_all(COUPLE, 1)


def second(hand: str, other: str, table: str, *moves: str) -> Round:
    """A second round: seat 2 plays first."""
    return script(OTHER_DEAL, stack(OTHER_DEAL, [hand, other], table), *moves)


BIG_CASINO = second("TS", "9S", "TD 9H 7D 6D", "9Sx9H", "TSxTD")


SPADES = second(
    "TS KH 9S 8S",
    "9C 8C QC JC",
    "2S 3S 5S KS",
    *["9C", "TSx2S,3S,5S", "8C", "KHxKS", ".", "9Sx9C", ".", "8Sx8C"],
)
"""Seat 1 takes four spades with little casino, a fifth, a sixth, and with its fourth play the seventh."""


TAKES_ALL = takes_all(OTHER_DEAL, 1)


@pytest.mark.parametrize(
    ("statement", "points", "endgame", "played", "cut", "wins"),
    [
        ("7.4 from nineteen big casino wins on the spot", 19, "dominican", BIG_CASINO, 50, True),
        ("7.4 from nineteen big casino wins on the spot", 19, "soto", BIG_CASINO, 50, True),
        ("7.4 from nineteen big casino wins on the spot", 19, "little_casino_at_20", BIG_CASINO, 50, True),
        ("7.4 not before it is taken", 19, "dominican", BIG_CASINO, 49, False),
        ("7.4 not from another score", 18, "dominican", BIG_CASINO, 50, False),
        ("7.4 not from another score", 20, "dominican", BIG_CASINO, 50, False),
        ("7.4 not while others can catch up in spades", 20, "dominican", SPADES, 54, False),
        ("7.4 from twenty most spades win", 20, "dominican", SPADES, 56, True),
        ("7.4 little casino at twenty", 20, "little_casino_at_20", SPADES, 50, True),
        ("7.4 nothing for little casino elsewhere", 20, "dominican", SPADES, 50, False),
        ("7.4 from eighteen most cards win", 18, "dominican", TAKES_ALL, None, True),
        ("7.4 sotos two ways at sixteen", 16, "soto", TAKES_ALL, None, True),
        ("7.4 sotos two ways at seventeen", 17, "soto", TAKES_ALL, None, True),
        ("7.4 not by one of two ways", 16, "soto", BIG_CASINO, 50, False),
        ("7.4 not by one of two ways", 17, "soto", BIG_CASINO, 50, False),
    ],
)
def test_wins(statement: str, points: int, endgame: str, played: Round, cut: int | None, wins: bool) -> None:
    outcome = play(near(points, endgame), FIRST, played, cut=cut)
    assert ended(outcome) == ([21, 0], [1], "restriction") if wins else outcome["winner"] is None


LOSES_THE_TEN = second("9S", "TS", "TD 9H 7D 6D", "TSxTD", "9Sx9H")
"""Seat 2 takes big casino, seat 1 everything else."""


def test_7_4_what_is_not_listed_is_not_scored() -> None:
    outcome = play(near(19), FIRST, LOSES_THE_TEN)
    assert round_points(outcome, 2) == [{}, {"big_casino": 2, "total": 2}]
    assert ended(outcome) == ([19, 2], None, None)


def test_7_4_one_of_two_ways_is_scored() -> None:
    outcome = play(near(16, "soto"), FIRST, LOSES_THE_TEN)
    assert round_points(outcome, 2) == [{"most_cards": 3, "total": 3}, {"big_casino": 2, "total": 2}]
    assert ended(outcome) == ([19, 2], None, None)


SWEEPS = [[1, 1], [1, 1, 1]]


def test_7_4_the_score_of_a_restricted_side() -> None:
    assert score("dominican", ALL, "", before=[18, 18]) == [{"most_cards": 3, "total": 3}, {}]
    assert score("dominican", ALL, "", before=[19, 0]) == [{"big_casino": 2, "total": 2}, {}]
    assert score("dominican", ALL, "", before=[20, 0]) == [{"most_spades": 1, "total": 1}, {}]
    assert score("royal-gamerules", ALL, "", before=[20, 0]) == [{"little_casino": 1, "total": 1}, {}]
    assert score("dominican-soto", ALL, "", before=[16, 0]) == [{"most_cards": 3, "big_casino": 2, "total": 5}, {}]
    assert score("dominican-soto", ALL, "", before=[17, 0]) == [{"most_cards": 3, "most_spades": 1, "total": 4}, {}]


@pytest.mark.parametrize(
    ("rules", "before"), [("dominican", 17), ("dominican", 21), ("dominican-soto", 15), ("royal", 19)]
)
def test_7_4_no_restriction_at_other_scores_or_in_other_games(rules: str, before: int) -> None:
    assert score(rules, ALL, "", before=[before, 0])[0]["total"] == 11


def test_7_4_no_sweeps_but_they_still_cancel() -> None:
    assert score("dominican", "", "", sweeps=SWEEPS, before=[19, 0]) == [{}, {"sweeps": 1, "total": 1}]


def test_7_4_unless_they_are_not_recorded_at_all() -> None:
    rules = house("dominican", restricted_sweeps_cancel=False)
    assert score(rules, "", "", sweeps=SWEEPS, before=[19, 0]) == [{}, {"sweeps": 3, "total": 3}]


def test_7_4_of_two_restricted_sides_the_first_in_time_wins() -> None:
    for seat, hands in ((1, ["TS", ""]), (2, ["", "TS"])):
        moves = ["TSxTD"] if seat == 1 else [".", "TSxTD"]
        third = script(COUPLE, stack(COUPLE, hands, "TD 9H 7D 6D"), *moves)
        third = third._replace(moves=third.moves[: len(moves)])
        totals, winner, reason = ended(play(near(19), FIRST, takes_all(OTHER_DEAL, 2), third))
        assert (winner, reason, totals[seat - 1]) == ([seat], "restriction", 21)


def test_7_4_a_side_on_a_listed_score_scores_nothing_when_another_takes_all() -> None:
    assert ended(play(near(19), FIRST, takes_all(OTHER_DEAL, 2))) == ([19, 19], None, None)


def level_at_the_target(endgame: str) -> dict[str, Any]:
    """Seat 1 makes 21 with big casino, seat 2 with little casino, seat 3 makes 19 with most cards."""
    values = {"big_casino": 21, "little_casino": 21, "most_cards": 19, "most_spades": 0, "aces": 0}
    first = script(TRIPLE, stack(TRIPLE, ["TS", "2S", "9S"], "TD 2H 9H 7D"), "TSxTD", "2Sx2H", "9Sx9H")
    again = takes_all(Company(seats=3, dealer=1), 3)
    return play(house("casino", endgame=endgame, **values), first, again, seats=3, dealer=3)


def test_7_4_a_shared_majority_is_not_secured_at_the_end() -> None:
    state = begun(house("dominican", most_cards_tie="split"), stack(COUPLE, []), [])
    for piles, winner in ((("AS 2S", "3S 4S"), None), (("AS 2S", "3S"), (0,))):
        round_ = round_of(state)._replace(totals_at_start=(18, 0), piles=tuple(map(read_cards, piles)))
        win = restricted_winner(state, round_, 0, round_over=True)
        assert (win and win.sides) == winner


def test_7_4_after_a_level_finish_no_restriction_applies() -> None:
    outcome = level_at_the_target("dominican")
    assert [each["total"] for each in outcome["rounds"][0]["points"]] == [21, 21, 19]
    assert ended(outcome) == ([21, 21, 80], [3], "target")
