"""Rulebook section 2: cards and values."""

import pytest

from tests.domain.packs import PACKS
from tests.domain.positions import Rules, allows, ask, house, misunderstood, refuses, replay

WHOLE = " ".join(PACKS["standard"])


@pytest.mark.parametrize(
    ("rules", "seats", "deck", "size"),
    [
        ("casino", 2, "standard", 52),
        ("diamond", 2, "no_faces", 40),
        ("five-handed", 5, "five_handed", 49),
        ("tuxedo", 2, "rook", 40),
    ],
)
def test_2_1_each_pack_can_be_dealt(rules: Rules, seats: int, deck: str, size: int) -> None:
    outcome = replay(rules, [" ".join(PACKS[deck])], [], seats=seats, dealer=1)
    dealt = sum(len(hand.split()) for hand in outcome["hands"]) + len(outcome["table"].split())
    assert dealt + outcome["stock"] == size


@pytest.mark.parametrize(
    ("rules", "seats", "deck"),
    [
        ("casino", 2, WHOLE[3:]),
        ("casino", 2, "AS " + WHOLE[3:-2] + "AS"),
        ("casino", 2, " ".join(PACKS["rook"])),
        ("diamond", 2, WHOLE),
        ("five-handed", 5, WHOLE),
        ("tuxedo", 2, " ".join(PACKS["no_faces"])),
    ],
)
def test_2_1_no_other_cards_can_be_dealt(rules: Rules, seats: int, deck: str) -> None:
    question = {"seats": seats, "dealer": 1, "decks": [deck], "moves": []}
    misunderstood(ask("replay", rules, **question))


def test_2_2_a_numeral_counts_its_pips() -> None:
    allows("casino", hand="9S 2C", table="9D KD", move="9Sx9D")


def test_2_2_a_rook_one_is_an_ace_of_no_other_value() -> None:
    allows("tuxedo", hand="1B 2G", table="1R 5Y", move="1Bx1R")
    refuses("tuxedo", hand="1B 2G", table="5R 6Y", move="1Bx5R,6Y", code="sum", rule="4.2")


def test_2_2_an_ace_counts_one() -> None:
    allows("casino", hand="AS 2C", table="AD KD", move="ASxAD")


def test_2_2_a_royal_ace_also_counts_fourteen() -> None:
    allows("royal", hand="AS 2C", table="6C 8D KH", move="ASx6C,8D")


def test_2_2_a_tablanette_ace_also_counts_eleven() -> None:
    allows("tablanette", hand="AS 2C", table="5D 6C KH", move="ASx5D,6C")


def test_2_2_an_ace_does_not_count_what_its_game_does_not_list() -> None:
    refuses("casino", hand="AS 2C", table="6C 8D", move="ASx6C,8D", code="sum", rule="4.2")
    refuses("royal", hand="AS 2C", table="5D 6C", move="ASx5D,6C", code="sum", rule="4.2")
    refuses("tablanette", hand="AS 2C", table="6C 8D", move="ASx6C,8D", code="sum", rule="4.2")


def test_2_2_a_numeral_counts_nothing_but_its_pips() -> None:
    refuses("royal", hand="9S 2C", table="TD", move="9SxTD", code="sum", rule="4.2")


def test_2_3_royal_faces_count_eleven_twelve_thirteen() -> None:
    allows("royal", hand="JS 2C", table="2D 9D", move="JSx2D,9D")
    allows("royal", hand="QS 2C", table="AD JD", move="QSxAD,JD")
    allows("royal", hand="KS 2C", table="AD QD", move="KSxAD,QD")


def test_2_3_tablanette_queen_counts_thirteen_and_king_fourteen() -> None:
    allows("tablanette", hand="QS 2C", table="4C 9D", move="QSx4C,9D")
    allows("tablanette", hand="KS 2C", table="AD QD", move="KSxAD,QD")
    refuses("tablanette", hand="QS 2C", table="4C 8D", move="QSx4C,8D", code="sum", rule="4.2")


def test_2_3_a_face_without_value_never_adds_up() -> None:
    refuses("casino", hand="JS 2C", table="2D 9D", move="JSx2D,9D", code="face", rule="4.3")
    refuses("casino", hand="KS 2C", table="AD QD", move="KSxAD,QD", code="face", rule="4.3")


def test_2_3_the_tablanette_jack_has_no_value() -> None:
    tame = house("tablanette", jack_takes_all=False)
    allows(tame, hand="JS 2C", table="JD 2D 9D", move="JSxJD")
    refuses(tame, hand="JS 2C", table="JD 2D 9D", move="JSx2D,9D", code="face", rule="4.3")


def test_2_4_the_buckeye_ten_of_diamonds_also_counts_eleven() -> None:
    allows("buckeye", hand="TD 2C", table="JH 4D", move="TDxJH")
    allows("buckeye", hand="TD 2C", table="4D 6H", move="TDx4D,6H")
    allows("buckeye", hand="JS 2C", table="TD KH", move="JSxTD")


def test_2_4_no_other_ten_and_no_other_game_has_it() -> None:
    refuses("buckeye", hand="TH 2C", table="JH 4D", move="THxJH", code="sum", rule="4.2")
    refuses("royal-short", hand="TD 2C", table="JH 4D", move="TDxJH", code="sum", rule="4.2")


def test_2_5_a_loose_ace_stays_open() -> None:
    allows("royal", hand="6S 2C", table="AD 5C", move="6SxAD,5C")
    allows("royal", hand="AS 2C", table="AD 5C 9H", move="ASxAD,5C,9H")


def test_2_5_one_use_is_not_two_values() -> None:
    refuses("buckeye", hand="TD 2C", table="TH JH", move="TDxTH,JH", code="sum", rule="4.2")


def test_2_5_a_card_in_a_build_does_not_change_its_value() -> None:
    allows("buckeye", hand="AS KD", table="[2C+TD=12@2]", move="AS+[2CTD]=13")
    refuses("buckeye", hand="AS AD", table="[2C+TD=12@2]", move="AS+[2CTD]=14", code="sum", rule="5.3")
