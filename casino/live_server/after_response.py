"""Schedules coroutines on this process's event loop from worker threads, which need not wait for them."""

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from asgiref.sync import async_to_sync

_serving: list[asyncio.AbstractEventLoop] = []


class Held(threading.local):
    """Work that the thread postpones while it makes an answer; None while it makes none."""

    works: list[Callable[[], None]] | None = None


_held = Held()


@contextmanager
def serving() -> Iterator[None]:
    """Mark the running loop as the server's, until this ends."""
    loop = asyncio.get_running_loop()
    _serving.append(loop)
    try:
        yield
    finally:
        _serving.remove(loop)


@contextmanager
def answering() -> Iterator[None]:
    """Postpone the coroutines scheduled by this thread until its answer is made, or until it waits for them (`first`).
    Running both at the same time would make the requester wait longer."""
    _held.works = []
    try:
        yield
    finally:
        _begin_held()


def leave[**P](work: Callable[P, Coroutine[Any, Any, None]], *arguments: P.args, **named: P.kwargs) -> None:
    """Schedule work on the server's loop, in the order of the calls, after the answer that this thread is making. Where
    no server runs in this process, run it now, or when the answer is made. The work has to handle its own errors."""
    if _held.works is None:
        _begin(work, *arguments, **named)
    else:
        _held.works.append(partial(_begin, work, *arguments, **named))


def first[**P](
    seconds: float, until: Callable[P, Coroutine[Any, Any, None]], *arguments: P.args, **named: P.kwargs
) -> None:
    """Start the work that this thread has postponed, and wait, for so many seconds at most, until `until` is done on
    the server's loop."""
    _begin_held()
    if not _serving:
        return
    done = asyncio.run_coroutine_threadsafe(until(*arguments, **named), _serving[-1])
    try:
        done.result(seconds)
    except TimeoutError:
        done.cancel()


def _begin_held() -> None:
    held, _held.works = _held.works, None
    for work in held or ():
        work()


def _begin[**P](work: Callable[P, Coroutine[Any, Any, None]], *arguments: P.args, **named: P.kwargs) -> None:
    if _serving:
        asyncio.run_coroutine_threadsafe(work(*arguments, **named), _serving[-1])
    else:
        async_to_sync(work)(*arguments, **named)
