"""Table sockets: each page gets the table of its own seat as soon as it has changed, and catches up on missed
changes."""

import asyncio
import re
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Person
from accounts.services import rename
from accounts.time_zones import TIME_ZONE_COOKIE
from casino.asgi import application
from casino.live_server import concurrency
from games import services
from games.consumers.table import MESSAGES, PONG, TABLE, TableConsumer
from games.domain.cards import Card
from games.domain.table_settings import DAY, TableSettings
from games.live import presence
from games.live.batches import FragmentCache, PushRequest, Rendered
from games.live.broadcast import table_group
from games.live.open_pages import push_missed_updates, table_pages
from games.models import DELETED_PLAYER, Game, Seat
from games.presenters.cards import card_name
from tests.games.computers import against_computer
from tests.games.viewers import Viewer, friend, held, laid, spectators
from tests.sockets import WebsocketCommunicator

pytestmark = pytest.mark.django_db(transaction=True)

ORIGIN = "http://localhost"


def socket_of(viewer: Viewer, public_id: str = "", origin: str = ORIGIN) -> WebsocketCommunicator:
    cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in viewer.client.cookies.items())
    headers = [(b"origin", origin.encode()), (b"cookie", cookies.encode())]
    return WebsocketCommunicator(application, f"/ws/g/{public_id or viewer.game.public_id}/", headers)


def number(game: Game) -> int:
    return Game.objects.get(pk=game.pk).seq


async def table_from(socket: WebsocketCommunicator) -> str:
    """Return the next table that is pushed; news of arrivals is passed over."""
    while True:
        pushed = await socket.receive_from()
        if pushed.lstrip().startswith('<div id="table"'):
            return pushed


async def settled(socket: WebsocketCommunicator) -> None:
    """Wait until all earlier messages of the page have been handled."""
    await socket.send_json_to({"ask": "pulse"})
    while await socket.receive_from() != PONG:
        pass


async def no_table(socket: WebsocketCommunicator) -> bool:
    """Return whether no table is pushed."""
    while not await socket.receive_nothing():
        if (await socket.receive_from()).lstrip().startswith('<div id="table"'):
            return False
    return True


async def in_thread[T](work: Callable[..., T], *arguments: Any, **named: Any) -> T:
    return await sync_to_async(work)(*arguments, **named)


async def test_everyone_gets_the_table_of_their_own_seat() -> None:
    ann, bob = await in_thread(laid, "casino", "9S 2H 3H 4H", "2C 3C 4C 5C", table="KD QD JD TD")
    watcher = Viewer(ann.game)
    sockets = [socket_of(each) for each in (ann, bob, watcher)]
    for socket in sockets:
        assert await socket.connect() == (True, None)
    await in_thread(ann.play, "9S")
    tables = [await table_from(socket) for socket in sockets]
    cards = await in_thread(lambda: list(held(ann.game)))
    for seat, table in zip((1, 2, 0), tables, strict=True):
        assert table.lstrip().startswith('<div id="table"')
        assert {card for _, card in cards if card_name(card) in table} == {
            card for owner, card in cards if owner == seat
        }
    assert "Your turn" in tables[1]
    for socket in sockets:
        await socket.disconnect()


async def test_a_push_to_a_player_waits_for_nothing_else_that_sockets_do() -> None:
    ann, bob = await in_thread(laid, "casino", "9S 2H 3H 4H", "2C 3C 4C 5C", table="KD QD JD TD")
    async with (
        socket_of(bob) as socket,
        concurrency.low_priority.here(),
    ):  # as if presence or spectators took all the time
        await socket.send_json_to({"ask": "talk"})
        await in_thread(ann.play, "9S")
        assert "Your turn" in await table_from(socket)


async def test_the_page_of_the_one_who_asks_shows_when_the_offer_has_been_seen() -> None:
    ann, bob = await in_thread(laid, "casino", "9S 2H", "2C 3C")
    await in_thread(lambda: ann.press(ann.look(), "Offer a draw"))
    async with socket_of(ann) as page:
        await page.send_json_to({"seen": await in_thread(number, ann.game)})
        await settled(page)
        await in_thread(bob.look)
        assert "Bob has seen it." in await table_from(page)
        await in_thread(bob.look)
        assert await no_table(page)


