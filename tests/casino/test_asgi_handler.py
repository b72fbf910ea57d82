"""Handling of requests: each from beginning to end in one thread, several at a time."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from channels.layers import InMemoryChannelLayer
from django.core.signals import request_finished, request_started
from django.dispatch import Signal
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import override_settings
from django.urls import path

from casino.live_server import channel_layer
from casino.live_server.after_response import defer_until_response, event_loop_set, run_after_response
from casino.live_server.asgi_handler import ThreadedASGIHandler
from casino.live_server.channel_layer import OneProcessChannelLayer
from casino.live_server.shared_channel_layer import SharedChannelLayer
from tests.http import get

seen: list[tuple[str, str]] = []
"""Steps of a request, each with its thread."""

both = threading.Barrier(2)


def note(what: str) -> None:
    seen.append((what, threading.current_thread().name))


def noting(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    def answer(request: HttpRequest) -> HttpResponse:
        note("before")
        response = get_response(request)
        note("after")
        return response

    return answer


def page(request: HttpRequest) -> HttpResponse:
    note("view")
    return HttpResponse("a page")


def meeting(request: HttpRequest) -> HttpResponse:
    both.wait(10)
    return HttpResponse("met")


def in_pieces(request: HttpRequest) -> StreamingHttpResponse:
    return StreamingHttpResponse(["a", "b"])


urlpatterns = [path("page/", page), path("meeting/", meeting), path("pieces/", in_pieces)]


@pytest.fixture
def site() -> Iterator[ThreadedASGIHandler]:
    seen.clear()
    with override_settings(ROOT_URLCONF=__name__, MIDDLEWARE=[f"{__name__}.noting"]):
        yield ThreadedASGIHandler()


@contextmanager
def heard(signal: Signal, what: str) -> Iterator[None]:
    def hear(**_: Any) -> None:
        note(what)

    signal.connect(hear)
    try:
        yield
    finally:
        signal.disconnect(hear)


async def test_everything_of_a_page_happens_in_one_thread_beside_the_loop(site: ThreadedASGIHandler) -> None:
    with heard(request_started, "began"), heard(request_finished, "ended"):
        assert await get(site, "/page/") == (200, "a page")
    assert [what for what, _ in seen] == ["began", "before", "view", "after", "ended"]
    (name,) = {thread for _, thread in seen}
    assert name.startswith("pages")


async def test_pages_do_not_wait_for_one_another(site: ThreadedASGIHandler) -> None:
    first, second = await asyncio.gather(get(site, "/meeting/"), get(site, "/meeting/"))
    assert first == second == (200, "met")


async def test_what_is_streamed_is_refused_instead_of_cut_off(site: ThreadedASGIHandler) -> None:
    with pytest.raises(TypeError, match="streaming"):
        await get(site, "/pieces/")


async def test_an_address_that_is_no_text_is_a_bad_request(site: ThreadedASGIHandler) -> None:
    asked = ApplicationCommunicator(site, scope(query_string=b"\xff"))
    await asked.send_input({"type": "http.request"})
    assert (await asked.receive_output(10))["status"] == 400


async def test_who_goes_while_still_asking_gets_nothing(site: ThreadedASGIHandler) -> None:
    asked = ApplicationCommunicator(site, scope())
    await asked.send_input({"type": "http.request", "body": b"half", "more_body": True})
    await asked.send_input({"type": "http.disconnect"})
    await asked.wait(10)
    assert seen == []
    assert await asked.receive_nothing()


def scope(**other: Any) -> dict[str, Any]:
    return {"type": "http", "method": "GET", "path": "/page/", "headers": [], "query_string": b""} | other


# --- announcements in a site of one process --------------------------------------------------------------------------


NEWS = {"type": "news"}


@pytest.fixture
def tidied(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A list that grows whenever all channels and groups have been tidied."""
    times: list[int] = []
    clean = InMemoryChannelLayer._clean_expired

    def counting(layer: InMemoryChannelLayer) -> None:
        times.append(len(layer.channels))
        clean(layer)

    monkeypatch.setattr(InMemoryChannelLayer, "_clean_expired", counting)
    return times


def test_what_is_too_old_is_looked_for_now_and_then_and_not_with_every_message(tidied: list[int]) -> None:
    async def talk() -> None:
        layer = OneProcessChannelLayer()
        for page in range(50):
            await layer.group_add("table", f"page{page}")
        for _ in range(20):
            await layer.group_send("table", NEWS)
            assert [await layer.receive(f"page{page}") for page in range(50)] == [NEWS] * 50

    asyncio.run(talk())
    assert len(tidied) == 1


def test_who_does_not_fetch_what_is_for_them_is_told_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    async def talk() -> None:
        layer = OneProcessChannelLayer(expiry=0)
        await layer.group_send("table", NEWS)  # tidies up: not again for a while
        await layer.group_add("table", "gone")
        await layer.group_send("table", NEWS)
        await layer.group_send("table", NEWS)
        assert (layer.channels["gone"].qsize(), list(layer.groups["table"])) == (2, ["gone"])
        monkeypatch.setattr(channel_layer, "CLEANUP_INTERVAL", 0.0)
        await layer.group_send("table", NEWS)
        assert (layer.channels, layer.groups["table"]) == ({}, {})

    asyncio.run(talk())


def test_the_channel_of_a_socket_alone_needs_no_redis() -> None:
    async def talk() -> None:
        layer = SharedChannelLayer(hosts=["redis://127.0.0.1:1"])
        channel = await layer.new_channel()
        await layer.send(channel, NEWS)
        assert await layer.receive(channel) == NEWS
        await layer.send("of a socket that has ended", NEWS)

    asyncio.run(talk())


# --- work that threads leave to the server's event loop --------------------------------------------------------------


async def test_a_thread_of_the_server_waits_for_nothing_it_leaves_to_it() -> None:
    done, may_end = [], asyncio.Event()

    async def work(name: str) -> None:
        await may_end.wait()
        done.append((name, threading.current_thread()))

    def ask() -> None:
        for name in ("first", "second"):
            run_after_response(work, name)

    with event_loop_set():
        await asyncio.to_thread(ask)
        assert not done
        may_end.set()
        while len(done) < 2:
            await asyncio.sleep(0)
    assert done == [("first", threading.main_thread()), ("second", threading.main_thread())]


def test_without_a_server_it_is_done_at_once() -> None:
    done = []

    async def work(name: str) -> None:
        await asyncio.sleep(0)
        done.append(name)

    run_after_response(work, "all of it")
    assert done == ["all of it"]


def test_others_hear_of_it_when_the_answer_is_made() -> None:
    done = []

    async def tell(name: str) -> None:
        done.append(name)

    with defer_until_response():
        run_after_response(tell, "first")
        run_after_response(tell, "second")
        done.append("answer")
    run_after_response(tell, "later")
    assert done == ["answer", "first", "second", "later"]


def test_they_hear_of_it_though_the_answer_is_an_error() -> None:
    done = []

    async def tell() -> None:
        done.append("told")

    def fail() -> None:
        with defer_until_response():
            run_after_response(tell)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert done == ["told"]
