"""Rulebook section 5, second part: keeping faith, builds of table cards, owners, building for partner."""

import pytest

from tests.domain.packs import COUPLE, Company, stack
from tests.domain.positions import PLAY, Play, Rules, allows, house, judge, refuses, replay, replay_refuses

OWN_NINE = "KD [4C+5H=9@1]"
TABLE_BUILDS = house("casino", table_only_builds=True)
ONE = house("casino", one_build_per_value=True)
TAKE_OR_ADD = house("casino", duty="take_or_add")
TAKE_ADD_OR_BUILD = house("casino", duty="take_add_or_build")
FREE = house("casino", duty="free")
ONE_GROUP = house("cassino", table_only_builds=True)
FACES = house("trailing-royals", table_only_builds=True)
MATCHING = house("dominican", table_only_builds=True)
ONE_OF_TABLE = house("casino", one_build_per_value=True, table_only_builds=True)

PLAYS: list[Play] = [
    ("5.10 owner may not trail", "casino", "9S 2C", "KD [4C+5H=9@1]", "2C", "duty 5.10"),
    ("5.10 owner may capture elsewhere", "casino", "9S 2C", "2D [4C+5H=9@1]", "2Cx2D", "legal"),
    ("5.10 who owns nothing may trail", "casino", "9S 2C", "KD [4C+5H=9@2]", "2C", "legal"),
    ("5.10 the last card that covers is not played away", "casino", "9S 2C", "9D [4C+5H=9@1]", "9Sx9D", "cover 5.10"),
    ("5.10 the last card that covers is not played away", "casino", "9S 9C", "9D [4C+5H=9@1]", "9Sx9D", "legal"),
    ("5.10 the last card that covers is not played away", "casino", "9S 2C", "9D [4C+5H=9@1]", "9Sx9D,[4C5H]", "legal"),
    ("5.10 a new build does not use up the cover", "casino", "9S TC", "AD [4C+5H=9@1]", "9S+AD=10", "cover 5.10"),
    ("5.10 two values need two cards", "buckeye", "TD JS 3C", "3D [4C+6H=10@1] [5S+6C=11@1]", "3Cx3D", "legal"),
    ("5.10 two values need two cards", "buckeye", "TD 2S 3C", "3D [4C+6H=10@1] [5S+6C=11@1]", "3Cx3D", "cover 5.10"),
    ("5.10 take or add", TAKE_OR_ADD, "9S 2C", "2D [4C+5H=9@1]", "9Sx[4C5H]", "legal"),
    ("5.10 take or add", TAKE_OR_ADD, "9S 9C", "2D [4C+5H=9@1]", "9C+[4C5H]=9", "legal"),
    ("5.10 take or add", TAKE_OR_ADD, "AS TS", "[4C+5H=9@1]", "AS+[4C5H]=10", "legal"),
    ("5.10 take or add refuses all else", TAKE_OR_ADD, "9S 2C", "2D [4C+5H=9@1]", "2C", "duty 5.10"),
    ("5.10 take or add refuses all else", TAKE_OR_ADD, "9S 2C", "2D [4C+5H=9@1]", "2Cx2D", "duty 5.10"),
    ("5.10 take or add refuses all else", TAKE_OR_ADD, "9S 2C 5S", "3D [4C+5H=9@1]", "2C+3D=5", "duty 5.10"),
    ("5.10 take add or build", TAKE_ADD_OR_BUILD, "9S 2C 5S", "3D [4C+5H=9@1]", "2C+3D=5", "legal"),
    ("5.10 take add or build", TAKE_ADD_OR_BUILD, "9S 2C", "2D [4C+5H=9@1]", "9Sx[4C5H]", "legal"),
    ("5.10 free allows anything but losing the cover", FREE, "9S 2C", OWN_NINE, "2C", "legal"),
    ("5.10 free allows anything but losing the cover", FREE, "9S 2C", OWN_NINE, "9S", "cover 5.10"),
    ("5.10 penalty allows anything", "michigan", "9S 2C", OWN_NINE, "2C", "legal"),
    ("5.10 penalty allows anything", "michigan", "9S 2C", OWN_NINE, "9S", "legal"),
    ("5.11 a build of table cards beside a trail", TABLE_BUILDS, "9C 8H", "3D 5H", "9C;3D,5H=8", "legal"),
    ("5.11 a build of table cards beside a trail", TABLE_BUILDS, "9C 8H", "3D 5H 8D", "9C;3D,5H,8D=8", "legal"),
    ("5.11 it counts as building for the duty", TABLE_BUILDS, "2C 9S 8H", "3D 5S [4C+5H=9@1]", "2C;3D,5S=8", "legal"),
    ("5.11 you must hold the value", TABLE_BUILDS, "9C 7H", "3D 5H", "9C;3D,5H=8", "hold 5.2"),
    ("5.11 you must hold the value", TABLE_BUILDS, "8C 7H", "3D 5H", "8C;3D,5H=8", "hold 5.2"),
    ("5.11 not of one card", TABLE_BUILDS, "9C 8H", "8D 5H", "9C;8D=8", "empty-build 5.11"),
    ("5.11 not of cards that do not add up", TABLE_BUILDS, "9C 8H", "4D 5H", "9C;4D,5H=8", "sum 5.11"),
    ("5.11 one group without extra groups", TABLE_BUILDS, "9C 8S", "8H 8D", "9C;8H,8D=8", "legal"),
    ("5.11 one group without extra groups", ONE_GROUP, "9C 8S", "8H 8D", "9C;8H,8D=8", "sum 5.11"),
    ("5.11 one group without extra groups", ONE_GROUP, "9C 8H", "3D 5H 8D", "9C;3D,5H=8", "legal"),
    ("5.11 one group without extra groups", ONE_GROUP, "9C 8H", "3D 5H 8D", "9C;3D,5H,8D=8", "sum 5.11"),
    ("5.11 faces of one rank are such a build too", FACES, "9C QD", "QS QH KS", "9C;QS,QH=Q", "legal"),
    ("5.11 faces of one rank are such a build too", FACES, "9C QD", "QS QH KS", "9C;QS,KS=Q", "sum 5.11"),
    ("5.11 not with a card that may not be trailed", MATCHING, "9C 8H", "3D 5H", "9C;3D,5H=8", "legal"),
    ("5.11 not with a card that may not be trailed", MATCHING, "9C 8H", "3D 5H 9D", "9C;3D,5H=8", "match 4.4"),
    ("5.13 a build of the value is taken in", ONE, "6S 9C", "3D [4C+5H=9@2]", "6S+3D,[4C5H]=9", "legal"),
    ("5.13 a build of the value is taken in", ONE, "6S 8C", "2D [4C+5H=9@2]", "6S+2D=8", "legal"),
    ("5.13 no second build of the value", ONE, "6S 9C", "3D [4C+5H=9@2]", "6S+3D=9", "one-value 5.13"),
    ("5.13 no second build of the value", "casino", "6S 9C", "3D [4C+5H=9@2]", "6S+3D=9", "legal"),
    ("5.13 nor by a raise", ONE, "3S 9C", "[4C+5H=9@2] [3C+3H=6@2]", "3S+[3H3C]=9", "one-value 5.13"),
    ("5.13 nor by a raise", ONE, "3S 9C", "[4C+5H=9@2] [3C+3H=6@2]", "3S+[3H3C],[4C5H]=9", "legal"),
    ("5.13 nor of table cards", ONE_OF_TABLE, "2C 9C", "3D 6D [4C+5H=9@2]", "2C;3D,6D=9", "one-value 5.13"),
]


