"""Cards and values in words."""

import re
from typing import Any

import pytest

from games import services
from games.domain.cards import PACKS, Card
from games.domain.move_generation import legal_moves
from games.domain.moves import play_of
from games.domain.notation import read_cards, read_move, read_table, write_move
from games.domain.position import Position
from games.domain.presets import resolve_rules
from games.domain.refusal import refuse
from games.presenters.cards import card_list, card_name, card_short, card_view, join_with_and, value_words
from games.presenters.moves import KINDS, MoveWords
from games.presenters.refusals import refusal_words
from tests.live import PROJECT


@pytest.mark.parametrize(
    ("code", "short", "name"),
    [
        ("9D", "9♦", "nine of diamonds"),
        ("TD", "10♦", "ten of diamonds"),
        ("AS", "A♠", "ace of spades"),
        ("QH", "Q♥", "queen of hearts"),
        ("1B", "black 1", "black one"),
        ("TY", "yellow 10", "yellow ten"),
    ],
)
def test_a_card_has_a_sign_and_a_name(code: str, short: str, name: str) -> None:
    assert card_short(Card(code)) == short
    assert card_name(Card(code)) == name


def test_every_card_of_every_pack_can_be_drawn_with_both_faces() -> None:
    drawn = set(re.findall(r'<symbol id="([\w-]+)"', (PROJECT / "static/cards.svg").read_text(encoding="utf-8")))
    for card in {card for pack in PACKS.values() for card in pack}:
        face = card_view(card).face
        assert {f"c-{face}", f"l-{face}"} <= drawn


def test_every_colour_of_the_drawings_is_a_colour_of_the_style_sheet() -> None:
    tokens = (PROJECT / "static/css/tokens.css").read_text(encoding="utf-8")
    used = set(re.findall(r"var\((--[\w-]+)", (PROJECT / "static/cards.svg").read_text(encoding="utf-8")))
    assert used
    assert {name for name in used if f"{name}:" not in tokens} == set()


def test_cards_in_a_row() -> None:
    assert card_list(read_cards("5S TH")) == "5♠ 10♥"
    assert card_list(read_cards("5R TG")) == "red 5, green 10"


