"""The spectators of this process: broadcasts of a game are received once for all of them."""

import asyncio
import logging
from typing import Any, Protocol

from channels.layers import get_channel_layer

from games.live.broadcast import table_group

logger = logging.getLogger(__name__)


class SpectatorPage(Protocol):
    """An open page of a spectator. `dispatch` doesn't wait for anything."""

    public_id: str

    async def dispatch(self, message: dict[str, Any]) -> None: ...

    async def close_page(self) -> None: ...


class Audience:
    """The spectators of one game."""

    def __init__(self, public_id: str) -> None:
        self.pages: set[SpectatorPage] = set()
        self._group = table_group(public_id)
        self._channel = ""
        self.ready = asyncio.create_task(self._subscribe())
        self.listening: asyncio.Task[None] | None = None

    async def _subscribe(self) -> None:
        layer = get_channel_layer()
        self._channel = await layer.new_channel()
        await layer.group_add(self._group, self._channel)
        self.listening = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        """Pass broadcasts on to the pages; if that fails, make the pages reconnect."""
        try:
            while True:
                message = await get_channel_layer().receive(self._channel)
                for page in tuple(self.pages):
                    await page.dispatch(message)
        except Exception:
            logger.exception("Broadcasts of a game can no longer be received; its spectators' pages reconnect.")
            for page in tuple(self.pages):
                await page.close_page()

    async def end(self) -> None:
        self.ready.cancel()
        if self.listening:
            self.listening.cancel()
            await get_channel_layer().group_discard(self._group, self._channel)


class Spectators:
    def __init__(self) -> None:
        self._audiences: dict[str, Audience] = {}

    async def add(self, page: SpectatorPage) -> None:
        audience = self._audiences.get(page.public_id)
        if audience is None:
            audience = self._audiences[page.public_id] = Audience(page.public_id)
        audience.pages.add(page)
        await asyncio.shield(audience.ready)

    async def remove(self, page: SpectatorPage) -> None:
        audience = self._audiences.get(page.public_id)
        if audience is None:
            return
        audience.pages.discard(page)
        if not audience.pages:
            del self._audiences[page.public_id]
            await audience.end()


spectators = Spectators()
