"""Request bodies are limited in size and time, whatever a client declares about them, before any of them is kept."""

import asyncio
import logging
import socket
import time
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django import Settings
from websockets.exceptions import ConnectionClosedError
from websockets.sync.client import connect
from websockets.typing import Origin

from casino.asgi import application
from casino.live_server import bodies
from tests.casino.test_settings import setting
from tests.examples import exhaustive
from tests.live import LiveSite, live_site

LIMIT = 1_000_000
FLOOD = 200_000_000
PIECE = b"x" * 65_536
LOGIN = "/account/login/"

type Headers = list[tuple[bytes, bytes]]


class Asked:
    """One request to the ASGI application, which records how much of the body was read, and how much before the
    answer."""

    def __init__(self, headers: Headers, messages: AsyncIterator[dict[str, Any]]) -> None:
        self.headers = headers
        self.messages = messages
        self.read = 0
        self.read_before_answer = 0
        self.sent: list[dict[str, Any]] = []

    async def receive(self) -> dict[str, Any]:
        message = await anext(self.messages, {"type": "http.disconnect"})
        self.read += len(message.get("body", b""))
        return message

    async def send(self, message: dict[str, Any]) -> None:
        if not self.sent:
            self.read_before_answer = self.read
        self.sent.append(message)

    async def answer(self, path: str = LOGIN) -> "Asked":
        scope = {"type": "http", "method": "POST", "path": path, "query_string": b"", "http_version": "1.1"}
        scope |= {"scheme": "http", "headers": [(b"host", b"testserver"), *self.headers], "client": ("192.0.2.1", 1)}
        await application(scope, self.receive, self.send)
        return self

    @property
    def status(self) -> int:
        return int(self.sent[0]["status"])

    @property
    def page(self) -> str:
        return b"".join(message.get("body", b"") for message in self.sent).decode()

    @property
    def answered_with(self) -> dict[str, str]:
        return {name.decode().lower(): value.decode() for name, value in self.sent[0]["headers"]}


async def pieces(total: int) -> AsyncIterator[dict[str, Any]]:
    for start in range(0, total, len(PIECE)):
        yield {"type": "http.request", "body": PIECE[: total - start], "more_body": start + len(PIECE) < total}


async def dripping() -> AsyncIterator[dict[str, Any]]:
    while True:
        await asyncio.sleep(0.01)
        yield {"type": "http.request", "body": b"x", "more_body": True}


async def silent() -> AsyncIterator[dict[str, Any]]:
    await asyncio.Event().wait()
    yield {}


def length(number: object) -> Headers:
    return [(b"content-length", str(number).encode())]


@pytest.fixture(autouse=True)
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "LINGER", 0.05)


# --- the application -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "said", [[FLOOD], [LIMIT + 1], [10**18], ["9" * 5000], [5, FLOOD]], ids=lambda said: str(said)[:9]
)
async def test_a_body_declared_too_long_is_refused_before_anything_is_read(said: list[object]) -> None:
    asked = await Asked([header for each in said for header in length(each)], pieces(FLOOD)).answer()
    assert (asked.status, asked.read_before_answer) == (413, 0)
    assert asked.answered_with["connection"] == "close"


async def test_a_body_without_an_end_is_refused_as_soon_as_it_is_too_long() -> None:
    asked = await Asked([(b"transfer-encoding", b"chunked")], pieces(FLOOD)).answer()
    assert asked.status == 413
    assert LIMIT < asked.read_before_answer <= LIMIT + len(PIECE)


@pytest.mark.parametrize(
    "said", ["5", "0", "-5", "-200000000", "12abc", "", "1e9", "²", "0x10", " 7", "0" * 5000 + "7"]
)
async def test_a_content_length_that_lies_or_is_garbage_does_not_lift_the_limit(said: str) -> None:
    asked = await Asked(length(said), pieces(FLOOD)).answer()
    assert asked.status == 413
    assert asked.read_before_answer <= LIMIT + len(PIECE)


