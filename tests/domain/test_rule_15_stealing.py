"""Rulebook section 15: rights of owners, stealing, additions, open piles and one round."""

from typing import Any

import pytest

from games.domain.cards import PACKS
from games.domain.presets import resolve_rules
from games.domain.scoring import scoring_cards
from games.domain.winning import is_secured
from tests.domain.packs import Company, stack
from tests.domain.positions import Rules, house, judge, left_behind, legal, replay, score

KHASINO = "south-african"
OPEN = house("casino", steal=True)
VALUED = house("casino", steal=True, owner="valued")
ADDING = house("casino", table_additions=True, steal=True)
TABLE_BUILDS = house("casino", steal=True, table_only_builds=True)
FACES = house("trailing-royals", steal=True, table_additions=True)

type Row = tuple[str, Rules, str, str, str, str, str]

PLAYS: list[Row] = [
    ("15.2 its owner adds", KHASINO, "4S 9C", "5H [6C+3H=9@1]", "", "4S+5H,[3H6C]=9", "legal"),
    ("15.2 nobody else", KHASINO, "4S 9C", "5H [6C+3H=9@2]", "", "4S+5H,[3H6C]=9", "rights 15.2"),
    ("15.2 an opponent raises", KHASINO, "2S 8H", "[3C+3H=6@2]", "", "2S+[3H3C]=8", "legal"),
    ("15.2 not its owner", KHASINO, "2S 8H 6C", "[3C+3H=6@1]", "", "2S+[3C3H]=8", "rights 15.2"),
    ("15.2 not with more", KHASINO, "2S 8H", "8D [3C+3H=6@2]", "", "2S+8D,[3C3H]=8", "rights 15.2"),
    ("15.2 ones own joins", KHASINO, "2S 8H", "[3C+3H=6@2] [5S+3D=8@1]", "", "2S+[3H3C],[3D5S]=8", "legal"),
    ("15.2 and not stays apart", KHASINO, "2S 8H", "[3C+3H=6@2] [5S+3D=8@1]", "", "2S+[3C3H]=8", "one-value 5.13"),
    ("15.2 no trailing at first", KHASINO, "4S 9C", "[6C+3H=9@1]", "", "4S", "duty 5.10"),
    ("15.3 an equal from a pile", KHASINO, "8S 3C", "8D 5H", "8C", "8Sx8D,8C@2", "legal"),
    ("15.3 beside a build", KHASINO, "8S 3C", "[3D+5H=8@2]", "8C", "8Sx[3D5H],8C@2", "legal"),
    ("15.3 not without a base", KHASINO, "8S 3C", "5H 3D", "8C", "8Sx3D,5H,8C@2", "steal 15.3"),
    ("15.3 not in a sum", KHASINO, "8S 3C", "8D 5H", "3D", "8Sx5H,8D,3D@2", "sum 4.2"),
    ("15.3 not another card", KHASINO, "8S 3C", "8D 5H", "8C", "8Sx8D,8H@2", "steal 15.3"),
    ("15.3 not alone", KHASINO, "8S 3C", "8D 5H", "8C", "8Sx8C@2", "sum 4.2"),
    ("15.3 in a build", KHASINO, "3S 9C", "2D", "4C", "3S+2D,4C@2=9", "legal"),
    ("15.3 as a group", KHASINO, "3S 9C", "6D", "9D", "3S+6D,9D@2=9", "legal"),
    ("15.3 not from a pile alone", KHASINO, "3S 9C", "2D", "6C", "3S+6C@2=9", "steal 15.3"),
    ("15.3 never in a raise", OPEN, "2S 9H", "[3C+4H=7@2]", "9C", "2S+[3C4H],9C@2=9", "steal 15.3"),
    ("15.3 not for another", VALUED, "4S 9H", "5D [3C+6H=9@2]", "9C", "4S+5D,[3C6H],9C@2=9", "steal 15.3"),
    ("15.3 for oneself", VALUED, "4S 9H", "5D [3C+6H=9@1]", "9C", "4S+5D,[3C6H],9C@2=9", "legal"),
    ("15.3 not where nothing is stolen", "casino", "8S 3C", "8D", "8C", "8Sx8D,8C@2", "steal 15.3"),
    ("15.3 not by a face", FACES, "QS 3C", "QD", "QC", "QSxQD,QC@2", "steal 15.3"),
    ("15.3 nor built with one", FACES, "QS QH", "QD", "QC", "QS+QD,QC@2=Q", "face 5.9"),
    ("15.4 adding first", KHASINO, "2S 9C", "2D 9H [6C+3H=9@1]", "", "[3H6C]+9H 2Sx2D", "legal"),
    ("15.4 from a pile", KHASINO, "2S 9C", "2D [6C+3H=9@1]", "9H", "[3H6C]+9H@2 2Sx2D", "legal"),
    ("15.4 not to trail then", KHASINO, "2S 9C", "9H [6C+3H=9@1]", "", "[3H6C]+9H 2S", "duty 5.10"),
    ("15.4 not what adds up to nothing", KHASINO, "2S 9C", "2D 8H [6C+3H=9@1]", "", "[3H6C]+8H 2Sx2D", "sum 15.4"),
    ("15.4 not to anothers", KHASINO, "2S 9C", "2D 9H [6C+3H=9@2]", "", "[3H6C]+9H 2Sx2D", "steal 15.4"),
    ("15.4 not what is not there", KHASINO, "2S 9C", "2D [6C+3H=9@1]", "", "[3H6C]+9H 2Sx2D", "item 15.4"),
    ("15.4 nor to no build", KHASINO, "2S 9C", "2D 9H", "", "[3H6C]+9H 2Sx2D", "item 15.4"),
    ("15.4 nor a card below", KHASINO, "2S 9C", "2D [6C+3H=9@1]", "8H", "[3H6C]+9H@2 2Sx2D", "steal 15.3"),
    ("15.4 not to take it", KHASINO, "2S 9C 9D", "2D 9H [6C+3H=9@1]", "", "[3H6C]+9H 9Cx[3H6C]", "steal 15.4"),
    ("15.4 not to build", KHASINO, "2S 9C 5C", "3D 9H [6C+3H=9@1]", "", "[3H6C]+9H 2S+3D=5", "steal 15.4"),
    ("15.4 not with another hand", KHASINO, "2S 9C", "2D 9H [6C+3H=9@1]", "", "[3H6C]+9H 2Cx2D", "card 4.1"),
    ("15.4 not elsewhere", OPEN, "2S 9C", "2D 9H [6C+3H=9@1]", "", "[3H6C]+9H 2Sx2D", "steal 15.4"),
    ("15.4 faces", FACES, "2S QC", "2D QH [QS,QD=Q@1]", "", "[QSQD]+QH 2Sx2D", "legal"),
    ("15.4 not faces of another rank", FACES, "2S QC", "2D KH [QS,QD=Q@1]", "", "[QSQD]+KH 2Sx2D", "sum 15.4"),
    ("15.7 no stolen card twice", OPEN, "8S 9C", "8D", "8C", "8Sx8D,8C@1", "steal 15.3"),
    ("15.7 a card that takes may be laid", KHASINO, "8S 3C", "8D 5H", "8C", "8S", "legal"),
]


