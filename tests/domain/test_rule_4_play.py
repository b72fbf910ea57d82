"""Rulebook section 4: the play."""

import pytest

from tests.domain.packs import COUPLE, Company, script, stack
from tests.domain.positions import PLAY, Play, Rules, allows, cards, house, judge, left_behind, legal, refuses, replay

MATCH_ALL = house("casino", matching="all")
MATCH_ALL_FACES = house("california", matching="all")
ONE_OR_THREE = house("casino", face_capture="one_or_three")
NO_TABLE_SUMS = house("casino", table_sums=False)
ANYONE = house("casino", single_build_in_sums="anyone")
OPPONENTS = house("casino", single_build_in_sums="opponents")

PLAYS: list[Play] = [
    ("4.1 never two cards at once", "casino", "7S 2C", "9D", "2C&7Sx9D", "card 4.1"),
    ("4.1 no card you do not hold", "casino", "9S 2C", "AH 4D", "8S", "card 4.1"),
    ("4.2 groups that each add up", "casino", "8S 4C", "AC 2D 3H 5S 6C 8D", "8Sx2D,3H,5S,6C,8D", "legal"),
    ("4.2 groups that each add up", "casino", "8S 4C", "AC 2D 3H 5S 6C 8D", "8SxAC,2D,5S,8D", "legal"),
    ("4.2 you need not take everything", "casino", "8S 4C", "AC 2D 3H 5S 6C 8D", "8Sx8D", "legal"),
    ("4.2 a card is not in two groups", "casino", "8S 4C", "3C 3H 5D", "8Sx3H,3C,5D", "sum 4.2"),
    ("4.2 no card is taken beside the groups", "casino", "8S 4C", "AC 8D", "8SxAC,8D", "sum 4.2"),
    ("4.2 what is not on the table is not taken", "casino", "9S 2C", "AH 4D", "9Sx9H", "item 4.2"),
    ("4.2 a capture of nothing is none", "casino", "9S 2C", "9D", "9Sx", "item 4.2"),
    ("4.2 without table sums every group is one card", NO_TABLE_SUMS, "8S 4C", "8D 8H 5S 3H", "8Sx8H,8D", "legal"),
    ("4.2 without table sums every group is one card", NO_TABLE_SUMS, "8S 4C", "8D 8H 5S 3H", "8Sx3H,5S", "sum 4.2"),
    ("4.3 a face takes a face of its rank", "casino", "QS 2D", "QH QC", "QSxQH", "legal"),
    ("4.3 exactly one and not two", "casino", "QS 2D", "QH QC", "QSxQH,QC", "face 4.3"),
    ("4.3 never another rank", "california", "QS 2D", "QH KC", "QSxQH,KC", "face 4.3"),
    ("4.3 any number", "california", "QS 2D", "QH QD QC", "QSxQH,QD", "legal"),
    ("4.3 any number", "california", "QS 2D", "QH QD QC", "QSxQH,QD,QC", "legal"),
    ("4.3 one or three and not two", ONE_OR_THREE, "QS 2D", "QH QD QC", "QSxQH", "legal"),
    ("4.3 one or three and not two", ONE_OR_THREE, "QS 2D", "QH QD QC", "QSxQH,QD,QC", "legal"),
    ("4.3 one or three and not two", ONE_OR_THREE, "QS 2D", "QH QD QC", "QSxQH,QD", "face 4.3"),
    ("4.4 a match takes sets besides", "dominican", "KS 9C", "AD 5C 7S 8D KH", "KSxKH", "legal"),
    ("4.4 a match takes sets besides", "dominican", "KS 9C", "AD 5C 7S 8D KH", "KSx5C,8D,KH", "legal"),
    ("4.4 a match may not be left", "dominican", "KS 9C", "AD 5C 7S 8D KH", "KSx5C,8D", "match 4.4"),
    ("4.4 a match may not be left", "dominican", "TS 2C", "6H 8H TD TC", "TSxTD", "match 4.4"),
    ("4.4 a match may not be trailed", "dominican", "TS 2C", "6H 8H TD TC", "TS", "match 4.4"),
    ("4.4 a match may not be trailed", "dominican", "AS 2C", "6H AD", "AS", "match 4.4"),
    ("4.4 a match may be built with", "dominican", "5S TH", "5D KC", "5S+5D=10", "legal"),
    ("4.4 sets and builds may be left", "dominican", "QS 2C", "4D 5C 7S", "QS", "legal"),
    ("4.4 sets and builds may be left", "dominican", "9S 2C", "KD [4C+5H=9@2]", "9S", "legal"),
    ("4.4 sets and builds may be left", "dominican", "9S 2C", "9D [4C+5H=9@2]", "9Sx9D", "legal"),
    ("4.4 an ace must take the ace whatever it counts", "dominican", "AS 2C", "6H 8C AD", "ASxAD,6H,8C", "legal"),
    ("4.4 an ace must take the ace whatever it counts", "dominican", "AS 2C", "6H 8C AD", "ASx6H,8C", "match 4.4"),
    ("4.4 faces without value match by rank", MATCH_ALL_FACES, "QS 2C", "QH QD 5C", "QSxQH,QD", "legal"),
    ("4.4 faces without value match by rank", MATCH_ALL_FACES, "QS 2C", "QH QD 5C", "QSxQH", "match 4.4"),
    ("4.4 faces without value match by rank", MATCH_ALL_FACES, "QS 2C", "QH QD 5C", "QS", "match 4.4"),
    ("4.4 all faces of the rank go even where else one would", MATCH_ALL, "QS 2C", "QH QD 5C", "QSxQH,QD", "legal"),
    ("4.4 all faces of the rank go even where else one would", MATCH_ALL, "QS 2C", "QH QD 5C", "QSxQH", "match 4.4"),
    ("4.4 elsewhere a card that could capture may be trailed", "casino", "TS 2C", "6H TD TC", "TS", "legal"),
    ("4.4 elsewhere a card that could capture may be trailed", "casino", "TS 2C", "6H TD TC", "TSxTD", "legal"),
    ("4.5 not by another value", "casino", "TS 2C", "[4C+5H=9@2]", "TSx[4C5H]", "build-whole 4.5"),
    ("4.5 not with part of it", "casino", "4S 2C", "[4C+5H=9@2]", "4Sx4C", "item 4.2"),
    ("4.5 never as part of a sum", "casino", "9S KC", "2D [3C+4H=7@2]", "9Sx2D,[3C4H]", "build-whole 4.5"),
    ("4.6 a single build stands in a sum for anyone", ANYONE, "9S KC", "2D [3C+4H=7@2]", "9Sx2D,[3C4H]", "legal"),
    ("4.6 a single build stands in a sum for anyone", ANYONE, "9S 7C", "2D [3C+4H=7@1]", "9Sx2D,[3C4H]", "legal"),
    ("4.6 but never a multiple build", "cassino", "9S", "2D [3C+4H,7D=7@2]", "9Sx2D,[3C4H7D]", "build-whole 4.5"),
    ("4.6 nor in a build unless for anyone", ANYONE, "9S 9C", "2D [3C+4H=7@2]", "9C+2D,[3C4H]=9", "legal"),
    ("4.6 nor in a build unless for anyone", OPPONENTS, "9S 9C", "2D [3C+4H=7@2]", "9C+2D,[3C4H]=9", "sum 5.3"),
    ("4.8 trailing is free beside what could be done", "casino", "9S 2C", "9D [4C+5H=9@2]", "9S", "legal"),
    ("4.8 trailing is refused by matching and build duty only", "dominican", "9S 2C", "9D", "9S", "match 4.4"),
    ("4.8 trailing is refused by matching and build duty only", "casino", "9S 2C", "KD [4C+5H=9@1]", "2C", "duty 5.10"),
]


