"""The base class of a page's socket."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
from typing import Any
from zoneinfo import ZoneInfo

from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone, translation

from accounts.models import Person
from accounts.person_preferences import preferences_of, reload_preferences
from accounts.sessions import person_of_session, valid_session_keys
from accounts.time_zones import time_zone_of
from casino.languages import scope_language
from casino.live_server.concurrency import run_low_priority
from casino.logs import log_security_event
from casino.sessions import stored_sessions
from casino.sockets import LimitKey, open_sockets, scope_address
from games.live.broadcast import preferences_group
from games.live.open_pages import session_pages, subscribed_pages

RECONNECT = 1012
"""After this close code, a page reconnects at once, with the session its browser has now."""

TOO_MANY_SOCKETS = 4429
"""After this close code, or another one of its kind, a page does not reconnect."""


class PageConsumer(AsyncWebsocketConsumer):
    """The socket of a page. The page may close at any moment; the socket is closed when its session ends.

    `initial_language`: the language chosen by the viewer when the page was opened; `subscriptions`: its channel
    groups; `session`: the key of its session and the user's ID; `limit_keys`: the limits it counts toward.
    """

    initial_language: str = ""
    subscriptions: tuple[str, ...] = ()
    session: tuple[str, int]
    limit_keys: tuple[LimitKey, ...] = ()
    closing: bool = False

    async def __call__(self, *connection: Any) -> None:
        """Remove the socket from its limits and from the session checks, however it ends."""
        try:
            await super().__call__(*connection)
        finally:
            open_sockets.release(self.limit_keys)
            session_pages.remove(self)
            subscribed_pages.remove(self)

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Handle a message like the base class, but without a thread that closes old database connections first.

        Every `database_sync_to_async` here closes them in the thread that uses them.
        """
        await getattr(self, get_handler_name(message))(message)

    async def websocket_connect(self, message: dict[str, Any]) -> None:
        await run_low_priority(self.identify)
        await super().websocket_connect(message)

    def identify(self) -> None:
        """Find out who opens the socket."""
        session = next(iter(stored_sessions(self.session_key)), None)
        self.scope["user"] = person_of_session(session) or AnonymousUser()
        self.note_language()

    @property
    def session_key(self) -> str:
        return str(self.scope["cookies"].get(settings.SESSION_COOKIE_NAME, ""))

    async def admit(self, seat: int = 0, *keys: LimitKey) -> bool:
        """Count the socket; close it if too many are open.

        Players at their tables are counted separately, so that others cannot lock them out.
        """
        user, address = self.scope.get("user"), scope_address(self.scope)
        if isinstance(user, Person):
            keys = (*keys, ("own_sockets", str(user.pk)))
        if address:
            keys = (*keys, ("sockets", f"{address} {'seated' if seat else ''}"))
        exceeded = open_sockets.acquire(keys)
        if not exceeded:
            self.limit_keys = keys
            return True
        log_security_event("too often", page="a socket", limit=exceeded, address=address)
        await self.reject(TOO_MANY_SOCKETS, exceeded)
        return False

    async def reject(self, code: int, reason: str) -> None:
        """Accept the socket and close it: a browser doesn't tell its page why a socket was never opened."""
        await self.accept()
        await self.refuse(code, reason)

    async def refuse(self, code: int, _reason: str) -> None:
        await self.close_page(code)

    async def subscribe(self, *groups: str) -> None:
        """Subscribe to these groups, and to changes of the viewer's preferences and sessions."""
        user = self.scope.get("user")
        if isinstance(user, Person):
            groups = (*groups, preferences_group(user.pk))
            self.session = self.session_key, user.pk
            session_pages.add(self)
        self.subscriptions = groups
        subscribed_pages.add(self)
        for group in groups:
            await self.channel_layer.group_add(group, self.channel_name)

    async def session_ended(self, _message: dict[str, Any]) -> None:
        if not await run_low_priority(valid_session_keys, [self.session]):
            await self.close_page()

    async def close_page(self, code: int = RECONNECT) -> None:
        """Close the socket, by default because its session has ended: the page reconnects with its present one."""
        if self.closing:
            return
        self.closing = True
        await self.unsubscribe()
        await self.close(code=code)

    async def disconnect(self, _code: int) -> None:
        await self.unsubscribe()

    async def unsubscribe(self) -> None:
        groups = self.subscriptions
        await asyncio.gather(*(self.channel_layer.group_discard(group, self.channel_name) for group in groups))

    async def preferences_changed(self, _message: dict[str, Any]) -> None:
        await run_low_priority(reload_preferences, self.scope.get("user"))

    async def catch_up(self) -> None:
        """Do what messages would have brought about that may have been lost. By default nothing."""

    async def blocks_changed(self, _message: dict[str, Any]) -> None:
        """Do nothing: most pages show nothing that a block hides."""

    async def chat_ban_changed(self, _message: dict[str, Any]) -> None:
        """Do nothing: most pages have no chat."""

    def note_language(self) -> None:
        self.initial_language = preferences_of(self.scope.get("user")).language

    def language(self) -> str:
        """The language of the page, unless the viewer has chosen another one since."""
        chosen = preferences_of(self.scope.get("user")).language
        return chosen if chosen and chosen != self.initial_language else self.asked_language

    @cached_property
    def asked_language(self) -> str:
        return scope_language(self.scope)

    def time_zone(self) -> ZoneInfo:
        return time_zone_of(self.scope.get("user"), self.scope.get("cookies"))

    @contextmanager
    def as_read_here(self) -> Iterator[None]:
        """Write in the language and the time zone of the viewer."""
        with translation.override(self.language()), timezone.override(self.time_zone()):
            yield

    async def send_text(self, text: str) -> None:
        """Send the text, unless the page is closing."""
        with suppress(OSError):  # raised for a closed connection, according to ASGI
            if not self.closing:
                await self.send(text_data=text)
