"""One socket a viewer and table: hears that the game has changed, and pushes this viewer's own table."""

import json
from typing import Any, NamedTuple

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.template.loader import render_to_string
from django.utils.translation import override

from casino.languages import language_of
from games import services
from games.announce import group_of
from games.models import Game
from games.views.looking import find_seat, fragment_context, look

UNKNOWN_GAME = 4404


class TableConsumer(AsyncWebsocketConsumer):
    """After connecting, also after a lost connection, the page says which number it shows and gets what is newer; also
    whether it lies hidden behind others: then what is pushed has not been seen."""

    public_id: str
    shown: int
    hidden: bool

    async def connect(self) -> None:
        self.public_id = self.scope["url_route"]["kwargs"]["public_id"]
        self.shown = -1
        self.hidden = False
        if not await Game.objects.filter(public_id=self.public_id).aexists():
            await self.close(code=UNKNOWN_GAME)
            return
        await self.channel_layer.group_add(group_of(self.public_id), self.channel_name)
        await self.accept()

    async def disconnect(self, _code: int) -> None:
        if not self.hidden and self.shown > 0:
            await database_sync_to_async(self.note)(self.shown)
        await self.channel_layer.group_discard(group_of(self.public_id), self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        told = None if bytes_data else _told_in(text_data)
        if told is None:
            return
        self.hidden = told.hidden
        if told.hidden:
            await database_sync_to_async(self.note)(told.seen)
        else:
            await self.push_after(told.seen, told.seen)

    async def game_changed(self, message: dict[str, Any]) -> None:
        """Announced by `games.announce`; the same number again when something beside the game has changed."""
        if message["seq"] >= self.shown:
            before = message["seq"] - 1
            await self.push_after(before, self.shown if 0 < self.shown < before else before)

    async def push_after(self, number: int, since: int) -> None:
        html, self.shown = await database_sync_to_async(self.render)(number, since)
        if html:
            await self.send(text_data=html)

    def render(self, number: int, since: int) -> tuple[str, int]:
        """The table when it is newer than that with this number, and its own. `since` is what the viewer has seen."""
        game = Game.objects.get(public_id=self.public_id)
        if game.seq <= number:
            return "", game.seq
        found = look(game, self.scope.get("user"))
        if self.hidden and found.seat:
            since = found.seat.seen
        with override(language_of(self.scope)):
            context = fragment_context(found, self.site(), since=since)
            return render_to_string("games/changed.html", context), game.seq

    def note(self, seen: int) -> None:
        """The viewer has seen the game as far as this, though no further than it has come."""
        game = Game.objects.get(public_id=self.public_id)
        seat = find_seat(game, self.scope.get("user"))
        if seat:
            services.looked(seat, min(seen, game.seq))

    def site(self) -> str:
        """The address of the page that opened the socket."""
        return next((value.decode() for name, value in self.scope["headers"] if name == b"origin"), "")


class Told(NamedTuple):
    """What a page tells: the number of the table it shows, and whether it lies hidden."""

    seen: int
    hidden: bool


def _told_in(text: str | None) -> Told | None:
    """`{"seen": 12}`, perhaps with `"hidden": true`; None for anything else."""
    try:
        told = json.loads(text or "")
        seen, hidden = told["seen"], told.get("hidden", False)
    except (ValueError, TypeError, KeyError, AttributeError):
        return None
    return Told(seen, hidden) if type(seen) is int and type(hidden) is bool else None
