"""Schedules coroutines on this process's event loop from worker threads, which need not wait for them."""

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from asgiref.sync import async_to_sync

from casino.health import shutting_down

_serving: list[asyncio.AbstractEventLoop] = []


class _Deferred(threading.local):
    """Work that the thread defers while it makes a response; None while it makes none."""

    works: list[Callable[[], object]] | None = None


_deferred = _Deferred()


@contextmanager
def event_loop_set() -> Iterator[None]:
    """Mark the running loop as the server's, until this ends."""
    loop = asyncio.get_running_loop()
    _serving.append(loop)
    try:
        yield
    finally:
        _serving.remove(loop)


@contextmanager
def defer_until_response() -> Iterator[None]:
    """Defer the coroutines scheduled by this thread until its response is made.

    Running both at the same time would make the requester wait longer.
    """
    _deferred.works = []
    try:
        yield
    finally:
        works, _deferred.works = _deferred.works, None
        for work in works or ():
            work()


def run_after_response[**P](
    work: Callable[P, Coroutine[Any, Any, None]], *arguments: P.args, **named: P.kwargs
) -> None:
    """Schedule work on the server's loop, in the order of the calls, after the response that this thread is making.

    Where no server runs in this process, run it now, or when the response is made. The work handles its own errors.
    """
    start = partial(_start, partial(work, *arguments, **named))
    if _deferred.works is None:
        start()
    else:
        _deferred.works.append(start)


def _start(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    if _serving:
        asyncio.run_coroutine_threadsafe(work(), _serving[-1])
    elif not shutting_down.is_set():  # a request that outlasts its server: pages load anew from the next one
        async_to_sync(work)()
