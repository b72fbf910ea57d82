"""Pass and play: several people on one device. Between two turns no hand is shown, whatever is asked for."""

from hashlib import sha256
from typing import Any
from unittest.mock import patch

import pytest
from django.urls import reverse

from accounts.models import Person
from games import services
from games.domain.table_settings import TableSettings
from games.models import DELETED_PLAYER, Game, SeatResult
from tests.games.computers import fresh
from tests.games.rounds import play_once, state_of
from tests.games.viewers import HTMX, NEXT_ROUND, Page, Viewer, browser_of, friend, laid

pytestmark = pytest.mark.django_db

ANN, BOB = "I’m Ann, show my cards", "I’m Bob, show my cards"
UNDO = "Undo Ann’s move"


def one_device(rules: str | dict[str, Any] = "casino", *hands: str) -> Viewer:
    given = hands or ("9S 2H 4S 5S", "9H JC QD KD")
    return laid(rules, *given, table="2C 7D 3H KC", one_device=True)[0]


def host_of(game: Game) -> Person:
    host = fresh(game).host
    assert host
    return host


def at_table(device: Viewer, **query: Any) -> Page:
    """Return the page as it is without scripts after the cards were asked for."""
    return device.look(shown="", **query)


# --- setting up -----------------------------------------------------------------------------------------------------


def set_up(host: Person, **sent: str) -> Any:
    chosen = {"seating": "2", "opponents": "device", **sent}
    return browser_of(host).post(reverse("games:set_up", args=["casino"]), chosen)


def test_the_host_names_the_other_players() -> None:
    ann = friend("Ann")
    answer = set_up(ann, seating="3", player_2="Ben", player_3="")
    game = Game.objects.get(host=ann)
    assert answer["Location"] == reverse("games:table", args=[game.public_id])
    assert [seat.name for seat in game.taken_seats.all()] == ["Ann", "Ben", "Player 3"]
    assert not any(seat.person_id or seat.bot for seat in game.taken_seats.all())
    assert (game.status, game.pass_and_play, game.public) == ("playing", True, False)


def test_a_computer_can_have_a_seat_of_its_own() -> None:
    ann = friend("Ann")
    set_up(ann, seating="3", player_2="Ben", seat_2="easy")
    seats = Game.objects.get(host=ann).taken_seats.all()
    assert [(seat.bot, seat.name) for seat in seats][::2] == [("", "Ann"), ("", "Ben")]
    assert seats[1].bot == "easy"


def test_names_are_told_apart_and_cannot_pass_for_others() -> None:
    ann = friend("Ann")
    set_up(ann, player_2="ANN")
    assert [seat.name for seat in Game.objects.get(host=ann).taken_seats.all()] == ["Ann", "ANN 2"]
    refused = set_up(ann, player_2="Moderator")
    assert "That name is reserved." in refused.content.decode()


@pytest.mark.parametrize("terms", [{"clock": "live-5"}, {"rated": "yes"}, {"public": "yes"}])
def test_it_has_no_clock_no_rating_and_is_in_no_lobby(terms: dict[str, str]) -> None:
    answer = set_up(friend("Ann"), **terms)
    assert answer.status_code == 200
    assert "errorlist" in answer.content.decode()
    assert not Game.objects.exists()


def test_the_browser_of_the_host_may_promise_a_seed() -> None:
    """The first local seat gives it, on the table's own page."""
    ann = friend("Ann")
    page = Page(browser_of(ann).get(reverse("games:set_up", args=["casino"])))
    given = {each["name"]: each.get("value", "") for each in page.inputs if each.get("name") in ("token", "commitment")}
    set_up(ann, seed_hash=sha256(b"abc").hexdigest(), **given)
    device = Viewer(Game.objects.get(host=ann), ann)
    assert 'id="seed-request"' in device.look().html
    device.post("client_seed", htmx=True, client_seed="abc", commitment=given["commitment"])
    assert "abc" in state_of(device.game).client_seeds
    assert "Hand the device to" in device.look().text


# --- handing over ---------------------------------------------------------------------------------------------------


