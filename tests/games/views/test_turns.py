"""Playing from the page: moves, refusals and their messages, with htmx and without."""

import re

import pytest
from django.test import Client

from games.log.store import load
from games.models import Game
from tests.games.viewers import Page, Viewer, laid, path_of

pytestmark = pytest.mark.django_db

WAYS = [pytest.param(False, id="plain"), pytest.param(True, id="htmx")]


@pytest.fixture
def ann() -> Viewer:
    """Ann, who is to play and holds a nine."""
    return laid("casino", "9S", "")[0]


def number(game: Game) -> int:
    return Game.objects.get(pk=game.pk).seq


def answered(viewer: Viewer, response: object, htmx: bool) -> Page:
    """Return the page after the answer: the fragment itself, or the target of the redirect."""
    if htmx:
        return Page(response)
    return Page(viewer.client.get(response["Location"]))  # type: ignore[index]


def test_a_move_leads_back_to_the_table(ann: Viewer) -> None:
    response = ann.post("play", move="9S", seq=ann.look().seq)
    assert response.status_code == 302
    assert path_of(response) == ann.address()


def test_with_htmx_the_answer_is_the_table(ann: Viewer) -> None:
    page = Page(ann.post("play", htmx=True, move="9S", seq=ann.look().seq))
    assert page.html.lstrip().startswith('<div id="table"')
    assert "You trailed 9♠." in page.text
    assert "hx-swap-oob" not in page.html


@pytest.mark.parametrize("htmx", WAYS)
def test_what_is_illegal_says_which_rule_it_breaks(htmx: bool) -> None:
    ann, _ = laid("casino", "9S 4H", "", table="5H KS QS JS")
    page = answered(ann, ann.post("play", htmx=htmx, move="4H+5H=8", seq=ann.look().seq), htmx)
    assert "add up to 8. See the rule" in page.text


@pytest.mark.parametrize("htmx", WAYS)
def test_a_refusal_loses_nothing(htmx: bool) -> None:
    ann, _ = laid("casino", "9S 4H", "", table="5H KS QS JS")
    before = number(ann.game)
    page = answered(ann, ann.post("play", htmx=htmx, move="4H+5H=8", seq=before), htmx)
    assert number(ann.game) == before
    assert page.chosen("hand") == ["4H"]
    assert page.chosen("item") == ["5H"]
    assert page.moves["Build 9 with 4♥ and 5♥"] == "4H+5H=9"


def test_a_refused_pluck_or_call_stays_chosen_too() -> None:
    ann, _ = laid("pluck", "9S", "", table="9H 5D KD QD")
    response = ann.post("play", move="^5D 9SxKD", seq=number(ann.game))
    assert "pluck=5D-before" in response["Location"]
    ann, _ = laid("tuxedo", "5B", "", table="2Y 3R 9G 8G")
    response = ann.post("play", move="5Bx2Y!", seq=number(ann.game))
    assert "orange=1" in response["Location"]


@pytest.mark.parametrize("htmx", WAYS)
def test_cards_of_others_cannot_be_played(htmx: bool) -> None:
    ann, bob = laid("casino", "9S", "9H")
    page = answered(ann, ann.post("play", htmx=htmx, move="9H", seq=ann.look().seq), htmx)
    assert "You don’t hold the 9♥." in page.text
    page = answered(bob, bob.post("play", htmx=htmx, move="9H", seq=number(bob.game)), htmx)
    assert "It’s not your turn." in page.text


@pytest.mark.parametrize("htmx", WAYS)
def test_a_move_made_at_an_old_table_is_not_played(htmx: bool) -> None:
    ann, bob = laid("casino", "9S 8S", "9H")
    ann.play("9S")
    bob.play("9H")
    before = number(ann.game)
    page = answered(ann, ann.post("play", htmx=htmx, move="8S", seq=before - 1), htmx)
    assert "The table changed before your move arrived" in page.text
    assert number(ann.game) == before
    assert "8S" in page.offered("hand")


@pytest.mark.parametrize("htmx", WAYS)
def test_the_same_post_twice_plays_once(htmx: bool, ann: Viewer) -> None:
    sent = {"move": "9S", "seq": ann.look().seq}
    ann.post("play", htmx=htmx, **sent)
    before = number(ann.game)
    page = answered(ann, ann.post("play", htmx=htmx, **sent), htmx)
    assert number(ann.game) == before
    assert "alert" not in page.html


@pytest.mark.parametrize("htmx", WAYS)
@pytest.mark.parametrize(
    "sent",
    [
        {"move": "nonsense", "seq": "9"},
        {"move": "", "seq": "9"},
        {"move": "9S" * 200, "seq": "9"},
        {"move": "9S"},
        {},
    ],
)
def test_what_is_no_move_is_said_to_be_none(htmx: bool, sent: dict[str, str], ann: Viewer) -> None:
    before = number(ann.game)
    page = answered(ann, ann.post("play", htmx=htmx, **sent), htmx)
    assert 'role="alert"' in page.html
    assert number(ann.game) == before


@pytest.mark.parametrize("name", ["play", "claim", "call_orange", "resign", "rematch"])
def test_strangers_can_do_nothing(name: str, ann: Viewer) -> None:
    stranger = Viewer(ann.game)
    before = number(ann.game)
    assert stranger.post(name, move="9S", seq=before).status_code == 404
    assert number(ann.game) == before


@pytest.mark.parametrize("name", ["play", "claim", "call_orange", "resign", "rematch", "take_seat"])
def test_nothing_is_done_by_following_a_link(name: str, ann: Viewer) -> None:
    assert ann.client.get(ann.address(name)).status_code == 405


def test_nothing_is_done_for_another_site(ann: Viewer) -> None:
    careful = Client(enforce_csrf_checks=True)
    careful.cookies = ann.client.cookies
    response = careful.post(ann.address("play"), {"move": "9S", "seq": number(ann.game)})
    assert response.status_code == 403
    assert "9S" in ann.look().offered("hand")


def test_resigning_is_asked_twice_and_ends_the_game() -> None:
    ann, bob = laid("casino", "", "")
    page = ann.look()
    assert "<summary><span>Resign</span><span>Cancel</span></summary>" in page.html
    assert "You lost to Bob" in ann.press(page, "Yes, resign").text
    assert "You won!" in bob.look().text


def test_resigning_at_an_old_table_is_asked_again(ann: Viewer) -> None:
    ann.post("resign", seq=number(ann.game) - 1)
    assert "The table changed before your move arrived" in ann.look().text


@pytest.mark.parametrize("name", ["claim", "call_orange"])
def test_what_the_game_does_not_have_has_no_button_and_is_refused(name: str, ann: Viewer) -> None:
    assert not {"Claim the game", "Call “orange” on the last capture"} & set(ann.look().buttons)
    ann.post(name, seq=number(ann.game))
    assert {"#rule-7-6", "#rule-8-6"} & set(re.findall(r"#rule-[\d-]+", ann.look().html))


def test_a_call_without_a_number_is_not_understood(ann: Viewer) -> None:
    ann.post("resign")
    assert "We couldn’t understand that request." in ann.look().text
    assert load(Game.objects.get(pk=ann.game.pk))[0].result is None
