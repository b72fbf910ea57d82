"""The socket of the page of players whom the user follows."""

import asyncio
from typing import Any

from django.template.loader import render_to_string

from accounts.models import Person
from games.consumers.lobby import UNKNOWN_PERSON
from games.consumers.watch import WatchConsumer
from games.contexts.following import following_context

REFRESH_SECONDS = 30.0
"""Seconds between two looks at who is online, which no message tells."""


class FollowingConsumer(WatchConsumer):
    """An open page of followed players: their games, and who of those listed on the page is online."""

    refresh_task: asyncio.Task[None] | None = None
    listed: frozenset[int] | None = None

    async def __call__(self, *connection: Any) -> None:
        try:
            await super().__call__(*connection)
        finally:
            if self.refresh_task:
                self.refresh_task.cancel()

    async def connect(self) -> None:
        user = self.scope.get("user")
        if not isinstance(user, Person) or user.is_guest:
            await self.reject(UNKNOWN_PERSON, "stranger")
            return
        await super().connect()
        self.refresh_task = asyncio.create_task(self.refresh())

    async def refresh(self) -> None:
        while not self.closing:
            await asyncio.sleep(REFRESH_SECONDS)
            await self.lobby_changed({})

    def render_watched(self) -> tuple[frozenset[str], str]:
        with self.as_read_here():
            context = following_context(self.scope["user"])
            if self.listed is None:
                self.listed = frozenset(player.pk for player in context["players"])
            context["players"] = [player for player in context["players"] if player.pk in self.listed]
            text = render_to_string("games/following/page.html#live", context)
        return frozenset(table.public_id for table in context["watched"]), text