@pytest.mark.parametrize(PLAY, PLAYS)
def test_plays(statement: str, rules: Rules, hand: str, table: str, move: str, verdict: str) -> None:
    judge(rules, hand, table, move, verdict)


def test_5_10_take_add_or_build_refuses_a_trail_and_another_capture() -> None:
    rules = house("casino", duty="take_add_or_build")
    refuses(rules, hand="9S 2C", table="2D [4C+5H=9@1]", move="2C", code="duty", rule="5.10")
    refuses(rules, hand="9S 2C", table="2D [4C+5H=9@1]", move="2Cx2D", code="duty", rule="5.10")


def test_5_10_the_covering_rule_stands_in_every_other_duty() -> None:
    for duty in ("no_trail", "take_or_add", "take_add_or_build", "free"):
        rules, table = house("casino", duty=duty), "[AC,AD=1@1] [4C+5H=9@1]"
        allows(rules, hand="AS AH TS", table=table, move="AS+[4C5H]=10")
        refuses(rules, hand="AS 9S TS", table=table, move="AS+[4C5H]=10", code="cover", rule="5.10")


def test_5_11_the_build_is_ones_own_and_the_trailed_card_lies_loose() -> None:
    pack = stack(COUPLE, ["9C 8H", "8C"], "3D 5H KD QD")
    assert replay(TABLE_BUILDS, [pack], ["9C;3D,5H=8"])["table"] == "9C QD KD [3D+5H=8@1]"


