"""Inviting by name to an open table: the right to invite, the people who can be invited, calls, refusals, and
blocks."""

import pytest
from pytest_django import Settings

from accounts.models import Person
from accounts.services import create_guest
from games import services
from games.community.models import Block
from games.domain.table_settings import TableSettings
from games.invitations import services as invitation_services
from games.invitations.models import Invitation
from games.invitations.selectors import invitations_of, invited_to, past_opponents
from games.log.verification import verify_game
from games.models import Game
from games.notifications.kinds import NotificationKind
from games.notifications.models import Notification
from games.services import Accepted, Refused
from tests.games.computers import fresh
from tests.games.recipients import Messages, do_tasks, reachable
from tests.games.tables import RULES, person
from tests.games.viewers import Page, browser_of, told_after
from tests.games.views.test_seats import refusal

pytestmark = pytest.mark.django_db


class Table:
    """Ann has opened a table for three; Bob, who can be called, does not sit there."""

    def __init__(self, table_settings: TableSettings = TableSettings()) -> None:  # noqa: B008  a named tuple never changes
        self.ann, self.bob = person("Ann"), reachable("Bob")
        self.game = services.start_game(self.ann, RULES, "casino", 3, False, "friends", table_settings)

    def invite(self, name: str = "bob") -> Accepted | Refused:
        return invitation_services.invite(self.game, self.ann, name)


@pytest.fixture
def table() -> Table:
    return Table()


def shown(who: Person, address: str = "/games/") -> str:
    return browser_of(who).get(address).content.decode()


# --- asking ---------------------------------------------------------------------------------------------------------


def test_who_is_invited_is_called_and_finds_it_among_the_games_and_in_the_lobby(sent: Messages, table: Table) -> None:
    seq = fresh(table.game).seq
    assert isinstance(table.invite("BOB"), Accepted)
    do_tasks()
    assert sent == [("Bob", "push", ("invitation",))]
    for address in ("/games/", "/lobby/", "/"):
        assert "Ann invites you" in shown(table.bob, address)
        assert "Ann invites you" not in shown(table.ann, address)
    assert fresh(table.game).seq == seq
    assert verify_game(fresh(table.game)) == []


def test_who_joins_has_answered(table: Table) -> None:
    table.invite()
    browser_of(table.bob).post(f"/g/{table.game.public_id}/seat/")
    assert list(invitations_of(table.bob)) == []
    assert invited_to(table.game) == []


def test_who_declines_has_answered_and_the_host_sees_it(table: Table) -> None:
    table.invite()
    place = f"/g/{table.game.public_id}/"
    assert "Invited:" in shown(table.ann, place)
    assert "Ann invites you to Casino" in shown(table.bob, place)
    assert browser_of(table.bob).post(f"/invitations/{table.game.public_id}/decline/").status_code == 302
    assert "invites you" not in shown(table.bob)
    assert "Bob declined" in shown(table.ann, place)
    assert "Invited:" not in shown(table.bob, place)
    assert refusal(table.invite()) == "Bob has already been invited."


@pytest.mark.parametrize(("name", "told"), [("bob", False), ("leo", True)])
def test_the_host_reads_that_nothing_tells_the_one_invited(name: str, told: bool, table: Table) -> None:
    person("Leo")
    response = browser_of(table.ann).post(f"/g/{table.game.public_id}/invite/", {"name": name}, follow=True)
    assert f"{name} has been invited." in Page(response).text
    assert ("We can’t notify Leo. Send them the link." in Page(response).text) == told


def test_who_declined_may_still_come(table: Table) -> None:
    table.invite()
    invitation_services.decline(table.game, table.bob)
    browser_of(table.bob).post(f"/g/{table.game.public_id}/seat/")
    assert table.game.taken_seats.filter(person=table.bob).exists()


def test_of_a_table_that_waits_no_more_there_is_no_invitation(table: Table) -> None:
    table.invite()
    services.cancel_game(table.game, table.ann)
    assert "invites you" not in shown(table.bob)


