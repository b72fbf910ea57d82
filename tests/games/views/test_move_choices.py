"""Choosing cards: the moves possible with them, as a whole page and as a fragment of one."""

import re
from itertools import product
from random import Random
from typing import Any

import pytest

from games.domain.cards import Card
from games.domain.commands import Play
from games.domain.move_generation import legal_moves
from games.domain.moves import Capture, play_of
from games.domain.notation import read_move, write_move
from games.domain.perspective import perspective_of
from games.presenters.choices import Choice, filter_moves
from games.presenters.move_options import HelpLevel, move_options_view
from tests.games.viewers import HTMX, Page, Viewer, laid
from tests.property.random_games import ALL_PRESETS, some_game

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
        "Build nines with 9♠ and 4♠ 5♥ (can’t be raised)",
    ]
    assert marked(page) == {"9D"}


# --- the order, and the move that the Enter key makes ----------------------------------------------------------------


def solid(page: Page) -> list[str]:
    """Return the moves of the solid buttons."""
    return [b["value"] for b in page.buttons.values() if b.get("name") == "move" and "primary" in b["class"].split()]


def test_captures_come_first_those_of_most_cards_before_all_then_builds_then_the_trail() -> None:
    ann, _ = laid("casino", "9S 9C 4H 2C", "", table="5H 4S 9D QD")
    page = ann.look(hand="9S")
    kinds = [b["class"].split()[0] for b in page.buttons.values() if b.get("name") == "move"]
    assert kinds == sorted(kinds, key=["take", "build", "trail"].index)
    assert next(iter(page.moves.values())) == "9Sx4S,5H,9D"
    assert list(page.moves.values())[-1] == "9S"
    assert solid(page) == ["9Sx4S,5H,9D"]


def test_a_build_of_many_cards_counts_with_all_of_them() -> None:
    moves = [read_move(text) for text in ("9Dx9S,9H", "9Dx[2C3C4C]", "9Dx9S")]
    found = filter_moves(moves, Choice(frozenset({Card("9D")})))
    assert [write_move(move) for move in found.extending] == ["9Dx[2C3C4C]", "9Dx9S,9H", "9Dx9S"]


def test_just_what_is_chosen_comes_before_what_takes_more() -> None:
    ann, _ = laid("casino", "9S 9C 4H 2C", "", table="5H 4S 9D QD")
    page = ann.look(hand="9S", item=["4S", "5H"])
    assert solid(page) == ["9Sx4S,5H"] == list(page.moves.values())[:1]


def test_a_trail_is_solid_only_where_nothing_can_be_taken() -> None:
    ann, _ = laid("casino", "9S 2C 3C KH", "", table="5H 4S JD QD")
    page = ann.look(hand="KH")
    assert (list(page.moves.values()), solid(page)) == (["KH"], [])
    assert "Another card in your hand can take cards." in page.text
    ben, _ = laid("casino", "9S 2C 3C KH", "", table="8H 8S JD QD")
    page = ben.look(hand="KH")
    assert (list(page.moves.values()), solid(page)) == (["KH"], ["KH"])
    assert "can take cards" not in page.text


def test_in_any_game_the_first_button_never_trails_while_something_can_be_taken() -> None:
    for preset in ALL_PRESETS:
        for step in some_game(preset, Random(f"first {preset}"), 40):
            if not isinstance(step.command, Play) or step.before is None:
                continue
            position = perspective_of(step.before, step.command.seat).position()
            moves = legal_moves(position)
            takes = any(isinstance(play_of(move), Capture) for move in moves)
            for card, marks in product(position.hand, ("possible", "legal", "nothing")):
                view = move_options_view(position, moves, Choice(frozenset({card})), (), HelpLevel(marks))
                buttons = (*view.matching, *view.extending)
                assert not any(button.primary for button in buttons[1:])
                if buttons and buttons[0].kind == "trail":
                    assert not (takes and buttons[0].primary)
                elif buttons:
                    assert buttons[0].primary


def marked(page: Page) -> set[str]:
    """Return the cards that can be added."""
    return set(re.findall(r'class="mark more" id="m-(\w+)"', page.html))


def test_table_cards_may_be_chosen_first() -> None:
    ann, _ = laid("casino", "9S 2C 3C KH", "", table="5H 4S JD QD")
    page = ann.look(item=["5H", "4S"])
    assert page.moves == {"Take 5♥ 4♠ with 9♠ (3 cards)": "9Sx4S,5H"}
    assert marked(page) == {"9S"}


def test_cards_that_make_no_move_offer_nothing_and_say_why() -> None:
    ann, _ = laid("casino", "9S 2C 3C KH", "", table="5H 4S JD QD")
    page = ann.look(hand="9S", item="JD")
    assert not page.moves
    assert "J♦ can only be taken by a jack, and you hold none." in page.text


def test_what_is_not_there_cannot_be_chosen() -> None:
    ann, _ = laid("casino", "9S 2C 3C KH", "", table="5H 4S JD QD")
    page = ann.look(hand=["9D", "nonsense"], item=["KS", "[4C5S]"])
    assert "Choose a card from your hand." in page.text
    assert not page.moves


# --- fragments for htmx ----------------------------------------------------------------------------------------------


def ask_options(viewer: Viewer, **chosen: Any) -> Page:
    return Page(viewer.client.get(viewer.address("move_choices"), chosen, headers=HTMX))


def test_a_change_of_choice_brings_buttons_and_marks_alone() -> None:
    ann, _ = laid("casino", "9S 2C 3C 4H", "", table="5H 4S KD QD")
    page = ask_options(ann, hand="9S", seq=ann.look().seq)
    assert "Trail 9♠" in page.moves
    assert marked(page) == {"5H", "4S"}
    assert page.html.count("hx-swap-oob") == 8
    assert 'id="table"' not in page.html
    assert not page.offered("hand")


@pytest.mark.parametrize("seen", ["1", "", "many"])
def test_a_choice_made_at_an_old_table_brings_the_new_one(seen: str) -> None:
    ann, _ = laid("casino", "", "")
    response = ann.client.get(ann.address("move_choices"), {"seq": seen}, headers=HTMX)
    assert response["HX-Retarget"] == "#table"
    assert Page(response).html.lstrip().startswith('<div id="table"')


def test_htmx_clears_a_choice_with_the_table_alone() -> None:
    ann, _ = laid("casino", "", "")
    html = ann.client.get(ann.address(), headers=HTMX).content.decode()
    assert html.lstrip().startswith('<div id="table"')
    assert "<html" not in html
