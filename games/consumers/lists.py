"""Sockets of lists: the open tables, and the number of the user's own games that wait."""

import asyncio
import json
from typing import Any

from channels.db import database_sync_to_async
from django.template.loader import render_to_string
from django.utils.translation import override

from accounts.models import Person
from games.consumers.open_page import OpenPage
from games.live.broadcast import LOBBY, person_group
from games.views.lists import Turns, invited_tables, open_tables

UNKNOWN_PERSON = 4401
BURST = 0.2  # seconds in which changes of the lobby are gathered


class LobbyConsumer(OpenPage):
    """An open lobby page, which receives the lists again after changes, with bursts of changes merged."""

    pushing: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        if not await self.admitted():
            return
        user = self.scope.get("user")  # the lobby shows their invitations, too
        await self.hear(LOBBY, *([person_group(user.pk)] if isinstance(user, Person) else []))
        await self.accept()
        await database_sync_to_async(self.arrive)()
        await self.push()

    async def disconnect(self, _code: int) -> None:
        if self.pushing:
            self.pushing.cancel()
        await self.hear_no_more()

    async def lobby_changed(self, _message: dict[str, Any]) -> None:
        if self.pushing is None:
            self.pushing = asyncio.create_task(self.push_soon())

    async def person_changed(self, message: dict[str, Any]) -> None:
        await self.lobby_changed(message)

    async def blocks_changed(self, message: dict[str, Any]) -> None:
        await self.lobby_changed(message)

    async def push_soon(self) -> None:
        await asyncio.sleep(BURST)
        self.pushing = None  # later changes need another push
        await self.push()

    async def push(self) -> None:
        await self.tell(await database_sync_to_async(self.render)())

    def render(self) -> str:
        with override(self.language()):
            user = self.scope.get("user")
            context = {"tables": open_tables(user), "invited": invited_tables(user)}
            return "".join(render_to_string(each, context) for each in ("games/_invited.html", "games/_lobby.html"))


class MeConsumer(OpenPage):
    """An open page of a player: receives the number of waiting games, immediately and whenever it may have changed."""

    async def connect(self) -> None:
        user = self.scope.get("user")
        if not isinstance(user, Person):
            await self.turn_away(UNKNOWN_PERSON, "stranger")
            return
        if not await self.admitted():
            return
        await self.accept()
        self.hears = (person_group(user.pk),)
        await self.channel_layer.group_add(*self.hears, self.channel_name)
        self.mind_the_door()
        await self.tell(await database_sync_to_async(self.told)())

    async def disconnect(self, _code: int) -> None:
        await self.hear_no_more()

    async def person_changed(self, _message: dict[str, Any]) -> None:
        await asyncio.sleep(BURST)  # the table comes first
        await self.tell(await database_sync_to_async(self.told)())

    def told(self) -> str:
        return json.dumps(Turns(self.scope.get("user")).told)