def test_the_device_is_handed_from_one_to_the_next() -> None:
    device = one_device()
    page = device.look()
    assert "Hand the device to Ann" in page.text
    assert page.offered("hand") == []
    page = device.press(page, ANN)
    assert sorted(page.offered("hand")) == ["2H", "4S", "5S", "9S"]
    page = device.press(at_table(device, hand="9S", item=["2C", "7D"]), "Take 2♣ 7♦ with 9♠ (3 cards)")
    assert "Hand the device to Bob Ann took 2♣ 7♦ with 9♠." in page.text
    assert page.offered("hand") == []
    assert sorted(device.press(page, BOB).offered("hand")) == ["9H", "JC", "KD", "QD"]


def test_the_cards_are_hidden_again_when_the_page_is_loaded_again() -> None:
    device = one_device()
    device.press(device.look(), ANN)
    assert device.look().offered("hand") == []
    assert at_table(device).offered("hand")


def test_a_fragment_shows_them_only_after_its_own_player_asked() -> None:
    device = one_device()
    device.press(device.look(), ANN)
    device.post("play", move="9Sx2C,7D", seq=device.look().seq)
    for name in ("table", "move_choices"):
        chosen = {"hand": "9H", "seq": device.look().seq}
        answer: Any = device.client.get(device.address(name), chosen, headers=HTMX)
        assert Page(answer).offered("hand") == []
        assert "Hand the device to" in answer.content.decode()


def test_a_move_needs_the_cards_of_its_player_on_the_table() -> None:
    device = one_device()
    before = fresh(device.game).seq
    for name, sent in (("play", {"move": "9S"}), ("resign", {}), ("make_offer", {"kind": "abort"}), ("claim", {})):
        answer = device.post(name, htmx=True, seq=before, **sent)
        assert "Hand the device to" in answer.content.decode()
    assert fresh(device.game).seq == before


def test_an_outdated_page_shows_no_cards() -> None:
    device = one_device()
    old = device.look()
    device.press(old, ANN)
    device.post("play", move="9Sx2C,7D", seq=old.seq)
    assert device.press(old, ANN).offered("hand") == []


def test_what_comes_in_the_same_turn_hides_nothing() -> None:
    device = laid("casino", "9S 2H 4S 5S", "", one_device=True, table_settings=TableSettings(hints=True))[0]
    page = device.press(device.look(), ANN)
    answer = device.post("play", htmx=True, move="QS", seq=page.seq)  # a card that Ann does not have
    assert sorted(Page(answer).offered("hand")) == ["2H", "4S", "5S", "9S"]
    page = device.press(at_table(device), "Hint")
    assert sorted(page.offered("hand")) == ["2H", "4S", "5S", "9S"]
    assert 'class="advice"' in page.html
    assert 'class="advice"' not in device.look().html


def test_while_a_computer_is_to_play_there_is_nothing_to_hand_over() -> None:
    ann = friend("Ann")
    with patch("games.services.game_transaction.first_dealer", lambda *_: 3):
        set_up(ann, seating="3", player_2="Ben", seat_2="easy")
    device = Viewer(Game.objects.get(host=ann), ann)
    page = device.press(device.look(), ANN)
    device.post("play", move=page.offered("hand")[0], seq=page.seq)
    page = at_table(device)
    assert page.offered("hand") == []
    assert "Waiting for" in page.text
    play_once(device.game)
    page = device.look()
    assert "Hand the device to Ben" in page.text
    assert UNDO not in page.buttons


def test_nobody_else_sees_the_table() -> None:
    device, stranger = one_device(), friend("Wanda")
    other = Viewer(device.game, stranger)
    assert other.look().status == 403
    assert other.post("show_cards", seq=device.look().seq).status_code == 404
    assert other.post("undo", seq=device.look().seq).status_code == 404


def test_other_games_have_no_device() -> None:
    ann, bob = laid("casino", "9S 2H 4S 5S", "9H JC QD KD")
    ann.play("9S")
    before = fresh(ann.game).seq
    for player in (ann, bob):
        for name in ("show_cards", "undo"):
            assert player.post(name, seq=before).status_code == 302
    assert fresh(ann.game).seq == before


