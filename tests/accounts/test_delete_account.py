"""Exporting and deleting an account: the games stay, the name goes."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games import bots, services
from games.contexts import personal_data
from games.domain.commands import SubstituteBot
from games.domain.dispute_events import GamePaused
from games.domain.presets import DEFAULT_PRESET, resolve_rules
from games.domain.table_settings import TableSettings
from games.log.store import load
from games.log.verification import verify_game
from games.models import DELETED_PLAYER, Game, Rating, RatingChange, Seat
from games.services.game_transaction import GameTransaction
from tests.accounts.test_signup import SECRET, guest_at_table, logged_in, sign_up
from tests.examples import exhaustive
from tests.games.finished import play_out

pytestmark = pytest.mark.django_db


@pytest.fixture
def zoe(client: Client) -> Person:
    """A member who is logged in, with a name that appears nowhere else on any page."""
    return sign_up(client, "Zoe", "zoe@example.org")


@pytest.fixture
def bob() -> Person:
    return Person.objects.create_user("bob", password=SECRET)


def table(host: Person, *others: Person, rated: bool = False) -> Game:
    rules = resolve_rules(DEFAULT_PRESET)
    seats = len(others) + 1
    game = services.start_game(host, rules, DEFAULT_PRESET, max(seats, 2), False, "friends", TableSettings(rated=rated))
    for each in others:
        services.take_seat(game, each, None)
    return Game.objects.get(pk=game.pk)


def go(client: Client, **answer: str) -> str:
    return client.post(reverse("accounts:delete"), answer or {"password": SECRET}, follow=True).content.decode()


# --- going -----------------------------------------------------------------------------------------------------------


def test_who_goes_is_gone(client: Client, zoe: Person) -> None:
    assert "Your account has been deleted." in go(client)
    assert not Person.objects.filter(pk=zoe.pk).exists()
    assert logged_in(client) is None


def test_a_wrong_password_deletes_nothing(client: Client, zoe: Person) -> None:
    assert "Nothing was deleted" in go(client, password="wrong")
    assert logged_in(client) == zoe


def test_a_guest_goes_by_typing_the_name(client: Client) -> None:
    guest, game = guest_at_table(client)
    assert "Nothing was deleted" in go(client, name="somebody else")
    go(client, name=str(guest))
    assert not Person.objects.filter(is_guest=True).exists()
    assert Seat.objects.get(game=game, number=1).name == DELETED_PLAYER


def test_what_is_being_played_is_resigned(client: Client, zoe: Person, bob: Person) -> None:
    game = table(zoe, bob)
    go(client)
    game.refresh_from_db()
    assert game.status == Game.Status.OVER
    assert game.events.filter(type="seat_resigned").count() == 1


@pytest.mark.parametrize("replaced", [False, True])
def test_among_more_than_two_the_computer_plays_on_and_nobody_else_pays_for_it(
    client: Client, zoe: Person, bob: Person, replaced: bool
) -> None:
    """Also if it has taken the seat before."""
    game = table(zoe, bob, Person.objects.create_user("cleo"))
    if replaced:
        tx = GameTransaction(game)
        tx.execute_trusted(SubstituteBot(1, bots.DEFAULT_LEVEL, final=False))
        Seat.objects.filter(game=game, number=1).update(bot=bots.DEFAULT_LEVEL)
        tx.commit()
    go(client)
    game.refresh_from_db()
    assert game.status == Game.Status.PLAYING
    seat = Seat.objects.get(game=game, number=1)
    assert (seat.name, seat.person, seat.bot) == (DELETED_PLAYER, None, bots.DEFAULT_LEVEL)
    assert load(game)[0].bot_seats == {1}
    assert verify_game(game) == []
    play_out(game)
    game.refresh_from_db()
    rematch = services.join_rematch(game, bob)
    assert isinstance(rematch, Game)
    assert [each.name for each in rematch.taken_seats.all()] == ["bob"]


def test_a_game_of_three_that_stands_still_goes_on_too(client: Client, zoe: Person, bob: Person) -> None:
    game = table(zoe, bob, Person.objects.create_user("cleo"))
    tx = GameTransaction(game)
    tx.append((GamePaused(1),), "server")
    tx.commit()
    go(client)
    game.refresh_from_db()
    assert game.status == Game.Status.PLAYING
    assert load(game)[0].forfeited_seats == {1}


def test_rated_opponents_keep_what_they_have_won(client: Client, zoe: Person, bob: Person) -> None:
    table(zoe, bob, rated=True)
    go(client)
    assert Rating.objects.get().points > 1500
    assert [change.person for change in RatingChange.objects.order_by("number")] == [None, bob]


def test_a_table_where_nobody_else_waits_is_called_off_and_a_seat_elsewhere_is_free(
    client: Client, zoe: Person, bob: Person
) -> None:
    own, other = (
        table(zoe),
        services.start_game(bob, resolve_rules(DEFAULT_PRESET), DEFAULT_PRESET, 3, False, "friends"),
    )
    services.take_seat(other, zoe, None)
    go(client)
    own.refresh_from_db()
    assert own.status == Game.Status.CANCELLED
    assert [seat.name for seat in other.taken_seats.all()] == ["bob"]


@exhaustive
def test_no_page_of_a_game_shows_the_name_again(client: Client, zoe: Person, bob: Person) -> None:
    game, running = table(zoe, bob), table(bob, zoe)
    play_out(game)
    pages = [
        reverse(f"games:{page}", args=[each.public_id])
        for each in (game, running)
        for page in ("table", "replay", "deal_verification", "record_text", "record_json")
    ]
    before = client.get(pages[0]).content.decode() + client.get(pages[3]).content.decode()
    assert "Zoe" in before
    go(client)
    other = Client()
    other.force_login(bob)
    for browser in (other, Client()):
        shown = [browser.get(page) for page in pages]
        assert [each.status_code for each in shown] == [200] * len(pages)
        assert not [page for page, each in zip(pages, shown, strict=True) if "Zoe" in each.content.decode()]
        assert DELETED_PLAYER in shown[0].content.decode()
        assert DELETED_PLAYER in shown[3].content.decode()


def test_the_log_itself_is_untouched(client: Client, zoe: Person, bob: Person) -> None:
    game = table(zoe, bob)
    heads = list(game.events.values_list("hash", flat=True))
    go(client)
    assert list(game.events.values_list("hash", flat=True))[: len(heads)] == heads


# --- changing the name ------------------------------------------------------------------------------------------------


def test_another_name_is_shown_wherever_one_sits(client: Client, zoe: Person, bob: Person) -> None:
    game = table(zoe, bob)
    client.post(reverse("accounts:account"), {"display_name": "  Zoe   the Great "})
    shown = Client().get(reverse("games:table", args=[game.public_id])).content.decode()
    assert "Zoe the Great" in shown


def test_without_a_shown_name_one_is_called_as_one_has_signed_up(client: Client, zoe: Person) -> None:
    for name in ("Zoe the Great", " "):
        client.post(reverse("accounts:account"), {"display_name": name})
    assert str(Person.objects.get(pk=zoe.pk)) == "Zoe"


def test_a_guest_has_no_other_name(client: Client) -> None:
    guest, _ = guest_at_table(client)
    answer = client.post(reverse("accounts:account"), {"display_name": " "})
    assert "This field is required." in answer.content.decode()
    assert str(Person.objects.get(pk=guest.pk)) == str(guest)


# --- taking everything along -----------------------------------------------------------------------------------------


def test_everything_about_a_person_is_told(client: Client, zoe: Person, bob: Person) -> None:
    game, running = table(zoe, bob, rated=True), table(bob, zoe)
    play_out(game)
    record = client.get(reverse("games:record_text", args=[game.public_id])).content.decode()
    client.post(reverse("games:records"), {"text": record})
    answer = client.post(reverse("games:export_data"))
    assert "attachment" in answer.headers["Content-Disposition"]
    told: dict[str, Any] = json.loads(answer.content)
    assert told["person"]["username"] == "Zoe"
    assert [each["email"] for each in told["account.EmailAddress.user"]] == ["zoe@example.org"]
    assert [each["game"] for each in told["games"]] == [game.public_id, running.public_id]
    assert (
        told["games"][0]["record"] == client.get(reverse("games:record_text", args=[game.public_id])).content.decode()
    )
    assert told["games"][1]["record"] is None
    assert len(told["games.ImportedRecord.owner"]) == 1
    assert len(told["games.Rating.person"]) == len(told["games.RatingChange.person"]) == 1


def test_nothing_is_told_that_opens_a_door_or_another_hand(client: Client, zoe: Person, bob: Person) -> None:
    running = table(zoe, bob)
    text = client.post(reverse("games:export_data")).content.decode()
    zoe.refresh_from_db()
    assert zoe.password not in text
    assert bytes(running.seed).hex() not in text
    assert "round_started" not in text
    assert "bob" in text


def test_rows_of_every_model_that_point_to_a_person_are_told_or_decided_on() -> None:
    undecided = [
        personal_data.name_of(relation)
        for relation in personal_data.relations()
        if personal_data.concerns_two_people(relation)
        and personal_data.name_of(relation) not in personal_data.EXPORT_OVERRIDES
    ]
    assert undecided == [], "these point to two people: say in games/contexts/personal_data.py whether they are told"
    told = {personal_data.name_of(relation) for relation in personal_data.relations()}
    assert {
        "accounts.Preferences.person",
        "games.Seat.person",
        "games.ImportedRecord.owner",
        "games.Vacation.person",
    } <= told
    assert told >= set(personal_data.EXPORT_OVERRIDES)


def test_a_stranger_has_nothing_to_take_along(client: Client) -> None:
    assert client.post(reverse("games:export_data")).headers["Location"] == reverse("account_login")
