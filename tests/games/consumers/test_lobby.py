"""Sockets of lists: the lobby as it changes, and the number of games that wait for a player."""

import asyncio
from contextlib import AsyncExitStack
from datetime import timedelta
from typing import Any

import pytest
from channels.layers import get_channel_layer
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from accounts.models import Person
from casino.asgi import application
from casino.live_server.channel_layer import messages_lost
from games import services
from games.consumers import lobby
from games.consumers.lobby import UNKNOWN_PERSON, LobbyConsumer
from games.contexts.lobby import open_tables
from games.domain.table_settings import TableSettings
from games.invitations import services as invitation_services
from games.live import broadcast, open_pages, presence
from games.live.broadcast import LOBBY
from games.models import Game
from games.pairing import challenges
from games.pairing.challenges import Challenge
from games.services import Accepted
from tests.games.computers import fresh
from tests.games.consumers.test_table import ORIGIN, in_thread
from tests.games.tables import RULES, person
from tests.games.viewers import Viewer, laid
from tests.rulings.cases import director, ruled
from tests.sockets import WebsocketCommunicator

pytestmark = pytest.mark.django_db(transaction=True)


def socket_of(client: Client, name: str) -> WebsocketCommunicator:
    cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
    headers = [(b"origin", ORIGIN.encode()), (b"cookie", cookies.encode())]
    return WebsocketCommunicator(application, f"/ws/{name}{'' if '?' in name else '/'}", headers)


def as_person(who: Person) -> Client:
    client = Client()
    client.force_login(who)
    return client


LIVE = TableSettings(clock="live", time=300, vacations=False)


def opened(name: str, public: bool = True) -> Game:
    return services.start_game(person(name), RULES, "casino", 2, False, "friends", LIVE._replace(public=public))


# --- the lobby ----------------------------------------------------------------------------------------------------


async def test_who_looks_sees_tables_come_and_go() -> None:
    async with socket_of(Client(), "lobby") as socket:
        assert "No open tables" in await socket.receive_from()
        game = await in_thread(opened, "Ann")
        assert "1 of 2 seats taken: Ann" in await socket.receive_from()
        await in_thread(services.take_seat, game, await in_thread(person, "Bob"), None)
        assert "No open tables" in await socket.receive_from()


async def test_a_game_that_a_player_has_left_comes_and_goes() -> None:
    def left() -> Game:
        game = services.start_game(person("Ann"), RULES, "casino", 3, False, "friends", TableSettings(public=True))
        for name in ("Bob", "Cleo"):
            services.take_seat(game, person(name), None)
        resign(game, 1)
        return game

    def resign(game: Game, number: int) -> None:
        assert isinstance(services.resign(game.taken_seats.get(number=number), fresh(game).seq), Accepted)

    async with socket_of(Client(), "lobby") as socket:
        game = await in_thread(left)
        await told(socket, "A computer plays for Ann.")
        await in_thread(resign, game, 2)
        await told(socket, "A computer plays for Ann and Bob.")
        await in_thread(resign, game, 3)
        while "You can ask to take over." in await socket.receive_from():
            pass


async def test_who_is_invited_sees_it_there_at_once() -> None:
    bob = await in_thread(person, "Bob")
    async with socket_of(await in_thread(as_person, bob), "lobby") as socket:
        assert "invites you" not in await socket.receive_from()
        game = await in_thread(opened, "Ann", public=False)
        await in_thread(invite, game, "bob")
        assert "Ann invites you" in await socket.receive_from()
        await in_thread(services.take_seat, game, bob, None)
        assert "invites you" not in await socket.receive_from()


async def test_a_challenge_appears_on_an_open_home_page() -> None:
    ann, bob = await in_thread(person, "Ann"), await in_thread(person, "Bob")
    client = await in_thread(as_person, bob)

    async def home() -> str:
        return str((await in_thread(client.get, "/")).content.decode())

    async with socket_of(client, "me") as socket:
        assert not await changed(socket)
        assert "invites you" not in await home()
        wanted = Challenge("casino", "3-days", message="Fancy a game?")
        game = await in_thread(challenges.challenge, ann, bob, wanted)
        assert await changed(socket)
        shown = await home()
        assert "Ann invites you" in shown
        assert "Fancy a game?" in shown
        await in_thread(services.cancel_game, game, ann)
        assert await changed(socket)
        assert "invites you" not in await home()


