"""Sockets of the site: the URLs that have one, and the number that may be open at a time."""

import asyncio
import math
from collections import Counter
from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.urls import URLPattern

from casino.health import Application
from casino.logs import log_security_event
from casino.rate_limits import client_network

type LimitKey = tuple[str, str]
"""Name of a limit in the settings, and the key by which a socket counts there."""


def require_route(application: Application, routes: Sequence[URLPattern]) -> Application:
    """Return the application for URLs that have a socket; any other gets 404, as for a page."""

    async def route_or_404(scope: Any, receive: Any, send: Any) -> None:
        if any(route.pattern.match(scope["path"].removeprefix("/")) for route in routes):
            await application(scope, receive, send)
        else:
            log_security_event("not found", page="a socket", address=scope_address(scope))
            await not_found(scope, receive, send)

    return route_or_404


async def not_found(scope: Any, receive: Any, send: Any) -> None:
    """Respond with 404; 403 where the server cannot respond to a handshake."""
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close"})
        return
    await send({"type": "websocket.http.response.start", "status": 404, "headers": []})
    with suppress(OSError):  # it has gone
        await send({"type": "websocket.http.response.body", "body": b"Not found\n"})
    while (await receive())["type"] != "websocket.disconnect":
        pass
    await asyncio.sleep(0)  # uvicorn ends the connection, else it complains about a missing response


def scope_address(scope: Any) -> str:
    """Return the address a socket comes from, as `casino.rate_limits` counts it; empty if unknown."""
    client = scope.get("client")
    return client_network(client[0]) if client else ""


class OpenSockets:
    """Sockets that are open in this process, counted by limit."""

    def __init__(self) -> None:
        self._open: Counter[LimitKey] = Counter()

    def acquire(self, keys: Collection[LimitKey]) -> str:
        """Count a socket and return "", or return the name of the exceeded limit."""
        exceeded = next((key[0] for key in keys if self._open[key] >= max_open(key[0])), "")
        if not exceeded:
            self._open.update(keys)
        return exceeded

    def release(self, keys: Collection[LimitKey]) -> None:
        self._open.subtract(keys)
        for key in keys:
            if not self._open[key]:
                del self._open[key]

    def __len__(self) -> int:
        return len(self._open)


def max_open(limit: str) -> float:
    """Return the number of sockets that may be open at a time."""
    text = settings.LIMITS[limit]
    return math.inf if text == "none" else int(text)


open_sockets = OpenSockets()