@pytest.mark.django_db(transaction=True)
async def test_a_body_of_just_the_limit_is_read() -> None:
    asked = await Asked(length(LIMIT), pieces(LIMIT)).answer()
    assert asked.status == 403  # it has no form token
    assert asked.read_before_answer == LIMIT
    assert "connection" not in asked.answered_with


@pytest.mark.parametrize("messages", [dripping, silent])
async def test_a_body_that_takes_too_long_is_given_up(settings: Settings, messages: Any) -> None:
    settings.BODY_TIMEOUT = 0.1
    asked = await asyncio.wait_for(Asked(length(100_000), messages()).answer(), 10)
    assert asked.status == 408
    assert asked.answered_with["connection"] == "close"


@pytest.mark.parametrize("path", [LOGIN, "/", "/records/", "/no/such/page/", "/admin/", "/static/css/pages.css"])
async def test_every_address_refuses_and_closes(path: str) -> None:
    asked = await Asked(length(FLOOD), pieces(FLOOD)).answer(path)
    assert asked.answered_with["connection"] == "close"
    assert asked.read_before_answer == 0


async def test_what_comes_after_the_refusal_is_thrown_away_only_for_a_moment() -> None:
    asked = await asyncio.wait_for(Asked(length(FLOOD), dripping()).answer(), 10)
    assert asked.status == 413
    assert asked.sent[-1] == {"type": "http.response.body", "body": b"", "more_body": False}
    assert asked.sent[-2]["more_body"]  # the whole page is out before the rest is read


async def test_the_page_is_readable_and_guarded_like_every_other() -> None:
    asked = await Asked([*length(FLOOD), (b"accept-language", b"en")], pieces(FLOOD)).answer()
    assert "That was too large" in asked.page
    assert "larger than 1000 KB" in asked.page
    assert "default-src 'none'" in asked.answered_with["content-security-policy"]
    assert asked.answered_with["x-content-type-options"] == "nosniff"
    assert "no-store" in asked.answered_with["cache-control"]
    assert int(asked.answered_with["content-length"]) == len(asked.page.encode())


async def test_refused_bodies_are_in_the_log(caplog: pytest.LogCaptureFixture, settings: Settings) -> None:
    settings.BODY_TIMEOUT = 0.05
    with caplog.at_level(logging.INFO, "casino.security"):
        await Asked(length(FLOOD), pieces(FLOOD)).answer()
        await Asked(length(5), silent()).answer()
    assert [record.message.partition(":")[0] for record in caplog.records] == ["too large", "too slow"]
    assert all("address=192.0.2.1" in record.message for record in caplog.records)


def test_the_limits_can_be_set(tmp_path: Path) -> None:
    assert setting("MAX_BODY_BYTES", tmp_path) == "1000000"
    assert setting("BODY_TIMEOUT", tmp_path) == "30.0"
    assert setting("MAX_BODY_BYTES", tmp_path, MAX_BODY_BYTES="5000") == "5000"
    assert setting("FILE_UPLOAD_MAX_MEMORY_SIZE", tmp_path, MAX_BODY_BYTES="9000000") == "9000000"


# --- what a body holds -----------------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("path", [LOGIN, "/records/", "/settings/", "/language/"])
def test_too_many_fields_are_not_understood(path: str) -> None:
    assert Client().post(path, {f"f{number}": "" for number in range(1001)}).status_code == 400


@pytest.mark.django_db
def test_too_many_files_are_not_understood() -> None:
    files = {f"f{number}": SimpleUploadedFile("a", b"x") for number in range(101)}
    assert Client().post("/records/", files).status_code == 400


@pytest.mark.django_db
def test_too_many_names_in_an_address_are_not_understood() -> None:
    assert Client().get("/lobby/?" + "&".join(f"f{number}" for number in range(1001))).status_code == 400


# --- a server --------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveSite]:
    with live_site(tmp_path_factory.mktemp("bodies") / "data", {"BODY_TIMEOUT": "1"}) as running:
        yield running


def ask(server: LiveSite, headers: bytes) -> socket.socket:
    asked = socket.create_connection(("127.0.0.1", server.port), timeout=30)
    asked.sendall(b"POST /account/login/ HTTP/1.1\r\nHost: localhost\r\n" + headers + b"\r\n")
    return asked


