"""Handling of requests: each from beginning to end in one thread, several at a time."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.core.signals import request_finished, request_started
from django.dispatch import Signal
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import override_settings
from django.urls import path

from casino.live_server.asgi_handler import ThreadedASGIHandler
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