# --- taking back, ending --------------------------------------------------------------------------------------------


def test_a_move_is_undone_until_the_next_player_sees_their_cards() -> None:
    device = one_device()
    page = device.press(device.look(), ANN)
    device.post("play", move="9Sx2C,7D", seq=page.seq)
    page = device.press(device.look(), UNDO)
    assert "Hand the device to Ann" in page.text
    assert UNDO not in page.buttons
    page = device.press(page, ANN)
    assert "9S" in page.offered("hand")
    device.post("play", move="9S", seq=page.seq)
    page = device.look()
    device.press(page, BOB)
    assert UNDO not in device.look().buttons
    assert UNDO not in device.press(page, UNDO).buttons
    assert state_of(device.game).turn == 2


def test_the_one_with_the_device_ends_the_game_without_asking() -> None:
    device = one_device()
    page = device.press(device.look(), ANN)
    assert "Offer a draw" not in page.buttons
    assert "Ask for a takeback" not in page.buttons
    device.press(page, "Abort the game (no result)")
    assert fresh(device.game).status == Game.Status.OVER


def test_all_see_the_end_of_a_round_together() -> None:
    device = one_device({"preset": "casino", "target": 200})
    while not state_of(device.game).sheets:
        play_once(device.game)
    page = device.look()
    assert page.offered("hand") == []
    page = device.press(page, NEXT_ROUND)
    assert "Hand the device to" in page.text
    play_once(device.game)
    assert NEXT_ROUND not in device.look().buttons


def test_they_play_again_under_the_same_names() -> None:
    device = one_device()
    device.press(device.press(device.look(), ANN), "Yes, resign")
    page = device.look()
    assert "Bob" in page.text
    assert "Analyze" not in page.buttons
    assert "Rematch" in page.buttons
    device.post("rematch")
    again = Game.objects.get(rematch_of=device.game)
    assert [seat.name for seat in again.taken_seats.all()] == ["Ann", "Bob"]
    assert (again.status, again.pass_and_play) == ("playing", True)
    assert services.join_rematch(fresh(device.game), host_of(device.game)) == again


def test_it_counts_for_nobody() -> None:
    device = one_device()
    device.press(device.press(device.look(), ANN), "Yes, resign")
    assert not SeatResult.objects.filter(game=device.game).exists()


# --- lists, and the account -----------------------------------------------------------------------------------------


def test_my_games_say_that_it_is_your_turn_whoever_is_to_play() -> None:
    device = one_device()
    for turn in (1, 2):
        page = Page(device.client.get(reverse("games:my_games")))
        assert state_of(device.game).turn == turn
        assert "Pass and play" in page.text
        assert "your turn" in page.text
        assert device.client.get(reverse("games:next_game"))["Location"] == device.address()
        play_once(device.game)


def test_no_page_of_the_player_is_about_a_seat() -> None:
    """Whatever knows a player by the seat knows none here, so nothing tells of a hand."""
    device = one_device()
    device.press(device.look(), ANN)
    for name in ("conditional_moves", "disputes", "analysis", "game_notifications"):
        assert device.client.get(device.address(name)).status_code == 404


def test_a_deleted_account_ends_its_games_and_takes_the_names_along() -> None:
    device = one_device()
    services.leave_games(host_of(device.game))
    assert fresh(device.game).status == Game.Status.CANCELLED
    assert {seat.name for seat in device.game.taken_seats.all()} == {DELETED_PLAYER}
    assert Viewer(device.game, friend("Wanda")).look().status == 403


def test_a_guest_takes_the_device_along_to_an_account() -> None:
    device, member = one_device(), friend("Member")
    guest = host_of(device.game)
    Person.objects.filter(pk=guest.pk).update(is_guest=True)
    services.move_games(Person.objects.get(pk=guest.pk), member)
    assert "Hand the device to Ann" in Viewer(device.game, member).look().text
