"""Sockets of lists: the open tables, and the number of the user's own games that wait."""

import asyncio
import json
import time
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any

from django.http import QueryDict
from django.template.loader import render_to_string
from django.utils.translation import get_language

from accounts.models import Person
from casino.live_server.concurrency import run_low_priority
from games.consumers.page import PageConsumer
from games.contexts.lobby import LobbyFilters, games_to_join, invitations, open_tables
from games.contexts.waiting import WaitingGames
from games.live.broadcast import LOBBY, person_group
from games.live.online import mark_online

UNKNOWN_PERSON = 4401
PAGE = "games/lobby/page.html"
TEMPLATES = ("games/lobby/_invitations.html", f"{PAGE}#open_tables", f"{PAGE}#left_games")
MOST_KEPT = 100
"""Maximum number of parts of pages that are kept for others."""

BURST_SECONDS = 0.2  # changes within this time are pushed together


class MadeOnce[K: Hashable, T]:
    """What many open pages show alike, made once for all of them by what tells them apart (`key`): language, filters.

    A page gets what was read after its last change, so that it never shows something older.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._made: dict[K, tuple[float, T]] = {}

    def get(self, key: K, changed_at: float, make: Callable[[], T]) -> T:
        with self._lock:
            read_at, found = self._made.get(key) or (-1.0, None)
            if found is None or read_at < changed_at:
                read_at, found = time.monotonic(), make()
                if len(self._made) >= MOST_KEPT:
                    self._made.clear()
                self._made[key] = read_at, found
            return found


strangers_lists: MadeOnce[tuple[str, LobbyFilters], str] = MadeOnce()


def render_lists(user: Person | None, filters: LobbyFilters) -> str:
    tables, to_join = open_tables(user, filters=filters), games_to_join(user)
    context = {"tables": tables, "filters": filters, "invited": invitations(user), "to_join": to_join}
    return "".join(render_to_string(name, context) for name in TEMPLATES)


class LobbyConsumer(PageConsumer):
    """An open lobby page, which receives the lists again after changes, with bursts of changes merged. A slow page
    gets the latest lists when it has read those before."""

    push_task: asyncio.Task[None] | None = None
    burst_seconds = BURST_SECONDS
    changed: bool = False
    changed_at: float = 0.0

    async def connect(self) -> None:
        if not await self.admit():
            return
        user = self.scope.get("user")  # the lobby shows their invitations, too
        await self.subscribe(LOBBY, *([person_group(user.pk)] if isinstance(user, Person) else []))
        await self.accept()
        self.changed_at = time.monotonic()
        await self.push()

    async def disconnect(self, code: int) -> None:
        if self.push_task:
            self.push_task.cancel()
        await super().disconnect(code)

    async def lobby_changed(self, _message: dict[str, Any]) -> None:
        self.changed, self.changed_at = True, time.monotonic()
        if self.push_task is None:
            self.push_task = asyncio.create_task(self.push_soon())

    async def catch_up(self) -> None:
        await self.lobby_changed({})

    async def person_changed(self, message: dict[str, Any]) -> None:
        await self.lobby_changed(message)

    async def blocks_changed(self, message: dict[str, Any]) -> None:
        await self.lobby_changed(message)

    async def push_soon(self) -> None:
        try:
            while self.changed:
                await asyncio.sleep(self.burst_seconds)
                self.changed = False  # later changes need another push
                await self.push()
        finally:
            self.push_task = None

    async def push(self) -> None:
        await self.send_text(await run_low_priority(self.render))

    def render(self) -> str:
        with self.as_read_here():
            user, filters = self.scope.get("user"), LobbyFilters.of(QueryDict(self.scope["query_string"]).dict())
            if isinstance(user, Person):
                return render_lists(user, filters)
            made = (get_language(), filters), self.changed_at, lambda: render_lists(None, filters)
            return strangers_lists.get(*made)


class UserConsumer(LobbyConsumer):
    """An open page of a player: receives the number of waiting games, immediately and whenever one of their games,
    invitations or notices has changed, and then draws its lists anew.

    A table's page says in the query which game it shows: that one is not counted.
    """

    async def connect(self) -> None:
        user = self.scope.get("user")
        if not isinstance(user, Person):
            await self.reject(UNKNOWN_PERSON, "stranger")
            return
        if not await self.admit():
            return
        await self.accept()
        await self.subscribe(person_group(user.pk))
        await self.push()
        await run_low_priority(mark_online, [user.pk])

    def render(self) -> str:
        shown = QueryDict(self.scope["query_string"]).get("open", "")
        waiting = WaitingGames(self.scope.get("user"), shown if shown.isalnum() else "")
        return json.dumps({"changed": self.changed_at > 0, **waiting.as_json})