@pytest.mark.parametrize(("statement", "rules", "hand", "table", "top", "move", "verdict"), PLAYS)
def test_plays(statement: str, rules: Rules, hand: str, table: str, top: str, move: str, verdict: str) -> None:
    judge(rules, hand, table, move, verdict, tops=["", top])


def test_15_1_two_players_play_ten_cards_twice_on_an_empty_table() -> None:
    outcome = replay(KHASINO, [stack(Company(hand=10, table=0, deck="no_faces"), [])], [])
    assert ([len(hand.split()) for hand in outcome["hands"]], outcome["table"], outcome["stock"]) == ([10, 10], "", 20)


def test_15_1_three_play_thirteen_with_one_card_and_nothing_is_left() -> None:
    pack = stack(Company(seats=3, dealer=3, hand=13, table=1, deck="no_faces"), [])
    outcome = replay(KHASINO, [pack], [], seats=3, dealer=3)
    assert [len(hand.split()) for hand in outcome["hands"]] == [13, 13, 13]
    assert (len(outcome["table"].split()), outcome["stock"]) == (1, 0)


def test_15_1_the_second_deal_is_played_on_the_table_as_it_is() -> None:
    pack = stack(Company(hand=10, table=0, step=-1, deck="no_faces"), [])
    moves: list[str] = []
    for _ in range(20):
        outcome = replay(KHASINO, [pack], moves)
        moves.append(outcome["hands"][outcome["turn"] - 1].split()[0])
    outcome = replay(KHASINO, [pack], moves)
    assert (outcome["deal"], outcome["stock"], len(outcome["table"].split())) == (2, 0, 20)