def test_who_was_removed_and_is_invited_is_welcome_again(table: Table) -> None:
    services.take_seat(table.game, table.bob, 2)
    services.remove_player(table.game, table.ann, 2)
    assert isinstance(table.invite(), Accepted)
    assert not isinstance(services.take_seat(table.game, table.bob, 2), Refused)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("carol", "No player is named carol. Use the name they signed up with."),
        ("ann", "Ann is already at this table."),
        ("eve", "Eve is already at this table."),
    ],
)
def test_who_cannot_be_invited(name: str, words: str, table: Table) -> None:
    services.take_seat(table.game, person("Eve"), 2)
    assert refusal(table.invite(name)) == words
    assert not Invitation.objects.exists()


def test_guests_and_closed_accounts_are_nobody_by_name(table: Table) -> None:
    guest, gone = create_guest(), person("Gone")
    Person.objects.filter(pk=gone.pk).update(is_active=False)
    for name in (guest.username, "gone"):
        assert refusal(table.invite(name)).startswith("No player is named")


def test_only_the_host_invites_and_only_while_the_table_waits(table: Table) -> None:
    eve, carol = person("Eve"), person("Carol")
    services.take_seat(table.game, eve, 2)
    assert refusal(invitation_services.invite(table.game, eve, "bob")) == "Only the host of the table can do this."
    services.take_seat(table.game, carol, 3)
    assert refusal(table.invite()) == "The game has already started."
    another = services.start_game(table.ann, RULES, "casino", 3, False, "friends")
    services.cancel_game(another, table.ann)
    assert refusal(invitation_services.invite(another, table.ann, "bob")) == "This game was canceled."


def test_a_guest_invites_by_the_link_alone() -> None:
    person("Bob")
    guest = create_guest()
    game = services.start_game(guest, RULES, "casino", 3, False, "friends")
    assert refusal(invitation_services.invite(game, guest, "bob")).startswith("Sign up to invite people by name.")
    assert "Invite by name" not in shown(guest, f"/g/{game.public_id}/")


# --- left alone -----------------------------------------------------------------------------------------------------


def test_who_takes_no_invitations_and_who_has_blocked_the_host_are_not_told_apart(sent: Messages, table: Table) -> None:
    eve = reachable("Eve")
    browser_of(table.bob).post("/settings/invitations/", {"refuse": "1"})
    browser_of(eve).post("/people/ann/block/", {"blocked": "yes"})
    assert refusal(table.invite("bob")) == "Bob isn’t accepting invitations."
    assert refusal(table.invite("eve")) == "Eve isn’t accepting invitations."
    do_tasks()
    assert sent == []
    assert "Allow invitations" in shown(table.bob, "/settings/notifications/")
    assert "Unblock Ann" in shown(eve, "/settings/notifications/")
    browser_of(table.bob).post("/settings/invitations/")
    browser_of(eve).post("/people/ann/block/", {"blocked": "no", "next": "calls"})
    assert isinstance(table.invite("bob"), Accepted)
    assert isinstance(table.invite("eve"), Accepted)


def test_with_a_block_the_invitations_there_are_go_away(table: Table) -> None:
    table.invite()
    page = shown(table.bob, "/people/ann/")
    assert "Block this player" in page
    browser_of(table.bob).post("/people/ann/block/", {"blocked": "yes"})
    assert "invites you" not in shown(table.bob)
    assert "You have blocked this player." in shown(table.bob, "/people/ann/")


@pytest.mark.parametrize("sent", [{}, {"blocked": "perhaps"}])
def test_a_block_that_cannot_be_understood_is_none(sent: dict[str, str]) -> None:
    ann, bob = person("Ann"), person("Bob")
    assert browser_of(bob).post("/people/ann/block/", sent).status_code == 404
    assert browser_of(ann).post("/people/ann/block/", {"blocked": "yes"}).status_code == 404
    assert browser_of().post("/people/ann/block/", {"blocked": "yes"}).status_code == 404
    assert browser_of(bob).post("/people/nobody/block/", {"blocked": "yes"}).status_code == 404
    assert not Block.objects.exists()


def test_strangers_neither_decline_nor_refuse(table: Table) -> None:
    table.invite()
    for client in (browser_of(), browser_of(person("Eve"))):
        assert client.post(f"/invitations/{table.game.public_id}/decline/").status_code == 404
    assert browser_of().post("/settings/invitations/").status_code == 404
    assert browser_of(table.bob).post("/invitations/nowhere222/decline/").status_code == 404
    assert not Invitation.objects.get().declined


