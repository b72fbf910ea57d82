"""Rulebook section 5, first part: making, joining and raising builds."""

import pytest

from tests.domain.packs import COUPLE, stack
from tests.domain.positions import PLAY, Play, Rules, allows, house, judge, refuses, replay, replay_refuses

HELPED = house("casino", raise_with_table_cards=True)

PLAYS: list[Play] = [
    ("5.1 not of the played card alone", "casino", "8S 8H", "5D KD", "8S+=8", "empty-build 5.1"),
    ("5.1 not without the played card", "casino", "9C 8H", "3D 5H", "9C;3D,5H=8", "no-building 5.11"),
    ("5.1 not where there is no building", "hungarian", "9S 2C", "7H 4D", "2C+7H=9", "no-building 5"),
    ("5.2 you must still hold the value", "casino", "3S 8H", "5D KD", "3S+5D=8", "legal"),
    ("5.2 you must still hold the value", "royal", "3S JH", "8D KD", "3S+8D=11", "legal"),
    ("5.2 a value you do not hold", "casino", "3S 3H 6C", "AD 2D", "3S+AD=4", "hold 5.2"),
    ("5.2 the played card does not count as held", "casino", "5S 5C", "5D", "5S+5D=10", "hold 5.2"),
    ("5.2 the played card does not count as held", "casino", "9S 2C", "9D", "9S+9D=9", "hold 5.2"),
    ("5.3 groups of the value", "casino", "3S 3H 6C", "AD 2D", "3S+AD,2D=6", "legal"),
    ("5.3 groups of the value", "casino", "3S 3H 6C", "AD 2D", "3S+AD,2D=3", "legal"),
    ("5.3 groups of table cards alone", "casino", "9C 9H", "4S 5S 9D", "9C+4S,5S,9D=9", "legal"),
    ("5.3 groups of table cards alone", "casino", "4C 9H", "5S 9D", "4C+5S,9D=9", "legal"),
    ("5.3 no card beside the groups", "casino", "3S 8H", "5D 2D", "3S+2D,5D=8", "sum 5.3"),
    ("5.3 no card without a value in a group", "casino", "4C 9S", "5H QD", "4C+5H,QD=9", "face 5.9"),
    ("5.3 the value is the one named", "casino", "3S 9H", "5D 2D", "3S+5D=9", "sum 5.3"),
    ("5.4 a build of the value joins", "casino", "6S 9C 9H", "3D [4C+5H=9@1]", "6S+3D,[4C5H]=9", "legal"),
    ("5.4 a build of the value joins", "casino", "9C 9H", "[4C+5H=9@2]", "9C+[4C5H]=9", "legal"),
    ("5.4 a build of the value joins", "cassino", "6S 9C", "3D [4C+5H=9@2]", "6S+3D,[4C5H]=9", "legal"),
    ("5.4 a build of another value does not join", "casino", "9S 9C", "[4C+6H=10@2]", "9S+[4C6H]=9", "sum 5.3"),
    ("5.5 a single build is raised", "casino", "2S 8H", "[3C+3H=6@2]", "2S+[3H3C]=8", "legal"),
    ("5.5 a single build is raised", "cassino", "2S 8H", "[3C+3H=6@2]", "2S+[3H3C]=8", "legal"),
    ("5.5 a single build is raised", "casino", "AS 9H", "[2S+3H+3C=8@2]", "AS+[2S3H3C]=9", "legal"),
    ("5.5 not without the played card", HELPED, "7S 7D", "2C [AH+4C=5@2]", "7S+2C,[AH4C]=7", "sum 5.3"),
    ("5.6 a multiple build keeps its value", "casino", "8H 8C TC", "6D [3C+5H,8D=8@2]", "8H+[3C5H8D]=8", "legal"),
    ("5.6 a multiple build keeps its value", "casino", "2S 8C TC", "6D [3C+5H,8D=8@2]", "2S+6D,[3C5H8D]=8", "legal"),
    ("5.6 and may not be raised", "casino", "2S TC", "[3C+5H,8D=8@2]", "2S+[3C5H8D]=10", "multiple 5.6"),
    ("5.6 and may not be raised", "casino", "2S 5H", "[3C,3H=3@2]", "2S+[3H3C]=5", "multiple 5.6"),
    ("5.7 your own build is raised where raise own stands", "casino", "2S 8H", "[3C+3H=6@1]", "2S+[3H3C]=8", "legal"),
    ("5.9 faces of one rank are built", "trailing-royals", "QS QD", "QH", "QS+QH=Q", "legal"),
    ("5.9 faces of one rank are built", "trailing-royals", "QS QD", "QH QC", "QS+QH,QC=Q", "legal"),
    ("5.9 faces of one rank are built", "trailing-royals", "QS QD", "[QH,QC=Q@2]", "QS+[QHQC]=Q", "legal"),
    ("5.9 you must hold another of the rank", "trailing-royals", "QS KD", "QH", "QS+QH=Q", "hold 5.2"),
    ("5.9 no other rank goes in", "trailing-royals", "QS QD", "QH KH", "QS+QH,KH=Q", "face 5.9"),
    ("5.9 not where faces are not built", "casino", "QS QD", "QH", "QS+QH=Q", "face 5.9"),
]


