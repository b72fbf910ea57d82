"""The socket of the page of games to watch."""

import asyncio
from typing import Any

from django.template.loader import render_to_string

from casino.live_server.concurrency import run_low_priority
from games.consumers.lobby import LobbyConsumer
from games.contexts.watch import shared_games, tables_for
from games.live.broadcast import LOBBY, table_group

REDRAW_SECONDS = 1.5
"""Time within which all changes are pushed together."""


class WatchConsumer(LobbyConsumer):
    """An open page of games to watch: subscribed to the games that it shows, and to the lobby, where others begin."""

    burst_seconds = REDRAW_SECONDS
    shown: frozenset[str] = frozenset()
    sent: str = ""

    async def connect(self) -> None:
        if not await self.admit():
            return
        await self.subscribe(LOBBY)
        await self.accept()
        await self.push()

    async def game_changed(self, message: dict[str, Any]) -> None:
        await self.lobby_changed(message)

    async def presence_changed(self, message: dict[str, Any]) -> None:
        await self.lobby_changed(message)

    async def chat_posted(self, _message: dict[str, Any]) -> None:
        """Do nothing: the page shows no chat."""

    async def chat_changed(self, _message: dict[str, Any]) -> None:
        """Do nothing: the page shows no chat."""

    async def push(self) -> None:
        """Push the tables if they have changed."""
        shown, text = await run_low_priority(self.render_watched)
        await self.follow_games(shown)
        if text != self.sent:
            self.sent = text
            await self.send_text(text)

    async def follow_games(self, shown: frozenset[str]) -> None:
        """Subscribe to the games shown now, and no longer to those shown before."""
        if self.closing:
            return
        before, self.shown = self.shown, shown
        await asyncio.gather(
            *(self.channel_layer.group_add(table_group(game), self.channel_name) for game in shown - before),
            *(self.channel_layer.group_discard(table_group(game), self.channel_name) for game in before - shown),
        )
        self.subscriptions = (
            *(name for name in self.subscriptions if name not in map(table_group, before)),
            *map(table_group, shown),
        )

    def render_watched(self) -> tuple[frozenset[str], str]:
        with self.as_read_here():
            tables = tables_for(self.scope.get("user"), shared_games.games())
            text = render_to_string("games/watch/page.html#watched", {"watched": tables})
        return frozenset(table.public_id for table in tables), text
