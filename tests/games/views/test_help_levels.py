"""A player's wishes for help: the marks while choosing, and the question before a move is played."""

from typing import Any

import pytest

from accounts.preferences.services import save_preferences
from games.models import Game, Seat
from tests.games.viewers import Page, Viewer, laid, path_of

pytestmark = pytest.mark.django_db


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
    assert ann.look(hand="9S", item=["5H", "4S"]).moves == {"Take 5♥ 4♠ with 9♠ (3 cards)": "9Sx4S,5H"}


def test_nothing_offers_what_can_be_said_right_or_wrong(ann: Viewer) -> None:
    prefer(ann, marks="nothing")
    page = ann.look(hand="9S", item=["JD"])
    assert 'class="mark more' not in page.html
    assert page.moves["Take J♦ with 9♠ (2 cards)"] == "9SxJD"
    assert "Build 3 with 9♠ and J♦" in page.moves
    page = ann.press(page, "Take J♦ with 9♠ (2 cards)")
    assert "(rule 4." in page.text
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
    page = ann.press(ann.look(hand="9S", item=["5H", "4S"]), "Take 5♥ 4♠ with 9♠ (3 cards)")
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
    assert "(rule " in page.text
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