# --- a rematch ------------------------------------------------------------------------------------------------------


def test_a_rematch_invites_who_played_before_but_for_those_who_do_not_want_it(sent: Messages, table: Table) -> None:
    eve = reachable("Eve")
    for each in (table.bob, eve):
        services.take_seat(table.game, each, None)
    for each in (eve, table.bob, table.ann):
        services.resign(table.game.taken_seats.get(person=each), fresh(table.game).seq)
    invitation_services.block(eve, table.ann)
    do_tasks()
    sent.clear()
    rematch = services.join_rematch(fresh(table.game), table.ann)
    do_tasks()
    assert isinstance(rematch, Game)
    assert sent == [("Bob", "push", ("invitation",))]
    assert "Ann invites you" in shown(table.bob)
    assert "Ann invites you" not in shown(eve)


# --- the page -------------------------------------------------------------------------------------------------------


def test_the_host_writes_a_name_or_takes_one_of_those_played_with(table: Table) -> None:
    eve = person("Eve")
    before = services.start_game(table.ann, RULES, "casino", 2, False, "friends")
    services.take_seat(before, eve, None)
    host, place = browser_of(table.ann), f"/g/{table.game.public_id}/"
    page = host.get(place).content.decode()
    assert "Invite by name" in page
    assert 'value="eve">Eve</button>' in page
    assert "bob has been invited." in told_after(host.post(f"{place}invite/", {"name": " bob "}))
    assert "eve has been invited." in told_after(host.post(f"{place}invite/", {"name": "eve"}))
    assert 'value="eve">Eve</button>' not in host.get(place).content.decode()
    assert past_opponents(table.ann, table.game) == []


def test_a_name_that_is_nobodys_stands_there_still(table: Table) -> None:
    host, place = browser_of(table.ann), f"/g/{table.game.public_id}/"
    answer = host.post(f"{place}invite/", {"name": "b<b"}, follow=True)
    page = answer.content.decode()
    assert "No player is named b&lt;b." in page
    assert 'value="b&lt;b"' in page
    for nothing in ("", "   ", "\x00", "x" * 200):
        assert "Who do you want to invite?" in told_after(host.post(f"{place}invite/", {"name": nothing}))


def test_only_the_host_is_asked_whom_to_invite(table: Table) -> None:
    services.take_seat(table.game, table.bob, 2)
    place = f"/g/{table.game.public_id}/"
    assert "Invite by name" not in shown(table.bob, place)
    assert "Invite by name" not in browser_of().get(place).content.decode()
    services.leave_seat(table.game, table.ann)
    assert "Invite by name" in shown(table.bob, place)


def test_a_thousand_invitations_are_too_many(settings: Settings, table: Table) -> None:
    settings.LIMITS = settings.LIMITS | {"invite": "2/hour"}
    host, place = browser_of(table.ann), f"/g/{table.game.public_id}/"
    answers = [host.post(f"{place}invite/", {"name": "nobody"}).status_code for _ in range(3)]
    assert answers == [302, 302, 429]


def test_to_one_table_not_everybody_is_asked(table: Table) -> None:
    for number in range(invitation_services.MAX_INVITATIONS_PER_GAME):
        person(f"Friend{number}")
        table.invite(f"friend{number}")
    assert refusal(table.invite()).startswith("This table has reached its invitation limit")
    assert Invitation.objects.count() == invitation_services.MAX_INVITATIONS_PER_GAME


def test_a_rated_table_is_joined_by_invitation_too() -> None:
    table = Table(TableSettings(rated=True))
    assert isinstance(table.invite(), Accepted)
    browser_of(table.bob).post(f"/g/{table.game.public_id}/seat/")
    assert table.game.taken_seats.filter(person=table.bob).exists()


def test_the_same_invitation_calls_once(sent: Messages, table: Table) -> None:
    for _ in range(2):
        table.invite()
    do_tasks()
    assert Notification.objects.filter(kind=NotificationKind.INVITATION).count() == 1
