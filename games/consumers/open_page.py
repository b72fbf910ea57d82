"""The base class of a page's socket."""

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
"""After this close code, a page reconnects at once, with the session its browser has now."""

TOO_MANY = 4429
"""After this close code, or another one of its kind, a page does not reconnect."""


class OpenPage(AsyncWebsocketConsumer):
    """The socket of a page. The page may close at any moment; the socket is closed when its session ends.

    `began_with`: the language chosen by the viewer when it was opened; `hears`: its channel groups; `door`: its
    session; `places`: the limits it counts toward.
    """

    began_with: str = ""
    hears: tuple[str, ...] = ()
    door: Door | None = None
    places: tuple[Place, ...] = ()
    shut_down: bool = False

    async def __call__(self, *connection: Any) -> None:
        """Remove the socket from its limits and from the session checks, however it ends."""
        try:
            await super().__call__(*connection)
        finally:
            open_sockets.leave(self.places)
            if self.door:
                doors.end(self.door)

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Handle a message like the base class, but without a thread that closes old database connections first.

        Every `database_sync_to_async` here closes them in the thread that uses them.
        """
        await getattr(self, get_handler_name(message))(message)

    async def admitted(self, seat: int = 0, *places: Place) -> bool:
        """Count the socket; close it if too many are open.

        Players at their tables are counted separately, so that others cannot lock them out.
        """
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
        """Accept the socket and close it: a browser doesn't tell its page why a socket was never opened."""
        await self.accept()
        await self.refuse(code, why)

    async def refuse(self, code: int, _why: str) -> None:
        await self.shut(code)

    async def hear(self, *groups: str) -> None:
        """Subscribe to these groups, and to changes of the viewer's preferences and sessions."""
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
        """Close the socket because its session has ended; the page may reconnect with its browser's present session."""
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
        """Do nothing: most pages show nothing that a block hides."""

    def arrive(self) -> None:
        self.began_with = preferences_of(self.scope.get("user")).language

    def language(self) -> str:
        """Return the language of the page, unless the viewer has chosen another one since."""
        chosen = preferences_of(self.scope.get("user")).language
        return chosen if chosen and chosen != self.began_with else language_of(self.scope)

    async def tell(self, text: str) -> None:
        """Send the text, unless the page is closing."""
        with suppress(OSError):  # raised for a closed connection, according to ASGI
            if not self.shut_down:
                await self.send(text_data=text)
