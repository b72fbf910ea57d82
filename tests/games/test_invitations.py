"""Inviting by name to an open table: the right to invite, the people who can be invited, calls, refusals, and
blocks."""

from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from pytest_django import Settings

from accounts.models import Person
from accounts.services import create_guest
from games import services
from games.domain.terms import Terms
from games.invitations import asking
from games.invitations.models import Block, Invitation
from games.invitations.reading import asked_to, companions, invitations_of
from games.log.verification import check
from games.models import Game
from games.notifications.happenings import Happening
from games.notifications.models import Call
from games.services import Accepted, Refused
from tests.games.callers import Messages, do_tasks, reachable
from tests.games.computers import fresh
from tests.games.tables import RULES, person
from tests.games.test_seating import refusal

pytestmark = pytest.mark.django_db


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Messages:
    settings.CALL_DELAY = 0
    messages = Messages()
    messages.take_over(monkeypatch)
    return messages


class Table:
    """Ann has opened a table for three; Bob, who can be called, does not sit there."""

    def __init__(self, terms: Terms = Terms()) -> None:  # noqa: B008  a named tuple never changes
        self.ann, self.bob = person("Ann"), reachable("Bob")
        self.game = services.start_game(self.ann, RULES, "casino", 3, False, "friends", terms)

    def invite(self, name: str = "bob") -> Accepted | Refused:
        return asking.invite(self.game, self.ann, name)


def browser(who: Person | None = None) -> Client:
    client = Client()
    if who:
        client.force_login(who)
    return client


def said(answer: Any) -> str:
    return " ".join(str(message) for message in get_messages(answer.wsgi_request))


def shown(who: Person, address: str = "/games/") -> str:
    return browser(who).get(address).content.decode()


# --- asking ---------------------------------------------------------------------------------------------------------


def test_who_is_invited_is_called_and_finds_it_among_the_games_and_in_the_lobby(sent: Messages) -> None:
    table = Table()
    seq = fresh(table.game).seq
    assert isinstance(table.invite("BOB"), Accepted)
    do_tasks()
    assert sent == [("Bob", "push", ("invitation",))]
    for address in ("/games/", "/lobby/", "/"):
        assert "Ann invites you" in shown(table.bob, address)
        assert "Ann invites you" not in shown(table.ann, address)
    assert fresh(table.game).seq == seq
    assert check(fresh(table.game)) == []


def test_who_joins_has_answered() -> None:
    table = Table()
    table.invite()
    browser(table.bob).post(f"/g/{table.game.public_id}/seat/")
    assert list(invitations_of(table.bob)) == []
    assert asked_to(table.game) == []


def test_who_declines_has_answered_and_the_host_sees_it() -> None:
    table = Table()
    table.invite()
    place = f"/g/{table.game.public_id}/"
    assert "Invited:" in shown(table.ann, place)
    assert "Ann invites you to this table." in shown(table.bob, place)
    assert browser(table.bob).post(f"/invitations/{table.game.public_id}/decline/").status_code == 302
    assert "invites you" not in shown(table.bob)
    assert "Bob: has declined" in shown(table.ann, place)
    assert "Invited:" not in shown(table.bob, place)
    assert refusal(table.invite()) == "Bob was asked already."


def test_who_declined_may_still_come() -> None:
    table = Table()
    table.invite()
    asking.decline(table.game, table.bob)
    browser(table.bob).post(f"/g/{table.game.public_id}/seat/")
    assert table.game.taken_seats.filter(person=table.bob).exists()


def test_of_a_table_that_waits_no_more_there_is_no_invitation() -> None:
    table = Table()
    table.invite()
    services.cancel_game(table.game, table.ann)
    assert "invites you" not in shown(table.bob)


