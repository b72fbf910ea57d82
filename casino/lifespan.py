"""Starts and stops with the server: its heartbeats, and the task worker, unless another process runs it."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from functools import partial
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connection

from casino.health import background_work
from casino.heartbeat import Heartbeat
from casino.live_server.after_response import event_loop_set
from casino.live_server.gc_tuning import freeze_gc
from casino.worker import TaskWorker

logger = logging.getLogger(__name__)

type Message = dict[str, Any]


async def lifespan(
    _scope: Message, receive: Callable[[], Awaitable[Message]], send: Callable[[Message], Awaitable[None]]
) -> None:
    """Handle the server's lifespan protocol: startup and shutdown."""
    await receive()
    heartbeat = Heartbeat()
    await sync_to_async(prepare, thread_sensitive=False)(heartbeat)
    with event_loop_set():
        async with running_in_thread(heartbeat), embedded_worker() if settings.WORKER_INSIDE else nullcontext():
            await send({"type": "lifespan.startup.complete"})
            await receive()
    await send({"type": "lifespan.shutdown.complete"})


def prepare(heartbeat: Heartbeat) -> None:
    """Prepare serving in a thread that will be used for other work, and so has to give back its connection."""
    heartbeat.start()
    connection.close()
    freeze_gc()


def embedded_worker() -> AbstractAsyncContextManager[None]:
    return running_in_thread(TaskWorker())


@asynccontextmanager
async def running_in_thread(worker: TaskWorker | Heartbeat) -> AsyncIterator[None]:
    """Run the worker in a thread of this event loop. `sync_to_async` ties the two together: calls by `async_to_sync` in
    a task run on this loop, where the websockets wait for them; in-memory queues work on no other."""
    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="tasks") as thread:
        running = asyncio.ensure_future(sync_to_async(worker.run, thread_sensitive=False, executor=thread)())
        running.add_done_callback(log_crash)
        check = partial(problem_of, worker, running)
        background_work.append(check)
        try:
            yield
        finally:
            background_work.remove(check)
            worker.stop()
            await asyncio.wait([running])


def problem_of(worker: TaskWorker | Heartbeat, running: asyncio.Future[None]) -> str:
    name = "task worker" if isinstance(worker, TaskWorker) else "heartbeat"
    return f"the {name} has ended" if running.done() else f"the {name} is stuck" if worker.is_stuck() else ""


def log_crash(running: asyncio.Future[None]) -> None:
    """Log that a worker has ended by an error."""
    if not running.cancelled() and (error := running.exception()):
        logger.critical("The task worker has ended: computer players and clocks stand still.", exc_info=error)
