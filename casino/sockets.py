"""Sockets of the site: the addresses that have one, and the number that may be open at a time."""

import asyncio
import math
from collections import Counter
from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.urls import URLPattern

from casino.health import Application
from casino.limits import network_of
from casino.logs import note

type Place = tuple[str, str]
"""Name of a limit in the settings, and the key by which a socket counts there."""


def known(application: Application, routes: Sequence[URLPattern]) -> Application:
    """Return the application for addresses that have a socket; any other gets 404, as for a page."""

    async def answering(scope: Any, receive: Any, send: Any) -> None:
        if any(route.pattern.match(scope["path"].removeprefix("/")) for route in routes):
            await application(scope, receive, send)
        else:
            note("not found", page="a socket", address=address_of(scope))
            await not_found(scope, receive, send)

    return answering


async def not_found(scope: Any, receive: Any, send: Any) -> None:
    """Answer 404; 403 where the server cannot answer a handshake with a response."""
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close"})
        return
    await send({"type": "websocket.http.response.start", "status": 404, "headers": []})
    with suppress(OSError):  # it has gone
        await send({"type": "websocket.http.response.body", "body": b"Not found\n"})
    while (await receive())["type"] != "websocket.disconnect":
        pass
    await asyncio.sleep(0)  # uvicorn ends the connection, else it complains that nothing was answered


def address_of(scope: Any) -> str:
    """Return the address a socket comes from, as `casino.limits` counts it; empty if unknown."""
    client = scope.get("client")
    return network_of(client[0]) if client else ""


class OpenSockets:
    """Sockets that are open in this process, counted by limit."""

    def __init__(self) -> None:
        self._open: Counter[Place] = Counter()

    def enter(self, places: Collection[Place]) -> str:
        """Count a socket, and return ""; or the name of the limit that keeps it out."""
        full = next((place[0] for place in places if self._open[place] >= most(place[0])), "")
        if not full:
            self._open.update(places)
        return full

    def leave(self, places: Collection[Place]) -> None:
        self._open.subtract(places)
        for place in places:
            if not self._open[place]:
                del self._open[place]

    def __len__(self) -> int:
        return len(self._open)


def most(limit: str) -> float:
    """Return the number of sockets that may be open at a time."""
    text = settings.LIMITS[limit]
    return math.inf if text == "none" else int(text)


open_sockets = OpenSockets()