async def test_at_pass_and_play_no_hand_is_ever_pushed() -> None:
    """Not even to another tab, while the cards of the player to play are shown in one."""
    (ann, _) = await in_thread(laid, "casino", "9S 2H 3H 4H", "2C 3C 4C 5C", table="KD QD JD TD", one_device=True)
    async with socket_of(ann) as socket:
        for name, move in (("Ann", "9S"), ("Bob", "2C")):
            seq = await in_thread(number, ann.game)
            await in_thread(ann.post, "show_cards", seq=seq)
            await socket.send_json_to({"seen": seq - 1})
            before = await table_from(socket)
            await in_thread(ann.post, "play", move=move, seq=seq)
            after = await table_from(socket)
            cards = await in_thread(lambda: list(held(ann.game)))
            assert f"Hand the device to {name}" in before
            assert not [card for _, card in cards if card_name(card) in before + after]


async def test_an_older_table_never_follows_a_newer_one() -> None:
    """The check for missed changes runs while an older table is being rendered."""
    page, told, newer = TableConsumer(), [], asyncio.Event()
    page.public_id, page.last_sent_seq, page.outbox = "abc", 4, {}

    async def rendered(_game: Game | None, request: PushRequest, _cache: FragmentCache) -> Rendered:
        if request.newer_than == 4:
            await newer.wait()
        return Rendered(request.newer_than + 1, {TABLE: f"table {request.newer_than + 1}"})

    async def tell(text: str) -> None:
        told.append(text)

    with (
        patch("games.consumers.table.database_sync_to_async", lambda work: work),
        patch.object(page, "send_text", tell),
    ):
        page.render = rendered  # type: ignore[method-assign,assignment]
        older = asyncio.create_task(page.push(newer_than=4, since=4))
        await page.push(newer_than=6, since=6)
        newer.set()
        await older
    assert told == ["table 7"]
    assert page.last_sent_seq == 7


async def test_who_was_away_gets_what_is_newer() -> None:
    ann, bob = await in_thread(laid, "casino", "9S", "")
    seen = await in_thread(number, ann.game)
    await in_thread(ann.play, "9S")
    async with socket_of(bob) as socket:
        await socket.send_json_to({"seen": seen})
        assert "Ann trailed" in await table_from(socket)


def version(table: str) -> str:
    found = re.search(r'data-version="([^"]*)"', table)
    assert found
    return found[1]


async def test_a_renamed_player_is_renamed_on_open_tables() -> None:
    ann, bob = await in_thread(laid, "casino", "9S", "8S", table="KS QS JS KD")
    async with socket_of(ann) as socket:
        await in_thread(ann.play, "9S")
        before = await table_from(socket)
        await in_thread(lambda: rename(Person.objects.get(seats__game=ann.game, seats__number=2), "Roberta"))
        renamed = await table_from(socket)
        assert "Roberta" in renamed
        assert version(renamed) != version(before), "pages leave out a table that they have"
        await in_thread(bob.play, "8S")
        assert "Roberta trailed" in await table_from(socket)


async def test_who_is_up_to_date_gets_nothing() -> None:
    ann, _ = await in_thread(laid, "casino", "9S", "")
    async with socket_of(ann) as socket:
        await socket.send_json_to({"seen": await in_thread(number, ann.game)})
        assert await no_table(socket)


async def test_a_page_that_is_up_to_date_costs_no_query_at_once_and_gets_what_came_while_it_was_opened() -> None:
    ann, _ = await in_thread(laid, "casino", "9S 2H", "", table="KD QD JD TD")
    seen = await in_thread(number, ann.game)
    async with socket_of(ann) as socket:
        with patch("games.live.broadcast.publish_game_changed"):
            await in_thread(ann.play, "9S")
        with patch.object(TableConsumer, "push", side_effect=AssertionError):
            await socket.send_json_to({"seen": seen})
            assert "You trailed" in await table_from(socket)


