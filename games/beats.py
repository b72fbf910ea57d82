"""Says, as long as this process holds sockets, that it is still there."""

import asyncio
import logging

from channels.db import database_sync_to_async
from django.db import DatabaseError

from games import presence

logger = logging.getLogger(__name__)


class Beats:
    """One loop for all sockets of the process; it begins with the first and ends with the last."""

    def __init__(self) -> None:
        self._sockets: set[str] = set()
        self._loop: asyncio.Task[None] | None = None

    def begin(self, channel: str) -> None:
        self._sockets.add(channel)
        if self._loop is None or self._loop.done():
            self._loop = asyncio.get_running_loop().create_task(self._go_on())

    def end(self, channel: str) -> None:
        self._sockets.discard(channel)
        if self._loop and not self._sockets:
            self._loop.cancel()
            self._loop = None

    def are_going(self) -> bool:
        return self._loop is not None

    async def _go_on(self) -> None:
        while True:
            await asyncio.sleep(presence.BEAT)
            try:
                await database_sync_to_async(presence.beat)(frozenset(self._sockets))
            except DatabaseError:
                logger.exception("This process could not say that it is still there; it will try again.")


beats = Beats()
