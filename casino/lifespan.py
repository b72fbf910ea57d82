"""Starts and stops with the server: its heartbeats, and the task worker, unless another process runs it.

A heartbeat is sent when the server begins, every few seconds, and when it ends. Game clocks use them to leave out the
time when no one could have played. The machine's own clock is watched too: where it has moved further than the
monotonic time, it was put forward, or the machine slept.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from functools import partial
from threading import Event
from typing import Any, Literal

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connection
from django.utils import timezone

from casino import hooks
from casino.health import background_work, write_failed
from casino.live_server.after_response import event_loop_set
from casino.live_server.gc_tuning import freeze_gc
from casino.status import watch
from casino.worker import TaskWorker

# --- heartbeats -----------------------------------------------------------------------------------------------------


logger = logging.getLogger(__name__)

type HeartbeatKind = Literal["begin", "beat", "jump", "end"]

STUCK_AFTER = 60.0  # seconds that a heartbeat may take
CLOCK_JUMP = 5.0  # seconds by which the clock may be off without having been put forward


class Heartbeat:
    """Sends heartbeats until it is stopped."""

    def __init__(self) -> None:
        self._stopping = Event()
        self._last_times = self._times()

    def start(self) -> None:
        """Send the first heartbeat, before anything is served: clocks get back the time that the server was down."""
        self._record("begin")

    def run(self) -> None:
        try:
            while not self._stopping.wait(settings.HEARTBEAT):
                self.tick()
            self._record("end")
        finally:
            connection.close()

    def stop(self) -> None:
        self._stopping.set()

    def is_stuck(self) -> bool:
        return time.monotonic() - self._last_times[1] > settings.HEARTBEAT + STUCK_AFTER

    def tick(self) -> None:
        (wall, steady), self._last_times = self._last_times, self._times()
        wall_now, steady_now = self._last_times
        self._record("jump" if (wall_now - wall) - (steady_now - steady) > CLOCK_JUMP else "beat")

    @staticmethod
    def _times() -> tuple[float, float]:
        """The time of day, and a monotonic time that no one can put forward."""
        return timezone.now().timestamp(), time.monotonic()

    @staticmethod
    def _record(kind: HeartbeatKind) -> None:
        """Report a heartbeat. If it fails, as when the database is away, the next one makes up for it."""
        try:
            hooks.heartbeat(kind)
            write_failed.clear()
        except Exception:
            write_failed.set()
            logger.exception("No heartbeat could be recorded; clocks stand still until one can.")
            connection.close()


# --- start and end --------------------------------------------------------------------------------------------------

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
            watching = asyncio.create_task(watch())
            await send({"type": "lifespan.startup.complete"})
            await receive()
            watching.cancel()
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
