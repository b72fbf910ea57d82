"""Spectators: the cards they may see at each moment, their rate of requests, and their number."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client

from accounts.models import Person
from casino.sockets import open_sockets
from games import services
from games.consumers.page import TOO_MANY_SOCKETS
from games.consumers.table import NO_SPECTATORS, TABLE
from games.contexts.table import load_table
from games.domain.presets import DEFAULT_PRESET, resolve_rules
from games.domain.table_settings import TableSettings
from games.live.batches import Batches, FragmentCache, PushRequest, Rendered
from games.live.open_pages import push_missed_updates, table_pages
from games.models import Game, Seat
from games.models.social import Presence
from games.presenters.cards import card_name
from tests.games.consumers.test_lobby import socket_of as list_socket
from tests.games.consumers.test_table import in_thread, settled, socket_of, table_from
from tests.games.viewers import HTMX, Viewer, friend, held, laid
from tests.sockets import WebsocketCommunicator

pytestmark = pytest.mark.django_db(transaction=True)


def waiting_table(seats: int = 2) -> tuple[Viewer, Viewer]:
    """Open a table without spectators for Ann, who waits; a visitor without a seat has its address."""
    ann, rules = friend("Ann"), resolve_rules(DEFAULT_PRESET)
    game = services.start_game(ann, rules, DEFAULT_PRESET, seats, False, "friends", TableSettings(spectators=False))
    return Viewer(game, ann), Viewer(game)


def person_of(viewer: Viewer) -> Person:
    return Person.objects.get(pk=viewer.client.session["_auth_user_id"])


def begin(table: Viewer, name: str = "Bob") -> Viewer:
    bob = friend(name)
    services.take_seat(table.game, bob, None)
    return Viewer(table.game, bob)


type Opening = Callable[..., Awaitable[list[WebsocketCommunicator]]]


@pytest.fixture
async def opened() -> AsyncIterator[Opening]:
    """Opening of a socket for each of some viewers; all are closed after the test."""
    async with AsyncExitStack() as stack:

        async def opening(*viewers: Viewer) -> list[WebsocketCommunicator]:
            sockets = [await stack.enter_async_context(socket_of(each)) for each in viewers]
            for socket in sockets:
                await settled(socket)  # now it counts as present
            return sockets

        yield opening


async def until_closed(socket: WebsocketCommunicator, code: int = NO_SPECTATORS) -> list[str]:
    """Return all that is still pushed before the socket is closed with this code."""
    pushed: list[str] = []
    while True:
        told: dict[str, Any] = await socket.receive_output(5)
        if told["type"] == "websocket.close":
            assert told["code"] == code
            return pushed
        pushed.append(told["text"])


async def cards_in(table: str, game: Game) -> set[int]:
    """Return the seats of whose hands the table shows a card."""
    cards = await in_thread(lambda: list(held(game)))
    return {seat for seat, card in cards if card_name(card) in table}


# --- rights that change while a page is open --------------------------------------------------------------------------


async def test_who_watched_a_table_wait_is_shown_no_move_of_a_game_without_spectators(opened: Opening) -> None:
    ann, stranger = await in_thread(waiting_table)
    (socket,) = await opened(stranger)
    await in_thread(begin, ann)
    pushed = await until_closed(socket)
    assert "without spectators" in pushed[-1]
    assert not any('id="table"' in each for each in pushed)
    await in_thread(lambda: services.post_phrase(Seat.objects.get(number=1), "hello"))
    assert await socket.receive_nothing(0.5)
    await socket.disconnect()
    assert not await in_thread(Presence.objects.filter(seat=0).exists)


@pytest.mark.parametrize("asks", [{"ask": "talk", "seen": 0}, {"seen": -1}, {"ask": "again"}])
async def test_asking_shows_no_more_than_waiting(asks: dict[str, Any], opened: Opening) -> None:
    """As when the announcement that the game has begun was lost."""
    ann, stranger = await in_thread(waiting_table)
    (socket,) = await opened(stranger)
    with patch("games.live.broadcast._publish"):
        await in_thread(begin, ann)
    await socket.send_json_to(asks)
    pushed = await until_closed(socket)
    assert len(pushed) == 1


async def test_a_look_for_what_was_missed_shows_nothing_either(opened: Opening) -> None:
    ann, stranger = await in_thread(waiting_table)
    (socket,) = await opened(stranger)
    await socket.send_json_to({"seen": await in_thread(lambda: Game.objects.get().seq)})
    await settled(socket)
    await asyncio.sleep(0.5)
    with patch("games.live.broadcast._publish"):
        await in_thread(begin, ann)
    await push_missed_updates(table_pages.pages())
    await until_closed(socket)


async def test_what_is_said_there_is_not_pushed_to_strangers(opened: Opening) -> None:
    ann, stranger = await in_thread(waiting_table)
    (socket,) = await opened(stranger)
    with patch("games.live.broadcast._publish"):
        await in_thread(begin, ann)
    await in_thread(lambda: services.post_text(Seat.objects.get(number=1), "a secret"))
    pushed = await until_closed(socket)
    assert "a secret" not in "".join(pushed)


async def test_fragments_are_refused_like_pushes() -> None:
    ann, stranger = await in_thread(waiting_table)
    assert await in_thread(lambda: stranger.client.get(stranger.address(), headers=HTMX).status_code) == 200
    await in_thread(begin, ann)
    for name in ("table", "move_choices", "presence"):
        address = stranger.address(name)
        assert (await in_thread(lambda at=address: stranger.client.get(at, headers=HTMX))).status_code == 403


async def test_players_keep_their_pages(opened: Opening) -> None:
    ann, _ = await in_thread(waiting_table)
    (socket,) = await opened(ann)
    await in_thread(begin, ann)
    assert await cards_in(await table_from(socket), ann.game) == {1}


async def test_who_was_removed_from_the_table_sits_there_no_more_on_any_page(opened: Opening) -> None:
    ann, _ = await in_thread(waiting_table, 3)
    cleo = await in_thread(begin, ann, "Cleo")
    (socket,) = await opened(cleo)
    await in_thread(lambda: services.remove_player(ann.game, person_of(ann), 2))
    await socket.send_json_to({"seen": 0})
    await table_from(socket)
    assert await in_thread(lambda: Presence.objects.get().seat) == 0
    await in_thread(begin, ann, "Bob")
    await in_thread(begin, ann, "Dan")
    pushed = await until_closed(socket)
    assert not any("Your hand" in each for each in pushed)


async def test_whose_seat_has_gone_to_another_account_sees_no_hand_any_more(opened: Opening) -> None:
    ann, bob = await in_thread(laid, "casino", "9S 2H 3H 4H", "2C 3C 4C 5C", table="KD QD JD TD")
    (socket,) = await opened(bob)
    heir = await in_thread(friend, "Heir")
    await in_thread(lambda: Seat.objects.filter(game=ann.game, number=2).update(person=heir))
    await in_thread(ann.play, "9S")
    assert await cards_in(await table_from(socket), ann.game) == set()
    assert await in_thread(lambda: Presence.objects.get(channel__isnull=False).seat) == 0


async def test_and_nothing_at_all_where_nobody_may_watch(opened: Opening) -> None:
    ann, _ = await in_thread(waiting_table)
    bob = await in_thread(begin, ann)
    (socket,) = await opened(bob)
    heir = await in_thread(friend, "Heir")
    await in_thread(lambda: Seat.objects.filter(game=ann.game, number=2).update(person=heir))
    await socket.send_json_to({"seen": 0})
    pushed = await until_closed(socket)
    assert not any('id="table"' in each for each in pushed)


async def test_who_sits_down_elsewhere_sees_their_hand_on_the_page_that_was_open(opened: Opening) -> None:
    ann, _ = await in_thread(waiting_table)
    bob = await in_thread(lambda: Viewer(ann.game, friend("Bob")))
    (socket,) = await opened(bob)
    await in_thread(lambda: services.take_seat(ann.game, person_of(bob), None))
    assert await cards_in(await table_from(socket), ann.game) == {2}
    assert await in_thread(lambda: Presence.objects.get().seat) == 2


# --- how often --------------------------------------------------------------------------------------------------------


async def test_spectators_share_what_is_drawn_and_all_have_the_latest_in_the_end(opened: Opening) -> None:
    ann, bob = await in_thread(laid, "casino", "9S 2H 3H 4H", "2C 3C 4C 5C", table="KD QD JD TD")
    sockets = await opened(*(Viewer(ann.game) for _ in range(5)))
    await asyncio.sleep(0.5)
    with patch("games.consumers.table.load_table", side_effect=load_table) as looked:
        for mover, card in ((ann, "9S"), (bob, "2C"), (ann, "2H")):
            await in_thread(mover.play, card)
        latest = await in_thread(lambda: Game.objects.get().seq)
        for socket in sockets:
            while f'data-seq="{latest}"' not in await table_from(socket):
                pass
        assert looked.call_count <= 6  # of fifteen


async def test_each_spectator_has_it_in_their_language(opened: Opening) -> None:
    ann, _ = await in_thread(laid, "casino", "9S", "2C")
    there = Viewer(ann.game)
    there.client.cookies["django_language"] = "es"
    english, spanish = await opened(Viewer(ann.game), there)
    await in_thread(ann.play, "9S")
    assert "Ann trailed" in await table_from(english)
    assert "Ann trailed" not in await table_from(spanish)


class SlowPage:
    """A page to which sending takes for ever."""

    public_id = "abc"

    def __init__(self, patience: float) -> None:
        self.patience = patience
        self.came: list[int] = []

    def render(self, game: Game, _request: PushRequest, _cache: FragmentCache) -> Rendered | None:
        return Rendered(game.seq, {TABLE: ""})

    async def deliver(self, rendered: Rendered | None) -> None:
        assert rendered
        self.came.append(rendered.seq)
        await asyncio.sleep(self.patience)


async def test_a_slow_spectator_holds_up_nobody() -> None:
    game = (await in_thread(laid, "casino", "9S", "2C"))[0].game
    batches, slow, quick = Batches(0.01, 0.01), SlowPage(60), SlowPage(0)
    slow.public_id = quick.public_id = game.public_id
    for round_ in (1, 2):
        for page in (slow, quick):
            batches.request(page, PushRequest(0, 0))
        while len(quick.came) < round_:
            await asyncio.sleep(0.01)


async def test_of_many_requests_one_is_answered() -> None:
    game = (await in_thread(laid, "casino", "9S", "2C"))[0].game
    batches, page = Batches(0.05, 0.05), SlowPage(0)
    page.public_id = game.public_id
    for _ in range(1000):
        batches.request(page, PushRequest(0, 0))
    await asyncio.sleep(0.3)
    assert len(page.came) == 1


async def test_what_follows_at_once_is_pushed_together_after_the_pause() -> None:
    game = (await in_thread(laid, "casino", "9S", "2C"))[0].game
    batches, page = Batches(0.0, 0.3), SlowPage(0)
    page.public_id = game.public_id
    batches.request(page, PushRequest(0, 0))
    while not page.came:
        await asyncio.sleep(0.001)
    began = asyncio.get_running_loop().time()
    for _ in range(9):
        batches.request(page, PushRequest(0, 0))
    while len(page.came) == 1:
        await asyncio.sleep(0.001)
    assert asyncio.get_running_loop().time() - began > 0.2
    await asyncio.sleep(0.4)
    assert len(page.came) == 2


# --- how many ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def few(settings: Any) -> Iterator[None]:
    settings.LIMITS = settings.LIMITS | {"sockets": "3", "own_sockets": "2", "spectators": "2"}
    yield
    assert len(open_sockets) == 0


async def refused(socket: WebsocketCommunicator) -> str:
    """Return the message with which a socket is refused when there are too many."""
    await socket.connect()
    pushed = await until_closed(socket, TOO_MANY_SOCKETS)
    await socket.disconnect()
    return "".join(pushed)


@pytest.mark.usefixtures("few")
async def test_spectators_keep_out_spectators_but_no_player(opened: Opening) -> None:
    ann, bob = await in_thread(laid, "casino", "9S", "2C")
    sockets = await opened(Viewer(ann.game), Viewer(ann.game))
    assert "Too many people are watching" in await refused(socket_of(Viewer(ann.game)))
    sockets += await opened(ann, bob)
    await sockets.pop(0).disconnect()
    sockets += await opened(Viewer(ann.game))


@pytest.mark.usefixtures("few")
async def test_one_address_is_not_everybody_and_does_not_keep_out_its_players() -> None:
    ann, _ = await in_thread(laid, "casino", "9S", "2C")
    here, there = ("10.0.0.1", 5000), ("10.0.0.2", 5000)
    sockets = [from_address(list_socket(Client(), "lobby"), here) for _ in range(3)]
    for socket in sockets:
        assert await socket.connect() == (True, None)
    fourth = from_address(list_socket(Client(), "lobby"), here)
    assert await refused(fourth) == ""
    for socket in (from_address(socket_of(ann), here), from_address(list_socket(Client(), "lobby"), there)):
        assert await socket.connect() == (True, None)
        sockets.append(socket)
    for socket in sockets:
        await socket.disconnect()


@pytest.mark.usefixtures("few")
async def test_a_person_has_only_so_many_pages_open(opened: Opening) -> None:
    ann, bob = await in_thread(laid, "casino", "9S", "2C")
    sockets = await opened(ann, ann)
    assert "Too many pages of this site are open" in await refused(socket_of(ann))
    sockets += await opened(bob)


def from_address(socket: WebsocketCommunicator, client: tuple[str, int]) -> WebsocketCommunicator:
    socket.scope["client"] = client
    return socket