@pytest.mark.parametrize("name", ["lobby", "me"])
async def test_a_list_that_missed_a_message_is_redrawn_when_the_channel_layer_is_back(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While Redis is away, no announcement arrives."""
    monkeypatch.setattr(open_pages, "CATCH_UP_DELAY", 0)
    ann, bob = await in_thread(person, "Ann"), await in_thread(person, "Bob")
    async with socket_of(await in_thread(as_person, bob), name) as socket:
        before = await socket.receive_from()
        with monkeypatch.context() as away:
            away.setattr(broadcast, "_publish", lambda _messages: None)
            await in_thread(missed, ann, bob)
            assert await socket.receive_nothing()
        await open_pages.catch_up(open_pages.subscribed_pages.pages())
        assert await socket.receive_nothing(), "no message was lost"
        messages_lost.set()
        await open_pages.catch_up(open_pages.subscribed_pages.pages())
        assert await socket.receive_from() != before
        await open_pages.catch_up(open_pages.subscribed_pages.pages())
        assert await socket.receive_nothing(), "once"


def missed(ann: Person, bob: Person) -> None:
    """An open table, and a challenge."""
    services.start_game(ann, RULES, "casino", 2, False, "friends", LIVE._replace(public=True))
    challenges.challenge(ann, bob, Challenge("casino", "3-days"))


def invite(game: Game, name: str) -> None:
    assert game.host
    invitation_services.invite(game, game.host, name)


async def test_who_looks_sees_a_table_come_back_with_its_host() -> None:
    game = await in_thread(opened, "Ann")
    yesterday = timezone.now() - timedelta(days=1)
    await in_thread(lambda: Game.objects.filter(pk=game.pk).update(created=yesterday))
    async with socket_of(Client(), "lobby") as socket:
        assert "No open tables" in await socket.receive_from()
        await in_thread(presence.connect, game, 1, "Ann's page")
        assert "1 of 2 seats taken: Ann" in await socket.receive_from()


async def test_a_table_by_link_is_not_told() -> None:
    async with socket_of(Client(), "lobby") as socket:
        await socket.receive_from()
        await in_thread(opened, "Ann", public=False)
        assert await socket.receive_nothing(timeout=0.5)


async def test_a_burst_of_changes_is_pushed_a_few_times() -> None:
    async with socket_of(Client(), "lobby") as socket:
        await socket.receive_from()
        for name in ("Ann", "Bob", "Cleo"):
            await in_thread(opened, name)
        for _ in range(50):
            await get_channel_layer().group_send(LOBBY, {"type": "lobby.changed"})
        pushed = [await socket.receive_from()]
        while not await socket.receive_nothing(timeout=0.5):
            pushed.append(await socket.receive_from())
        assert all(name in pushed[-1] for name in ("Ann", "Bob", "Cleo"))
        assert len(pushed) < 10


async def test_the_lists_are_read_once_for_all_strangers_and_never_older_than_the_last_change(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read: list[object] = []

    def count(user: Person | None, **options: Any) -> Any:
        read.append(user)
        return open_tables(user, **options)

    monkeypatch.setattr(lobby, "open_tables", count)
    async with AsyncExitStack() as pages:
        sockets = [await pages.enter_async_context(socket_of(Client(), "lobby")) for _ in range(5)]
        for socket in sockets:
            assert "No open tables" in await socket.receive_from()
        read.clear()
        game = await in_thread(opened, "Ann")
        for socket in sockets:
            assert "1 of 2 seats taken: Ann" in await socket.receive_from()
        assert len(read) < len(sockets)
        await in_thread(services.take_seat, game, await in_thread(person, "Bob"), None)
        late = await pages.enter_async_context(socket_of(Client(), "lobby"))
        for socket in (*sockets, late):
            assert "No open tables" in await socket.receive_from()


async def test_a_page_that_reads_slowly_gets_only_the_latest_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    page, may_read, pushed = LobbyConsumer(), asyncio.Event(), list[str]()
    monkeypatch.setattr(page, "burst_seconds", 0)
    monkeypatch.setattr(page, "render", lambda: f"lists {len(pushed)}")

    async def send(text: str) -> None:
        pushed.append(text)
        await may_read.wait()

    monkeypatch.setattr(page, "send_text", send)
    for _ in range(10):
        await page.lobby_changed({})
        async with asyncio.timeout(10):
            while not pushed:
                await asyncio.sleep(0.01)
        await asyncio.sleep(0.01)
    assert pushed == ["lists 0"]
    may_read.set()
    assert page.push_task
    await page.push_task
    assert pushed == ["lists 0", "lists 1"]


async def test_a_push_that_fails_is_not_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    page, pushed = LobbyConsumer(), list[str]()
    monkeypatch.setattr(page, "burst_seconds", 0)
    monkeypatch.setattr(page, "render", lambda: "lists")

    async def send(text: str) -> None:
        pushed.append(text)
        if len(pushed) == 1:
            raise OperationalError

    monkeypatch.setattr(page, "send_text", send)
    for _ in range(2):
        await page.lobby_changed({})
        assert page.push_task
        await asyncio.wait([page.push_task])
    assert pushed == ["lists", "lists"]


async def test_ones_own_table_is_marked_in_what_is_pushed() -> None:
    game = await in_thread(opened, "Ann")
    ann = await in_thread(lambda: as_person(Game.objects.select_related("host").get(pk=game.pk).host))  # type: ignore[arg-type]
    async with socket_of(ann, "lobby") as socket:
        assert "Go to your table" in await socket.receive_from()


async def test_who_leaves_with_a_change_under_way_gets_nothing() -> None:
    async with socket_of(Client(), "lobby") as socket:
        await socket.receive_from()
        await get_channel_layer().group_send(LOBBY, {"type": "lobby.changed"})


# --- how many wait ------------------------------------------------------------------------------------------------


async def counts(socket: Any) -> int:
    told = await socket.receive_json_from()
    assert told["icon"] == (f"/icon/{told['count']}.svg" if told["count"] else told["icon"])
    return int(told["count"])


async def test_both_are_told_when_the_turn_passes() -> None:
    ann, bob = await in_thread(laid, "casino", "9S", "8S")
    sockets = [socket_of(each.client, "me") for each in (ann, bob)]
    for socket in sockets:
        assert await socket.connect() == (True, None)
    assert [await counts(socket) for socket in sockets] == [1, 0]
    await in_thread(ann.play, "9S")
    assert [await counts(socket) for socket in sockets] == [0, 1]
    for socket in sockets:
        await socket.disconnect()


async def test_whoever_is_asked_is_told_of_an_offer_and_of_its_end() -> None:
    ann, bob = await in_thread(laid, "casino", "9S", "8S")
    async with socket_of(bob.client, "me") as socket:
        assert await counts(socket) == 0
        for deed, sent, waiting in (("make_offer", {"kind": "drawn"}, 1), ("answer_offer", {"agreed": "no"}, 0)):
            seq = await in_thread(lambda: ann.look().seq)
            await in_thread(ann.post, deed, **sent, seq=seq)
            assert await counts(socket) == waiting


async def test_whoever_looks_at_a_table_with_a_ruling_is_told_that_it_waits_no_longer() -> None:
    ann, bob = await in_thread(laid, "casino", "9S", "8S")
    async with socket_of(bob.client, "me") as socket:
        assert await counts(socket) == 0
        await in_thread(lambda: ruled(ann.game, director(), "drawn"))
        assert await counts(socket) == 1
        await in_thread(bob.look)
        assert await counts(socket) == 0


async def test_the_page_of_a_table_is_told_of_other_games_alone() -> None:
    ann, bob = await in_thread(laid, "casino", "9S", "8S")
    async with socket_of(bob.client, f"me/?open={bob.game.public_id}") as socket:
        assert await counts(socket) == 0
        await in_thread(ann.play, "9S")
        assert await counts(socket) == 0
    async with socket_of(bob.client, "me/?open=elsewhere") as socket:
        assert await counts(socket) == 1


async def test_the_end_of_a_game_is_told_to_all_of_it_and_to_nobody_else() -> None:
    ann, bob = await in_thread(laid, "casino", "", "")
    eve = await in_thread(lambda: as_person(person("Eve")))
    sockets = [socket_of(each, "me") for each in (ann.client, bob.client, eve)]
    for socket in sockets:
        await socket.connect()
    assert [await counts(socket) for socket in sockets] == [1, 0, 0]
    await in_thread(lambda: bob.post("resign", seq=bob.look().seq))
    assert [await counts(socket) for socket in sockets[:2]] == [0, 0]
    assert await sockets[2].receive_nothing()
    for socket in sockets:
        await socket.disconnect()


async def changed(socket: WebsocketCommunicator) -> bool:
    return bool((await socket.receive_json_from())["changed"])


async def test_everyone_at_the_table_draws_the_lists_anew_when_the_turn_passes() -> None:
    viewers = await in_thread(laid, "casino", "9S", "8S", "7S")
    async with AsyncExitStack() as pages:
        sockets = [await pages.enter_async_context(socket_of(each.client, "me")) for each in viewers]
        for socket in sockets:
            assert not await changed(socket)
        await in_thread(viewers[0].play, "9S")
        for socket in sockets:
            assert await changed(socket)


@pytest.mark.parametrize("deed", ["take", "cancel", "decline"])
async def test_the_invited_and_the_host_draw_their_lists_anew_when_an_invitation_changes(deed: str) -> None:
    bob, cleo = await in_thread(lambda: (person("Bob"), person("Cleo")))
    game = await in_thread(opened, "Ann", public=False)
    await in_thread(invite, game, "bob")
    async with AsyncExitStack() as pages:
        browsers = [await in_thread(as_person, each) for each in (game.host, bob)]
        sockets = [await pages.enter_async_context(socket_of(each, "me")) for each in browsers]
        for socket in sockets:
            assert not await changed(socket)
        match deed:
            case "take":
                await in_thread(services.take_seat, game, cleo, None)
            case "cancel":
                await in_thread(services.cancel_game, game, game.host)
            case _:
                await in_thread(invitation_services.decline, game, bob)
        for socket in sockets:
            assert await changed(socket)


async def test_strangers_are_sent_away_for_good() -> None:
    async with socket_of(Client(), "me") as socket:
        closed = await socket.receive_output(5)
        assert (closed["type"], closed["code"]) == ("websocket.close", UNKNOWN_PERSON)


async def told(socket: WebsocketCommunicator, words: str) -> None:
    """Wait until a message with these words comes; others are passed over."""
    while words not in await socket.receive_from():
        pass


async def test_a_table_that_fills_up_pushes_what_the_host_decides() -> None:
    """The waiting page of another player follows the host's choices."""

    def table() -> tuple[Game, Person, Person]:
        ann, bob = person("Ann"), person("Bob")
        game = services.start_game(ann, RULES, "casino", 3, False, "friends")
        services.take_seat(game, bob, 2)
        return game, ann, bob

    game, ann, bob = await in_thread(table)
    viewer = await in_thread(Viewer, game, bob)
    cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in viewer.client.cookies.items())
    headers = [(b"origin", ORIGIN.encode()), (b"cookie", cookies.encode())]
    async with WebsocketCommunicator(application, f"/ws/g/{game.public_id}/", headers) as socket:
        await in_thread(services.swap_seats, game, ann, 2, 3)
        await told(socket, "Bob moved to seat 3.")
        await in_thread(services.cancel_game, game, ann)
        await told(socket, "The game was canceled.")