def test_mutes_and_blocks_are_read_only_where_there_are_some_and_messages_where_someone_has_written() -> None:
    ann, bob = laid("casino", "9S 2H", "", table="KD QD JD TD")
    page = TableConsumer()
    page.scope = {"url_route": {"kwargs": {"public_id": ann.game.public_id}}, "headers": []}
    page.scope["cookies"] = {"sessionid": ann.client.cookies["sessionid"].value}
    page.identify()

    def drawn() -> tuple[str, int]:
        with CaptureQueriesContext(connection) as queries:
            rendered = page.render(Game.with_seats(ann.game.public_id), PushRequest(templates=(MESSAGES,)), {})
        assert rendered is not None
        return rendered.fragments[MESSAGES], len(queries)

    drawn()  # the log is in memory from now on
    quiet = drawn()[1]
    bob.post("post_message", text="Hello there")
    said, count = drawn()
    assert ("Hello there" in said, count) == (True, quiet + 1)
    ann.post("mute", seat=2, muted="yes")
    said, count = drawn()
    assert ("Hello there" in said, count) == (False, quiet + 2)


@pytest.mark.parametrize(
    "message",
    [
        '{"seen": "x"}',
        '{"seen": true}',
        '{"seen": 1, "hidden": 1}',
        '{"has": "9"}',
        '{"ask": ["talk"]}',
        "[]",
        "nonsense",
        "",
        "1",
    ],
)
async def test_what_makes_no_sense_is_passed_over(message: str) -> None:
    ann, _ = await in_thread(laid, "casino", "9S", "")
    async with socket_of(ann) as socket:
        await socket.send_input({"type": "websocket.receive", "text": message})
        await in_thread(ann.play, "9S")
        assert "You trailed" in await table_from(socket)


async def test_what_is_pushed_to_a_hidden_page_has_not_been_seen() -> None:
    ann, bob, cleo = await in_thread(laid, "casino", "9S", "8S", "7S", table="KS QS JS KD")
    await in_thread(ann.play, "9S")
    async with socket_of(ann) as socket:
        before = await in_thread(number, ann.game)
        await socket.send_json_to({"seen": before, "hidden": True})
        for viewer, move in ((bob, "8S"), (cleo, "7S")):
            await in_thread(viewer.play, move)
            pushed = await table_from(socket)
        assert steps(pushed) == ["lay", "lay"], "both are shown when the page comes into sight"
    assert await in_thread(seen_by_seat, ann.game, 1) == before


async def test_what_is_pushed_to_a_page_in_sight_has_been_seen() -> None:
    ann, bob, cleo = await in_thread(laid, "casino", "9S", "8S", "7S", table="KS QS JS KD")
    await in_thread(ann.play, "9S")
    async with socket_of(ann) as socket:
        await socket.send_json_to({"seen": await in_thread(number, ann.game), "ask": "talk"})
        await socket.receive_from()  # what it has missed would come with this
        for viewer, move in ((bob, "8S"), (cleo, "7S")):
            await in_thread(viewer.play, move)
            assert steps(await table_from(socket)) == ["lay"]
    assert await in_thread(seen_by_seat, ann.game, 1) == await in_thread(number, ann.game)


def steps(html: str) -> list[str]:
    """Return the kinds of the steps that the page will animate."""
    return re.findall(r'<div data-kind="(\w+)"', html)


def seen_by_seat(game: Game, seat: int) -> int:
    return Seat.objects.get(game=game, number=seat).seen_seq


async def test_bytes_are_passed_over() -> None:
    ann, _ = await in_thread(laid, "casino", "9S", "")
    async with socket_of(ann) as socket:
        await socket.send_input({"type": "websocket.receive", "bytes": b'{"seen": 1}'})
        await in_thread(ann.play, "9S")
        assert "You trailed" in await table_from(socket)


async def test_an_unknown_game_has_no_socket() -> None:
    ann, _ = await in_thread(laid, "casino", "", "")
    socket = socket_of(ann, "nowhere")
    await socket.connect()
    assert "no longer on this site" in await socket.receive_from()
    assert (await socket.receive_output())["code"] == 4404


async def test_other_sites_may_not_listen() -> None:
    ann, _ = await in_thread(laid, "casino", "", "")
    accepted, _ = await socket_of(ann, origin="http://elsewhere.example").connect()
    assert not accepted