def test_5_11_no_faces_without_face_builds_or_extra_groups() -> None:
    for rules in (house("casino", table_only_builds=True), house("cassino", table_only_builds=True, face_builds=True)):
        refuses(rules, hand="9C QD", table="QS QH", move="9C;QS,QH=Q", code="sum", rule="5.11")


MADE, ADDED, TAKEN = "4C+5H=9", "9D+[4C5H]=9", "9Cx[4C5H9D]"
OWNERS = stack(COUPLE, ["4C 9C 2C 3C", "9D 9S AS AC"], "5H KD QD JD")


def test_5_12_who_added_last_owns() -> None:
    assert "@2]" in replay("casino", [OWNERS], [MADE, ADDED])["table"]
    replay("casino", [OWNERS], [MADE, ADDED, "2C"])


def test_5_12_who_made_it_does_not_own_it_any_more() -> None:
    replay_refuses("casino", [OWNERS], [MADE, ADDED, "2C", "AS"], code="duty", rule="5.10")
    replay_refuses("casino", [OWNERS], [MADE, "AS", "2C"], code="duty", rule="5.10")


def test_5_12_owning_ends_with_the_capture() -> None:
    replay("casino", [OWNERS], [MADE, ADDED, TAKEN, "AS", "2C"])


FOUR = {"seats": 4, "partners": True}
PARTNERS = Company(seats=4, dealer=4, step=-1)
MAKES_NINE = stack(PARTNERS, ["3C AC 2C 8C", "KS QS JS TS", "4C 9C 7C 9H", "AD 7D 6D KD"], "5H 6H QH TD")
PROVED = ["4C+5H=9", "KS", "3C+6H=9/p"]


def test_5_14_for_a_partner_who_is_proved_to_hold_the_value() -> None:
    allows("dominican-partner", hand="3S 2C", table="9D", move="3S+9D=12/p", proved=["12"], **FOUR)
    allows("dominican-partner", hand="3S 2C", table="[4C+5H=9@2]", move="3S+[4C5H]=12/p", proved=["12"], **FOUR)
    allows("dominican-partner", hand="3S 2C", table="9D [5C+7H=12@3]", move="3S+9D,[5C7H]=12/p", proved=["12"], **FOUR)


def test_5_14_not_without_proof() -> None:
    refuses("dominican-partner", hand="3S 2C", table="9D", move="3S+9D=12/p", code="partner", rule="5.14", **FOUR)
    proved = {"proved": ["11"], **FOUR}
    refuses("dominican-partner", hand="3S 2C", table="9D", move="3S+9D=12/p", code="partner", rule="5.14", **proved)


def test_5_14_nor_by_raising_ones_own_where_that_is_barred() -> None:
    own, proved = "[3D+7H=10@1]", {"proved": ["12"], **FOUR}
    refuses("dominican-partner", hand="2S QC", table=own, move="2S+[3D7H]=12/p", code="raise-own", rule="5.7", **proved)


def test_5_14_not_where_the_house_does_not_play_it() -> None:
    proved = {"proved": ["12"], **FOUR}
    refuses("dominican", hand="3S 2C", table="9D", move="3S+9D=12/p", code="partner", rule="5.14", **proved)


def test_5_14_making_a_build_is_proof_and_the_partner_becomes_the_owner() -> None:
    table = replay("dominican-partner", [MAKES_NINE], PROVED, seats=4, partners=True, dealer=4)["table"]
    assert {"[4C+5H=9@3]", "[3C+6H=9@3]"} < set(table.split())


def test_5_14_no_proof_before_the_build() -> None:
    moves = ["7C", "KS", "3C+6H=9/p"]
    refused = {"code": "partner", "rule": "5.14"}
    replay_refuses("dominican-partner", [MAKES_NINE], moves, seats=4, partners=True, dealer=4, **refused)


def test_5_14_no_proof_when_the_card_has_been_played() -> None:
    moves = ["4C+5H=9", "KS", "AC", "7D", "9Cx[4C5H]", "JS", "3C+6H=9/p"]
    refused = {"code": "partner", "rule": "5.14"}
    replay_refuses("dominican-partner", [MAKES_NINE], moves, seats=4, partners=True, dealer=4, **refused)
