"""The event loop of the server in this process: what is only to be sent is left to it, and no thread waits for it."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any

from asgiref.sync import async_to_sync

_serving: list[asyncio.AbstractEventLoop] = []


@contextmanager
def serving() -> Iterator[None]:
    """The running loop is the server's, until this ends."""
    loop = asyncio.get_running_loop()
    _serving.append(loop)
    try:
        yield
    finally:
        _serving.remove(loop)


def leave[**P](work: Callable[P, Coroutine[Any, Any, None]], *arguments: P.args, **named: P.kwargs) -> None:
    """Done by the server as soon as it can, in the order in which it was asked; where none runs in this process, done
    before this returns. The work has to deal with its errors itself."""
    if _serving:
        asyncio.run_coroutine_threadsafe(work(*arguments, **named), _serving[-1])
    else:
        async_to_sync(work)(*arguments, **named)
