"""URLs for the operation of the site: a proxy, a container's health check, a monitor.

    /healthz    this process responds
    /version    the version, the commit, and its date that run here
    /readyz     it can serve: database and migrations are there, the last heartbeat could be written, pushes to players
                are in time, and its background work goes on; else 503 and the reasons. A server that is about to end
                is not ready either, so that the proxy switches to others first (SHUTDOWN_DRAIN_SECONDS). Without its
                channel layer, or without the workers that run beside it, it serves, and says so: moves are still made,
                and no other server has them

They are answered before anything else of the site, so no host name, cookie or redirect gets in their way, and contain
nothing that a stranger may not know.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from threading import Event
from typing import Any

from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.tasks import DEFAULT_TASK_QUEUE_NAME
from django.utils.module_loading import import_string

from casino.push_ages import push_ages
from casino.version import dated_release

logger = logging.getLogger(__name__)

type Message = dict[str, Any]
type Send = Callable[[Message], Coroutine[Any, Any, None]]
type Receive = Callable[[], Coroutine[Any, Any, Message]]
type Check = Callable[[], Coroutine[Any, Any, str]]
type Application = Callable[[Any, Any, Any], Coroutine[Any, Any, None]]

shutting_down = Event()
"""Set when this process has been asked to end."""

write_failed = Event()
"""Set while the database takes no heartbeat: the disk is full, or it is read-only. Pages fail then, too."""

background_work: list[Callable[[], str]] = []
"""For each thread that works beside the pages: a function that returns the problem if it is stuck or has ended."""

WORKERS_LATE = 60.0  # seconds after which a task that no one takes says that there is no worker
PUSHES_LATE = 5.0  # seconds after which a push that is still under way says that players don't see each other's moves
CHECK_TIMEOUT = 5.0  # seconds after which a part that does not respond counts as unavailable


def with_health(application: Application) -> Application:
    """The application with these URLs in front of it."""

    async def health_or_page(scope: Message, receive: Receive, send: Send) -> None:
        match scope["path"]:
            case "/healthz":
                await respond(send, 200, [])
            case "/version":
                await respond(send, 200, [dated_release()])
            case "/readyz":
                failures = await blocking_failures()
                await respond(send, 503 if failures else 200, failures or await degraded())
            case _:
                await application(scope, receive, send)

    return health_or_page


async def respond(send: Send, status: int, lines: list[str]) -> None:
    body = (", ".join(lines) or "ok").encode()
    headers = [(b"content-type", b"text/plain"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body + b"\n"})


async def blocking_failures() -> list[str]:
    """The reasons why this process cannot serve, in words."""
    if shutting_down.is_set():
        return ["about to end"]
    unwritable = ["the database cannot be written"] if write_failed.is_set() else []
    late = [f"pushes are {push_ages.age():.0f} s late"] if push_ages.age() > PUSHES_LATE else []
    return background_problems() + unwritable + late + await failed_checks({"database": check_database})


def background_problems() -> list[str]:
    return [problem for check in background_work if (problem := check())]


async def degraded() -> list[str]:
    """The parts that are missing though the process can serve without them."""
    checks: dict[str, Check] = {"channel layer": check_channel_layer}
    if not settings.WORKER_INSIDE:
        checks["task worker"] = check_workers
    return [f"ok, but {failure}" for failure in await failed_checks(checks)]


async def failed_checks(checks: dict[str, Check]) -> list[str]:
    return [failure for name, check in checks.items() if (failure := await run_check(name, check))]


async def run_check(name: str, check: Check) -> str:
    try:
        return await asyncio.wait_for(check(), CHECK_TIMEOUT)
    except Exception:  # drivers raise many kinds: the answer is the same, the reason is in the log
        logger.warning("Not there: %s", name, exc_info=True)
        return f"no {name}"


async def check_database() -> str:
    return await sync_to_async(check_migrations, thread_sensitive=False)()


_up_to_date = False


def check_migrations() -> str:
    """The problem if migrations are missing. Once all are there, a query over the connection is enough."""
    global _up_to_date  # noqa: PLW0603  the only state of this module
    try:
        if _up_to_date:
            connection.ensure_connection()
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1")
            return ""
        executor = MigrationExecutor(connection)
        _up_to_date = not executor.migration_plan(executor.loader.graph.leaf_nodes())
        return "" if _up_to_date else "migrations are waiting"
    finally:
        connection.close()


async def check_workers() -> str:
    return await sync_to_async(check_tasks, thread_sensitive=False)()


def check_tasks() -> str:
    try:
        seconds_late = import_string("casino.worker.seconds_late")  # models can be imported once Django is set up
        return "no task worker" if seconds_late(DEFAULT_TASK_QUEUE_NAME) > WORKERS_LATE else ""
    finally:
        connection.close()


async def check_channel_layer() -> str:
    """Send to a group without members: a channel of its own would be left behind."""
    await get_channel_layer().group_send("health", {"type": "health"})
    return ""
