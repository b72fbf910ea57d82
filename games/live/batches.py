"""Batched pushes: all pushes of a game within a moment are sent together, sharing rendered fragments.

So players get a move before spectators, however many there are; `spectators` receives the announcements for all of
them.
"""

import asyncio
import logging
import sys
from collections.abc import Coroutine, Mapping
from typing import Any, NamedTuple, Protocol

from channels.db import database_sync_to_async
from django.db import DatabaseError

from games.models import Game

logger = logging.getLogger(__name__)

PAUSE = 0.3
"""Seconds between two batches of a game."""

AT_ONCE = 20
"""Pages sent to before other tasks get their turn."""

NO_TABLE = sys.maxsize


class Wanted(NamedTuple):
    """The templates to push to a page, and the table if it is newer than this number."""

    number: int = NO_TABLE
    since: int = NO_TABLE
    templates: tuple[str, ...] = ()

    def and_also(self, other: "Wanted") -> "Wanted":
        templates = tuple(dict.fromkeys((*self.templates, *other.templates)))
        return Wanted(min(self.number, other.number), min(self.since, other.since), templates)


class Drawn(NamedTuple):
    """Rendered fragments by template. `seq` is the number of the table shown after them; -1 if it was not requested."""

    seq: int
    fragments: dict[str, str]


type Memory = dict[tuple[object, ...], str]
"""Rendered fragments, by everything that they depend on."""


class Page(Protocol):
    """An open page of a table. `draw` returns None if its viewer may not see the game."""

    public_id: str

    def draw(self, game: Game, wanted: Wanted, memory: Memory, /) -> Drawn | None: ...

    async def deliver(self, drawn: Drawn | None) -> None: ...


class Batches:
    def __init__(self, pause: float) -> None:
        self._pause = pause
        self._wanted: dict[str, dict[Page, Wanted]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def want(self, page: Page, wanted: Wanted) -> None:
        """Push this to the page with the next batch of its game."""
        if page.public_id not in self._wanted:
            self._wanted[page.public_id] = {}
            self._begin(self._push(page.public_id))
        pages = self._wanted[page.public_id]
        pages[page] = pages.get(page, Wanted()).and_also(wanted)

    def forget(self, page: Page) -> None:
        self._wanted.get(page.public_id, {}).pop(page, None)

    async def _push(self, public_id: str) -> None:
        await asyncio.sleep(self._pause)
        pages = self._wanted.pop(public_id)
        try:
            drawn = await database_sync_to_async(draw_all)(public_id, pages)
        except DatabaseError:
            logger.exception("Spectators were not pushed what is new; it is looked for again.")
            return
        for number, (page, each) in enumerate(drawn.items(), start=1):
            self._begin(page.deliver(each))  # in sequence, a slow page would delay the rest
            if number % AT_ONCE == 0:
                await asyncio.sleep(0)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def draw_all(public_id: str, pages: Mapping[Page, Wanted]) -> dict[Page, Drawn | None]:
    game = Game.objects.filter(public_id=public_id).first()
    memory: Memory = {}
    return {page: page.draw(game, wanted, memory) if game else None for page, wanted in pages.items()}


batches = Batches(PAUSE)