def test_15_2_an_owner_may_trail_in_the_last_deal() -> None:
    position: dict[str, Any] = {"hand": "4S 9C", "table": "[6C+3H=9@1]"}
    assert "4S" in legal(KHASINO, **position, stock=0)
    assert "4S" not in legal(KHASINO, **position, stock=20)


def test_15_2_a_penalty_may_be_for_the_last_deal_only() -> None:
    rules = house("casino", last_deal_duty="penalty")
    position: dict[str, Any] = {"hand": "4S 9C", "table": "[6C+3H=9@1]"}
    assert "9C" in legal(rules, **position, stock=0)
    assert "9C" not in legal(rules, **position, stock=8)


def test_15_3_a_card_from_each_pile_and_never_from_a_partners() -> None:
    position: dict[str, Any] = {"hand": "8S 3C", "table": "8D", "seats": 4, "partners": True, "stock": 0}
    moves = legal(KHASINO, **position, tops=["5C", "8C", "8H", "4C"])
    assert {move for move in moves if move.startswith("8Sx")} == {"8Sx8D", "8Sx8D,8C@2"}
    two = legal(KHASINO, **position | {"partners": False}, tops=["5C", "8C", "8H", "4C"])
    assert "8Sx8D,8H@3,8C@2" in two


def test_15_3_a_stolen_card_is_not_part_of_a_table_build_of_table_cards() -> None:
    moves = legal(TABLE_BUILDS, hand="2S 9C", table="4D 5H", tops=["", "9H"])
    assert "2S;4D,5H=9" in moves
    assert not [move for move in moves if ";" in move and "@" in move]


def test_15_4_an_addition_counts_as_adding_for_the_duty() -> None:
    rules = house("casino", table_additions=True, duty="take_or_add")
    moves = legal(rules, hand="2S 9C", table="2D 9H [6C+3H=9@1]")
    assert {"[3H6C]+9H 2S", "[3H6C]+9H 2Sx2D"} <= moves
    assert "2Sx2D" not in moves
    strict = legal(
        house("casino", table_additions=True, duty="take_add_or_build"), hand="2S 9C", table="9H [6C+3H=9@1]"
    )
    assert not [move for move in strict if move.startswith("[")]


def test_15_4_left_behind_is_seen_after_the_addition() -> None:
    table = "2D AC AD 9H [6C+3H=9@1]"
    assert left_behind(KHASINO, hand="2S 9C", table=table, move="[3H6C]+9H 2Sx2D") == {"AC", "AD"}


def test_15_4_a_pluck_goes_with_an_addition_before_or_after() -> None:
    rules = house("casino", table_additions=True, pluck=True, duty="free")
    moves = legal(rules, hand="2S 9C", table="9H 8D [6C+3H=9@1]")
    assert {"^8D [3H6C]+9H 2S", "[3H6C]+9H 2S ^8D"} <= moves


