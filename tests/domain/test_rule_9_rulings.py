"""Rulebook section 9: rulings where the sources are silent or disagree."""

import pytest

from tests.domain.packs import COUPLE, Company, decks_and_moves, script, stack, takes_all
from tests.domain.positions import (
    allows,
    house,
    refuses,
    replay,
    replay_refuses,
    round_points,
    score,
    trail_out,
)

FOUR = {"seats": 4, "partners": True}


def test_9_1_builds_of_one_value_stand_side_by_side_and_one_card_takes_them() -> None:
    allows("casino", hand="6S 9C", table="3D [4C+5H=9@1]", move="6S+3D=9")
    allows("casino", hand="9S 2C", table="[3C+6H=9@2] [4C+5H=9@1]", move="9Sx[3C6H],[4C5H]")
    allows("casino", hand="9S 9C", table="[3C+6H=9@2] [4C+5H=9@1]", move="9Sx[3C6H]")


def test_9_1_one_card_does_not_take_builds_of_two_values() -> None:
    two = "[3C+7H=10@2] [4C+5H=9@1]"
    refuses("casino", hand="9S 2C", table=two, move="9Sx[3C7H],[4C5H]", code="build-whole", rule="4.5")


def test_9_2_one_card_covers_several_builds_of_one_value() -> None:
    allows("casino", hand="9S 2C", table="2D [3C+6H=9@1] [4C+5H=9@1]", move="2Cx2D")


def test_9_2_one_card_cannot_cover_builds_of_two_values() -> None:
    two = "3D [AC,AH=1@1] [5C+9H=14@1]"
    refuses("royal", hand="AS 3C 2C", table=two, move="3Cx3D", code="cover", rule="5.10")
    allows("royal", hand="AS AD 3C", table=two, move="3Cx3D")


def test_9_2_nor_be_built_for_twice() -> None:
    refuses("royal", hand="5S AS", table="9C [AC,AH=1@1]", move="5S+9C=14", code="cover", rule="5.10")


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


def test_9_4_raising_may_join_other_groups() -> None:
    allows("dominican", hand="2S QC", table="5D 7S [3D+7H=10@2]", move="2S+5D,7S,[3D7H]=12")


def test_9_4_not_groups_of_another_value() -> None:
    table = "5D 6S [3D+7H=10@2]"
    refuses("dominican", hand="2S QC", table=table, move="2S+5D,6S,[3D7H]=12", code="sum", rule="5.3")


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


def test_9_7_two_hand_cards_in_one_callabra_and_sums_in_the_other() -> None:
    allows("callabra", hand="7S 5C", table="QH 3C", move="5C&7SxQH")
    allows("callabra-1905", hand="QS 5C", table="9H 3C", move="QSx3C,9H")


def test_9_7_and_not_the_other_way_round() -> None:
    refuses("callabra", hand="QS 5C", table="9H 3C", move="QSx3C,9H", code="sum", rule="4.2")
    refuses("callabra-1905", hand="7S 5C", table="QH 3C", move="5C&7SxQH", code="card", rule="4.1")


def test_9_8_the_tablanette_jack_sweeps_for_nothing() -> None:
    six = Company(hand=6)
    pack = stack(six, ["JS", "9S"], "4H 6H 3H 7H")
    assert replay("tablanette", [pack], ["JSx3H,4H,6H,7H"])["totals"] == [0, 0]


def test_9_8_values_as_phillips_gives_them() -> None:
    allows("tablanette", hand="KS 2C", table="AD 3D TH", move="KSxAD,3D,TH")
    allows("tablanette", hand="AS 2C", table="5D 6D", move="ASx5D,6D")
    refuses("tablanette", hand="KS 2C", table="3D TH", move="KSx3D,TH", code="sum", rule="4.2")


def test_9_9_royal_casino_does_not_raise_its_own_builds() -> None:
    refuses("royal", hand="2S QC", table="[3D+7H=10@1]", move="2S+[3D7H]=12", code="raise-own", rule="5.7")
    allows("royal", hand="2S QC", table="[3D+7H=10@2]", move="2S+[3D7H]=12")


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


def test_9_11_a_build_in_a_sum_is_raised() -> None:
    rules = house("casino", single_build_in_sums="anyone")
    allows(rules, hand="9S 9C", table="2D [3C+4H=7@1]", move="9C+2D,[3C4H]=9")
    royal = house("royal", single_build_in_sums="anyone")
    allows(royal, hand="9S 9C", table="2D [3C+4H=7@2]", move="9C+2D,[3C4H]=9")


def test_9_11_so_not_ones_own_where_own_builds_are_not_raised() -> None:
    royal = house("royal", single_build_in_sums="anyone")
    own = "2D [3C+4H=7@1]"
    refuses(royal, hand="7S 9S 9C", table=own, move="9C+2D,[3C4H]=9", code="raise-own", rule="5.7")
    allows(royal, hand="7S 9S 9C", table=own, move="9Cx2D,[3C4H]")


@pytest.mark.parametrize(("before", "points"), [([19, 0], 2), ([21, 21], 11), ([22, 0], 11)])
def test_9_12_restrictions_look_at_the_score_before_the_round(before: list[int], points: int) -> None:
    everything = " ".join(takes_all(COUPLE, 1).pack.split())
    assert score("dominican", everything, "", before=before)[0]["total"] == points


def test_9_12_a_level_finish_lifts_them_and_not_only_for_the_level_sides() -> None:
    everything = takes_all(COUPLE, 1).pack
    assert score("dominican", "", "", everything, before=[21, 21, 19])[2]["total"] == 11
    assert score("dominican", "", "", everything, before=[20, 20, 19])[2]["total"] == 2
