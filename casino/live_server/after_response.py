"""The event loop of the server in this process: what is only to be sent is left to it, and no thread waits for it."""

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from asgiref.sync import async_to_sync

_serving: list[asyncio.AbstractEventLoop] = []


class Held(threading.local):
    """What the thread leaves while it makes an answer; None where it makes none."""

    works: list[Callable[[], None]] | None = None


_held = Held()


@contextmanager
def serving() -> Iterator[None]:
    """The running loop is the server's, until this ends."""
    loop = asyncio.get_running_loop()
    _serving.append(loop)
    try:
        yield
    finally:
        _serving.remove(loop)


@contextmanager
def answering() -> Iterator[None]:
    """While this thread makes an answer: what it leaves to others waits until the answer is made, or until it waits for
    them (`first`). Done side by side both would take longer, and whoever asks is waiting."""
    _held.works = []
    try:
        yield
    finally:
        _begin_held()


def leave[**P](work: Callable[P, Coroutine[Any, Any, None]], *arguments: P.args, **named: P.kwargs) -> None:
    """Done by the server as soon as it can, in the order in which it was asked, after the answer that this thread is
    making; where no server runs in this process, before this returns, or the answer is given. The work has to deal with
    its errors itself."""
    if _held.works is None:
        _begin(work, *arguments, **named)
    else:
        _held.works.append(partial(_begin, work, *arguments, **named))


def first[**P](
    seconds: float, until: Callable[P, Coroutine[Any, Any, None]], *arguments: P.args, **named: P.kwargs
) -> None:
    """What this thread has left for later is begun now, and the thread waits until `until` is done by the server, for
    so long at most."""
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
