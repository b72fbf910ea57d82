"""Cards and values in words."""

import re

import pytest

from games.domain.cards import PACKS, Card
from games.domain.notation import read_cards
from games.presenters.cards import card_list, card_name, card_short, card_view, join_with_and, value_words
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
