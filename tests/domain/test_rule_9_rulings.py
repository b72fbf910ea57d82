"""Rulebook section 9: rulings where the sources are silent or disagree."""

import pytest

from tests.domain.packs import COUPLE, Company, decks_and_moves, script, stack, takes_all
from tests.domain.positions import (
    PLAY,
    Play,
    Rules,
    house,
    judge,
    replay,
    replay_refuses,
    round_points,
    score,
    trail_out,
)

SUMS = house("casino", single_build_in_sums="anyone")
NOT_ITS_OWN = house("royal", raise_own=False)
ROYAL_SUMS = house("royal", single_build_in_sums="anyone", raise_own=False)
NINES, TWO_VALUES = "[3C+6H=9@2] [4C+5H=9@1]", "3D [AC,AH=1@1] [5C+9H=14@1]"

PLAYS: list[Play] = [
    ("9.1 builds of one value side by side", "casino", "6S 9C", "3D [4C+5H=9@1]", "6S+3D=9", "legal"),
    ("9.1 one card takes them", "casino", "9S 2C", NINES, "9Sx[3C6H],[4C5H]", "legal"),
    ("9.1 one card takes one of them", "casino", "9S 9C", NINES, "9Sx[3C6H]", "legal"),
    ("9.1 not two values", "casino", "9S 2C", "[3C+7H=10@2] [4C+5H=9@1]", "9Sx[3C7H],[4C5H]", "build-whole 4.5"),
    ("9.2 one card covers builds of a value", "casino", "9S 2C", "2D [3C+6H=9@1] [4C+5H=9@1]", "2Cx2D", "legal"),
    ("9.2 it cannot cover two values", "royal", "AS 3C 2C", TWO_VALUES, "3Cx3D", "cover 5.10"),
    ("9.2 two cards cover two values", "royal", "AS AD 3C", TWO_VALUES, "3Cx3D", "legal"),
    ("9.2 nor be built for twice", "royal", "5S AS", "9C [AC,AH=1@1]", "5S+9C=14", "cover 5.10"),
    ("9.4 raising joins groups", "dominican", "2S QC", "5D 7S [3D+7H=10@2]", "2S+5D,7S,[3D7H]=12", "legal"),
    ("9.4 not of another value", "dominican", "2S QC", "5D 6S [3D+7H=10@2]", "2S+5D,6S,[3D7H]=12", "sum 5.3"),
    ("9.7 two hand cards in one callabra", "callabra", "7S 5C", "QH 3C", "5C&7SxQH", "legal"),
    ("9.7 sums in the other", "callabra-1905", "QS 5C", "9H 3C", "QSx3C,9H", "legal"),
    ("9.7 not the other way round", "callabra", "QS 5C", "9H 3C", "QSx3C,9H", "sum 4.2"),
    ("9.7 not the other way round", "callabra-1905", "7S 5C", "QH 3C", "5C&7SxQH", "card 4.1"),
    ("9.8 values as phillips gives them", "tablanette", "KS 2C", "AD 3D TH", "KSxAD,3D,TH", "legal"),
    ("9.8 values as phillips gives them", "tablanette", "AS 2C", "5D 6D", "ASx5D,6D", "legal"),
    ("9.8 values as phillips gives them", "tablanette", "KS 2C", "3D TH", "KSx3D,TH", "sum 4.2"),
    ("9.9 royal raises its own", "royal", "2S QC", "[3D+7H=10@1]", "2S+[3D7H]=12", "legal"),
    ("9.9 not where a house says so", NOT_ITS_OWN, "2S QC", "[3D+7H=10@1]", "2S+[3D7H]=12", "raise-own 5.7"),
    ("9.9 royal raises those of others", "royal", "2S QC", "[3D+7H=10@2]", "2S+[3D7H]=12", "legal"),
    ("9.11 a build in a sum is raised", SUMS, "9S 9C", "2D [3C+4H=7@1]", "9C+2D,[3C4H]=9", "legal"),
    ("9.11 a build in a sum is raised", ROYAL_SUMS, "9S 9C", "2D [3C+4H=7@2]", "9C+2D,[3C4H]=9", "legal"),
    ("9.11 not ones own", ROYAL_SUMS, "7S 9S 9C", "2D [3C+4H=7@1]", "9C+2D,[3C4H]=9", "raise-own 5.7"),
    ("9.11 it is taken", ROYAL_SUMS, "7S 9S 9C", "2D [3C+4H=7@1]", "9Cx2D,[3C4H]", "legal"),
]


@pytest.mark.parametrize(PLAY, PLAYS)
def test_plays(statement: str, rules: Rules, hand: str, table: str, move: str, verdict: str) -> None:
    judge(rules, hand, table, move, verdict)