async def test_a_rematch_is_told_though_the_old_game_does_not_change() -> None:
    ann, bob = await in_thread(laid, "casino", "", "")
    await in_thread(lambda: ann.post("resign", seq=number(ann.game)))
    async with socket_of(bob) as socket:
        await socket.send_json_to({"seen": await in_thread(number, bob.game) - 1})
        assert "You won!" in await table_from(socket)
        await in_thread(ann.post, "rematch")
        assert "Join the rematch" in await table_from(socket)


async def test_an_old_announcement_brings_nothing_again() -> None:
    ann, bob = await in_thread(laid, "casino", "9S", "8S")
    async with socket_of(ann) as socket:
        await in_thread(ann.play, "9S")
        await table_from(socket)
        old = {"type": "game.changed", "game": ann.game.public_id, "seq": 1}
        await get_channel_layer().group_send(table_group(ann.game.public_id), old)
        await in_thread(bob.play, "8S")
        assert "Bob trailed" in await table_from(socket)
        assert await no_table(socket)


async def test_the_page_that_has_its_move_as_the_answer_is_not_pushed_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.consumers.table.OWN_MOVE_DELAY", 2)  # a slow machine tells later that it has the answer
    ann, bob = await in_thread(laid, "casino", "9S 2H", "8S")
    answered, other = socket_of(ann), socket_of(ann)
    for socket in (answered, other):
        await socket.connect()
    await in_thread(ann.play, "9S")
    await answered.send_json_to({"has": await in_thread(number, ann.game)})
    assert "You trailed" in await table_from(other)
    assert await no_table(answered)
    await in_thread(bob.play, "8S")
    assert "Bob trailed" in await table_from(answered)
    for socket in (answered, other):
        await socket.disconnect()


async def test_the_link_to_send_stays_right_in_what_is_pushed() -> None:
    def open_table() -> Viewer:
        from games import services
        from tests.games.tables import RULES, person

        ann = person("Ann")
        return Viewer(services.start_game(ann, RULES, "casino", 3, False, "friends"), ann)

    ann = await in_thread(open_table)
    async with socket_of(ann) as socket:
        await in_thread(Viewer(ann.game).press_seat, "Sit down and play")
        assert f'value="{ORIGIN}{ann.address()}"' in await table_from(socket)


async def test_a_page_that_closes_while_it_is_told_something_is_gone_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def closing(*_: Any, **__: Any) -> None:
        raise OSError("the page has just closed")

    ann, _ = await in_thread(laid, "casino", "9S", "")
    async with socket_of(ann) as socket:
        await table_after(ann, socket)
        monkeypatch.setattr(TableConsumer, "send", closing)
        await in_thread(ann.play, "9S")
        await socket.send_json_to({"ask": "talk"})
    assert (await sync_to_async(presence.presence_by_seat)(ann.game))[1] == "gone"


@pytest.mark.django_db(transaction=True)
async def test_a_socket_that_fails_is_not_counted_as_there(monkeypatch: pytest.MonkeyPatch) -> None:
    async def failing(*_: Any, **__: Any) -> None:
        raise RuntimeError("the server has given this page up")

    ann, _ = await in_thread(laid, "casino", "9S", "")
    watcher = socket_of(Viewer(ann.game))
    await watcher.connect()
    await settled(watcher)
    assert await sync_to_async(spectators)(ann.game) == 1
    monkeypatch.setattr(TableConsumer, "send", failing)
    await watcher.send_json_to({"ask": "pulse"})
    with pytest.raises(RuntimeError, match="given this page up"):
        await watcher.wait()
    assert await sync_to_async(spectators)(ann.game) == 0


async def table_after(viewer: Viewer, socket: WebsocketCommunicator) -> None:
    """Wait for the table, and check that the viewer counts as present."""
    await socket.send_json_to({"seen": 0})
    await table_from(socket)
    assert (await sync_to_async(presence.presence_by_seat)(viewer.game))[1] == "visible"


async def test_what_was_missed_while_the_channel_layer_was_away_is_pushed_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(table_pages, "_jobs", ())
    ann, bob = await in_thread(laid, "casino", "9S", "")
    async with socket_of(bob) as socket:
        await socket.send_json_to({"seen": 0})
        await table_from(socket)
        with patch("games.live.broadcast._publish"):
            await in_thread(ann.play, "9S")
        assert await no_table(socket)
        await push_missed_updates(table_pages.pages())
        assert "Ann trailed" in await table_from(socket)
        await push_missed_updates(table_pages.pages())
        assert await no_table(socket)


