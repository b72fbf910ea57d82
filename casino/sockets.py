"""Sockets of the site: the URLs that have one, the number that may be open at a time, and their origin: only pages of
this site, of its scheme, host and port, may open one."""

import asyncio
import logging
import math
import time
from collections import Counter
from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.urls import URLPattern

from casino.health import Application
from casino.local_hosts import is_allowed
from casino.logs import log_security_event
from casino.rate_limits import client_network

# --- origins --------------------------------------------------------------------------------------------------------


type Origin = tuple[str, str, int]
"""Scheme, host and port."""

PORTS = {"http": 80, "https": 443}


def require_same_origin(application: Application) -> Application:
    """The application for sockets opened by pages of this site; all others are refused."""

    async def checking(scope: Any, receive: Any, send: Any) -> None:
        if is_same_origin(scope):
            await application(scope, receive, send)
        else:
            log_security_event("refused", page="a socket of another site")
            await send({"type": "websocket.close"})

    return checking


def is_same_origin(scope: Any) -> bool:
    """Compare the page's origin with the address that it asked, as Django does for forms."""
    origins, hosts = (_headers(scope, name) for name in (b"origin", b"host"))
    if len(origins) != 1 or len(hosts) != 1:
        return False
    origin = parse_origin(origins[0])
    if origin is None or not is_allowed(hosts[0], scope):
        return False
    scheme = "https" if settings.HTTPS or scope.get("scheme") == "wss" else "http"
    own = parse_origin(f"{scheme}://{hosts[0]}")
    return origin in {own, *map(parse_origin, settings.CSRF_TRUSTED_ORIGINS)}


def parse_origin(text: str) -> Origin | None:
    """An origin with its port; None if the text is something else."""
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return None
    host = parts.hostname
    more = "@" in parts.netloc or parts.path or parts.query or parts.fragment
    if parts.scheme not in PORTS or not host or more:
        return None
    return parts.scheme, host, PORTS[parts.scheme] if port is None else port


def _headers(scope: Any, name: bytes) -> list[str]:
    return [value.decode("latin1") for header, value in scope["headers"] if header == name]


# --- routes and numbers ---------------------------------------------------------------------------------------------


type LimitKey = tuple[str, str]
"""Name of a limit in the settings, and the key by which a socket counts there."""


def require_route(application: Application, routes: Sequence[URLPattern]) -> Application:
    """The application for URLs that have a socket; any other gets 404, as for a page."""

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
    """The address a socket comes from, as `casino.rate_limits` counts it; empty if unknown."""
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
    text = settings.LIMITS[limit]
    return math.inf if text == "none" else int(text)


open_sockets = OpenSockets()


# --- no sockets -----------------------------------------------------------------------------------------------------

WARNING_SECONDS = 3600
log = logging.getLogger(__name__)


class MissingSockets:
    """Warns of pages that ask for news by requests because no socket opens, once an hour in each process."""

    def __init__(self) -> None:
        self._warned_at = -math.inf

    def note(self) -> None:
        if time.monotonic() - self._warned_at >= WARNING_SECONDS:
            self._warned_at = time.monotonic()
            log.warning(
                "Pages can't open a WebSocket and ask for news every few seconds instead. The likely cause is a proxy "
                "before the site that doesn't pass on WebSocket upgrades (the headers Upgrade and Connection)."
            )


missing_sockets = MissingSockets()
