"""Work that threads leave to the server's event loop."""

import asyncio
import threading

import pytest

from casino.live_server.after_response import answering, first, leave, serving


async def test_a_thread_of_the_server_waits_for_nothing_it_leaves_to_it() -> None:
    done, may_end = [], asyncio.Event()

    async def work(name: str) -> None:
        await may_end.wait()
        done.append((name, threading.current_thread()))

    def ask() -> None:
        for name in ("first", "second"):
            leave(work, name)

    with serving():
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

    leave(work, "all of it")
    assert done == ["all of it"]


def test_others_hear_of_it_when_the_answer_is_made() -> None:
    done = []

    async def tell(name: str) -> None:
        done.append(name)

    with answering():
        leave(tell, "first")
        leave(tell, "second")
        done.append("answer")
    leave(tell, "later")
    assert done == ["answer", "first", "second", "later"]


def test_they_hear_of_it_though_the_answer_is_an_error() -> None:
    done = []

    async def tell() -> None:
        done.append("told")

    def fail() -> None:
        with answering():
            leave(tell)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert done == ["told"]


async def test_an_answer_may_wait_until_others_have_theirs() -> None:
    done, had = [], asyncio.Event()

    async def tell() -> None:
        done.append("told")
        had.set()

    async def have(who: str) -> None:
        await had.wait()
        done.append(f"{who} has it")

    def answer() -> None:
        with answering():
            leave(tell)
            first(5, have, "Ben")
            done.append("answer")

    with serving():
        await asyncio.to_thread(answer)
    assert done == ["told", "Ben has it", "answer"]


async def test_it_does_not_wait_for_ever() -> None:
    ended = []

    async def never() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("given up")

    with serving():
        await asyncio.to_thread(first, 0.01, never)
        while not ended:
            await asyncio.sleep(0)
    assert ended == ["given up"]


async def test_what_goes_wrong_meanwhile_is_not_passed_over() -> None:
    async def fail() -> None:
        raise ZeroDivisionError

    with serving(), pytest.raises(ZeroDivisionError):
        await asyncio.to_thread(first, 5, fail)


def test_without_a_server_nobody_is_waited_for() -> None:
    done = []

    async def tell(name: str) -> None:
        done.append(name)

    with answering():
        leave(tell, "others")
        first(5, tell, "nobody")
        done.append("answer")
    assert done == ["others", "answer"]