@pytest.mark.parametrize(PLAY, PLAYS)
def test_plays(statement: str, rules: Rules, hand: str, table: str, move: str, verdict: str) -> None:
    judge(rules, hand, table, move, verdict)


def test_4_1_one_card_captures_builds_or_trails() -> None:
    moves = legal("casino", hand="9S 2C", table="9D 7H")
    assert moves == {"9S", "2C", "9Sx9D", "2C+7H=9", "2C+7H,9D=9"}


def test_4_3_a_face_without_a_value_is_in_no_sum_of_hand_cards() -> None:
    valueless = house("hungarian", face_values="none")
    refuses(valueless, hand="QS 2C", table="5D 9H", move="2C&QSx5D,9H", code="face", rule="4.3")
    allows("hungarian", hand="QS 2C", table="5D 9H", move="2C&QSx5D,9H")


def test_4_3_a_build_of_its_rank_alone_or_with_loose_ones() -> None:
    allows("trailing-royals", hand="QS 2D", table="QC [QH,QD=Q@2]", move="QSx[QHQD]")
    allows(house("casino", face_builds=True), hand="QS 2D", table="QC [QH,QD=Q@2]", move="QSxQC,[QHQD]")
    refuses("trailing-royals", hand="KS 2D", table="QC [QH,QD=Q@2]", move="KSx[QHQD]", code="build-whole", rule="4.5")