def test_15_5_the_played_card_lies_on_top_and_low_cards_above_high_ones() -> None:
    company = Company(hand=10, table=0, step=-1, deck="no_faces")
    pack = stack(company, ["5S 8C 9S 6D 7H", "3D 8H 2S TD TC"])
    moves = ["5S", "3D", "8Cx5S,3D", "8H", "9S", "2S"]
    outcome = replay(KHASINO, [pack], moves)
    assert outcome["piles"] == ["5S 3D 8C", ""]


def test_15_4_an_addition_takes_the_card_from_the_pile() -> None:
    pack = stack(Company(), ["3H 9C 2S KD", "9D 7S JC QH"], "6C 9H 2D QS")
    outcome = replay(ADDING, [pack], ["3H+6C=9", "9Dx9H", "[3H6C]+9D@2 2Sx2D"])
    assert (outcome["table"], outcome["piles"]) == ("QS [3H+6C,9D=9@1]", ["2D 2S", "9H"])


def test_15_5_nothing_is_shown_of_piles_that_lie_face_down() -> None:
    assert "piles" not in replay("casino", [stack(Company(), [])], [])


def test_15_6_a_tie_is_shared() -> None:
    assert score(KHASINO, "AS 4H", "2S 5H") == [
        {"most_cards": 1, "most_spades": 1, "aces": 1, "total": 3},
        {"most_cards": 1, "most_spades": 1, "little_casino": 1, "total": 3},
    ]


def test_15_6_a_side_alone_with_point_cards_has_the_majorities_and_not_the_larger_one() -> None:
    assert score(KHASINO, "AS", "4S 5H") == [{"most_cards": 2, "most_spades": 2, "aces": 1, "total": 5}, {}]
    assert score(house(KHASINO, clean_win=False), "AS", "4S 5H")[1] == {"most_cards": 2, "most_spades": 1, "total": 3}


def test_15_6_until_the_end_a_majority_is_not_secured_by_a_side_without_point_cards() -> None:
    rules = resolve_rules(house(KHASINO, steal=False, ending="target"))
    cards = PACKS["no_faces"]
    plain = tuple(card for card in cards if card not in scoring_cards(rules.scoring))[:21]
    assert not is_secured("most_cards", 0, rules, (plain, ()))
    assert is_secured("most_cards", 0, rules, ((*plain, cards[0]), ()))
    assert is_secured("most_cards", 0, rules, (plain, (), ()))


@pytest.mark.parametrize(("level", "winners"), [("big_casino", [2]), ("shared", [1, 2])])
def test_15_6_the_big_casino_decides_a_level_game_and_not_without_that_rule(level: str, winners: list[int]) -> None:
    company = Company(hand=4, table=4)
    pack = stack(company, ["9S AC KC QC", "TS KD QD JD"], "9H TD AH 3C", last="JC")
    rules = house(
        "casino",
        ending="rounds",
        rounds=1,
        level_winner=level,
        most_cards=0,
        most_spades=0,
        little_casino=0,
        aces=0,
        big_casino=0,
    )
    moves = ["ACxAH", "TSxTD"]
    outcome = replay(rules, [pack], moves)
    while outcome["turn"] is not None:
        moves.append(outcome["hands"][outcome["turn"] - 1].split()[0])
        outcome = replay(rules, [pack], moves)
    assert (outcome["totals"], outcome["winner"]) == ([0, 0], winners)


def test_15_6_three_sides_have_no_majorities() -> None:
    sheet = score(KHASINO, "AS 4H", "2S", "3S")
    assert sheet == [{"aces": 1, "total": 1}, {"little_casino": 1, "total": 1}, {}]


def test_15_7_a_build_needs_a_card_from_the_hand_and_an_addition_none() -> None:
    moves = legal(ADDING, hand="2S 9C", table="2D 9H [6C+3H=9@1]", tops=["", ""])
    assert "[3H6C]+9H 2Sx2D" in moves
