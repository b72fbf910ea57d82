"""Presence: players at the table, spectators, players who have left, and the actions that are then open to the
others."""

import asyncio
import re
from datetime import datetime, timedelta
from math import inf
from threading import Event
from typing import Any
from unittest.mock import Mock

import pytest
from allauth.account.models import EmailAddress
from asgiref.sync import sync_to_async
from django.db import DatabaseError
from django.utils import timezone

from casino.management.commands.play import PING_SECONDS, PONG_SECONDS
from games import services
from games.consumers.table import PONG
from games.domain.move_generation import legal_moves
from games.domain.notation import write_move
from games.domain.perspective import perspective_of
from games.domain.table_settings import DAY, TableSettings
from games.live import batches, open_pages, presence
from games.live.open_pages import PageRegistry, TablePage, refresh_presence
from games.log.recent_states import cached_game
from games.log.store import load
from games.log.verification import verify_game
from games.models import Game, Seat, Suspension
from games.models.social import ChatMessage, MessageReport, Presence
from games.notifications.models import Notification
from games.services import Accepted, GameSetup, Refused
from tests.games.computers import fresh
from tests.games.consumers.test_table import in_thread, settled, socket_of
from tests.games.tables import RULES, person
from tests.games.viewers import HTMX, Viewer, friend, laid, spectators, told_after
from tests.live import PROJECT

pytestmark = pytest.mark.django_db

NOT_AWAITED = "It’s not this player’s turn."

TWO = ("9S 8C 3C 2H", "QC JC TC 5C")


class Time:
    """A clock that moves when the test says so."""

    def __init__(self) -> None:
        self.at = timezone.now()

    def __call__(self) -> datetime:
        return self.at

    def goes_on(self, seconds: float) -> None:
        self.at += timedelta(seconds=seconds)


@pytest.fixture
def hours(monkeypatch: pytest.MonkeyPatch) -> Time:
    clock = Time()
    for module in (
        "games.live.presence",
        "games.services.timeouts",
        "games.log.store",
        "games.notifications.game_events",
    ):
        monkeypatch.setattr(f"{module}.now", clock)
    return clock


def table(seats: int = 2, **table_settings: Any) -> list[Viewer]:
    """Return the players at a table whose game has begun; seat 2 is the first to play."""
    people = [friend(name) for name in ("Ann", "Bob", "Cleo", "Dan")[:seats]]
    setup = GameSetup(RULES, "casino", seats, seats == 4, TableSettings(**table_settings), dealer=1)
    game = services.open_game(people[0], setup)
    for each in people[1:]:
        services.take_seat(game, each, None)
    return [Viewer(fresh(game), each) for each in people]


@pytest.fixture
def game() -> Game:
    return table()[0].game


def seat(viewer: Viewer, number: int) -> Seat:
    return Seat.objects.select_related("game").get(game=viewer.game, number=number)


# --- who is there -------------------------------------------------------------------------------------------------


def test_whoever_has_no_page_open_is_gone() -> None:
    ann, _ = table()
    assert presence.presence_by_seat(ann.game) == {1: "gone", 2: "gone"}


def test_a_page_is_hidden_until_it_says_that_it_lies_in_front(game: Game) -> None:
    presence.connect(game, 1, "a")
    assert presence.presence_by_seat(game)[1] == "hidden"
    presence.set_visibility(game.public_id, "a", visible=True)
    assert presence.presence_by_seat(game)[1] == "visible"
    presence.set_visibility(game.public_id, "a", visible=False)
    assert presence.presence_by_seat(game)[1] == "hidden"
    presence.disconnect(game.public_id, "a")
    assert presence.presence_by_seat(game)[1] == "gone"


def test_of_several_pages_one_in_front_is_enough(game: Game) -> None:
    for channel in "ab":
        presence.connect(game, 1, channel)
    presence.set_visibility(game.public_id, "a", visible=True)
    presence.disconnect(game.public_id, "b")
    assert presence.presence_by_seat(game)[1] == "visible"


def test_computers_are_not_asked_where_they_are() -> None:
    ann = person("Ann")
    game = services.start_game(ann, RULES, "casino", 2, False, "computer")
    assert presence.presence_by_seat(game) == {1: "gone"}