def flood(server: LiveSite, headers: bytes, piece: bytes) -> bytes:
    """Send for as long as the server accepts it, without reading the answer; then read it."""
    with ask(server, headers) as asked:
        sent = 0
        try:
            while sent < FLOOD:
                asked.sendall(piece)
                sent += len(piece)
        except OSError:
            pass  # the server has closed the connection, as it should
        return answer_of(asked)


def answer_of(asked: socket.socket) -> bytes:
    """Return all of the answer, to the end of the connection."""
    answer = b""
    try:
        while piece := asked.recv(65_536):
            answer += piece
    except ConnectionResetError:
        pass  # what had come before is still the answer
    return answer


def most_memory(server: LiveSite) -> int:
    """The most that the server ever used, in bytes."""
    assert server.process
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return next(int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmHWM"))


CHUNKED = b"Transfer-Encoding: chunked\r\n", b"%x\r\n%b\r\n" % (len(PIECE), PIECE)
DECLARED = b"Content-Length: %d\r\n" % FLOOD, PIECE


@exhaustive
@pytest.mark.parametrize(("headers", "piece"), [CHUNKED, DECLARED])
def test_a_flood_gets_its_answer_and_fills_no_memory(server: LiveSite, headers: bytes, piece: bytes) -> None:
    before = most_memory(server)
    answer = flood(server, headers, piece)
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b"connection: close" in answer.lower()
    assert b"That was too large" in answer
    assert most_memory(server) - before < 20_000_000


def test_floods_at_once_fill_no_memory_and_hold_up_nobody(server: LiveSite) -> None:
    before = most_memory(server)
    with ThreadPoolExecutor(8) as several:
        floods = [several.submit(flood, server, *CHUNKED) for _ in range(8)]
        assert get(server, "/healthz").startswith(b"HTTP/1.1 200")
        assert all(each.result().startswith(b"HTTP/1.1 413 ") for each in floods)
    assert most_memory(server) - before < 60_000_000


def get(server: LiveSite, path: str) -> bytes:
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as asked:
        asked.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        return answer_of(asked)


@pytest.mark.parametrize("said", [b"-5", b"12abc", b"9" * 5000, b"5, 6", b"+5", b""])
def test_a_length_that_is_no_number_is_a_bad_request(server: LiveSite, said: bytes) -> None:
    with ask(server, b"Content-Length: " + said + b"\r\n") as asked:
        assert answer_of(asked).startswith(b"HTTP/1.1 400 ")


@exhaustive
def test_a_body_that_drips_is_given_up(server: LiveSite) -> None:
    with ask(server, b"Content-Length: 100000\r\n") as asked:
        try:
            for _ in range(1000):
                asked.sendall(b"x")
                time.sleep(0.05)
        except OSError:
            pass
        else:
            raise AssertionError("the server still listens")
        assert answer_of(asked).startswith(b"HTTP/1.1 408 ")


def test_a_request_hidden_in_a_refused_body_is_not_answered(server: LiveSite) -> None:
    with ask(server, b"Content-Length: 1000001\r\n") as asked:
        asked.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert answer_of(asked).count(b"HTTP/1.1 ") == 1


@pytest.mark.parametrize("message", ["x" * 10_001, b"x" * 10_001, ["x" * 5_000] * 3])
def test_a_message_on_a_socket_is_limited(server: LiveSite, message: Any) -> None:
    address = f"ws://127.0.0.1:{server.port}/ws/lobby/"
    with connect(address, origin=Origin(f"http://127.0.0.1:{server.port}")) as opened:
        with suppress(ConnectionClosedError):  # it may be closed before the last part is sent
            opened.send(message)
        with pytest.raises(ConnectionClosedError) as closed:
            list(opened)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009


def test_endless_headers_are_a_bad_request(server: LiveSite) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as asked:
        try:
            for _ in range(100):
                asked.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n" if not _ else b"X: " + PIECE + b"\r\n")
        except OSError:
            pass
        assert answer_of(asked).startswith(b"HTTP/1.1 400 ")
