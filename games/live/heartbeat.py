"""Periodic work of a process with open sockets.

It refreshes presence, pushes missed updates, and closes the sockets of ended sessions; updates and ended sessions are
missed when the channel layer was down.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from channels.db import database_sync_to_async
from django.db import DatabaseError

from accounts.sessions import working
from games.live import presence
from games.models import Game

logger = logging.getLogger(__name__)

LOOK = 3.0
"""Seconds between two checks for missed updates: one query for all tables of the process."""

LOCKS = 60.0
"""Seconds between two checks of the sessions that opened the process's sockets."""

AT_ONCE = 500
"""Number of games per query."""


class Rounds[Held]:
    """One loop for all registered items; it starts with the first and stops with the last."""

    def __init__(self, seconds: float, work: Callable[[frozenset[Held]], Coroutine[Any, Any, None]]) -> None:
        self._seconds, self._work = seconds, work
        self._held: set[Held] = set()
        self._loop: asyncio.Task[None] | None = None

    def begin(self, held: Held) -> None:
        self._held.add(held)
        if self._loop is None or self._loop.done():
            self._loop = asyncio.get_running_loop().create_task(self._go_on())

    def end(self, held: Held) -> None:
        self._held.discard(held)
        if self._loop and not self._held:
            self._loop.cancel()
            self._loop = None

    def held(self) -> frozenset[Held]:
        return frozenset(self._held)

    def are_going(self) -> bool:
        return self._loop is not None

    async def _go_on(self) -> None:
        while True:
            await asyncio.sleep(self._seconds)
            try:
                await self._work(self.held())
            except DatabaseError:
                logger.exception("What a process with sockets does now and then failed; it will try again.")


class Page(Protocol):
    """An open page of a table, and the sequence number of the table that it shows."""

    public_id: str
    shown: int

    async def game_changed(self, message: dict[str, Any]) -> None: ...


@dataclass(frozen=True, eq=False)
class Door:
    """The session that opened a person's socket, and the function that closes the socket when it ends."""

    session: str
    person: int
    shut: Callable[[], Awaitable[None]]

    @property
    def who(self) -> tuple[str, int]:
        return self.session, self.person


async def say_so(channels: frozenset[str]) -> None:
    await database_sync_to_async(presence.beat)(channels)


async def catch_up(pages: frozenset[Page]) -> None:
    """Push the updates that pages have missed. A page that shows nothing yet will ask by itself."""
    numbers = await database_sync_to_async(latest)({page.public_id for page in pages})
    for page in pages:
        number = numbers.get(page.public_id, 0)
        if 0 < page.shown < number:
            await page.game_changed({"seq": number})


async def try_doors(held: frozenset[Door]) -> None:
    """Close the sockets whose session has ended without notice."""
    open_still = await database_sync_to_async(working)({door.who for door in held})
    for door in held:
        if door.session not in open_still:
            await door.shut()


def latest(public_ids: Iterable[str]) -> dict[str, int]:
    """Return the sequence number of the latest event of each game."""
    found: dict[str, int] = {}
    wanted = sorted(public_ids)
    for start in range(0, len(wanted), AT_ONCE):
        games = Game.objects.filter(public_id__in=wanted[start : start + AT_ONCE])
        found.update(games.values_list("public_id", "seq"))
    return found


beats = Rounds[str](presence.BEAT, say_so)
lookout = Rounds[Page](LOOK, catch_up)
doors = Rounds[Door](LOCKS, try_doors)
