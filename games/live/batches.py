"""Batched pushes: all pushes of a game within a moment are sent together, sharing rendered fragments.

So players get a move before spectators, however many there are; `spectators` receives the broadcasts for all of them.
"""

import asyncio
import logging
import sys
from collections.abc import Coroutine, Mapping
from typing import Any, NamedTuple, Protocol

from django.db import DatabaseError

from casino.live_server.concurrency import run_low_priority
from casino.prepared_queries import PreparedQuery
from games.models import Game

logger = logging.getLogger(__name__)

BATCH_SECONDS = 0.3
"""Time until what was requested is pushed, and between two batches of a game."""

PANEL_SECONDS, AUDIENCE_SECONDS = 1.0, 5.0
"""Time between two batches of what is beside a game's table; for players, where only the number of spectators has
changed."""

YIELD_EVERY = 20
"""Number of pages after which other tasks get their turn."""

NO_TABLE = sys.maxsize


class PushRequest(NamedTuple):
    """The templates to push to a page, and the table if it is newer than a sequence number."""

    newer_than: int = NO_TABLE
    since: int = NO_TABLE
    templates: tuple[str, ...] = ()

    def merge(self, other: "PushRequest") -> "PushRequest":
        templates = tuple(dict.fromkeys((*self.templates, *other.templates)))
        return PushRequest(min(self.newer_than, other.newer_than), min(self.since, other.since), templates)


class Rendered(NamedTuple):
    """Fragments by template, and the sequence number of the table shown after them; -1 if it was not requested."""

    seq: int
    fragments: dict[str, str]


type FragmentCache = dict[object, Any]
"""Rendered fragments, by everything that they depend on; and what was read for them."""


class BatchedPage(Protocol):
    """An open page of a table. `render` returns None if its viewer may not see the game."""

    public_id: str

    def render(self, game: Game, request: PushRequest, cache: FragmentCache, /) -> Rendered | None: ...

    async def deliver(self, rendered: Rendered | None) -> None: ...


class Batches:
    def __init__(self, seconds: float, pause: float) -> None:
        self._seconds, self._pause = seconds, pause
        self._requests: dict[str, dict[BatchedPage, PushRequest]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def request(self, page: BatchedPage, request: PushRequest) -> None:
        """Push this to the page with the next batch of its game."""
        if page.public_id not in self._requests:
            self._requests[page.public_id] = {}
            self._start(self._push(page.public_id))
        requests = self._requests[page.public_id]
        requests[page] = requests.get(page, PushRequest()).merge(request)

    def discard(self, page: BatchedPage) -> None:
        self._requests.get(page.public_id, {}).pop(page, None)

    async def _push(self, public_id: str) -> None:
        try:
            await asyncio.sleep(self._seconds)
            while requests := self._requests[public_id]:
                self._requests[public_id] = {}
                await self._push_batch(public_id, requests)
                await asyncio.sleep(self._pause)
        finally:
            del self._requests[public_id]

    async def _push_batch(self, public_id: str, requests: dict[BatchedPage, PushRequest]) -> None:
        try:
            results = await run_low_priority(render_all, public_id, requests)
        except DatabaseError:
            logger.exception("A batch of pushes failed; the next check for missed updates makes up for it.")
            return
        for count, (page, rendered) in enumerate(results.items(), start=1):
            self._start(page.deliver(rendered))  # in sequence, a slow page would delay the rest
            if count % YIELD_EVERY == 0:
                await asyncio.sleep(0)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


seats_at = PreparedQuery(Game.seats_at, str)


def render_all(public_id: str, requests: Mapping[BatchedPage, PushRequest]) -> dict[BatchedPage, Rendered | None]:
    game = Game.with_seats(public_id, seats_at(public_id))
    cache: FragmentCache = {}
    return {page: page.render(game, request, cache) if game else None for page, request in requests.items()}


batches = Batches(BATCH_SECONDS, BATCH_SECONDS)
"""For spectators: they get all pushes so."""

panels = Batches(BATCH_SECONDS, PANEL_SECONDS)
audience = Batches(BATCH_SECONDS, AUDIENCE_SECONDS)
"""For all pages: who is at the table, and what a page that comes back shows beside it; how many watch."""
