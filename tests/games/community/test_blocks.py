"""Blocking: two people kept apart sit at no table together and read nothing of each other, and neither is notified."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.urls import reverse

from accounts.models import Person
from accounts.services import create_guest
from games import services
from games.community import follows
from games.community.models import Block
from games.deals import services as deal_services
from games.domain.presets import DEFAULT_PRESET
from games.domain.table_settings import TableSettings
from games.invitations import services as invitation_services
from games.invitations.models import Invitation
from games.invitations.selectors import past_opponents, recent_opponents
from games.models import Game, RatingChange
from games.models.social import ChatMessage
from games.services import Refused
from tests.games.computers import fresh
from tests.games.consumers.test_lobby import socket_of as list_socket_of
from tests.games.consumers.test_table import in_thread, settled, socket_of
from tests.games.invitations.test_services import shown
from tests.games.recipients import Messages, do_tasks, reachable
from tests.games.tables import RULES, person
from tests.games.viewers import HTMX, Page, Viewer, browser_of
from tests.games.views.test_seats import refusal
from tests.games.views.test_social import answer, heard_by, person_of, table

pytestmark = pytest.mark.django_db

REMOVED = "You can’t join this table."
COMMITMENT = re.compile(r"[0-9a-f]{64}")


def opened(host: Person, seats: int = 3, public: bool = False, **table_settings: Any) -> Game:
    return services.start_game(
        host, RULES, "casino", seats, False, "friends", TableSettings(public=public, **table_settings)
    )


def over(*people: Person) -> Game:
    """Return a finished game of these, which the last of them has given up."""
    game = opened(people[0], len(people))
    for each in people[1:]:
        services.take_seat(game, each, None)
    services.resign(game.taken_seats.get(person=people[-1]), fresh(game).seq)
    return fresh(game)


# --- sitting down ---------------------------------------------------------------------------------------------------


def test_who_is_blocked_is_refused_like_one_whom_the_host_has_removed() -> None:
    ann, bob, cleo = person("Ann"), person("Bob"), person("Cleo")
    game = opened(ann)
    services.take_seat(game, cleo, 2)
    services.remove_player(game, ann, 2)
    invitation_services.block(ann, bob)
    answers = []
    for each in (bob, cleo):
        page = browser_of(each).post(f"/g/{game.public_id}/seat/", {"seat": 3}, follow=True).content.decode()
        assert REMOVED in page
        assert "block" not in page.partition("<main")[2].lower()
        answers.append(Page(browser_of(each).get(f"/g/{game.public_id}/")).buttons.keys())
    assert answers[0] == answers[1]
    assert game.taken_seats.count() == 1


@pytest.mark.parametrize("number", [None, 2, 3])
def test_at_a_third_players_table_too(number: int | None) -> None:
    host, ann, bob = person("Hugo"), person("Ann"), person("Bob")
    game = opened(host, 4)
    services.take_seat(game, ann, 4)
    invitation_services.block(ann, bob)
    assert refusal(services.take_seat(game, bob, number)) == REMOVED


def test_who_blocks_is_told_whom_they_have_blocked(ann: Person, bob: Person) -> None:
    invitation_services.block(ann, bob)
    game = opened(bob)
    words = refusal(services.take_seat(game, ann, None))
    assert words == "You have blocked Bob, who plays here. Unblock them if you want to join."
    invitation_services.unblock(ann, bob)
    assert not isinstance(services.take_seat(game, ann, None), Refused)


def test_from_a_chat_the_block_leads_back_to_the_table_with_and_without_scripts(ann: Person, bob: Person) -> None:
    table = f"/g/{opened(bob).public_id}/"
    sent = {"blocked": "yes", "table": table.split("/")[2]}
    assert browser_of(ann).post("/people/bob/block/", sent).headers["Location"] == table
    assert browser_of(ann).post("/people/bob/block/", sent, headers=HTMX).headers["HX-Redirect"] == table


def test_whoever_got_up_does_not_come_back(ann: Person, bob: Person) -> None:
    game = opened(ann)
    services.take_seat(game, bob, 2)
    invitation_services.block(ann, bob)
    assert game.taken_seats.filter(person=bob).exists()
    services.leave_seat(game, bob)
    assert refusal(services.take_seat(game, bob, 2)) == REMOVED


def test_once_the_one_who_blocked_has_left_the_table_is_open_again() -> None:
    host, ann, bob = person("Hugo"), person("Ann"), person("Bob")
    game = opened(host)
    services.take_seat(game, ann, 2)
    invitation_services.block(ann, bob)
    services.leave_seat(game, ann)
    assert not isinstance(services.take_seat(game, bob, 2), Refused)


def test_a_rematch_is_not_joined_either(ann: Person, bob: Person) -> None:
    played = over(ann, bob)
    invitation_services.block(ann, bob)
    rematch = services.join_rematch(played, ann)
    assert isinstance(rematch, Game)
    assert refusal(services.join_rematch(played, bob)) == REMOVED
    assert not Invitation.objects.exists()
    assert [seat.person for seat in rematch.taken_seats.all()] == [ann]


def test_nor_is_the_one_whom_the_blocked_player_opens(ann: Person, bob: Person) -> None:
    played = over(ann, bob)
    invitation_services.block(ann, bob)
    rematch = services.join_rematch(played, bob)
    assert isinstance(rematch, Game)
    assert not Invitation.objects.exists()
    assert refusal(services.join_rematch(played, ann)).startswith("You have blocked Bob")


def test_nor_the_deal_that_was_meant_for_a_friend() -> None:
    ann, bob, cleo = person("Ann"), person("Bob"), person("Cleo")
    deal = deal_services.create_for_friends(ann, DEFAULT_PRESET, "steady")
    invitation_services.block(ann, bob)
    assert refusal(deal_services.join(deal, bob)) == REMOVED
    assert isinstance(deal_services.join(deal, ann), Game)
    assert isinstance(deal_services.join(deal, cleo), Game)


def test_a_rated_game_that_is_on_is_played_to_its_end(ann: Person, bob: Person) -> None:
    game = opened(ann, 2, rated=True)
    services.take_seat(game, bob, None)
    invitation_services.block(ann, bob)
    viewers = {1: Viewer(game, ann), 2: Viewer(game, bob)}
    for _ in range(2):
        before = fresh(game)
        viewers[before.turn].trail()
        assert fresh(game).turn != before.turn
    services.resign(game.taken_seats.get(person=bob), fresh(game).seq)
    assert RatingChange.objects.filter(game=game).count() == 2


# --- the lobby ------------------------------------------------------------------------------------------------------


def test_neither_has_the_others_tables_in_the_lobby() -> None:
    ann, bob, cleo = person("Ann"), person("Bob"), person("Cleo")
    tables = {each: opened(each, public=True).public_id for each in (ann, bob)}
    invitation_services.block(ann, bob)
    assert tables[bob] not in shown(ann, "/lobby/")
    assert tables[ann] not in shown(bob, "/lobby/")
    for each in (ann, bob):
        assert tables[each] in shown(each, "/lobby/")
        assert tables[each] in shown(cleo, "/lobby/")
    invitation_services.unblock(ann, bob)
    assert tables[bob] in shown(ann, "/lobby/")


@pytest.mark.django_db(transaction=True)
async def test_the_lobby_that_is_open_loses_them_at_once() -> None:
    ann, bob = await in_thread(person, "Ann"), await in_thread(person, "Bob")
    game = await in_thread(lambda: opened(bob, public=True))
    socket = list_socket_of(await in_thread(browser_of, ann), "lobby")
    await socket.connect()
    while game.public_id not in await socket.receive_from():
        pass
    await in_thread(invitation_services.block, ann, bob)
    assert game.public_id not in await socket.receive_from()
    await socket.disconnect()


# --- invitations ----------------------------------------------------------------------------------------------------


def test_who_blocks_does_not_invite_either(ann: Person, bob: Person) -> None:
    over(ann, bob)
    game = opened(ann)
    assert past_opponents(ann, game) == [bob]
    invitation_services.block(ann, bob)
    assert past_opponents(ann, game) == []
    assert refusal(invitation_services.invite(game, ann, "bob")).startswith("You have blocked Bob.")


@pytest.mark.parametrize("blocks", [lambda ann, bob: (ann, bob), lambda ann, bob: (bob, ann)])
def test_a_host_who_invites_one_of_them_to_the_other_learns_nothing(blocks: Callable[..., Any]) -> None:
    host, ann, bob = person("Hugo"), person("Ann"), person("Bob")
    game = opened(host, 4)
    services.take_seat(game, ann, 2)
    invitation_services.block(*blocks(ann, bob))
    assert refusal(invitation_services.invite(game, host, "bob")) == "Bob isn’t accepting invitations."


def test_with_a_block_one_takes_ones_own_invitations_back(ann: Person, bob: Person) -> None:
    invitation_services.invite(opened(ann), ann, "bob")
    assert "Ann invites you" in shown(bob)
    invitation_services.block(ann, bob)
    assert "Ann invites you" not in shown(bob)


# --- the chat -------------------------------------------------------------------------------------------------------


def three() -> tuple[Viewer, Viewer, Viewer]:
    ann, bob, cleo = table(3)
    return ann, bob, cleo


def test_who_blocks_reads_nothing_of_the_other_before_or_since() -> None:
    ann, bob, cleo = three()
    answer(bob, "post_message", text="words before")
    invitation_services.block(person_of(ann), person_of(bob))
    answer(bob, "post_message", text="words since")
    answer(bob, "post_message", phrase="well_played")
    assert "words" not in heard_by(ann)
    assert "Well played." not in heard_by(ann)
    for each in (bob, cleo):
        assert "words before" in heard_by(each)
        assert "words since" in heard_by(each)


def test_who_is_blocked_reads_what_was_there_and_nothing_since() -> None:
    """Messages that have been read stay: their loss would reveal the block."""
    ann, bob, cleo = three()
    answer(ann, "post_message", text="words before")
    invitation_services.block(person_of(ann), person_of(bob))
    answer(ann, "post_message", text="words since")
    assert "words before" in heard_by(bob)
    assert "words since" not in heard_by(bob)
    assert "words since" in heard_by(cleo)
    assert "Unblock" not in bob.look().html


def test_who_looks_on_reads_nothing_of_those_they_have_blocked() -> None:
    ann, _, _ = three()
    answer(ann, "post_message", text="words of Ann")
    eve = person("Eve")
    assert "words of Ann" in heard_by(Viewer(ann.game, eve))
    invitation_services.block(eve, person_of(ann))
    assert "words of Ann" not in heard_by(Viewer(ann.game, eve))


def test_who_looks_on_writes_nothing_blocked_or_not() -> None:
    ann, _, _ = three()
    eve = person("Eve")
    invitation_services.block(person_of(ann), eve)
    assert Viewer(ann.game, eve).post("post_message", text="hello").status_code == 404
    assert not ChatMessage.objects.exists()


def test_unblocking_shows_everything_again() -> None:
    ann, bob, _ = three()
    invitation_services.block(person_of(ann), person_of(bob))
    answer(bob, "post_message", text="words since")
    invitation_services.unblock(person_of(ann), person_of(bob))
    assert "words since" in heard_by(ann)


@pytest.mark.parametrize(
    "path",
    [
        *("/people/bob/", "/people/bob/?opponent=ann", "/people/bob/challenge/", "/search/?q=bob", "/search/?who=bob"),
        *("/search/?q=bob&opponent=ann", "/following/", "/lobby/", "/games/", "/settings/notifications/"),
    ],
)
def test_no_page_about_a_player_shows_the_blocked_one_that_there_is_a_block(
    path: str, ann: Person, bob: Person
) -> None:
    cache.clear()  # nobody is online: to Ann, Bob would no longer seem to be
    over(ann, bob)
    over(bob, person("Cleo"))
    follows.follow(ann, bob)
    client = browser_of(ann)

    def text() -> str:
        return COMMITMENT.sub("", Page(client.get(path)).text)  # another one for each page

    before = text()
    invitation_services.block(bob, ann)
    assert text() == before


def test_among_the_latest_opponents_a_block_looks_like_a_wish_for_no_invitations(ann: Person, bob: Person) -> None:
    over(ann, bob)
    assert recent_opponents(ann) == [bob]
    invitation_services.set_opted_out(bob, True)
    assert recent_opponents(ann) == []
    invitation_services.set_opted_out(bob, False)
    invitation_services.block(bob, ann)
    assert recent_opponents(ann) == []


def test_neither_is_called_for_the_others_words(sent: Messages) -> None:
    ann, bob, cleo = (reachable(name) for name in ("Ann", "Bob", "Cleo"))
    game = opened(ann, 3, clock="turn", time=86400)
    for each in (bob, cleo):
        services.take_seat(game, each, None)
    invitation_services.block(ann, bob)
    for each in (ann, bob):
        do_tasks()
        sent.clear()
        services.post_text(game.taken_seats.get(person=each), "hello")
        do_tasks()
        assert [name for name, *_ in sent] == ["Cleo"]


@pytest.mark.django_db(transaction=True)
async def test_the_page_that_is_open_loses_the_words_at_once_and_is_pushed_none_since() -> None:
    ann, bob, cleo = await in_thread(three)
    await in_thread(answer, bob, "post_message", text="words before")
    socket, other = socket_of(ann), socket_of(cleo)
    for each in (socket, other):
        await each.connect()
    await socket.send_json_to({"ask": "talk"})
    while "words before" not in await socket.receive_from():
        pass
    await settled(socket)
    await in_thread(invitation_services.block, await in_thread(person_of, ann), await in_thread(person_of, bob))
    while 'id="lines"' not in (pushed := await socket.receive_from()):
        pass
    assert "words before" not in pushed
    await in_thread(answer, bob, "post_message", text="words since")
    while "words since" not in await other.receive_from():
        pass
    await socket.send_json_to({"ask": "talk"})
    while (pushed := await socket.receive_from()) and 'id="company"' not in pushed:
        assert "words" not in pushed.replace('class="words"', "")
    assert "words since" not in pushed
    for each in (socket, other):
        await each.disconnect()


@pytest.mark.django_db(transaction=True)
async def test_the_page_of_who_is_blocked_is_told_nothing() -> None:
    ann, bob, _ = await in_thread(three)
    socket = socket_of(bob)
    await socket.connect()
    await settled(socket)
    await in_thread(invitation_services.block, await in_thread(person_of, ann), await in_thread(person_of, bob))
    while not await socket.receive_nothing():
        assert 'id="lines"' not in await socket.receive_from()  # only the arrival is pushed
    await socket.disconnect()


# --- from the page --------------------------------------------------------------------------------------------------


def test_one_blocks_and_unblocks_from_the_chat() -> None:
    ann, bob, _ = three()
    answer(bob, "post_message", text="words")
    page = ann.look()
    button = page.buttons["Block Bob"]
    there: Any = ann.client.post(button["action"], {"blocked": "yes", "table": ann.game.public_id}, follow=True)
    page = Page(there)
    assert there.redirect_chain[-1][0] == ann.address()
    assert "You have blocked Bob. You won’t read each other’s messages or sit at the same table." in page.text
    assert "words" not in heard_by(ann)
    ann.client.post(page.buttons["Unblock Bob"]["action"], {"blocked": "no", "table": ann.game.public_id})
    assert "words" in heard_by(ann)
    assert not Block.objects.exists()


def test_a_guest_is_muted_but_not_blocked_from_there() -> None:
    ann, guest = person("Ann"), create_guest()
    game = opened(ann, 2)
    services.take_seat(game, guest, None)
    answer(Viewer(game, guest), "post_message", text="hello")
    lines = heard_by(Viewer(game, ann))
    assert "Mute" in lines
    assert "Block" not in lines


def test_after_blocking_one_is_led_to_no_other_place(ann: Person) -> None:
    person("Bob")
    response = browser_of(ann).post("/people/bob/block/", {"blocked": "yes", "table": "nowhere222"})
    assert response.headers["Location"] == reverse("games:profile", args=["bob"])
    for table_id in ("//evil.example", "x" * 500, "\x00"):
        assert browser_of(ann).post("/people/bob/block/", {"blocked": "no", "table": table_id}).status_code == 404
