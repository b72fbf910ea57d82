"""Choosing cards: the moves possible with them, as a whole page and as a fragment of one."""

import re
from itertools import product
from random import Random
from typing import Any

import pytest

from accounts.person_preferences import save_preferences
from games.domain.cards import Card
from games.domain.commands import Play
from games.domain.move_generation import legal_moves
from games.domain.moves import Capture, play_of
from games.domain.notation import read_move, write_move
from games.domain.perspective import perspective_of
from games.models import Game, Seat
from games.presenters.choices import Choice, filter_moves
from games.presenters.move_options import HelpLevel, move_options_view
from tests.examples import exhaustive
from tests.games.viewers import HTMX, Page, Viewer, laid, path_of
from tests.property.random_games import ALL_PRESETS, some_game

pytestmark = pytest.mark.django_db


def test_a_hand_card_shows_what_it_can_do() -> None:
    ann, _ = laid("casino", "9S 2C 3C 4H", "", table="5H 4S KD QD")
    page = ann.look(hand="9S")
    assert page.moves == {"Take 4♠ 5♥ with 9♠ (3 cards)": "9Sx4S,5H", "Trail 9♠": "9S"}
    assert page.chosen("hand") == ["9S"]
    assert marked(page) == {"5H", "4S"}


def test_table_cards_narrow_it() -> None:
    ann, _ = laid("casino", "9S 9C 4H 2C", "", table="5H 4S 9D QD")
    page = ann.look(hand="9S", item=["4S", "5H"])
    assert list(page.moves)[:2] == [
        "Take 4♠ 5♥ with 9♠ (3 cards)",
        "Build nines with 9♠ and 4♠ 5♥ (can’t be raised)",
    ]
    assert marked(page) == {"9D"}


# --- the order, and the move that the Enter key makes ----------------------------------------------------------------


def solid(page: Page) -> list[str]:
    """Return the moves of the solid buttons."""
    return [b["value"] for b in page.buttons.values() if b.get("name") == "move" and "primary" in b["class"].split()]


def test_captures_come_first_those_of_most_cards_before_all_then_builds_and_the_trail_is_second() -> None:
    ann, _ = laid("casino", "9S 9C 4H 2C", "", table="5H 4S 9D QD")
    page = ann.look(hand="9S")
    kinds = [b["class"].split()[0] for b in page.buttons.values() if b.get("name") == "move"]
    assert kinds.pop(1) == "trail"
    assert kinds == sorted(kinds, key=["take", "build"].index)
    assert next(iter(page.moves.values())) == "9Sx4S,5H,9D"
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


@exhaustive
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
    assert page.moves == {"Take 4♠ 5♥ with 9♠ (3 cards)": "9Sx4S,5H"}
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


# --- a player's wishes for help --------------------------------------------------------------------------------------


@pytest.fixture
def ann() -> Viewer:
    """Ann, who can take nine with her nine."""
    return laid("casino", "9S 2C 3C KH", "", table="5H 4S JD QD")[0]


@pytest.fixture
def careful() -> Viewer:
    """Ann, who can take a nine, and is asked before she plays."""
    viewer = laid("casino", "9S", "", table="9H KS QS JS")[0]
    prefer(viewer, confirm=True)
    return viewer


def prefer(viewer: Viewer, seat: int = 1, **wanted: Any) -> None:
    person = Seat.objects.get(game=viewer.game, number=seat).person
    assert person
    save_preferences(person, **wanted)


def number(viewer: Viewer) -> int:
    return Game.objects.get(pk=viewer.game.pk).seq


# --- marks -----------------------------------------------------------------------------------------------------------


def test_legal_shows_only_whether_what_is_chosen_may_be_played(ann: Viewer) -> None:
    prefer(ann, marks="legal")
    page = ann.look(hand="9S")
    assert page.moves == {"Trail 9♠": "9S"}
    assert 'class="mark more' not in page.html
    page = ann.look(hand="9S", item=["5H"])
    assert not page.moves
    assert "9♠ can’t take 5♥, and together they make more than 10." in page.text
    assert ann.look(hand="9S", item=["5H", "4S"]).moves == {"Take 4♠ 5♥ with 9♠ (3 cards)": "9Sx4S,5H"}


