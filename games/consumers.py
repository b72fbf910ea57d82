"""One socket a viewer and table: hears that the game has changed, and pushes this viewer's own table."""

import json
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.template.loader import render_to_string
from django.utils.translation import override

from casino.languages import language_of
from games.announce import group_of
from games.models import Game
from games.views.looking import fragment_context, look

UNKNOWN_GAME = 4404


class TableConsumer(AsyncWebsocketConsumer):
    """After connecting, also after a lost connection, the page says which number it shows and gets what is newer."""

    public_id: str
    shown: int

    async def connect(self) -> None:
        self.public_id = self.scope["url_route"]["kwargs"]["public_id"]
        self.shown = -1
        if not await Game.objects.filter(public_id=self.public_id).aexists():
            await self.close(code=UNKNOWN_GAME)
            return
        await self.channel_layer.group_add(group_of(self.public_id), self.channel_name)
        await self.accept()

    async def disconnect(self, _code: int) -> None:
        await self.channel_layer.group_discard(group_of(self.public_id), self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        seen = None if bytes_data else _number_in(text_data)
        if seen is not None:
            await self.push_after(seen)

    async def game_changed(self, message: dict[str, Any]) -> None:
        """Announced by `games.announce`; the same number again when something beside the game has changed."""
        if message["seq"] >= self.shown:
            await self.push_after(message["seq"] - 1)

    async def push_after(self, seen: int) -> None:
        html, self.shown = await database_sync_to_async(self.render)(seen)
        if html:
            await self.send(text_data=html)

    def render(self, seen: int) -> tuple[str, int]:
        """The table when it is newer than `seen`, and its number."""
        game = Game.objects.get(public_id=self.public_id)
        if game.seq <= seen:
            return "", game.seq
        found = look(game, self.scope.get("user"))
        with override(language_of(self.scope)):
            return render_to_string("games/changed.html", fragment_context(found, self.site())), game.seq

    def site(self) -> str:
        """The address of the page that opened the socket."""
        return next((value.decode() for name, value in self.scope["headers"] if name == b"origin"), "")


def _number_in(text: str | None) -> int | None:
    """The number in `{"seen": 12}`; None for anything else."""
    try:
        seen = json.loads(text or "")["seen"]
    except (ValueError, TypeError, KeyError):
        return None
    return seen if type(seen) is int else None