def test_9_3_gamerules_plays_counterclockwise_and_deals_to_the_left() -> None:
    rules = house("royal-gamerules", matching="optional")
    three = Company(seats=3, dealer=3, step=-1)
    round_ = script(three, stack(three, []))
    assert replay(rules, [round_.pack], [], seats=3, dealer=3)["turn"] == 2
    assert replay(rules, [round_.pack] * 2, round_.moves, seats=3, dealer=3)["turn"] == 3


def test_9_3_little_casino_wins_at_twenty_in_one_preset_and_not_in_the_other() -> None:
    little, most = "2S 3H", "3S 4S 5S"
    assert score("royal-gamerules", little, most, before=[20, 0])[0] == {"little_casino": 1, "total": 1}
    assert score("dominican", little, most, before=[20, 0])[0] == {}


def test_9_5_four_cards_taken_from_the_table_make_the_large_sweep() -> None:
    assert score("tuxedo", "", "", sweeps=[[4], []])[0]["sweeps"] == 10


def test_9_5_the_card_played_does_not_count() -> None:
    assert score("tuxedo", "", "", sweeps=[[3], []])[0]["sweeps"] == 5
    rook = Company(deck="rook")
    pack = stack(rook, ["4B 9B", "6B 1B 2B 3B"], "4R 1R 2R 3R")
    outcome = trail_out("tuxedo", pack, ["4Bx4R", "6Bx1R,2R,3R"])
    assert round_points(outcome)[1]["sweeps"] == 5


DEFAULTS = stack(COUPLE, ["4C 2C 3C 9C", "KS QC JC TC"], "5H 6H AH 7D", then=["9D 4H 6C 5C", "KC KD QS QD"])
TWICE = ["4C+5H=9", "KS", "2C", "QC", "3C+6H=9", "JC", "9C", "TC"]
"""Seat 1 trails with a nine built, and again with a second one."""


def test_9_6_two_defaults_do_not_end_the_game() -> None:
    outcome = replay("michigan", [DEFAULTS], TWICE)
    assert (outcome["totals"], outcome["winner"]) == ([0, 4], None)


def test_9_6_three_defaults_against_one_player_end_the_round() -> None:
    outcome = replay("michigan", [DEFAULTS], [*TWICE, "6C+AH,2C=9", "KC", "4H"])
    assert (outcome["totals"], outcome["winner"], outcome["reason"]) == ([0, 6], [2], "instant")


def test_9_8_the_tablanette_jack_sweeps_for_nothing() -> None:
    six = Company(hand=6)
    pack = stack(six, ["JS", "9S"], "4H 6H 3H 7H")
    assert replay("tablanette", [pack], ["JSx3H,4H,6H,7H"])["totals"] == [0, 0]


def test_9_9_royal_short_goes_to_another_round_when_level() -> None:
    halves = stack(COUPLE, ["TS AS", "9S"], "TD AH 9H 8D")
    decks, moves = decks_and_moves(script(COUPLE, halves, "TSxTD", ".", "ASxAH", "9Sx9H"))
    rules = house("royal-short", most_cards=0, aces=2)
    outcome = replay(rules, decks, moves)
    assert (outcome["totals"], outcome["winner"]) == ([6, 6], None)


def test_9_10_claims_calls_and_plucks_stand_in_the_record() -> None:
    pack = stack(COUPLE, ["9S 8C", "QC JC"], "KD 4D 7H TH")
    assert "4D" not in replay("pluck", [pack], ["^4D 9S"])["table"]
    replay("cassino-21", [pack], ["9S", "claim@2"])


def test_9_10_a_refused_attempt_does_not_and_its_reason_is_told() -> None:
    pack = stack(COUPLE, ["9S 8C", "QC JC"], "KD 4D 7H TH")
    replay_refuses("casino", [pack], ["9S", "QC", "8S"], code="card", rule="4.1")


@pytest.mark.parametrize(("before", "points"), [([19, 0], 2), ([21, 21], 11), ([22, 0], 11)])
def test_9_12_restrictions_look_at_the_score_before_the_round(before: list[int], points: int) -> None:
    everything = " ".join(takes_all(COUPLE, 1).pack.split())
    assert score("dominican", everything, "", before=before)[0]["total"] == points


def test_9_12_a_level_finish_lifts_them_and_not_only_for_the_level_sides() -> None:
    everything = takes_all(COUPLE, 1).pack
    assert score("dominican", "", "", everything, before=[21, 21, 19])[2]["total"] == 11
    assert score("dominican", "", "", everything, before=[20, 20, 19])[2]["total"] == 2
