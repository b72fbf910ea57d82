"""Connections that ask for nothing, or only half, are limited in time and number, whatever they begin with."""

import asyncio
import resource
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, suppress
from typing import Any

import pytest
import uvicorn
from pytest_django import Settings

from casino.live_server import connections
from casino.live_server.connections import BoundedProtocol, max_connections, raise_open_files, waiting
from casino.management.commands.play import listen
from tests.casino.test_bodies import get
from tests.examples import exhaustive, some
from tests.live import LiveSite, live_site

HEADER = b"GET /quick HTTP/1.1\r\nHost: localhost\r\n"
BEGINNINGS = {
    "nothing": b"",
    "half a line": b"GET / HTTP/1.1\r\nHost: loc",
    "no end of the header": HEADER,
    "half a handshake": HEADER + b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhl",
}
BODY = b"POST /account/login/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nhalf"
UNREAD = b"GET /static/cards.svg HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveSite]:
    with live_site(tmp_path_factory.mktemp("connections") / "data", {"LIMITS": ""}) as running:
        yield running


@exhaustive
@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="Linux only")
@pytest.mark.parametrize("beginning", some([*BEGINNINGS.values(), BODY, UNREAD], 1))
def test_more_half_requests_than_open_files_stop_no_one(server: LiveSite, beginning: bytes) -> None:
    assert server.process
    resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (300, 300))
    with ExitStack() as attack:
        for _ in range(400):
            half = attack.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=30))
            with suppress(OSError):  # one that has ended by now
                half.sendall(beginning)
        for path in ("/healthz", "/", "/static/css/pages.css"):
            assert get(server, path).startswith(b"HTTP/1.1 200 ")


# --- one server in this process --------------------------------------------------------------------------------------

released, asked = asyncio.Event(), asyncio.Event()


async def application(scope: Any, _receive: Any, send: Any) -> None:
    if scope["path"] == "/slow":
        asked.set()
        await released.wait()
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


@asynccontextmanager
async def serving(**options: Any) -> AsyncIterator[int]:
    """Serve, and return the port."""
    config = uvicorn.Config(application, http=BoundedProtocol, lifespan="off", log_config=None, **options)
    server = uvicorn.Server(config)
    with listen("127.0.0.1", 0) as listening:
        config.load()
        server.lifespan = config.lifespan_class(config)
        await server.startup(sockets=[listening])
        try:
            yield listening.getsockname()[1]
        finally:
            server.force_exit = True
            await server.shutdown(sockets=[listening])


async def drip(writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while True:
            writer.write(b"a")
            await writer.drain()
            await asyncio.sleep(0.01)


async def is_ended(reader: asyncio.StreamReader) -> bool:
    """Wait for the end of the connection, however it comes."""
    with suppress(ConnectionResetError):
        async with asyncio.timeout(10):
            return await reader.read(1) == b""
    return True


@pytest.mark.parametrize("dripping", [False, True])
@pytest.mark.parametrize("beginning", BEGINNINGS.values(), ids=BEGINNINGS)
async def test_a_header_has_to_be_complete_in_time(
    beginning: bytes, dripping: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "HEADER_TIMEOUT", 0.1)
    async with serving() as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(beginning)
        dropping = asyncio.create_task(drip(writer) if dripping else asyncio.sleep(0))
        assert await is_ended(reader)
        dropping.cancel()
        writer.close()
    assert len(waiting) == 0


@pytest.mark.parametrize(
    "request_", [HEADER + b"\r\n", b"POST /quick HTTP/1.1\r\nHost: a\r\nContent-Length: 9999\r\n\r\n"]
)
async def test_after_a_response_the_next_header_and_the_rest_of_a_body_are_timed_too(request_: bytes) -> None:
    async with serving(timeout_keep_alive=0.1) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request_)
        assert (await reader.readuntil(b"\r\n\r\nok")).startswith(b"HTTP/1.1 200 ")
        dripping = asyncio.create_task(drip(writer))
        assert await is_ended(reader)
        dripping.cancel()
        writer.close()


async def test_one_connection_is_used_for_many_requests_longer_than_one_header_may_take(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connections, "HEADER_TIMEOUT", 0.05)
    async with serving() as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for _ in range(3):
            writer.write(HEADER + b"\r\n")
            await reader.readuntil(b"\r\n\r\nok")
            await asyncio.sleep(0.05)
        writer.close()


async def test_of_too_many_from_one_address_the_one_that_has_waited_longest_ends(
    settings: Settings,
) -> None:
    """A connection whose request is being answered does not wait."""
    settings.LIMITS = settings.LIMITS | {"waiting": "3"}
    released.clear()
    async with serving() as port:
        slow, slow_writer = await asyncio.open_connection("127.0.0.1", port)
        slow_writer.write(HEADER.replace(b"quick", b"slow") + b"\r\n")
        await asyncio.wait_for(asked.wait(), 10)
        idle = [await asyncio.open_connection("127.0.0.1", port) for _ in range(5)]
        assert [await is_ended(reader) for reader, _ in idle[:2]] == [True, True]
        idle[2][1].write(HEADER + b"\r\n")
        await idle[2][0].readuntil(b"\r\n\r\nok")  # it has waited longest, and is not ended
        released.set()
        assert await slow.readuntil(b"\r\n\r\nok")
        for _, writer in [*idle, (slow, slow_writer)]:
            writer.close()


async def test_addresses_are_counted_by_themselves_and_all_of_them_against_the_open_files(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.LIMITS = settings.LIMITS | {"waiting": "2"}
    monkeypatch.setattr(connections, "max_connections", lambda: 5)
    async with serving() as port:
        opened = []
        for address in ("127.0.0.2", "127.0.0.3", "127.0.0.4"):
            opened += [await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0)) for _ in range(2)]
        assert await is_ended(opened[0][0])
        assert len(waiting) == 5
        for _, writer in opened:
            writer.close()


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="Linux only")
def test_a_client_that_reads_nothing_is_cut_off_by_the_system() -> None:
    with listen("127.0.0.1", 0) as listening, socket.create_connection(listening.getsockname()):
        accepted, _ = listening.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 30_000


@pytest.fixture
def few_files() -> Iterator[int]:
    """Lower the limit of open files, and return how many there may be at most."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (512, hard))
    yield hard
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_the_server_raises_the_limit_of_open_files(few_files: int) -> None:
    assert max_connections() == 0.8 * 512
    raise_open_files()
    expected = 65_536 if few_files == resource.RLIM_INFINITY else min(few_files, 65_536)
    assert resource.getrlimit(resource.RLIMIT_NOFILE) == (expected, few_files)


def test_a_system_that_grants_fewer_files_gives_what_it_does(few_files: int, monkeypatch: pytest.MonkeyPatch) -> None:
    setting = resource.setrlimit

    def grant(which: int, limits: tuple[int, int]) -> None:
        if limits[0] > 1000:
            raise ValueError("not allowed to raise maximum limit")
        setting(which, limits)

    monkeypatch.setattr(connections, "OPEN_FILES", (65_536, 1000))
    with monkeypatch.context() as patch:
        patch.setattr(resource, "setrlimit", grant)
        raise_open_files()
    assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == 1000
