"""Rulebook section 5, second part: keeping faith, builds of table cards, owners, building for partner."""

from tests.domain.packs import COUPLE, Company, stack
from tests.domain.positions import allows, house, refuses, replay, replay_refuses

OWN_NINE = "KD [4C+5H=9@1]"


def test_5_10_owner_may_not_trail() -> None:
    refuses("casino", hand="9S 2C", table="KD [4C+5H=9@1]", move="2C", code="duty", rule="5.10")


def test_5_10_owner_may_capture_elsewhere() -> None:
    allows("casino", hand="9S 2C", table="2D [4C+5H=9@1]", move="2Cx2D")


def test_5_10_who_owns_nothing_may_trail() -> None:
    allows("casino", hand="9S 2C", table="KD [4C+5H=9@2]", move="2C")


def test_5_10_the_last_card_that_covers_is_not_played_away() -> None:
    refuses("casino", hand="9S 2C", table="9D [4C+5H=9@1]", move="9Sx9D", code="cover", rule="5.10")
    allows("casino", hand="9S 9C", table="9D [4C+5H=9@1]", move="9Sx9D")
    allows("casino", hand="9S 2C", table="9D [4C+5H=9@1]", move="9Sx9D,[4C5H]")


def test_5_10_a_new_build_does_not_use_up_the_cover() -> None:
    refuses("casino", hand="9S TC", table="AD [4C+5H=9@1]", move="9S+AD=10", code="cover", rule="5.10")


def test_5_10_two_values_need_two_cards() -> None:
    own = "3D [4C+6H=10@1] [5S+6C=11@1]"
    allows("buckeye", hand="TD JS 3C", table=own, move="3Cx3D")
    refuses("buckeye", hand="TD 2S 3C", table=own, move="3Cx3D", code="cover", rule="5.10")


def test_5_10_take_or_add() -> None:
    rules = house("casino", duty="take_or_add")
    allows(rules, hand="9S 2C", table="2D [4C+5H=9@1]", move="9Sx[4C5H]")
    allows(rules, hand="9S 9C", table="2D [4C+5H=9@1]", move="9C+[4C5H]=9")
    allows(rules, hand="AS TS", table="[4C+5H=9@1]", move="AS+[4C5H]=10")


def test_5_10_take_or_add_refuses_all_else() -> None:
    rules = house("casino", duty="take_or_add")
    refuses(rules, hand="9S 2C", table="2D [4C+5H=9@1]", move="2C", code="duty", rule="5.10")
    refuses(rules, hand="9S 2C", table="2D [4C+5H=9@1]", move="2Cx2D", code="duty", rule="5.10")
    refuses(rules, hand="9S 2C 5S", table="3D [4C+5H=9@1]", move="2C+3D=5", code="duty", rule="5.10")


def test_5_10_take_add_or_build() -> None:
    rules = house("casino", duty="take_add_or_build")
    allows(rules, hand="9S 2C 5S", table="3D [4C+5H=9@1]", move="2C+3D=5")
    allows(rules, hand="9S 2C", table="2D [4C+5H=9@1]", move="9Sx[4C5H]")


def test_5_10_take_add_or_build_refuses_a_trail_and_another_capture() -> None:
    rules = house("casino", duty="take_add_or_build")
    refuses(rules, hand="9S 2C", table="2D [4C+5H=9@1]", move="2C", code="duty", rule="5.10")
    refuses(rules, hand="9S 2C", table="2D [4C+5H=9@1]", move="2Cx2D", code="duty", rule="5.10")


def test_5_10_free_allows_anything_but_losing_the_cover() -> None:
    rules = house("casino", duty="free")
    allows(rules, hand="9S 2C", table=OWN_NINE, move="2C")
    refuses(rules, hand="9S 2C", table=OWN_NINE, move="9S", code="cover", rule="5.10")


def test_5_10_penalty_allows_anything() -> None:
    allows("michigan", hand="9S 2C", table=OWN_NINE, move="2C")
    allows("michigan", hand="9S 2C", table=OWN_NINE, move="9S")


def test_5_10_the_covering_rule_stands_in_every_other_duty() -> None:
    for duty in ("no_trail", "take_or_add", "take_add_or_build", "free"):
        rules, table = house("casino", duty=duty), "[AC,AD=1@1] [4C+5H=9@1]"
        allows(rules, hand="AS AH TS", table=table, move="AS+[4C5H]=10")
        refuses(rules, hand="AS 9S TS", table=table, move="AS+[4C5H]=10", code="cover", rule="5.10")


TABLE_BUILDS = house("casino", table_only_builds=True)