def test_who_was_removed_and_is_invited_is_welcome_again() -> None:
    table = Table()
    services.take_seat(table.game, table.bob, 2)
    services.remove_player(table.game, table.ann, 2)
    assert isinstance(table.invite(), Accepted)
    assert not isinstance(services.take_seat(table.game, table.bob, 2), Refused)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("carol", "Nobody here is called carol. Is it the name that they signed up with?"),
        ("ann", "Ann sits at this table."),
        ("eve", "Eve sits at this table."),
    ],
)
def test_who_cannot_be_invited(name: str, words: str) -> None:
    table = Table()
    services.take_seat(table.game, person("Eve"), 2)
    assert refusal(table.invite(name)) == words
    assert not Invitation.objects.exists()


def test_guests_and_closed_accounts_are_nobody_by_name() -> None:
    table = Table()
    guest, gone = create_guest(), person("Gone")
    Person.objects.filter(pk=gone.pk).update(is_active=False)
    for name in (guest.username, "gone"):
        assert refusal(table.invite(name)).startswith("Nobody here is called")


def test_only_the_host_invites_and_only_while_the_table_waits() -> None:
    table = Table()
    eve, carol = person("Eve"), person("Carol")
    services.take_seat(table.game, eve, 2)
    assert refusal(asking.invite(table.game, eve, "bob")) == "Only the host of the table can do this."
    services.take_seat(table.game, carol, 3)
    assert refusal(table.invite()) == "The game has already started."
    another = services.start_game(table.ann, RULES, "casino", 3, False, "friends")
    services.cancel_game(another, table.ann)
    assert refusal(asking.invite(another, table.ann, "bob")) == "This game was called off."


def test_a_guest_invites_by_the_link_alone() -> None:
    person("Bob")
    guest = create_guest()
    game = services.start_game(guest, RULES, "casino", 3, False, "friends")
    assert refusal(asking.invite(game, guest, "bob")).startswith("Sign up to invite people by name.")
    assert "Invite by name" not in shown(guest, f"/g/{game.public_id}/")


# --- left alone -----------------------------------------------------------------------------------------------------


def test_who_takes_no_invitations_and_who_has_blocked_the_host_are_not_told_apart(sent: Messages) -> None:
    table = Table()
    eve = reachable("Eve")
    browser(table.bob).post("/settings/invitations/", {"refuse": "1"})
    browser(eve).post("/people/ann/block/", {"blocked": "yes"})
    assert refusal(table.invite("bob")) == "Bob takes no invitations at the moment."
    assert refusal(table.invite("eve")) == "Eve takes no invitations at the moment."
    do_tasks()
    assert sent == []
    assert "Take invitations again" in shown(table.bob, "/settings/calls/")
    assert "Unblock Ann" in shown(eve, "/settings/calls/")
    browser(table.bob).post("/settings/invitations/")
    browser(eve).post("/people/ann/block/", {"blocked": "no", "next": "calls"})
    assert isinstance(table.invite("bob"), Accepted)
    assert isinstance(table.invite("eve"), Accepted)


def test_with_a_block_the_invitations_there_are_go_away() -> None:
    table = Table()
    table.invite()
    page = shown(table.bob, "/people/ann/")
    assert "Block this player" in page
    browser(table.bob).post("/people/ann/block/", {"blocked": "yes"})
    assert "invites you" not in shown(table.bob)
    assert "You have blocked this player." in shown(table.bob, "/people/ann/")


@pytest.mark.parametrize("sent", [{}, {"blocked": "perhaps"}])
def test_a_block_that_cannot_be_understood_is_none(sent: dict[str, str]) -> None:
    ann, bob = person("Ann"), person("Bob")
    assert browser(bob).post("/people/ann/block/", sent).status_code == 404
    assert browser(ann).post("/people/ann/block/", {"blocked": "yes"}).status_code == 404
    assert browser().post("/people/ann/block/", {"blocked": "yes"}).status_code == 404
    assert browser(bob).post("/people/nobody/block/", {"blocked": "yes"}).status_code == 404
    assert not Block.objects.exists()


def test_strangers_neither_decline_nor_refuse() -> None:
    table = Table()
    table.invite()
    for client in (browser(), browser(person("Eve"))):
        assert client.post(f"/invitations/{table.game.public_id}/decline/").status_code == 404
    assert browser().post("/settings/invitations/").status_code == 404
    assert browser(table.bob).post("/invitations/nowhere222/decline/").status_code == 404
    assert not Invitation.objects.get().declined


