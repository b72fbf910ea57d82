"""Work that threads leave to the server's event loop."""

import asyncio
import threading

import pytest

from casino.live_server.after_response import defer_until_response, event_loop_set, run_after_response


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
