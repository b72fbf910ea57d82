"""Rulebook section 12: notation."""

import pytest

from tests.domain.packs import COUPLE, PACKS, Company, stack
from tests.domain.positions import allows, ask, cards, house, legal, misunderstood, refuses, replay

FIXED = " ".join(PACKS["standard"])


def unreadable(rules: str = "casino", *, hand: str = "9S 2C", table: str = "KD", move: str = "9S") -> None:
    misunderstood(ask("check", rules, hand=hand, table=table, move=move))


def test_12_1_rank_then_suit() -> None:
    allows("casino", hand="AS TD KH 2C", table="", move="TD")
    allows("tuxedo", hand="1B TR 9G 2Y", table="", move="1B")


@pytest.mark.parametrize("card", ["10D", "SA", "1S", "as", "XS", "A", "9X", ""])
def test_12_1_no_other_code_is_a_card(card: str) -> None:
    unreadable(hand=f"9S {card}" if card else "9S 9S")


def test_12_2_by_rank_then_suit_builds_after_loose_cards_by_their_first_card() -> None:
    pack = stack(COUPLE, ["KS", "2S"], "AC TH AD 9S")
    assert replay("casino", [pack], [])["table"] == "AD AC 9S TH"
    moves = legal("casino", hand="9S", table="[3C+6H=9@2] 9C [2D+7D=9@2] 9D")
    assert "9Sx9D,9C,[2D7D],[3C6H]" in moves


def test_12_2_not_in_another_order() -> None:
    assert "9Sx9C,9D" not in legal("casino", hand="9S", table="9C 9D")
    assert "7S&5Cx2H,TD" not in legal("hungarian", hand="7S 5C", table="2H TD")


def test_12_3_builds_on_the_table() -> None:
    allows("casino", hand="9S 2C", table="[5S+4C=9@2]", move="9Sx[4C5S]")
    allows("casino", hand="9S 2C", table="KD [4C+5S,9H=9@2] QD", move="9Sx[4C5S9H]")
    allows("michigan", hand="9S 2C", table="[4C+5S=9@0]", move="9Sx[4C5S]")
    allows("trailing-royals", hand="QD 2C", table="[QS,QH=Q@2]", move="QDx[QSQH]")


def test_12_3_written_as_they_are_read() -> None:
    pack = stack(COUPLE, ["4C 9S 9C", "2S"], "5S 9H KD QD")
    assert replay("casino", [pack], ["4C+5S,9H=9"])["table"].split()[-1] == "[4C+5S,9H=9@1]"
    pack = stack(COUPLE, ["QS QC"], "QH KD 9D 8D")
    assert replay("trailing-royals", [pack], ["QS+QH=Q"])["table"].split()[-1] == "[QS,QH=Q@1]"


@pytest.mark.parametrize(
    "table",
    ["[5S+4C=9]", "[5S+4C@2]", "5S+4C=9@2", "[5S4C=9@2]", "[5S+4C=9@2", "[=9@2]", "[5S+4C=@2]", "[5S+4C=9@x]", "5S 5S"],
)
def test_12_3_no_other_text_is_a_table(table: str) -> None:
    unreadable(table=table)


def test_12_4_a_build_is_named_by_its_sorted_cards() -> None:
    assert "9Sx[4C5S]" in legal("casino", hand="9S", table="[5S+4C=9@2]")
    assert "9Sx[2C4C5S7S9H]" in legal("casino", hand="9S", table="[9H,5S+4C,2C+7S=9@2]")


def test_12_4_not_by_some_of_its_cards() -> None:
    refuses("casino", hand="9S 2C", table="[5S+4C,9H=9@2]", move="9Sx[4C5S]", code="item", rule="4.2")


@pytest.mark.parametrize(
    ("rules", "hand", "table", "move"),
    [
        ("casino", "9C 2C", "KD", "9C"),
        ("casino", "9C 2C", "5H 4S [4C+5S=9@2]", "9Cx4S,5H,[4C5S]"),
        ("casino", "4C 9S", "5H 9D", "4C+5H,9D=9"),
        ("hungarian", "AC JH QS", "4D 7S KH", "AC&JH&QSx4D,7S,KH"),
        ("tuxedo", "5R 1B", "2Y 3R", "5Rx2Y,3R!"),
        ("pluck", "9C 2C", "7D KD", "^7D 9C"),
        ("pluck", "9C 2C", "7D KD", "9C ^7D"),
    ],
)
def test_12_5_moves(rules: str, hand: str, table: str, move: str) -> None:
    allows(rules, hand=hand, table=table, move=move)


def test_12_5_the_rarer_builds() -> None:
    allows(house("casino", table_only_builds=True), hand="9C 8D", table="3D 5H", move="9C;3D,5H=8")
    proved = {"seats": 4, "partners": True, "proved": ["9"]}
    allows("dominican-partner", hand="4C 2C", table="5H", move="4C+5H=9/p", **proved)


def test_12_5_the_order_of_the_cards_does_not_matter_when_read() -> None:
    shuffled = ask("check", "casino", hand="9C 2C", table="5H 4S [4C+5S=9@2]", move="9Cx[5S4C],5H,4S")
    assert shuffled["ok"] is True
    assert ask("check", "hungarian", hand="7S 5C", table="TD 2H", move="7S&5CxTD,2H")["ok"] is True


@pytest.mark.parametrize(
    "move",
    [
        *("", "9", "9S+KD", "xKD", "9Sx[KD", "^KD", "9S 2C", "^KD ^2C 9S", "9SxKD=9", "9S+KD=9/q", "9S?", "9S&9SxKD"),
        *("9SxKD,KD", "9Sx[]", "9Sx[4C5H],[5H4C]", "9S;[4C5H],KD=9"),  # twice, empty, a build in one of table cards
    ],
)
def test_12_5_no_other_text_is_a_move(move: str) -> None:
    unreadable(move=move)


CLAIMS = stack(COUPLE, ["TS", "9S"], "TD 9H 8D KD")


def test_12_6_other_entries_of_a_record() -> None:
    assert replay(house("cassino-21", target=2), [CLAIMS], ["TSxTD", "claim@1"])["reason"] == "claim"
    rook = stack(Company(deck="rook"), ["5B"], "2Y 3R")
    assert replay("tuxedo", [rook], ["5Bx2Y,3R", "orange@2"])["totals"] == [0, 10]
    assert replay("casino", [CLAIMS], ["resign@1"])["winner"] == [2]


@pytest.mark.parametrize("entry", "claim claim@ claim@x orange2 resign@1@2 draw@1 claim@3 resign@0".split())
def test_12_6_no_other_entry(entry: str) -> None:
    reply = ask("replay", "cassino-21", dealer=2, decks=[CLAIMS], moves=[entry])
    assert reply["error"]["code"] in ("bad-request", "item", "card")


def test_12_7_one_set_is_one_move_however_it_splits() -> None:
    moves = legal("casino", hand="8S", table="2D 3H 3C 5S 5C 6C")
    assert "8Sx2D,3H,3C,5S,5C,6C" in moves
    assert len([move for move in moves if cards(move[3:].replace(",", " ")) == cards("3H 3C 5S 5C")]) == 1


def test_12_7_a_split_is_not_understood() -> None:
    unreadable(hand="8S 2C", table="3H 5S 8D", move="8Sx3H+5S,8D")
