"""Addresses without a socket, and the limit of open ones."""

import socket
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import async_to_sync

from casino.asgi import application
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
