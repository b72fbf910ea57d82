"""Rulebook section 4: the play."""

from tests.domain.packs import COUPLE, Company, script, stack
from tests.domain.positions import allows, cards, house, left_behind, legal, refuses, replay


def test_4_1_one_card_captures_builds_or_trails() -> None:
    moves = legal("casino", hand="9S 2C", table="9D 7H")
    assert moves == {"9S", "2C", "9Sx9D", "2C+7H=9", "2C+7H,9D=9"}


def test_4_1_never_two_cards_at_once() -> None:
    refuses("casino", hand="7S 2C", table="9D", move="2C&7Sx9D", code="card", rule="4.1")


def test_4_1_no_card_you_do_not_hold() -> None:
    refuses("casino", hand="9S 2C", table="AH 4D", move="8S", code="card", rule="4.1")


def test_4_2_groups_that_each_add_up() -> None:
    table = "AC 2D 3H 5S 6C 8D"
    allows("casino", hand="8S 4C", table=table, move="8Sx2D,3H,5S,6C,8D")
    allows("casino", hand="8S 4C", table=table, move="8SxAC,2D,5S,8D")


def test_4_2_you_need_not_take_everything() -> None:
    allows("casino", hand="8S 4C", table="AC 2D 3H 5S 6C 8D", move="8Sx8D")


def test_4_2_a_card_is_not_in_two_groups() -> None:
    refuses("casino", hand="8S 4C", table="3C 3H 5D", move="8Sx3H,3C,5D", code="sum", rule="4.2")


def test_4_2_no_card_is_taken_beside_the_groups() -> None:
    refuses("casino", hand="8S 4C", table="AC 8D", move="8SxAC,8D", code="sum", rule="4.2")


def test_4_2_what_is_not_on_the_table_is_not_taken() -> None:
    refuses("casino", hand="9S 2C", table="AH 4D", move="9Sx9H", code="item", rule="4.2")


def test_4_2_a_capture_of_nothing_is_none() -> None:
    refuses("casino", hand="9S 2C", table="9D", move="9Sx", code="item", rule="4.2")


def test_4_2_without_table_sums_every_group_is_one_card() -> None:
    rules = house("casino", table_sums=False)
    allows(rules, hand="8S 4C", table="8D 8H 5S 3H", move="8Sx8H,8D")
    refuses(rules, hand="8S 4C", table="8D 8H 5S 3H", move="8Sx3H,5S", code="sum", rule="4.2")


def test_4_3_a_face_takes_a_face_of_its_rank() -> None:
    allows("casino", hand="QS 2D", table="QH QC", move="QSxQH")


def test_4_3_exactly_one_and_not_two() -> None:
    refuses("casino", hand="QS 2D", table="QH QC", move="QSxQH,QC", code="face", rule="4.3")


def test_4_3_never_another_rank() -> None:
    refuses("california", hand="QS 2D", table="QH KC", move="QSxQH,KC", code="face", rule="4.3")


def test_4_3_a_face_without_a_value_is_in_no_sum_of_hand_cards() -> None:
    valueless = house("hungarian", face_values="none")
    refuses(valueless, hand="QS 2C", table="5D 9H", move="2C&QSx5D,9H", code="face", rule="4.3")
    allows("hungarian", hand="QS 2C", table="5D 9H", move="2C&QSx5D,9H")


def test_4_3_any_number() -> None:
    allows("california", hand="QS 2D", table="QH QD QC", move="QSxQH,QD")
    allows("california", hand="QS 2D", table="QH QD QC", move="QSxQH,QD,QC")


def test_4_3_one_or_three_and_not_two() -> None:
    rules = house("casino", face_capture="one_or_three")
    allows(rules, hand="QS 2D", table="QH QD QC", move="QSxQH")
    allows(rules, hand="QS 2D", table="QH QD QC", move="QSxQH,QD,QC")
    refuses(rules, hand="QS 2D", table="QH QD QC", move="QSxQH,QD", code="face", rule="4.3")


def test_4_3_a_build_of_its_rank_alone_or_with_loose_ones() -> None:
    allows("trailing-royals", hand="QS 2D", table="QC [QH,QD=Q@2]", move="QSx[QHQD]")
    allows(house("casino", face_builds=True), hand="QS 2D", table="QC [QH,QD=Q@2]", move="QSxQC,[QHQD]")
    refuses("trailing-royals", hand="KS 2D", table="QC [QH,QD=Q@2]", move="KSx[QHQD]", code="build-whole", rule="4.5")


def test_4_4_a_match_takes_sets_besides() -> None:
    allows("dominican", hand="KS 9C", table="AD 5C 7S 8D KH", move="KSxKH")
    allows("dominican", hand="KS 9C", table="AD 5C 7S 8D KH", move="KSx5C,8D,KH")


def test_4_4_a_match_may_not_be_left() -> None:
    refuses("dominican", hand="KS 9C", table="AD 5C 7S 8D KH", move="KSx5C,8D", code="match", rule="4.4")
    refuses("dominican", hand="TS 2C", table="6H 8H TD TC", move="TSxTD", code="match", rule="4.4")


def test_4_4_a_match_may_not_be_trailed() -> None:
    refuses("dominican", hand="TS 2C", table="6H 8H TD TC", move="TS", code="match", rule="4.4")
    refuses("dominican", hand="AS 2C", table="6H AD", move="AS", code="match", rule="4.4")


def test_4_4_a_match_may_be_built_with() -> None:
    allows("dominican", hand="5S TH", table="5D KC", move="5S+5D=10")