async def test_a_language_chosen_on_another_page_is_spoken_at_the_open_table() -> None:
    ann, bob = await in_thread(laid, "casino", "9S 8S", "9C 8C", table="KD QD")
    async with socket_of(bob) as socket:
        await in_thread(ann.play, "9S")
        assert "Your hand" in await table_from(socket)
        await in_thread(bob.client.post, "/language/", {"language": "es"})
        await in_thread(bob.play, "9Cx9S")
        assert "Tu mano" in await table_from(socket)
        await in_thread(bob.client.post, "/language/", {"language": "en"})
        await in_thread(ann.play, "8S")
        assert "Your hand" in await table_from(socket)


async def test_a_former_player_is_named_in_the_language_of_the_viewer() -> None:
    ann, bob = await in_thread(laid, "casino", "9S 8S", "9C 8C", table="KD QD")
    await in_thread(bob.client.post, "/language/", {"language": "es"})
    await in_thread(Seat.objects.filter(game=ann.game, number=1).update, name=DELETED_PLAYER)
    async with socket_of(bob) as socket:
        await in_thread(ann.play, "9S")
        table = await table_from(socket)
        assert "Exjugador" in table
        assert DELETED_PLAYER not in table


async def test_times_are_pushed_in_the_time_zone_of_the_viewer() -> None:
    settings = TableSettings(clock="turn", time=DAY, days_off="nights")
    ann, bob = await in_thread(laid, "casino", "9S 8S", "9C 8C", table="KD QD", table_settings=settings)
    bob.client.cookies[TIME_ZONE_COOKIE] = "Asia/Kolkata"
    async with socket_of(bob) as socket:
        await in_thread(ann.play, "9S")
        assert "nights off 3:30 AM to 1:30 PM" in await table_from(socket)


async def test_a_page_in_another_language_than_the_viewers_own_stays_in_it() -> None:
    ann, bob = await in_thread(laid, "casino", "9S 8S", "9C 8C", table="KD QD")
    await in_thread(bob.client.post, "/language/", {"language": "es"})
    bob.client.cookies[settings.LANGUAGE_COOKIE_NAME] = "pt"
    async with socket_of(bob) as socket:
        await in_thread(ann.play, "9S")
        table = await table_from(socket)
        assert "Tu mano" not in table
        assert "Your hand" not in table


async def test_the_chat_comes_with_the_person_who_takes_over_the_seat_of_a_computer() -> None:
    game = await in_thread(against_computer)
    ann, eve = await in_thread(
        lambda: (Viewer(game, game.taken_seats.get(number=1).person), Viewer(game, friend("Eve")))
    )
    assert 'class="company"' in (await in_thread(ann.look)).html

    def take_over() -> None:
        seats = {words: button for words, button in eve.look().buttons.items() if words.startswith("Ask to play for")}
        eve.press(eve.look(), *seats)
        ann.press(ann.look(), "Agree")

    async with socket_of(ann) as socket:
        await in_thread(take_over)
        while 'class="company talks"' not in await socket.receive_from():
            pass


async def test_an_open_page_gets_the_hand_of_the_seat_that_its_viewer_takes_over() -> None:
    ann, bob, cleo = await in_thread(laid, "casino", "9S 2H 3H 4H", "", "", table="KD QD JD TD")
    eve = await in_thread(lambda: Viewer(ann.game, friend("Eve")))

    def leave_and_ask() -> None:
        services.resign(Seat.objects.get(game=ann.game, number=1), number(ann.game))
        eve.press(eve.look(), "Ask to play for Ann")
        bob.press(bob.look(), "Agree")

    await in_thread(leave_and_ask)
    socket = socket_of(eve)
    assert await socket.connect() == (True, None)
    await socket.send_json_to({"seen": await in_thread(number, ann.game), "hidden": False})
    await in_thread(lambda: cleo.press(cleo.look(), "Agree"))
    pushed = await table_from(socket)
    assert str(card_name(Card("9S"))) in pushed
    await socket.disconnect()