# --- a rematch ------------------------------------------------------------------------------------------------------


def test_a_rematch_invites_who_played_before_but_for_those_who_do_not_want_it(sent: Messages) -> None:
    table = Table()
    eve = reachable("Eve")
    for each in (table.bob, eve):
        services.take_seat(table.game, each, None)
    services.resign(table.game.taken_seats.get(person=eve), fresh(table.game).seq)
    services.resign(table.game.taken_seats.get(person=table.bob), fresh(table.game).seq)
    asking.block(eve, table.ann)
    do_tasks()
    sent.clear()
    rematch = services.play_again(fresh(table.game), table.ann)
    do_tasks()
    assert isinstance(rematch, Game)
    assert sent == [("Bob", "push", ("invitation",))]
    assert "Ann invites you" in shown(table.bob)
    assert "Ann invites you" not in shown(eve)


# --- the page -------------------------------------------------------------------------------------------------------


def test_the_host_writes_a_name_or_takes_one_of_those_played_with() -> None:
    table = Table()
    eve = person("Eve")
    before = services.start_game(table.ann, RULES, "casino", 2, False, "friends")
    services.take_seat(before, eve, None)
    host, place = browser(table.ann), f"/g/{table.game.public_id}/"
    page = host.get(place).content.decode()
    assert "Invite by name" in page
    assert 'value="eve">Eve</button>' in page
    assert "bob is invited." in said(host.post(f"{place}invite/", {"name": " bob "}))
    assert "eve is invited." in said(host.post(f"{place}invite/", {"name": "eve"}))
    assert 'value="eve">Eve</button>' not in host.get(place).content.decode()
    assert companions(table.ann, table.game) == []


def test_a_name_that_is_nobodys_stands_there_still() -> None:
    table = Table()
    host, place = browser(table.ann), f"/g/{table.game.public_id}/"
    answer = host.post(f"{place}invite/", {"name": "b<b"}, follow=True)
    page = answer.content.decode()
    assert "Nobody here is called b&lt;b." in page
    assert 'value="b&lt;b"' in page
    for nothing in ("", "   ", "\x00", "x" * 200):
        assert "Whom do you want to invite?" in said(host.post(f"{place}invite/", {"name": nothing}))


def test_only_the_host_is_asked_whom_to_invite() -> None:
    table = Table()
    services.take_seat(table.game, table.bob, 2)
    place = f"/g/{table.game.public_id}/"
    assert "Invite by name" not in shown(table.bob, place)
    assert "Invite by name" not in browser().get(place).content.decode()
    services.leave_seat(table.game, table.ann)
    assert "Invite by name" in shown(table.bob, place)


def test_a_thousand_invitations_are_too_many(settings: Settings) -> None:
    table = Table()
    settings.LIMITS["invite"] = "2/hour"
    host, place = browser(table.ann), f"/g/{table.game.public_id}/"
    answers = [host.post(f"{place}invite/", {"name": "nobody"}).status_code for _ in range(3)]
    assert answers == [302, 302, 429]


def test_to_one_table_not_everybody_is_asked() -> None:
    table = Table()
    for number in range(asking.MOST_ASKED):
        person(f"Friend{number}")
        table.invite(f"friend{number}")
    assert refusal(table.invite()).startswith("So many people have been asked")
    assert Invitation.objects.count() == asking.MOST_ASKED


def test_a_rated_table_is_joined_by_invitation_too() -> None:
    table = Table(Terms(rated=True))
    assert isinstance(table.invite(), Accepted)
    browser(table.bob).post(f"/g/{table.game.public_id}/seat/")
    assert table.game.taken_seats.filter(person=table.bob).exists()


def test_the_same_invitation_calls_once(sent: Messages) -> None:
    table = Table()
    for _ in range(2):
        table.invite()
    do_tasks()
    assert Call.objects.filter(happening=Happening.INVITATION).count() == 1
