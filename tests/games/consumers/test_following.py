"""The socket of the page of followed players: who is online and plays, as the rights are at each push."""

from collections.abc import Callable

import pytest
from django.test import Client
from pytest_django import Settings

from accounts.models import Person
from accounts.person_preferences import save_preferences
from accounts.services import create_guest
from games import services
from games.community import follows
from games.consumers import following
from games.consumers.lobby import UNKNOWN_PERSON
from games.domain.table_settings import TableSettings
from games.invitations import services as invitation_services
from games.live import presence
from games.live.online import mark_online
from games.models import Game
from tests.games.consumers.test_lobby import as_person, socket_of
from tests.games.consumers.test_table import in_thread
from tests.games.tables import RULES, person
from tests.sockets import WebsocketCommunicator

pytestmark = pytest.mark.django_db(transaction=True)

SOON = 0.1


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch, settings: Settings, request: pytest.FixtureRequest) -> None:
    """Look often, and at a cache of each test's own."""
    monkeypatch.setattr(following.FollowingConsumer, "burst_seconds", SOON)
    monkeypatch.setattr(following, "REFRESH_SECONDS", SOON)
    backend = "django.core.cache.backends.locmem.LocMemCache"
    settings.CACHES = {"default": {"BACKEND": backend, "LOCATION": request.node.nodeid}}


def two() -> tuple[Person, Person]:
    """Return Ann, who follows Bob, and Bob."""
    ann, bob = person("Ann"), person("Bob")
    assert follows.follow(ann, bob) is None
    return ann, bob


def playing(bob: Person) -> Game:
    game = services.start_game(bob, RULES, "casino", 2, False, "friends", TableSettings(public=True))
    services.take_seat(game, person("Cleo"), 2)
    presence.connect(game, 1, "Bob's page")
    return game


async def page_of(who: Person) -> WebsocketCommunicator:
    return socket_of(await in_thread(as_person, who), "following")


async def test_who_comes_online_and_begins_a_game_appears() -> None:
    ann, bob = await in_thread(two)
    async with await page_of(ann) as socket:
        before = await socket.receive_from()
        assert "small-tables" not in before
        assert 'class="online"' not in before
        await in_thread(mark_online, [bob.pk])
        assert 'class="online"' in await socket.receive_from()
        game = await in_thread(playing, bob)
        assert game.public_id in await socket.receive_from()


async def test_an_open_table_of_a_followed_player_appears_with_its_seat() -> None:
    ann, bob = await in_thread(two)
    async with await page_of(ann) as socket:
        assert "Open tables" not in await socket.receive_from()
        settings = TableSettings(public=True)
        game = await in_thread(services.start_game, bob, RULES, "casino", 2, False, "friends", settings)
        shown = await socket.receive_from()
        assert "Open tables" in shown
        assert f"/g/{game.public_id}/seat/" in shown
        await in_thread(invitation_services.block, bob, ann)
        assert game.public_id not in await socket.receive_from()


def hide_games(bob: Person, game: Game, _ann: Person) -> None:
    services.resign(game.taken_seats.get(person=bob), Game.objects.get(pk=game.pk).seq)


def hide_oneself(bob: Person, _game: Game, _ann: Person) -> None:
    save_preferences(bob, show_online=False)


def block(bob: Person, _game: Game, ann: Person) -> None:
    invitation_services.block(bob, ann)


def close_to_spectators(_bob: Person, game: Game, _ann: Person) -> None:
    game.table_settings["spectators"] = False
    game.save(update_fields=["table_settings"])


def unfollow(bob: Person, _game: Game, ann: Person) -> None:
    follows.unfollow(ann, bob)


@pytest.mark.parametrize("ended", [hide_games, hide_oneself, block, close_to_spectators, unfollow])
async def test_what_may_no_longer_be_seen_is_gone_with_the_next_push(ended: Callable[..., None]) -> None:
    ann, bob = await in_thread(two)
    game = await in_thread(playing, bob)
    await in_thread(mark_online, [bob.pk])
    async with await page_of(ann) as socket:
        before = await socket.receive_from()
        assert game.public_id in before
        assert 'class="online"' in before
        await in_thread(ended, bob, game, ann)
        after = await socket.receive_from()
        assert game.public_id not in after
        stays_online = ended in (hide_games, close_to_spectators)
        assert ('class="online"' in after) == stays_online


async def test_players_followed_since_are_not_sent_to_a_page_that_does_not_list_them() -> None:
    ann, _bob = await in_thread(two)
    async with await page_of(ann) as socket:
        assert (await socket.receive_from()).count("online-") == 1

        def follow_another() -> None:
            cleo = person("Cleo")
            follows.follow(ann, cleo)
            mark_online([cleo.pk])

        await in_thread(follow_another)
        assert await socket.receive_nothing(timeout=SOON * 5)


async def test_the_socket_is_closed_to_guests_and_strangers() -> None:
    guest = await in_thread(create_guest)
    for client in (await in_thread(as_person, guest), Client()):
        socket = socket_of(client, "following")
        await socket.connect()
        assert (await socket.receive_output())["code"] == UNKNOWN_PERSON