@pytest.mark.parametrize(PLAY, PLAYS)
def test_plays(statement: str, rules: Rules, hand: str, table: str, move: str, verdict: str) -> None:
    judge(rules, hand, table, move, verdict)


JOINED = "[3C+4H=7@2] [4C+5H=9@3]"


def test_5_1_the_build_is_one_and_yours() -> None:
    pack = stack(COUPLE, ["3S 8H", "2C"], "5D KD QD JD")
    assert set(replay("casino", [pack], ["3S+5D=8"])["table"].split()) == {"KD", "QD", "JD", "[3S+5D=8@1]"}


def test_5_3_without_extra_groups_only_cards_of_the_played_cards_value() -> None:
    allows("cassino", hand="9C 9H", table="4S 5S 9D", move="9C+9D=9")
    allows("cassino", hand="4C 9H", table="5S 9D", move="4C+5S=9")
    refuses("cassino", hand="9C 9H", table="4S 5S 9D", move="9C+4S,5S=9", code="sum", rule="5.3")
    refuses("cassino", hand="4C 9H", table="5S 9D", move="4C+5S,9D=9", code="sum", rule="5.3")


def test_5_3_each_card_of_the_value_joins_even_where_two_of_them_could_add_up() -> None:
    rules = house("cassino", extra_values={"6H": [12], "6D": [12], "6S": [12], "6C": [12]})
    allows(rules, hand="6S 6C", table="6H 6D", move="6S+6H,6D=12")


def test_5_9_no_face_with_a_value_is_held_for_a_build_of_faces() -> None:
    rules = house("trailing-royals", extra_values={"QD": [12]})
    refuses(rules, hand="QS QD", table="QH", move="QS+QH=Q", code="hold", rule="5.2")
    allows(rules, hand="QS QC QD", table="QH", move="QS+QH=Q")


def test_5_4_the_joined_build_is_multiple_and_not_raised_again() -> None:
    moves = ["4C+5H=9", "3S", "9C+[4C5H]=9", "AC+[4C5H9C]=10"]
    pack = stack(COUPLE, ["4C 9C 9H 2C", "AC TC 3S 3H"], "5H KD QD JD")
    assert "[4C+5H,9C=9@1]" in replay("casino", [pack], moves[:3])["table"]
    replay_refuses("casino", [pack], moves, code="multiple", rule="5.6")


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


def test_5_7_your_own_build_is_not_raised_elsewhere() -> None:
    refuses("dominican", hand="2S QC", table="[3D+7H=10@1]", move="2S+[3D7H]=12", code="raise-own", rule="5.7")


@pytest.mark.parametrize(
    PLAY,
    [
        ("5.7 a partners may be raised", "dominican", "2S QC", "[3D+7H=10@3]", "2S+[3D7H]=12", "legal"),
        ("5.7 an opponents may be raised", "dominican", "2S QC", "[3D+7H=10@2]", "2S+[3D7H]=12", "legal"),
        ("5.8 a partners is not joined", "royal-gamerules", "9S 9C", "[4C+5H=9@3]", "9C+[4C5H]=9", "partner 5.8"),
        ("5.8 a partners is joined", "dominican", "9S 9C", "[4C+5H=9@3]", "9C+[4C5H]=9", "legal"),
        ("5.8 a partners may be raised", "royal-gamerules", "2S JC", "[4C+5H=9@3]", "2S+[4C5H]=11", "legal"),
        ("5.8 an opponents is joined", "royal-gamerules", "9S 9C", "[4C+5H=9@2]", "9C+[4C5H]=9", "legal"),
        ("5.8 not in a raise", "royal-gamerules", "2S 9C", JOINED, "2S+[3C4H],[4C5H]=9", "partner 5.8"),
    ],
)
def test_plays_of_partners(statement: str, rules: Rules, hand: str, table: str, move: str, verdict: str) -> None:
    judge(rules, hand, table, move, verdict, seats=4, partners=True)