def test_5_11_a_build_of_table_cards_beside_a_trail() -> None:
    allows(TABLE_BUILDS, hand="9C 8H", table="3D 5H", move="9C;3D,5H=8")
    allows(TABLE_BUILDS, hand="9C 8H", table="3D 5H 8D", move="9C;3D,5H,8D=8")


def test_5_11_the_build_is_ones_own_and_the_trailed_card_lies_loose() -> None:
    pack = stack(COUPLE, ["9C 8H", "8C"], "3D 5H KD QD")
    assert replay(TABLE_BUILDS, [pack], ["9C;3D,5H=8"])["table"] == "9C QD KD [3D+5H=8@1]"


def test_5_11_it_counts_as_building_for_the_duty() -> None:
    allows(TABLE_BUILDS, hand="2C 9S 8H", table="3D 5S [4C+5H=9@1]", move="2C;3D,5S=8")


def test_5_11_you_must_hold_the_value() -> None:
    refuses(TABLE_BUILDS, hand="9C 7H", table="3D 5H", move="9C;3D,5H=8", code="hold", rule="5.2")
    refuses(TABLE_BUILDS, hand="8C 7H", table="3D 5H", move="8C;3D,5H=8", code="hold", rule="5.2")


def test_5_11_not_of_one_card() -> None:
    refuses(TABLE_BUILDS, hand="9C 8H", table="8D 5H", move="9C;8D=8", code="empty-build", rule="5.11")


def test_5_11_not_of_cards_that_do_not_add_up() -> None:
    refuses(TABLE_BUILDS, hand="9C 8H", table="4D 5H", move="9C;4D,5H=8", code="sum", rule="5.11")


def test_5_11_one_group_without_extra_groups() -> None:
    rules = house("cassino", table_only_builds=True)
    allows(TABLE_BUILDS, hand="9C 8S", table="8H 8D", move="9C;8H,8D=8")
    refuses(rules, hand="9C 8S", table="8H 8D", move="9C;8H,8D=8", code="sum", rule="5.11")
    allows(rules, hand="9C 8H", table="3D 5H 8D", move="9C;3D,5H=8")
    refuses(rules, hand="9C 8H", table="3D 5H 8D", move="9C;3D,5H,8D=8", code="sum", rule="5.11")


def test_5_11_faces_of_one_rank_are_such_a_build_too() -> None:
    rules = house("trailing-royals", table_only_builds=True)
    allows(rules, hand="9C QD", table="QS QH KS", move="9C;QS,QH=Q")
    refuses(rules, hand="9C QD", table="QS QH KS", move="9C;QS,KS=Q", code="sum", rule="5.11")


def test_5_11_no_faces_without_face_builds_or_extra_groups() -> None:
    for rules in (house("casino", table_only_builds=True), house("cassino", table_only_builds=True, face_builds=True)):
        refuses(rules, hand="9C QD", table="QS QH", move="9C;QS,QH=Q", code="sum", rule="5.11")


def test_5_11_not_with_a_card_that_may_not_be_trailed() -> None:
    rules = house("dominican", table_only_builds=True)
    allows(rules, hand="9C 8H", table="3D 5H", move="9C;3D,5H=8")
    refuses(rules, hand="9C 8H", table="3D 5H 9D", move="9C;3D,5H=8", code="match", rule="4.4")


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


ONE = house("casino", one_build_per_value=True)


def test_5_13_a_build_of_the_value_is_taken_in() -> None:
    allows(ONE, hand="6S 9C", table="3D [4C+5H=9@2]", move="6S+3D,[4C5H]=9")
    allows(ONE, hand="6S 8C", table="2D [4C+5H=9@2]", move="6S+2D=8")


def test_5_13_no_second_build_of_the_value() -> None:
    refuses(ONE, hand="6S 9C", table="3D [4C+5H=9@2]", move="6S+3D=9", code="one-value", rule="5.13")
    allows("casino", hand="6S 9C", table="3D [4C+5H=9@2]", move="6S+3D=9")


def test_5_13_nor_by_a_raise() -> None:
    table = "[4C+5H=9@2] [3C+3H=6@2]"
    refuses(ONE, hand="3S 9C", table=table, move="3S+[3H3C]=9", code="one-value", rule="5.13")
    allows(ONE, hand="3S 9C", table=table, move="3S+[3H3C],[4C5H]=9")


def test_5_13_nor_of_table_cards() -> None:
    rules = house("casino", one_build_per_value=True, table_only_builds=True)
    refuses(rules, hand="2C 9C", table="3D 6D [4C+5H=9@2]", move="2C;3D,6D=9", code="one-value", rule="5.13")


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