def test_what_a_dead_process_left_behind_is_gone_after_a_while(game: Game, hours: Time) -> None:
    presence.connect(game, 1, "a")
    hours.goes_on(61)
    assert presence.presence_by_seat(game)[1] == "gone"


def test_a_living_process_says_so_for_all_its_pages_and_no_others(game: Game, hours: Time) -> None:
    presence.connect(game, 1, "a")
    presence.connect(game, 2, "b")
    Presence.objects.filter(channel="b").update(process="another")
    hours.goes_on(40)
    presence.refresh("ab")
    hours.goes_on(40)
    assert presence.presence_by_seat(game) == {1: "hidden", 2: "gone"}


def test_a_page_that_its_process_does_not_hold_any_more_is_gone_after_a_while(game: Game, hours: Time) -> None:
    presence.connect(game, 0, "a")
    presence.connect(game, 1, "b")
    for _ in range(4):
        hours.goes_on(20)
        presence.refresh("b")
    assert spectators(game) == 0
    assert presence.presence_by_seat(game)[1] == "hidden"


def test_old_rows_are_forgotten(game: Game, hours: Time) -> None:
    for _ in range(3):
        presence.connect(game, 1, str(hours.at))
        presence.disconnect(game.public_id, str(hours.at))
        hours.goes_on(100)
    assert Presence.objects.filter(game=game).count() == 1
    assert not presence.stale_presences().exists()
    hours.goes_on(3 * 24 * 3600)
    assert presence.stale_presences().count() == 1


def test_those_who_look_on_are_counted(game: Game) -> None:
    for channel in "ab":
        presence.connect(game, 0, channel)
    presence.connect(game, 1, "c")
    assert spectators(game) == 2
    presence.disconnect(game.public_id, "a")
    assert spectators(game) == 1


def test_the_table_shows_who_is_there() -> None:
    ann, bob = table()
    presence.connect(ann.game, 2, "b")
    presence.connect(ann.game, 0, "c")
    assert "Bob: away" in ann.look().text
    assert "1 watching" in ann.look().text
    assert "Ann: offline" in bob.look().text


# --- by sockets ---------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
async def test_a_socket_makes_one_present_and_its_end_gone() -> None:
    ann, bob = await in_thread(table)
    sockets = [socket_of(each) for each in (ann, bob)]
    for each in sockets:
        await each.connect()
    await sockets[0].send_json_to({"seen": 0})
    await sockets[1].send_json_to({"seen": 0, "hidden": True})
    while "Bob: away" not in await sockets[0].receive_from():
        pass
    while "Ann: online" not in await sockets[1].receive_from():
        pass
    assert await sync_to_async(presence.presence_by_seat)(ann.game) == {1: "visible", 2: "hidden"}
    await sockets[1].disconnect()
    while "Bob: offline" not in await sockets[0].receive_from():
        pass
    await sockets[0].disconnect()
    assert await sync_to_async(presence.presence_by_seat)(ann.game) == {1: "gone", 2: "gone"}


@pytest.mark.parametrize(("clock", "limit"), [("live", 5), ("none", 8), ("turn", 8)])
def test_a_dead_line_is_noticed_in_time_by_the_page_and_by_the_others(clock: Any, limit: float) -> None:
    interval = presence.ping_interval(TableSettings(clock=clock)) / 1000
    (patience,) = re.findall(r'"pulse" \? (\d+) :', (PROJECT / "static/js/table.js").read_text(encoding="utf-8"))
    assert interval + int(patience) / 1000 < limit
    assert interval + presence.PING_LATE + open_pages.SILENCE_POLL_SECONDS + batches.BATCH_SECONDS < limit


def test_the_dead_line_of_a_hidden_page_is_noticed_by_the_others_too() -> None:
    """It does not ping, but its browser answers the server's pings."""
    assert PING_SECONDS + PONG_SECONDS + batches.BATCH_SECONDS < 5  # as where a live clock runs


PING = {"ask": "pulse", "beat": 1500}


