"""Addresses without a socket, the limit of open ones, and how many open at a time."""

import asyncio
import socket
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import async_to_sync

from casino.asgi import application
from casino.live_server import concurrency
from casino.live_server.concurrency import MAX_BATCH, OPENINGS, BatchedWork, with_bounded_openings
from casino.sockets import OpenSockets
from tests.examples import exhaustive
from tests.live import LiveSite
from tests.sockets import WebsocketCommunicator

HANDSHAKE = (
    "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


def answer(site: LiveSite, path: str) -> str:
    """Return the server's whole answer to a handshake, until it closes."""
    with socket.create_connection(("127.0.0.1", site.port), timeout=10) as line:
        line.sendall(HANDSHAKE.format(path=path, host=f"127.0.0.1:{site.port}").encode())
        said = b""
        while part := line.recv(4096):
            said += part
    return said.decode()


@exhaustive
def test_an_unknown_socket_is_not_found_and_takes_one_line_of_the_log(site: LiveSite, tmp_path: Path) -> None:
    site.stop()
    log = tmp_path / "log"
    with log.open("w") as site.log:
        site.start()
        for path in ("/ws/nowhere/", "/ws/g/", "/", "/ws/g/abc/more/"):
            assert answer(site, path).startswith("HTTP/1.1 404 ")
        site.stop()
    lines = log.read_text().splitlines()
    assert [line.partition(": ")[2] for line in lines] == ["not found: page=a socket address=127.0.0.1"] * 4


def test_a_server_that_can_answer_nothing_else_refuses_it() -> None:
    unknown = WebsocketCommunicator(application, "/ws/nowhere/", [(b"origin", b"http://localhost")])
    assert async_to_sync(unknown.connect)() == (False, 1000)


@pytest.fixture
def open_sockets(settings: Any) -> OpenSockets:
    settings.LIMITS = settings.LIMITS | {"sockets": "2", "spectators": "1", "own_sockets": "none"}
    return OpenSockets()


def test_as_many_are_let_in_as_there_is_room_for(open_sockets: OpenSockets) -> None:
    here = [("sockets", "10.0.0.1")]
    assert [open_sockets.acquire(here) for _ in range(3)] == ["", "", "sockets"]
    assert open_sockets.acquire([("sockets", "10.0.0.2")]) == ""
    open_sockets.release(here)
    assert open_sockets.acquire(here) == ""


def test_who_is_refused_by_one_limit_is_counted_by_none(open_sockets: OpenSockets) -> None:
    table, here = ("spectators", "abc"), ("sockets", "10.0.0.1")
    assert open_sockets.acquire([table, here]) == ""
    assert [open_sockets.acquire([here, table]) for _ in range(5)] == ["spectators"] * 5
    assert open_sockets.acquire([here]) == ""


def test_nothing_is_kept_of_sockets_that_are_closed(open_sockets: OpenSockets) -> None:
    for number in range(1000):
        places = [("sockets", str(number)), ("own_sockets", str(number))]
        open_sockets.acquire(places)
        open_sockets.release(places)
    assert len(open_sockets) == 0


def test_no_limit_is_no_limit(open_sockets: OpenSockets) -> None:
    assert {open_sockets.acquire([("own_sockets", "7")]) for _ in range(1000)} == {""}


# --- how many open at a time ----------------------------------------------------------------------------------------


class Doors:
    """An application for sockets, each of which opens when it is let in, and fails where it is to."""

    def __init__(self) -> None:
        self.let_in: list[asyncio.Event] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        assert (await receive())["type"] == "websocket.connect"
        self.let_in.append(asyncio.Event())
        await self.let_in[-1].wait()
        assert scope["path"] != "/fails"
        await send({"type": "websocket.accept"})
        while (await receive())["type"] != "websocket.disconnect":
            await send({"type": "websocket.send", "text": "heard"})


@pytest.fixture
def doors() -> Doors:
    return Doors()


async def knocking(doors: Doors, count: int, path: str = "/") -> list[WebsocketCommunicator]:
    """Begin to open so many sockets."""
    sockets = [WebsocketCommunicator(with_bounded_openings(doors), path) for _ in range(count)]
    for each in sockets:
        await each.send_input({"type": "websocket.connect"})
        assert await each.receive_nothing(0.01)
    return sockets


async def test_a_few_sockets_open_at_a_time_and_the_others_after_them(doors: Doors) -> None:
    sockets = await knocking(doors, OPENINGS + 2)
    assert len(doors.let_in) == OPENINGS
    for number, each in enumerate(sockets):
        doors.let_in[number].set()
        assert (await each.receive_output(5))["type"] == "websocket.accept"
        await each.send_json_to({})
        assert await each.receive_from() == "heard"  # those that are open hold up no other
    for each in sockets:
        await each.disconnect()


async def test_nothing_is_done_for_a_client_that_has_hung_up_or_waited_too_long(
    doors: Doors, monkeypatch: pytest.MonkeyPatch
) -> None:
    opening = await knocking(doors, OPENINGS)
    (impatient,) = await knocking(doors, 1)
    await impatient.disconnect()
    monkeypatch.setattr(concurrency, "OPENING_PATIENCE", 0.0)
    late = WebsocketCommunicator(with_bounded_openings(doors), "/")
    assert await late.connect() == (False, 1000)
    for event in doors.let_in:
        event.set()
    for each in opening:
        await each.receive_output(5)
        await each.disconnect()
    assert len(doors.let_in) == OPENINGS


async def test_a_socket_that_fails_to_open_makes_room_for_the_next(doors: Doors) -> None:
    failing = await knocking(doors, OPENINGS, "/fails")
    (last,) = await knocking(doors, 1)
    for event in doors.let_in:
        event.set()
    for each in failing:
        with pytest.raises(AssertionError):
            await each.wait()
    while len(doors.let_in) == OPENINGS:
        await asyncio.sleep(0)
    doors.let_in[-1].set()
    assert (await last.receive_output(5))["type"] == "websocket.accept"
    await last.disconnect()


# --- work for many at once ------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
async def test_what_has_come_meanwhile_is_done_at_once_and_what_fails_fails_alone() -> None:
    done: list[list[int]] = []

    def work(items: list[int]) -> None:
        done.append(items)
        assert 0 not in items

    batched = BatchedWork(work)
    async with concurrency.low_priority.here():
        tasks = [asyncio.create_task(batched.do(number)) for number in range(MAX_BATCH + 5)]
        await asyncio.sleep(0)
    results = await asyncio.gather(*tasks, return_exceptions=True)
    assert [number for number, result in enumerate(results) if result is not None] == [0]
    assert done == [[*range(MAX_BATCH)], [*range(1, MAX_BATCH + 1)], [*range(MAX_BATCH + 1, MAX_BATCH + 5)]]