@pytest.mark.parametrize(
    ("parts", "said"),
    [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c"), (["", "a"], "a")],
)
def test_words_are_joined(parts: list[str], said: str) -> None:
    assert join_with_and(parts) == said


def test_values_of_builds() -> None:
    assert [value_words(value, multiple=True) for value in (9, 14, "Q")] == ["nines", "fourteens", "queens"]
    assert [value_words(value) for value in (9, 14, "Q")] == ["9", "14", "queens"]


# --- cards, values, moves and refusals in words ----------------------------------------------------------------------


def said(move: str, *, table: str, rules: str = "casino", **changed: Any) -> str:
    """Return the text on the button of a move, its detail in brackets. The position is Anna's, on seat 1."""
    position = Position(resolve_rules({"preset": rules, **changed}), 1, (), read_table(table), partner=3)
    button = MoveWords(position).button(read_move(move))
    return f"{button.label} ({button.detail})" if button.detail else button.label


@pytest.mark.parametrize(
    ("move", "table", "words"),
    [
        ("9D", "5S 4H", "Trail 9♦"),
        ("9Dx5S,4H", "5S 4H KD", "Take 4♥ 5♠ with 9♦ (3 cards)"),
        ("9Dx9S", "9S", "Take 9♠ with 9♦ (2 cards, clears the table)"),
        ("9Dx9S,[4C5S]", "9S [4C+5S=9@2] KD", "Take 9♠ and the build of 9 with 9♦ (4 cards)"),
        ("9Dx[4C5S9H]", "[4C+5S,9H=9@2] KD", "Take the build of nines with 9♦ (4 cards)"),
        ("4C+5H=9", "5H", "Build 9 with 4♣ and 5♥"),
        ("9D+9S=9", "9S", "Build nines with 9♦ and 9♠ (can’t be raised)"),
        ("9D+4S,5H=9", "4S 5H", "Build nines with 9♦ and 4♠ 5♥ (can’t be raised)"),
        ("9D+[4C5S]=9", "[4C+5S=9@2]", "Build nines with 9♦ and the build of 9 (can’t be raised)"),
        ("3D+[2C4S]=9", "[2C+4S=6@2]", "Raise the 6 to 9 with 3♦"),
        ("3D+9S,[2C4S]=9", "9S [2C+4S=6@2]", "Raise the 6 to nines with 3♦ and 9♠ (can’t be raised)"),
        ("4C+5H=9/p", "5H", "Build 9 with 4♣ and 5♥ for your partner"),
        ("9C;3D,5H=8", "3D 5H", "Trail 9♣ and build 8 with 3♦ and 5♥"),
        ("9C;3D,5H,8S=8", "3D 5H 8S", "Trail 9♣ and build eights with 3♦, 5♥ and 8♠ (can’t be raised)"),
        ("QS+QH=Q", "QH", "Build queens with Q♠ and Q♥ (can’t be raised)"),
        ("^5S 9D", "5S KD", "Pluck 5♠, then: Trail 9♦ (1 card)"),
        ("9Dx9S ^5S", "5S 9S KD", "Take 9♠ with 9♦, then pluck 5♠ (3 cards)"),
    ],
)
def test_a_button_says_exactly_what_will_happen(move: str, table: str, words: str) -> None:
    rules: dict[str, Any] = {"table_only_builds": True, "face_builds": True, "extra_groups": True}
    assert said(move, table=table, **rules) == words


def test_several_hand_cards_are_named() -> None:
    table = "3D KS"
    assert said("AC&2Hx3D", table=table, rules="hungarian") == "Take 3♦ with A♣ and 2♥ (3 cards)"


def test_an_orange_is_named() -> None:
    words = "Take yellow 2, red 3 with black 5 and call “orange” (3 cards)"
    assert said("5Bx2Y,3R!", table="2Y 3R 9G", rules="tuxedo") == words


def test_builds_absorbed_in_a_sum_count_as_raised() -> None:
    table = "[2C+AS=3@2] [2H+2D=4@2]"
    words = said("2S+[AS2C],[2H2D]=9", table=table, single_build_in_sums="anyone")
    assert words == "Raise the 3 and 4 to 9 with 2♠"


def test_every_legal_move_of_a_full_table_has_words_of_its_own() -> None:
    table = read_table("AH 2D 3C 4S 5H [2C+4D=6@2] [3H+4H,7S=7@2] QD QC")
    rules = resolve_rules({"preset": "royal", "table_only_builds": True})
    position = Position(rules, 1, read_cards("AS 6S 7D 9C"), table)
    moves = legal_moves(position)
    words = MoveWords(position)
    labels = [(words.label(move), KINDS[type(play_of(move))]) for move in moves]
    assert len(moves) > 100
    assert len(set(labels)) == len({write_move(move) for move in moves})


# --- refusals in words -----------------------------------------------------------------------------------------------


def test_a_refusal_names_cards_by_their_signs_and_no_number_of_a_rule() -> None:
    refusal = refuse("card", "4.1", "not-in-hand", card="9D")
    assert refusal_words(refusal) == "You don’t hold the 9♦."


def test_a_refusal_names_builds_by_their_cards() -> None:
    refusal = refuse("item", "4.2", "not-on-table", item="[4C5S]")
    assert refusal_words(refusal) == "There is no build 4♣ 5♠ on the table."


def test_every_refusal_can_be_said() -> None:
    for case, sentence in services.TEMPLATES.items():
        gaps = dict.fromkeys(re.findall(r"%\((\w+)\)s", sentence), "9")
        assert refusal_words(refuse("code", "1.1", case, **gaps), services.TEMPLATES)
