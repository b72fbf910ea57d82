"""Rulebook section 5, first part: making, joining and raising builds."""

from tests.domain.packs import COUPLE, stack
from tests.domain.positions import allows, house, refuses, replay, replay_refuses

FOUR = {"seats": 4, "partners": True}


def test_5_1_the_build_is_one_and_yours() -> None:
    pack = stack(COUPLE, ["3S 8H", "2C"], "5D KD QD JD")
    assert set(replay("casino", [pack], ["3S+5D=8"])["table"].split()) == {"KD", "QD", "JD", "[3S+5D=8@1]"}


def test_5_1_not_of_the_played_card_alone() -> None:
    refuses("casino", hand="8S 8H", table="5D KD", move="8S+=8", code="empty-build", rule="5.1")


def test_5_1_not_without_the_played_card() -> None:
    refuses("casino", hand="9C 8H", table="3D 5H", move="9C;3D,5H=8", code="no-building", rule="5.11")


def test_5_1_not_where_there_is_no_building() -> None:
    refuses("hungarian", hand="9S 2C", table="7H 4D", move="2C+7H=9", code="no-building", rule="5")


def test_5_2_you_must_still_hold_the_value() -> None:
    allows("casino", hand="3S 8H", table="5D KD", move="3S+5D=8")
    allows("royal", hand="3S JH", table="8D KD", move="3S+8D=11")


def test_5_2_a_value_you_do_not_hold() -> None:
    refuses("casino", hand="3S 3H 6C", table="AD 2D", move="3S+AD=4", code="hold", rule="5.2")


def test_5_2_the_played_card_does_not_count_as_held() -> None:
    refuses("casino", hand="5S 5C", table="5D", move="5S+5D=10", code="hold", rule="5.2")
    refuses("casino", hand="9S 2C", table="9D", move="9S+9D=9", code="hold", rule="5.2")


def test_5_3_groups_of_the_value() -> None:
    allows("casino", hand="3S 3H 6C", table="AD 2D", move="3S+AD,2D=6")
    allows("casino", hand="3S 3H 6C", table="AD 2D", move="3S+AD,2D=3")


def test_5_3_groups_of_table_cards_alone() -> None:
    allows("casino", hand="9C 9H", table="4S 5S 9D", move="9C+4S,5S,9D=9")
    allows("casino", hand="4C 9H", table="5S 9D", move="4C+5S,9D=9")


def test_5_3_without_extra_groups_only_cards_of_the_played_cards_value() -> None:
    allows("cassino", hand="9C 9H", table="4S 5S 9D", move="9C+9D=9")
    allows("cassino", hand="4C 9H", table="5S 9D", move="4C+5S=9")
    refuses("cassino", hand="9C 9H", table="4S 5S 9D", move="9C+4S,5S=9", code="sum", rule="5.3")
    refuses("cassino", hand="4C 9H", table="5S 9D", move="4C+5S,9D=9", code="sum", rule="5.3")


def test_5_3_no_card_beside_the_groups() -> None:
    refuses("casino", hand="3S 8H", table="5D 2D", move="3S+2D,5D=8", code="sum", rule="5.3")


def test_5_3_no_card_without_a_value_in_a_group() -> None:
    refuses("casino", hand="4C 9S", table="5H QD", move="4C+5H,QD=9", code="face", rule="5.9")


def test_5_3_the_value_is_the_one_named() -> None:
    refuses("casino", hand="3S 9H", table="5D 2D", move="3S+5D=9", code="sum", rule="5.3")


def test_5_4_a_build_of_the_value_joins() -> None:
    allows("casino", hand="6S 9C 9H", table="3D [4C+5H=9@1]", move="6S+3D,[4C5H]=9")
    allows("casino", hand="9C 9H", table="[4C+5H=9@2]", move="9C+[4C5H]=9")
    allows("cassino", hand="6S 9C", table="3D [4C+5H=9@2]", move="6S+3D,[4C5H]=9")


def test_5_4_the_joined_build_is_multiple_and_not_raised_again() -> None:
    moves = ["4C+5H=9", "3S", "9C+[4C5H]=9", "AC+[4C5H9C]=10"]
    pack = stack(COUPLE, ["4C 9C 9H 2C", "AC TC 3S 3H"], "5H KD QD JD")
    assert "[4C+5H,9C=9@1]" in replay("casino", [pack], moves[:3])["table"]
    replay_refuses("casino", [pack], moves, code="multiple", rule="5.6")


def test_5_4_a_build_of_another_value_does_not_join() -> None:
    refuses("casino", hand="9S 9C", table="[4C+6H=10@2]", move="9S+[4C6H]=9", code="sum", rule="5.3")


def test_5_5_a_single_build_is_raised() -> None:
    allows("casino", hand="2S 8H", table="[3C+3H=6@2]", move="2S+[3H3C]=8")
    allows("cassino", hand="2S 8H", table="[3C+3H=6@2]", move="2S+[3H3C]=8")
    allows("casino", hand="AS 9H", table="[2S+3H+3C=8@2]", move="AS+[2S3H3C]=9")


