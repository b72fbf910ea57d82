"""Choosing cards: the moves possible with them, as a whole page and as a fragment of one."""

import re
from typing import Any

import pytest

from tests.games.viewers import HTMX, Page, Viewer, laid

pytestmark = pytest.mark.django_db


def test_a_hand_card_shows_what_it_can_do() -> None:
    ann, _ = laid("casino", "9S 2C 3C 4H", "", table="5H 4S KD QD")
    page = ann.look(hand="9S")
    assert page.moves == {"Take 5♥ 4♠ with 9♠ (3 cards)": "9Sx4S,5H", "Trail 9♠": "9S"}
    assert page.chosen("hand") == ["9S"]
    assert marked(page) == {"5H", "4S"}


def test_table_cards_narrow_it() -> None:
    ann, _ = laid("casino", "9S 9C 4H 2C", "", table="5H 4S 9D QD")
    page = ann.look(hand="9S", item=["4S", "5H"])
    assert list(page.moves)[:2] == [
        "Take 5♥ 4♠ with 9♠ (3 cards)",
        "Build nines with 9♠ and 4♠ 5♥ (cannot be raised)",
    ]
    assert marked(page) == {"9D"}


def marked(page: Page) -> set[str]:
    """Return the cards that can be added."""
    return set(re.findall(r'class="mark more" id="m-(\w+)"', page.html))


def test_table_cards_may_be_chosen_first() -> None:
    ann, _ = laid("casino", "9S 2C 3C KH", "", table="5H 4S JD QD")
    page = ann.look(item=["5H", "4S"])
    assert page.moves == {"Take 5♥ 4♠ with 9♠ (3 cards)": "9Sx4S,5H"}
    assert marked(page) == {"9S"}


def test_cards_that_do_not_go_together_offer_nothing_and_say_so() -> None:
    ann, _ = laid("casino", "9S 2C 3C KH", "", table="5H 4S JD QD")
    page = ann.look(hand="9S", item="JD")
    assert not page.moves
    assert "These cards cannot be used together now." in page.text


def test_what_is_not_there_cannot_be_chosen() -> None:
    ann, _ = laid("casino", "9S 2C 3C KH", "", table="5H 4S JD QD")
    page = ann.look(hand=["9D", "nonsense"], item=["KS", "[4C5S]"])
    assert "Choose a card from your hand." in page.text
    assert not page.moves


# --- fragments for htmx ----------------------------------------------------------------------------------------------


def ask_options(viewer: Viewer, **chosen: Any) -> Page:
    return Page(viewer.client.get(viewer.address("options"), chosen, headers=HTMX))


def test_a_change_of_choice_brings_buttons_and_marks_alone() -> None:
    ann, _ = laid("casino", "9S 2C 3C 4H", "", table="5H 4S KD QD")
    page = ask_options(ann, hand="9S", seen=ann.look().seen)
    assert "Trail 9♠" in page.moves
    assert marked(page) == {"5H", "4S"}
    assert page.html.count("hx-swap-oob") == 8
    assert 'id="table"' not in page.html
    assert not page.offered("hand")


@pytest.mark.parametrize("seen", ["1", "", "many"])
def test_a_choice_made_at_an_old_table_brings_the_new_one(seen: str) -> None:
    ann, _ = laid("casino", "", "")
    response = ann.client.get(ann.address("options"), {"seen": seen}, headers=HTMX)
    assert response["HX-Retarget"] == "#table"
    assert Page(response).html.lstrip().startswith('<div id="table"')


def test_htmx_clears_a_choice_with_the_table_alone() -> None:
    ann, _ = laid("casino", "", "")
    html = ann.client.get(ann.address(), headers=HTMX).content.decode()
    assert html.lstrip().startswith('<div id="table"')
    assert "<html" not in html