def test_nothing_offers_what_can_be_said_right_or_wrong(ann: Viewer) -> None:
    prefer(ann, marks="nothing")
    page = ann.look(hand="9S", item=["JD"])
    assert 'class="mark more' not in page.html
    assert page.moves["Take J♦ with 9♠ (2 cards)"] == "9SxJD"
    assert "Build 3 with 9♠ and J♦" in page.moves
    page = ann.press(page, "Take J♦ with 9♠ (2 cards)")
    assert "See the rule" in page.text
    assert page.chosen("hand") == ["9S"]
    page = ann.look(item=["5H"])
    assert not page.moves
    assert "Choose a card from your hand to take these." in page.text


def test_nothing_says_plucks_and_oranges_too() -> None:
    ann, _ = laid("pluck", "9S", "", table="9H 5D KD QD")
    prefer(ann, marks="nothing")
    assert "Pluck 5♦, then: Trail 9♠ (1 card)" in ann.look(hand="9S", pluck="5D-before").moves
    ann, _ = laid("tuxedo", "5B", "", table="2Y 3R 9G 8G")
    prefer(ann, marks="nothing")
    assert "5Bx2Y!" in ann.look(hand="5B", item="2Y", orange="1").moves.values()


def test_what_is_there_can_be_played_from_nothing(ann: Viewer) -> None:
    prefer(ann, marks="nothing")
    page = ann.press(ann.look(hand="9S", item=["5H", "4S"]), "Take 4♠ 5♥ with 9♠ (3 cards)")
    assert "You took 4♠ 5♥ with 9♠." in page.text


# --- being asked once more -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("htmx", [False, True])
def test_a_move_is_asked_about_before_it_is_played(htmx: bool, careful: Viewer) -> None:
    before = number(careful)
    response = careful.post("play", htmx=htmx, move="9Sx9H", seq=before)
    page = Page(response) if htmx else Page(careful.client.get(response["Location"]))
    assert number(careful) == before
    assert page.moves == {"Yes: Take 9♥ with 9♠ (2 cards)": "9Sx9H"}
    assert page.chosen("hand") == ["9S"]
    sure = next(each for each in page.inputs if each.get("name") == "sure")["value"]
    careful.post("play", htmx=htmx, move="9Sx9H", seq=before, sure=sure)
    assert number(careful) > before


def test_what_cannot_be_played_is_refused_without_asking(careful: Viewer) -> None:
    page = Page(careful.post("play", htmx=True, move="9SxKS", seq=number(careful)))
    assert "See the rule" in page.text
    assert "Yes:" not in page.text


def test_a_move_at_an_old_table_or_unreadable_is_not_asked_about() -> None:
    ann, bob = laid("casino", "9S", "9D", table="9H KS QS JS")
    prefer(ann, confirm=True)
    assert "The table changed" in Page(ann.post("play", htmx=True, move="9S", seq=number(ann) - 1)).text
    assert 'role="alert"' in Page(ann.post("play", htmx=True, move="nonsense", seq=number(ann))).html
    prefer(bob, 2, confirm=True)
    assert "It’s not your turn." in Page(bob.post("play", htmx=True, move="9D", seq=number(bob))).text


def test_who_does_not_want_it_is_not_asked() -> None:
    ann, _ = laid("casino", "9S", "", table="9H KS QS JS")
    before = number(ann)
    response = ann.post("play", move="9Sx9H", seq=before)
    assert path_of(response) == ann.address()
    assert number(ann) > before


def test_saying_no_is_clearing_the_choice(careful: Viewer) -> None:
    page = careful.look(hand="9S", item="9H", asked="9Sx9H")
    assert "Play this move?" in page.text
    assert "Clear selection" in page.text
    assert "Play this move?" not in careful.look(hand="9S", item="9H", asked="something else").text
