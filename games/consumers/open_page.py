"""The socket of a page, whatever it shows."""

from contextlib import suppress
from typing import Any

from channels.consumer import get_handler_name
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer

from accounts.models import Person
from accounts.preferences.reading import preferences_of, reread
from accounts.sessions import working
from casino.languages import language_of
from casino.logs import note
from casino.sockets import Place, address_of, open_sockets
from games.live.broadcast import preferences_group
from games.live.heartbeat import Door, doors

COME_AGAIN = 1012
"""Closed with this code, a page tries again at once, as whoever its browser is now."""

TOO_MANY = 4429
"""Closed with this code, or another one of its kind, a page doesn't try again."""


class OpenPage(AsyncWebsocketConsumer):
    """The socket of a page, which may close at any moment, and does when the session that opened it ends. `began_with`:
    the language of the viewer's choice when it was opened; `hears`: its channel groups; `door`: its session; `places`:
    where it's counted."""

    began_with: str = ""
    hears: tuple[str, ...] = ()
    door: Door | None = None
    places: tuple[Place, ...] = ()
    shut_down: bool = False

    async def __call__(self, *connection: Any) -> None:
        """However it ends, it's counted no more, and its session is asked after no more."""
        try:
            await super().__call__(*connection)
        finally:
            open_sockets.leave(self.places)
            if self.door:
                doors.end(self.door)

    async def dispatch(self, message: dict[str, Any]) -> None:
        """As the base does, but without a thread to close connections to the database that are too old before each
        message: every `database_sync_to_async` here closes them in the thread in which it uses them."""
        await getattr(self, get_handler_name(message))(message)

    async def admitted(self, seat: int = 0, *places: Place) -> bool:
        """Count the socket; where too many are open, close it. Those of players at their tables are counted apart:
        others can't keep them out."""
        user, address = self.scope.get("user"), address_of(self.scope)
        if isinstance(user, Person):
            places = (*places, ("own_sockets", str(user.pk)))
        if address:
            places = (*places, ("sockets", f"{address} {'seated' if seat else ''}"))
        full = open_sockets.enter(places)
        if not full:
            self.places = places
            return True
        note("too often", page="a socket", limit=full, address=address)
        await self.turn_away(TOO_MANY, full)
        return False

    async def turn_away(self, code: int, why: str) -> None:
        """Open the socket and close it: a browser doesn't tell its page why a socket never opened."""
        await self.accept()
        await self.refuse(code, why)

    async def refuse(self, code: int, _why: str) -> None:
        await self.shut(code)

    async def hear(self, *groups: str) -> None:
        """These groups, that the viewer has changed something on the page of preferences, and that a session of theirs
        has ended."""
        user = self.scope.get("user")
        self.hears = (*groups, preferences_group(user.pk)) if isinstance(user, Person) else groups
        for group in self.hears:
            await self.channel_layer.group_add(group, self.channel_name)
        self.mind_the_door()

    def mind_the_door(self) -> None:
        user = self.scope.get("user")
        if isinstance(user, Person):
            self.door = Door(self.scope["session"].session_key, user.pk, self.shut)
            doors.begin(self.door)

    async def way_in_ended(self, _message: dict[str, Any]) -> None:
        if self.door and not await database_sync_to_async(working)([self.door.who]):
            await self.shut()

    async def shut(self, code: int = COME_AGAIN) -> None:
        """Whoever it was has no way in any more: the page may come again as whoever its browser is now."""
        if self.shut_down:
            return
        self.shut_down = True
        await self.hear_no_more()
        await self.close(code=code)

    async def hear_no_more(self) -> None:
        for group in self.hears:
            await self.channel_layer.group_discard(group, self.channel_name)

    async def preferences_changed(self, _message: dict[str, Any]) -> None:
        await database_sync_to_async(reread)(self.scope.get("user"))

    async def blocks_changed(self, _message: dict[str, Any]) -> None:
        """Nothing is hidden on most pages."""

    def arrive(self) -> None:
        self.began_with = preferences_of(self.scope.get("user")).language

    def language(self) -> str:
        """That of the page, unless the viewer has chosen another one since."""
        chosen = preferences_of(self.scope.get("user")).language
        return chosen if chosen and chosen != self.began_with else language_of(self.scope)

    async def tell(self, text: str) -> None:
        """To a page that is just closing nothing is told; that it has closed is what comes next."""
        with suppress(OSError):  # what a server raises then, by the rules of ASGI
            if not self.shut_down:
                await self.send(text_data=text)