def test_4_4_sets_and_builds_may_be_left() -> None:
    allows("dominican", hand="QS 2C", table="4D 5C 7S", move="QS")
    allows("dominican", hand="9S 2C", table="KD [4C+5H=9@2]", move="9S")
    allows("dominican", hand="9S 2C", table="9D [4C+5H=9@2]", move="9Sx9D")


def test_4_4_an_ace_must_take_the_ace_whatever_it_counts() -> None:
    allows("dominican", hand="AS 2C", table="6H 8C AD", move="ASxAD,6H,8C")
    refuses("dominican", hand="AS 2C", table="6H 8C AD", move="ASx6H,8C", code="match", rule="4.4")


def test_4_4_faces_without_value_match_by_rank() -> None:
    rules = house("california", matching="all")
    allows(rules, hand="QS 2C", table="QH QD 5C", move="QSxQH,QD")
    refuses(rules, hand="QS 2C", table="QH QD 5C", move="QSxQH", code="match", rule="4.4")
    refuses(rules, hand="QS 2C", table="QH QD 5C", move="QS", code="match", rule="4.4")


def test_4_4_all_faces_of_the_rank_go_even_where_else_one_would() -> None:
    rules = house("casino", matching="all")
    allows(rules, hand="QS 2C", table="QH QD 5C", move="QSxQH,QD")
    refuses(rules, hand="QS 2C", table="QH QD 5C", move="QSxQH", code="match", rule="4.4")


def test_4_4_elsewhere_a_card_that_could_capture_may_be_trailed() -> None:
    allows("casino", hand="TS 2C", table="6H TD TC", move="TS")
    allows("casino", hand="TS 2C", table="6H TD TC", move="TSxTD")


def test_4_5_a_build_is_captured_whole_by_its_value() -> None:
    allows("casino", hand="9S 2C", table="[4C+5H=9@2]", move="9Sx[4C5H]")
    allows("casino", hand="9S 2C", table="6D 3H 9D [4C+5H=9@2]", move="9Sx3H,6D,9D,[4C5H]")


def test_4_5_not_by_another_value() -> None:
    refuses("casino", hand="TS 2C", table="[4C+5H=9@2]", move="TSx[4C5H]", code="build-whole", rule="4.5")


def test_4_5_not_with_part_of_it() -> None:
    refuses("casino", hand="4S 2C", table="[4C+5H=9@2]", move="4Sx4C", code="item", rule="4.2")


def test_4_5_never_as_part_of_a_sum() -> None:
    refuses("casino", hand="9S KC", table="2D [3C+4H=7@2]", move="9Sx2D,[3C4H]", code="build-whole", rule="4.5")


def test_4_6_a_single_build_stands_in_a_sum_for_anyone() -> None:
    rules = house("casino", single_build_in_sums="anyone")
    allows(rules, hand="9S KC", table="2D [3C+4H=7@2]", move="9Sx2D,[3C4H]")
    allows(rules, hand="9S 7C", table="2D [3C+4H=7@1]", move="9Sx2D,[3C4H]")


def test_4_6_or_for_opponents_and_not_for_owner_or_partner() -> None:
    allows("cassino", hand="9S KC", table="2D [3C+4H=7@2]", move="9Sx2D,[3C4H]")
    four = {"seats": 4, "partners": True}
    refuses("cassino", hand="9S 7C", table="2D [3C+4H=7@1]", move="9Sx2D,[3C4H]", code="build-whole", rule="4.5")
    refuses("cassino", hand="9S", table="2D [3C+4H=7@3]", move="9Sx2D,[3C4H]", code="build-whole", rule="4.5", **four)


def test_4_6_but_never_a_multiple_build() -> None:
    refuses("cassino", hand="9S", table="2D [3C+4H,7D=7@2]", move="9Sx2D,[3C4H7D]", code="build-whole", rule="4.5")


def test_4_6_nor_in_a_build_unless_for_anyone() -> None:
    table, move = "2D [3C+4H=7@2]", "9C+2D,[3C4H]=9"
    allows(house("casino", single_build_in_sums="anyone"), hand="9S 9C", table=table, move=move)
    opponents = house("casino", single_build_in_sums="opponents")
    refuses(opponents, hand="9S 9C", table=table, move=move, code="sum", rule="5.3")


SWEEP = script(COUPLE, stack(COUPLE, ["TS 5S 9S", "4C 8C"], "AH 2H 3H 4H"), "TSxAH,2H,3H,4H", "4C")


def test_4_7_a_capture_goes_to_the_pile_and_the_turn_passes() -> None:
    outcome = replay("casino", [SWEEP.pack], SWEEP.moves[:1])
    assert (outcome["turn"], outcome["table"], cards(outcome["hands"][0]) & {"TS"}) == (2, "", set())


def test_4_7_a_sweep_is_no_second_turn() -> None:
    outcome = replay("casino-sweeps", [SWEEP.pack], SWEEP.moves[:2])
    assert (outcome["turn"], outcome["table"]) == (1, "4C")


def test_4_8_trailing_is_free_beside_what_could_be_done() -> None:
    allows("casino", hand="9S 2C", table="9D [4C+5H=9@2]", move="9S")


def test_4_8_trailing_is_refused_by_matching_and_build_duty_only() -> None:
    refuses("dominican", hand="9S 2C", table="9D", move="9S", code="match", rule="4.4")
    refuses("casino", hand="9S 2C", table="KD [4C+5H=9@1]", move="2C", code="duty", rule="5.10")


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
