"""Pushes that may wait a moment: all of a game's that come meanwhile are made together, each fragment drawn once for
all who see the same. So players have a move before spectators, however many these are; `spectators` hears for
all of them."""

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
"""Seconds between two such pushes of a game."""

AT_ONCE = 20
"""Pages that are sent something before others have their turn."""

NO_TABLE = sys.maxsize


class Wanted(NamedTuple):
    """The templates that a page is to be pushed, and the table if it is newer than the one with this number."""

    number: int = NO_TABLE
    since: int = NO_TABLE
    templates: tuple[str, ...] = ()

    def and_also(self, other: "Wanted") -> "Wanted":
        templates = tuple(dict.fromkeys((*self.templates, *other.templates)))
        return Wanted(min(self.number, other.number), min(self.since, other.since), templates)


class Drawn(NamedTuple):
    """Fragments by the template that each is drawn from. `seq` is the number of the table that the page shows then; -1
    where that was not asked."""

    seq: int
    fragments: dict[str, str]


type Memory = dict[tuple[object, ...], str]
"""Fragments that have been drawn, by all that they depend on."""


class Page(Protocol):
    """An open page of a table. `draw` gives None where its viewer may not look at the game."""

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
            self._begin(page.deliver(each))  # one after the other, a slow page would hold up the rest
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
