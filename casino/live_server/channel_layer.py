"""The channel layer: of a site that runs as one process; and for others, whether Redis was away."""

import time
from threading import Event
from typing import Any
from weakref import WeakSet

from channels.layers import InMemoryChannelLayer

messages_lost = Event()
"""Set when a broken connection to Redis has been made again. Messages sent meanwhile did not arrive."""

_connected: WeakSet[Any] = WeakSet()


async def connect_to_redis(connection: Any) -> None:
    """Connect as redis-py does by itself, and note if that is not the first time."""
    await connection.on_connect()
    if connection in _connected:
        messages_lost.set()
    _connected.add(connection)


CLEANUP_INTERVAL = 5.0  # seconds


class OneProcessChannelLayer(InMemoryChannelLayer):
    """In-memory layer that looks for expired channels and groups only every few seconds. Channels' own does so with
    every message sent or received: with a thousand open pages that is most of the cost of a push."""

    _cleaned_at = 0.0

    def _clean_expired(self) -> None:
        now = time.monotonic()
        if now >= self._cleaned_at + CLEANUP_INTERVAL:
            self._cleaned_at = now
            super()._clean_expired()  # type: ignore[no-untyped-call]