def test_5_5_other_groups_and_builds_join_the_raise() -> None:
    allows("casino", hand="2S 9H", table="9D [3C+4H=7@2]", move="2S+9D,[3C4H]=9")
    allows("casino", hand="2S 9H", table="[3C+4H=7@2] [4C+5H=9@1]", move="2S+[3C4H],[4C5H]=9")


def test_5_5_no_table_card_helps_unless_the_house_says_so() -> None:
    hand, table, move = "3S 8D TH", "2C [AH+4C=5@2]", "3S+2C,[AH4C]=10"
    refuses("casino", hand=hand, table=table, move=move, code="sum", rule="5.3")
    allows(house("casino", raise_with_table_cards=True), hand=hand, table=table, move=move)


def test_5_5_not_two_builds_with_one_card() -> None:
    two = "[AC+2H=3@2] [AD+2D=3@2]"
    refuses("casino", hand="2S 8H", table=two, move="2S+[AD2D],[AC2H]=8", code="build-whole", rule="5.5")


def test_5_5_not_without_the_played_card() -> None:
    rules, table = house("casino", raise_with_table_cards=True), "2C [AH+4C=5@2]"
    refuses(rules, hand="7S 7D", table=table, move="7S+2C,[AH4C]=7", code="sum", rule="5.3")


def test_5_6_a_multiple_build_keeps_its_value() -> None:
    allows("casino", hand="8H 8C TC", table="6D [3C+5H,8D=8@2]", move="8H+[3C5H8D]=8")
    allows("casino", hand="2S 8C TC", table="6D [3C+5H,8D=8@2]", move="2S+6D,[3C5H8D]=8")


def test_5_6_and_may_not_be_raised() -> None:
    refuses("casino", hand="2S TC", table="[3C+5H,8D=8@2]", move="2S+[3C5H8D]=10", code="multiple", rule="5.6")
    refuses("casino", hand="2S 5H", table="[3C,3H=3@2]", move="2S+[3H3C]=5", code="multiple", rule="5.6")


def test_5_7_your_own_build_is_raised_where_raise_own_stands() -> None:
    allows("casino", hand="2S 8H", table="[3C+3H=6@1]", move="2S+[3H3C]=8")


def test_5_7_your_own_build_is_not_raised_elsewhere() -> None:
    refuses("dominican", hand="2S QC", table="[3D+7H=10@1]", move="2S+[3D7H]=12", code="raise-own", rule="5.7")


def test_5_7_a_partners_or_an_opponents_may_be_raised() -> None:
    allows("dominican", hand="2S QC", table="[3D+7H=10@3]", move="2S+[3D7H]=12", **FOUR)
    allows("dominican", hand="2S QC", table="[3D+7H=10@2]", move="2S+[3D7H]=12", **FOUR)


def test_5_8_a_partners_build_is_not_joined() -> None:
    table, move = "[4C+5H=9@3]", "9C+[4C5H]=9"
    refuses("royal-gamerules", hand="9S 9C", table=table, move=move, code="partner", rule="5.8", **FOUR)
    allows("dominican", hand="9S 9C", table=table, move=move, **FOUR)


def test_5_8_a_partners_may_be_raised_and_an_opponents_joined() -> None:
    allows("royal-gamerules", hand="2S JC", table="[4C+5H=9@3]", move="2S+[4C5H]=11", **FOUR)
    allows("royal-gamerules", hand="9S 9C", table="[4C+5H=9@2]", move="9C+[4C5H]=9", **FOUR)


def test_5_8_nor_is_it_joined_in_the_course_of_a_raise() -> None:
    table, move = "[3C+4H=7@2] [4C+5H=9@3]", "2S+[3C4H],[4C5H]=9"
    refuses("royal-gamerules", hand="2S 9C", table=table, move=move, code="partner", rule="5.8", **FOUR)


def test_5_9_faces_of_one_rank_are_built() -> None:
    allows("trailing-royals", hand="QS QD", table="QH", move="QS+QH=Q")
    allows("trailing-royals", hand="QS QD", table="QH QC", move="QS+QH,QC=Q")
    allows("trailing-royals", hand="QS QD", table="[QH,QC=Q@2]", move="QS+[QHQC]=Q")


def test_5_9_you_must_hold_another_of_the_rank() -> None:
    refuses("trailing-royals", hand="QS KD", table="QH", move="QS+QH=Q", code="hold", rule="5.2")


def test_5_9_no_other_rank_goes_in() -> None:
    refuses("trailing-royals", hand="QS QD", table="QH KH", move="QS+QH,KH=Q", code="face", rule="5.9")


def test_5_9_not_where_faces_are_not_built() -> None:
    refuses("casino", hand="QS QD", table="QH", move="QS+QH=Q", code="face", rule="5.9")
