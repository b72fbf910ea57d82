"""Two addresses for the operation of the site: a proxy, a container's health check, a monitor.

    /healthz    this process answers
    /readyz     it can serve: database and migrations are there; else 503 and what is missing. A server that is about to
                end is not ready either (DRAIN), so that the proxy turns to the others first. Without its channel layer
                it serves, and says so: moves are made all the same, and no other server has what this one lacks

They are answered before anything else of the site, so no host name, cookie or redirect stands in their way, and say
nothing that a stranger may not know.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from threading import Event
from typing import Any

from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

logger = logging.getLogger(__name__)

type Message = dict[str, Any]
type Send = Callable[[Message], Coroutine[Any, Any, None]]
type Receive = Callable[[], Coroutine[Any, Any, Message]]
type Check = Callable[[], Coroutine[Any, Any, str]]
type Application = Callable[[Any, Any, Any], Coroutine[Any, Any, None]]

leaving = Event()
"""Set when this process has been asked to end."""

PATIENCE = 5.0  # seconds after which something that does not answer counts as away


def with_health(application: Application) -> Application:
    """Return the application with the two addresses answered in front of it."""

    async def answering(scope: Message, receive: Receive, send: Send) -> None:
        match scope["path"]:
            case "/healthz":
                await answer(send, 200, [])
            case "/readyz":
                lacking = await missing()
                await answer(send, 503 if lacking else 200, lacking or await awkward())
            case _:
                await application(scope, receive, send)

    return answering


async def answer(send: Send, status: int, said: list[str]) -> None:
    body = (", ".join(said) or "ok").encode()
    headers = [(b"content-type", b"text/plain"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body + b"\n"})


async def missing() -> list[str]:
    """Return the reasons why this process cannot serve, in words."""
    if leaving.is_set():
        return ["about to end"]
    return await troubles({"database": database_there})


async def awkward() -> list[str]:
    """Return the parts that are missing though the process can serve without them."""
    return [f"ok, but {trouble}" for trouble in await troubles({"channel layer": channel_layer_there})]


async def troubles(checks: dict[str, Check]) -> list[str]:
    return [trouble for name, check in checks.items() if (trouble := await tried(name, check))]


async def tried(name: str, check: Check) -> str:
    try:
        return await asyncio.wait_for(check(), PATIENCE)
    except Exception:  # drivers raise many kinds: the answer is the same, the reason is in the log
        logger.warning("Not there: %s", name, exc_info=True)
        return f"no {name}"


async def database_there() -> str:
    return await sync_to_async(migrations_lacking, thread_sensitive=False)()


_up_to_date = False


def migrations_lacking() -> str:
    """Return the problem if migrations are missing. Once all are there, a query over the connection is enough."""
    global _up_to_date  # noqa: PLW0603  the only thing to remember here
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


async def channel_layer_there() -> str:
    """Send to a group without members: a channel of its own would be left behind."""
    await get_channel_layer().group_send("health", {"type": "health"})
    return ""
