"""Starts and stops with the server: its signs of life, and the task worker, unless another process runs it."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connection

from casino.heart import Heart
from casino.live_server.after_response import serving
from casino.live_server.memory import settle
from casino.worker import TaskWorker

logger = logging.getLogger(__name__)

type Message = dict[str, Any]


async def lifespan(
    _scope: Message, receive: Callable[[], Awaitable[Message]], send: Callable[[Message], Awaitable[None]]
) -> None:
    """Handle the server's lifespan protocol: startup and shutdown."""
    await receive()
    heart = Heart()
    await sync_to_async(begin, thread_sensitive=False)(heart)
    with serving():
        async with in_thread(heart), worker_inside() if settings.WORKER_INSIDE else nullcontext():
            await send({"type": "lifespan.startup.complete"})
            await receive()
    await send({"type": "lifespan.shutdown.complete"})


def begin(heart: Heart) -> None:
    """Prepare serving in a thread that will be used for other work, and so has to give back its connection."""
    heart.begin()
    connection.close()
    settle()


def worker_inside() -> AbstractAsyncContextManager[None]:
    return in_thread(TaskWorker())


@asynccontextmanager
async def in_thread(worker: TaskWorker | Heart) -> AsyncIterator[None]:
    """Run the worker in a thread of this event loop. `sync_to_async` ties the two together: calls by `async_to_sync` in
    a task run on this loop, where the websockets wait for them; in-memory queues work on no other."""
    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="tasks") as thread:
        running = asyncio.ensure_future(sync_to_async(worker.run, thread_sensitive=False, executor=thread)())
        running.add_done_callback(report)
        try:
            yield
        finally:
            worker.stop()
            await asyncio.wait([running])


def report(running: asyncio.Future[None]) -> None:
    """Log that a worker has ended by an error."""
    if not running.cancelled() and (error := running.exception()):
        logger.critical("The task worker has ended: computer players and clocks stand still.", exc_info=error)