@pytest.mark.django_db(transaction=True)
async def test_whose_pings_stay_away_is_gone_until_heard_again(monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob = await in_thread(table)
    async with socket_of(ann) as watching, socket_of(bob) as socket:
        await socket.send_json_to({"seen": 0, **PING})
        while "Bob: online" not in await watching.receive_from():
            pass
        monkeypatch.setattr(presence, "PING_LATE", -2.0)
        await socket.send_json_to(PING)
        while "Bob: offline" not in await watching.receive_from():
            pass
        monkeypatch.undo()
        await socket.send_json_to(PING)
        while "Bob: online" not in await watching.receive_from():
            pass


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("back", [True, False])
async def test_a_page_whose_line_breaks_is_gone_if_it_is_not_back_by_its_next_ping(
    monkeypatch: pytest.MonkeyPatch, back: bool
) -> None:
    ann, bob = await in_thread(table)
    broken, again = socket_of(bob), socket_of(bob)
    await broken.connect()
    await broken.send_json_to({"seen": 0, "beat": 60_000})
    while not await sync_to_async(Presence.objects.exists)():
        await asyncio.sleep(0)
    told = Mock()
    monkeypatch.setattr("games.live.broadcast.publish_presence_changed", told)
    await broken.send_input({"type": "websocket.disconnect", "code": 1005})
    await broken.wait()
    assert await sync_to_async(presence.presence_by_seat)(ann.game) == {1: "gone", 2: "visible"}
    if back:
        await again.connect()
        await again.send_json_to({"seen": 0})
        await settled(again)
    (page,) = [page for page in open_pages.table_pages.pages() if page.ping_due < inf]
    page.ping_due = 0
    await open_pages.notice_silence([page])
    assert page not in open_pages.table_pages.pages()
    while not await sync_to_async(Presence.objects.filter(closed__isnull=False).exists)():
        await asyncio.sleep(0)
    assert told.called is not back
    assert (await sync_to_async(presence.presence_by_seat)(ann.game))[2] == ("visible" if back else "gone")
    if back:
        await again.disconnect()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("message", [{"seen": 0, "hidden": True, **PING}, {"seen": 0}, {"seen": 0, **PING, "beat": 0}])
async def test_no_ping_is_expected_of_a_page_that_is_hidden_or_has_promised_none(
    monkeypatch: pytest.MonkeyPatch, message: dict[str, Any]
) -> None:
    monkeypatch.setattr(presence, "PING_LATE", -2.0)
    ann, _ = await in_thread(table)
    async with socket_of(ann) as socket:
        await socket.send_json_to(message)
        await socket.receive_from()
        await open_pages.notice_silence(open_pages.table_pages.pages())
        assert (await sync_to_async(presence.presence_by_seat)(ann.game))[1] != "gone"


@pytest.mark.django_db(transaction=True)
async def test_a_ping_needs_no_database(monkeypatch: pytest.MonkeyPatch) -> None:
    ann, _ = await in_thread(table)
    async with socket_of(ann) as socket:
        await socket.send_json_to({"seen": 0})
        await settled(socket)
        for way in ("database_sync_to_async", "run_low_priority"):
            monkeypatch.setattr(f"games.consumers.table.{way}", None)
        for _ in range(3):
            await socket.send_json_to(PING)
            while await socket.receive_from() != PONG:
                pass
        monkeypatch.undo()


@pytest.mark.django_db(transaction=True)
async def test_whose_server_ends_is_not_taken_for_gone_before_its_page_can_be_back(
    hours: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _ = await in_thread(table)
    socket = socket_of(ann)
    await socket.connect()
    await socket.send_json_to({"seen": 0})
    await socket.receive_from()
    ending = Event()
    ending.set()
    monkeypatch.setattr("games.consumers.table.shutting_down", ending)
    await socket.disconnect()
    assert (await sync_to_async(presence.presence_by_seat)(ann.game))[1] != "gone"
    hours.goes_on(61)
    assert (await sync_to_async(presence.presence_by_seat)(ann.game))[1] == "gone"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("deed", ["computer", "leave"])
async def test_who_is_waited_for_no_longer_is_told_to_all_the_others(hours: Time, deed: str) -> None:
    ann, _bob, cleo = await in_thread(left_alone, hours, 3)
    async with socket_of(cleo) as socket:
        await socket.send_json_to({"ask": "talk"})
        while "Bob: offline" not in await socket.receive_from():
            pass
        if deed == "computer":
            assert isinstance(await in_thread(lambda: services.seat_computer_for(seat(ann, 1), 2)), Accepted)
        else:
            await in_thread(lambda: services.resign(seat(ann, 2), fresh(ann.game).seq))
        while 'id="company"' not in (pushed := await socket.receive_from()):
            pass
        assert "Bob" not in pushed


@pytest.mark.django_db(transaction=True)
async def test_how_the_one_to_play_is_told_stands_beside_their_turn_as_soon_as_they_have_gone() -> None:
    ann, bob = await in_thread(table)
    async with socket_of(ann) as watching:
        async with socket_of(bob) as socket:
            await socket.send_json_to({"seen": 0})
            while "Bob: online" not in (pushed := await watching.receive_from()):
                pass
            assert told_by(pushed) == ""
        while "Bob: offline" not in (pushed := await watching.receive_from()):
            pass
        assert told_by(pushed).startswith("Bob isn’t here. We can’t notify them. Send them the link")


def told_by(pushed: str) -> str:
    """The text of the fragment that takes its place in the table."""
    fragment = pushed.partition('<div id="told" class="told" hx-swap-oob="true">')[2].partition("</div>")[0]
    return " ".join(re.sub("<[^>]*>", " ", fragment).split())


@pytest.mark.django_db(transaction=True)
async def test_a_page_may_ask_for_what_lies_beside_the_table_and_for_a_sign_of_life() -> None:
    ann, _ = await in_thread(table)
    async with socket_of(ann) as socket:
        for asked, answer in (("talk", "No messages yet."), ("pulse", "here"), ("again", "Reconnected.")):
            await socket.send_json_to({"ask": asked})
            while answer not in await socket.receive_from():
                pass


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("message", ['{"ask": "cards"}', '{"ask": ["talk"]}', '{"ask": {}}', '["ask"]'])
async def test_nothing_else_can_be_asked_for(message: str) -> None:
    ann, _ = await in_thread(table)
    async with socket_of(ann) as socket:
        await settled(socket)
        await socket.send_input({"type": "websocket.receive", "text": message})
        assert await socket.receive_nothing()


@pytest.mark.django_db(transaction=True)
async def test_a_page_that_comes_is_told_to_the_others_and_not_to_those_of_its_own_seat() -> None:
    ann, bob = await in_thread(table)
    async with socket_of(ann) as socket, socket_of(ann) as another:
        for each in (socket, another):
            await settled(each)
        assert await socket.receive_nothing(0.4)
        async with socket_of(bob) as other:
            await settled(other)
            for each in (socket, another):
                assert "Bob: away" in await each.receive_from()


@pytest.mark.django_db(transaction=True)
async def test_where_nobody_may_look_on_a_stranger_gets_no_socket() -> None:
    ann, _ = await in_thread(table, spectators=False)
    watcher = await in_thread(lambda: Viewer(ann.game, friend("Eve")))
    socket = socket_of(watcher)
    await socket.connect()
    assert "without spectators" in await socket.receive_from()
    assert (await socket.receive_output())["code"] == 4403
    nobody = socket_of(Viewer(ann.game))
    await nobody.connect()
    assert "without spectators" in await nobody.receive_from()
    for each in (socket, nobody):
        await each.disconnect()
    assert (await socket_of(ann).connect())[0]


async def test_the_process_says_that_it_lives_as_long_as_it_has_sockets(monkeypatch: pytest.MonkeyPatch) -> None:
    told = asyncio.Event()

    def beat(channels: frozenset[str]) -> None:
        assert channels == {"a", "b"}
        told_before = told.is_set()
        loop.call_soon_threadsafe(told.set)
        if not told_before:
            raise DatabaseError("away")

    loop = asyncio.get_running_loop()
    monkeypatch.setattr(presence, "refresh", beat)
    pages = PageRegistry[TablePage]((0.0, refresh_presence))
    first, second = Mock(channel_name="a"), Mock(channel_name="b")
    pages.add(first)
    pages.add(second)
    async with asyncio.timeout(10):
        await told.wait()
        told.clear()
        await told.wait()
    (loop_task,) = pages._loops
    pages.remove(first)
    assert not loop_task.cancelling()
    pages.remove(second)
    assert loop_task.cancelling()
    pages.remove(second)


# --- spectators ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["table", "move_choices", "replay", "deal_verification", "presence"])
def test_where_nobody_may_look_on_strangers_are_told_so(name: str) -> None:
    ann, _ = table(spectators=False)
    for stranger in (Viewer(ann.game), Viewer(ann.game, friend("Eve"))):
        response: Any = stranger.client.get(stranger.address(name))
        assert response.status_code == 403
        assert "This table doesn’t allow spectators" in response.content.decode()
    assert ann.client.get(ann.address(name)).status_code == 200


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", ["play", "resign", "claim", "make_offer", "answer_offer", "hint", "next_round"])
def test_nor_does_a_move_at_the_seat_of_a_computer_show_it_to_them(name: str) -> None:
    """A process keeps the seats of a game that has just been played, and a computer's seat belongs to no one either."""
    setup = GameSetup(RULES, "casino", 2, False, TableSettings(spectators=False), computers={2: "casual"}, dealer=2)
    ann = friend("Ann")
    game = services.open_game(ann, setup)
    play_any(Viewer(game, ann), 1)
    cached = cached_game(game.public_id, 1)
    assert cached is not None
    for stranger in (Viewer(game), Viewer(game, friend("Eve"))):
        response: Any = stranger.client.post(stranger.address(name), {"seq": cached.seq}, headers=HTMX)
        assert response.status_code == 404


@pytest.mark.parametrize("name", ["table", "record_text", "record_json", "replay", "variation"])
def test_after_the_end_too(name: str) -> None:
    ann, _ = table(spectators=False)
    ann.post("resign", seq=fresh(ann.game).seq)
    assert Viewer(ann.game, friend("Eve")).client.get(ann.address(name)).status_code == 403
    assert ann.client.get(ann.address(name)).status_code == 200


def test_before_it_begins_whoever_has_the_link_may_sit_down() -> None:
    game = services.start_game(friend("Ann"), RULES, "casino", 2, False, "friends", TableSettings(spectators=False))
    assert Viewer(game, friend("Bob")).look().status == 200


def test_those_who_look_on_see_no_hand_and_say_nothing_to_the_table() -> None:
    """They have a chat of their own, and every form of it says so."""
    ann, _ = laid("casino", *TWO, table="KD 4D 7H TH")
    watcher = Viewer(ann.game, friend("Eve"))
    page = watcher.look()
    assert page.offered("hand") == []
    assert page.moves == {}
    chat = watcher.address("post_message")
    audiences = [each["value"] for each in page.inputs if each["form"] == chat and each.get("name") == "audience"]
    assert audiences == ["spectators"] * page.forms.count(chat) != []
    services.post_phrase(ann.game.taken_seats.get(number=1), "hello")
    message = ChatMessage.objects.get().pk
    for name, sent in (
        ("post_message", {}),
        ("post_message", {"text": "to the table"}),
        ("post_message", {"phrase": "hello"}),
        ("save_note", {"text": "x"}),
        ("mute", {"seat": 1, "muted": "yes"}),
        ("resolve_absence", {"seat": 1, "action": "win"}),
    ):
        assert watcher.post(name, **sent).status_code == 404
    assert told_after(watcher.post("report_message", message=message)).startswith("There is no such message")
    assert [each.pk for each in ChatMessage.objects.all()] == [message]
    assert not MessageReport.objects.exists()


# --- a player leaves -----------------------------------------------------------------------------------------------


def left_alone(hours: Time, seats: int = 2, **table_settings: Any) -> list[Viewer]:
    """Bring all players here; then let seat 2 be gone for a minute."""
    viewers = table(seats, **{"clock": "live", "time": 600, **table_settings})
    game = viewers[0].game
    for number in range(1, seats + 1):
        presence.connect(game, number, f"page {number}")
    presence.disconnect(game.public_id, "page 2")
    for _ in range(4):
        hours.goes_on(15)
        presence.refresh([f"page {number}" for number in range(1, seats + 1)])
    return viewers


def test_of_two_the_one_who_waited_may_claim_the_win(hours: Time) -> None:
    ann, _ = left_alone(hours)
    page = ann.look()
    assert "Bob seems to have left." in page.text
    ann.client.post(page.buttons["Claim the win"]["action"], {"seat": 2, "action": "win"})
    assert "You won!" in ann.look().text
    assert "Bob left the game." in ann.look().text
    state, _ = load(fresh(ann.game))
    assert state.result == ((1,), "abandoned")
    assert verify_game(fresh(ann.game)) == []


def test_or_let_the_computer_play_on(hours: Time) -> None:
    ann, _ = left_alone(hours)
    ann.client.post(ann.address("resolve_absence"), {"seat": 2, "action": "computer"})
    state, _ = load(fresh(ann.game))
    assert (set(state.bot_seats), state.result) == ({2}, None)
    assert seat(ann, 2).bot
    assert verify_game(fresh(ann.game)) == []
    assert "has been gone" not in ann.look().text


@pytest.mark.parametrize("seats", [3, 4])
def test_partners_and_third_players_are_not_punished(hours: Time, seats: int) -> None:
    ann, *_ = left_alone(hours, seats)
    page = ann.look()
    assert "Claim the win" not in page.buttons
    before = fresh(ann.game).seq
    assert "With more than two players, leaving doesn’t end the game" in gone(ann, 2, "win")
    assert fresh(ann.game).seq == before
    assert gone(ann, 2, "computer") == ""
    assert load(fresh(ann.game))[0].bot_seats == {2}


def gone(viewer: Viewer, number: int, then: str) -> str:
    """Return the message in the answer."""
    response: Any = viewer.client.post(
        viewer.address("resolve_absence"), {"seat": number, "action": then}, headers=HTMX
    )
    text = response.content.decode()
    return text.partition('role="alert">')[2].partition("</p>")[0] if response.status_code == 200 else "refused"


def play_any(viewer: Viewer, number: int) -> None:
    """Make some move of this seat, over HTTP, so no page of it need be open."""
    at = fresh(viewer.game)
    assert at.turn == number
    move = write_move(legal_moves(perspective_of(load(at)[0], number).position())[0])
    assert isinstance(
        services.play(Seat.objects.select_related("game").get(game=at, number=number), move, at.seq), Accepted
    )


def goes_on(hours: Time, seconds: int, *pages: int) -> None:
    """Let time go on, with these pages open all the while."""
    for _ in range(seconds // 15):
        hours.goes_on(15)
        presence.refresh([f"page {number}" for number in pages])


@pytest.mark.parametrize("then", ["win", "computer"])
def test_in_their_own_turn_nobody_has_anything_to_wait_for(hours: Time, then: str) -> None:
    """The time counts only from the moment at which the absent player is to move."""
    ann, bob = left_alone(hours)
    play_any(bob, 2)
    goes_on(hours, 600, 1)
    assert not ann.look().buttons.keys() & {"Claim the win", "Let the computer take over"}
    assert gone(ann, 2, then) == NOT_AWAITED
    play_any(ann, 1)
    goes_on(hours, 45, 1)
    assert "Claim the win" not in ann.look().buttons
    assert 'hx-trigger="load delay:16s, table:arrive from:document"' in ann.look().html
    assert gone(ann, 2, then) == "Wait a little longer. The player may come back."
    assert load(fresh(ann.game))[0].result is None
    goes_on(hours, 15, 1)
    assert {"Claim the win", "Let the computer take over"} <= ann.look().buttons.keys()
    assert gone(ann, 2, then) == ""


def test_a_turn_that_comes_back_by_a_takeback_begins_anew(hours: Time) -> None:
    ann, bob = left_alone(hours, takebacks=True)
    play_any(bob, 2)
    goes_on(hours, 60, 1)
    assert isinstance(services.make_offer(seat(bob, 2), "takeback", fresh(bob.game).seq), Accepted)
    assert isinstance(services.answer_offer(seat(ann, 1), True, fresh(ann.game).seq), Accepted)
    assert fresh(ann.game).turn == 2
    assert gone(ann, 2, "win") == "Wait a little longer. The player may come back."


def test_of_several_who_are_gone_only_the_one_to_move_is_waited_for(hours: Time) -> None:
    ann, bob, cleo = left_alone(hours, 3)
    presence.disconnect(ann.game.public_id, "page 3")
    goes_on(hours, 60, 1)
    assert 'name="seat" value="2"' in ann.look().html
    assert 'name="seat" value="3"' not in ann.look().html
    assert gone(ann, 3, "computer") == NOT_AWAITED
    assert gone(cleo, 2, "computer") == "Wait a little longer. The player may come back."
    play_any(bob, 2)
    assert gone(ann, 2, "computer") == NOT_AWAITED
    assert gone(ann, 3, "computer") == "Wait a little longer. The player may come back."
    assert load(fresh(ann.game))[0].bot_seats == set()


@pytest.mark.parametrize("mover", [1, 3])
def test_no_partner_or_opponent_gives_a_seat_away_that_is_not_to_move(hours: Time, mover: int) -> None:
    """Else the player to move could wait until another's page is closed, and let a computer play on for them."""
    ann, bob, *others = left_alone(hours, 4)
    play_any(bob, 2)
    if mover == 1:
        play_any(others[0], 3)
        play_any(others[1], 4)
    goes_on(hours, 600, 1, 3, 4)
    for viewer in (ann, *others):
        assert "Let the computer take over" not in viewer.look().buttons
        assert gone(viewer, 2, "computer") == NOT_AWAITED


def test_a_suspended_player_wins_nothing_by_waiting(hours: Time) -> None:
    ann, _ = left_alone(hours)
    waiting = seat(ann, 1).person
    assert waiting is not None
    Suspension.objects.create(person=waiting, until=timezone.now() + timedelta(days=1))
    for then in ("win", "computer"):
        assert gone(ann, 2, then).startswith("A director has suspended you")
    assert load(fresh(ann.game))[0].result is None


def test_one_has_to_wait_first(hours: Time) -> None:
    ann, _ = left_alone(hours)
    hours.at -= timedelta(seconds=10)
    assert "Claim the win" not in ann.look().buttons
    assert 'hx-trigger="load delay:11s, table:arrive from:document"' in ann.look().html
    assert gone(ann, 2, "win") == "Wait a little longer. The player may come back."


def test_who_is_there_is_not_gone(hours: Time) -> None:
    ann, _ = left_alone(hours)
    presence.connect(ann.game, 2, "back")
    assert gone(ann, 2, "win") == "This player is still here."
    for number in (1, 3):
        assert gone(ann, number, "win") == NOT_AWAITED
    assert load(fresh(ann.game))[0].result is None


def test_who_was_never_there_by_socket_is_never_found_gone(hours: Time) -> None:
    ann, _ = table(clock="live", time=600)
    presence.connect(ann.game, 1, "a")
    hours.goes_on(50)
    presence.refresh("a")
    hours.goes_on(50)
    assert gone(ann, 2, "win") == "This player is still here."


def test_time_in_which_the_one_who_waits_was_not_there_either_does_not_count(hours: Time) -> None:
    ann, _ = left_alone(hours)
    hours.goes_on(600)  # the site was down
    presence.connect(ann.game, 1, "again")
    assert gone(ann, 2, "win") == "Wait a little longer. The player may come back."
    services.claim_forfeit(seat(ann, 1), 2)
    assert load(fresh(ann.game))[0].result is None


def test_loading_the_page_again_does_not_make_one_wait_anew(hours: Time) -> None:
    ann, _ = left_alone(hours)
    presence.disconnect(ann.game.public_id, "page 1")
    hours.goes_on(2)
    presence.connect(ann.game, 1, "again")
    assert isinstance(services.claim_forfeit(seat(ann, 1), 2), Accepted)


def test_at_their_own_pace_nobody_loses_by_being_asleep(hours: Time) -> None:
    ann, _ = left_alone(hours, clock="none", time=0)
    for _ in range(13):
        hours.goes_on(DAY)
        assert not ann.look().buttons.keys() & {"Claim the win", "End without a result", "Let the computer take over"}
        for action in ("win", "end", "computer"):
            assert gone(ann, 2, action)
    assert load(fresh(ann.game))[0].result is None


def test_after_fourteen_days_without_a_move_it_ends_without_a_result(hours: Time) -> None:
    ann, _ = left_alone(hours, clock="none", time=0)
    hours.goes_on(14 * DAY)
    assert "Claim the win" not in ann.look().buttons
    assert gone(ann, 2, "win") == "This player is still here."
    assert gone(ann, 2, "end") == ""
    assert "It ended without a result." in ann.look().text
    assert (fresh(ann.game).status, load(fresh(ann.game))[0].result) == ("cancelled", ((), "cancelled"))
    assert verify_game(fresh(ann.game)) == []


def test_or_the_computer_plays_on_which_is_all_where_others_play_too(hours: Time) -> None:
    ann, *_ = left_alone(hours, 3, clock="none", time=0)
    hours.goes_on(14 * DAY)
    assert "End without a result" not in ann.look().buttons
    assert gone(ann, 2, "end") == "This player is still here."
    assert gone(ann, 2, "computer") == ""
    assert load(fresh(ann.game))[0].bot_seats == {2}


def test_a_reminder_is_sent_after_a_day_and_once_a_day(hours: Time) -> None:
    ann, bob = left_alone(hours, clock="none", time=0)
    player = seat(bob, 2).person
    assert player
    page = ann.look()
    assert "Bob isn’t here. We can’t notify them. Send them the link" in page.text
    assert page.buttons["Send them the link"]["data-copy"] == "link"
    assert [each["value"] for each in page.inputs if each.get("id") == "link"] == [
        f"http://testserver{ann.address('table')}"
    ]
    EmailAddress.objects.create(user=player, email="bob@mail.example", verified=True, primary=True)
    page = ann.look()
    assert "Bob isn’t here. An email tells them when it’s their turn." in page.text
    assert page.text.count("An email tells them") == 1, "not in the list of players, too"
    assert not {"Send them the link", "Remind Bob"} & page.buttons.keys()
    assert gone(ann, 2, "remind") == NOT_AWAITED
    hours.goes_on(DAY)
    assert "Remind Bob" in ann.look().buttons
    assert gone(ann, 2, "remind") == "Reminder sent."
    assert Notification.objects.filter(person=player, kind="my_turn").count() == 1
    assert gone(ann, 2, "remind") == "This player has been reminded today."
    assert gone(bob, 1, "remind") == NOT_AWAITED
    hours.goes_on(DAY)
    assert gone(ann, 2, "remind") == "Reminder sent."


def test_in_a_live_game_nobody_is_told_how_the_others_are_told(hours: Time) -> None:
    ann, _ = left_alone(hours)
    assert "We can’t notify" not in ann.look().text
    assert gone(ann, 2, "remind") == NOT_AWAITED


@pytest.mark.parametrize("clock", ["turn", "bank"])
def test_over_days_nobody_is_found_gone(hours: Time, clock: str) -> None:
    ann, _ = left_alone(hours, clock=clock, time=86400)
    assert gone(ann, 2, "win") == "This player is still here."


def test_after_the_end_nobody_is(hours: Time) -> None:
    ann, bob = left_alone(hours)
    bob.post("resign", seq=fresh(bob.game).seq)
    assert gone(ann, 2, "win") == NOT_AWAITED


def test_the_computer_is_seated_once(hours: Time) -> None:
    ann, _bob, _cleo = left_alone(hours, 3)
    assert isinstance(services.seat_computer_for(seat(ann, 1), 2), Accepted)
    assert isinstance(services.seat_computer_for(seat(ann, 3), 2), Refused)
    assert isinstance(services.claim_forfeit(seat(ann, 2), 3), Refused)


@pytest.mark.parametrize("sent", [{}, {"seat": "x", "action": "win"}, {"seat": 2, "action": "cards"}])
def test_what_makes_no_sense_is_said(hours: Time, sent: dict[str, Any]) -> None:
    ann, _ = left_alone(hours)
    page: Any = ann.client.post(ann.address("resolve_absence"), sent, follow=True)
    assert "We couldn’t understand that request." in page.content.decode()


def test_others_are_told_of_nothing_that_changes_nothing_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second page of the same seat, one of two that is closed, a visible page that says so again."""
    told: list[tuple[str, bool]] = []
    monkeypatch.setattr("games.live.broadcast.publish_presence_changed", lambda *news: told.append(news))
    ann, _ = table()
    where = ann.game.public_id
    steps = [
        (lambda: presence.connect(ann.game, 1, "first"), 1),
        (lambda: presence.set_visibility(where, "first", visible=True), 1),
        (lambda: presence.set_visibility(where, "first", visible=True), 0),
        (lambda: presence.connect(ann.game, 1, "second"), 0),
        (lambda: presence.set_visibility(where, "second", visible=True), 0),
        (lambda: presence.disconnect(where, "first"), 0),
        (lambda: presence.set_visibility(where, "second", visible=False), 1),
        (lambda: presence.disconnect(where, "second"), 1),
        (lambda: presence.connect(ann.game, 0, "looking on"), 1),
        (lambda: presence.set_visibility(where, "looking on", visible=True), 0),
        (lambda: presence.disconnect(where, "looking on"), 1),
        (lambda: presence.disconnect(where, "unknown"), 0),
    ]
    for number, (step, expected) in enumerate(steps):
        told.clear()
        step()
        assert len(told) == expected, number