def test_4_5_a_build_is_captured_whole_by_its_value() -> None:
    allows("casino", hand="9S 2C", table="[4C+5H=9@2]", move="9Sx[4C5H]")
    allows("casino", hand="9S 2C", table="6D 3H 9D [4C+5H=9@2]", move="9Sx3H,6D,9D,[4C5H]")


def test_4_6_or_for_opponents_and_not_for_owner_or_partner() -> None:
    allows("cassino", hand="9S KC", table="2D [3C+4H=7@2]", move="9Sx2D,[3C4H]")
    four = {"seats": 4, "partners": True}
    refuses("cassino", hand="9S 7C", table="2D [3C+4H=7@1]", move="9Sx2D,[3C4H]", code="build-whole", rule="4.5")
    refuses("cassino", hand="9S", table="2D [3C+4H=7@3]", move="9Sx2D,[3C4H]", code="build-whole", rule="4.5", **four)


SWEEP = script(COUPLE, stack(COUPLE, ["TS 5S 9S", "4C 8C"], "AH 2H 3H 4H"), "TSxAH,2H,3H,4H", "4C")


def test_4_7_a_capture_goes_to_the_pile_and_the_turn_passes() -> None:
    outcome = replay("casino", [SWEEP.pack], SWEEP.moves[:1])
    assert (outcome["turn"], outcome["table"], cards(outcome["hands"][0]) & {"TS"}) == (2, "", set())


def test_4_7_a_sweep_is_no_second_turn() -> None:
    outcome = replay("casino-sweeps", [SWEEP.pack], SWEEP.moves[:2])
    assert (outcome["turn"], outcome["table"]) == (1, "4C")


THREE = Company(hand=3)


def test_4_9_an_empty_hand_is_skipped() -> None:
    pack = stack(THREE, ["AS 2S 3S", "KS KH KD"], "6H TD JD QD")
    turns = [replay("hungarian", [pack], moves)["turn"] for moves in (["AS&2S&3Sx6H"], ["AS&2S&3Sx6H", "KS"])]
    assert turns == [2, 2]


def test_4_9_nor_is_there_a_new_deal_while_others_still_hold_some() -> None:
    pack = stack(THREE, ["AS 2S 3S", "KS KH KD"], "6H TD JD QD")
    assert replay("hungarian", [pack], ["AS&2S&3Sx6H", "KS", "KH"])["deal"] == 1
    assert replay("hungarian", [pack], ["AS&2S&3Sx6H", "KS", "KH", "KD"])["deal"] == 2


def test_4_10_a_trail_leaves_behind_what_its_card_could_take() -> None:
    assert left_behind("casino", hand="9S 2C", table="4D 5C 9H KD", move="9S") == cards("4D 5C 9H")
    assert left_behind("casino", hand="9S 2C", table="6H [4C+5H=9@2]", move="9S") == {"[4C5H]"}


def test_4_10_a_capture_leaves_behind_what_it_could_take_besides() -> None:
    assert left_behind("casino", hand="9S 2C", table="4D 5C 9H", move="9Sx9H") == cards("4D 5C")


def test_4_10_nothing_that_only_another_choice_would_have_taken() -> None:
    assert left_behind("casino", hand="8S 2C", table="3D 5H 5C", move="8Sx3D,5H") == set()
    assert left_behind("casino", hand="QS 2C", table="QD QH", move="QSxQD") == set()


def test_4_10_nothing_after_a_build() -> None:
    assert left_behind("casino", hand="9S 2C", table="7D 9H 2D", move="2C+7D=9") == set()


def test_4_10_nothing_that_an_opponents_rule_forbids() -> None:
    assert left_behind("cassino", hand="9S 7C", table="2D [3C+4H=7@2]", move="9S") == {"2D", "[3C4H]"}
    assert left_behind("casino", hand="9S 7C", table="2D [3C+4H=7@2]", move="9S") == set()
