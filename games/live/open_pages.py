"""Registries of this process's open pages, with their periodic jobs.

They refresh presence, notice dead lines, push missed updates, and close the sockets of ended sessions; updates and
ended sessions are missed when the channel layer was down. Then all else that pages show is pushed once more.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Coroutine
from typing import Any, Protocol

from channels.db import database_sync_to_async

from accounts.sessions import valid_session_keys
from casino.live_server.channel_layer import messages_lost
from casino.live_server.concurrency import run_low_priority
from games.live import presence
from games.live.online import REFRESH_SECONDS, mark_online
from games.models import Game

logger = logging.getLogger(__name__)

POLL_SECONDS = 3.0
"""Time between two checks for missed updates: one query for all tables of the process."""

SILENCE_POLL_SECONDS = 1.0
"""Time between two looks for pages whose pings stay away, in memory."""

CATCH_UP_DELAY = 1.0
"""Seconds until every connection to the channel layer is there again."""

CATCH_UP_PAUSE = 0.01
"""Seconds from page to page: what they show again must not hold up the moves."""

SESSION_POLL_SECONDS = 60.0
"""Time between two checks of the sessions that opened the process's sockets."""


class TablePage(Protocol):
    """An open page of a table: the sequence number of the table sent to it, and the time by which it pings again."""

    public_id: str
    channel_name: str
    last_sent_seq: int
    ping_due: float

    async def fall_silent(self) -> None: ...

    async def game_changed(self, message: dict[str, Any]) -> None: ...


class SubscribedPage(Protocol):
    """An open page that depends on messages of the channel layer."""

    async def catch_up(self) -> None: ...


class SessionPage(Protocol):
    """An open page of a user: the key of the session that opened it, and the user's ID."""

    session: tuple[str, int]

    async def close_page(self) -> None: ...


class PageRegistry[Page]:
    """Pages with periodic jobs, which start with the first page and stop with the last."""

    def __init__(self, *jobs: tuple[float, Callable[[frozenset[Page]], Coroutine[Any, Any, None]]]) -> None:
        self._jobs = jobs
        self._pages: set[Page] = set()
        self._loops: list[asyncio.Task[None]] = []

    def add(self, page: Page) -> None:
        self._pages.add(page)
        if all(loop.done() for loop in self._loops):
            self._loops = [asyncio.create_task(self._repeat(*job)) for job in self._jobs]

    def remove(self, page: Page) -> None:
        self._pages.discard(page)
        if not self._pages:
            for loop in self._loops:
                loop.cancel()
            self._loops = []

    def pages(self) -> frozenset[Page]:
        return frozenset(self._pages)

    async def _repeat(self, seconds: float, job: Callable[[frozenset[Page]], Coroutine[Any, Any, None]]) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await job(self.pages())
            except Exception:
                logger.exception("A periodic job of the open pages failed; it will run again.")


async def refresh_presence(pages: Collection[TablePage]) -> None:
    await run_low_priority(presence.refresh, {page.channel_name for page in pages})


async def notice_silence(pages: Collection[TablePage]) -> None:
    """Take pages whose pings stay away for gone, until they are heard again."""
    at = time.monotonic()
    for page in pages:
        if page.ping_due < at:
            await page.fall_silent()


async def push_missed_updates(pages: Collection[TablePage]) -> None:
    """Push the updates that pages have missed. A page that shows nothing yet will ask by itself."""
    latest = await database_sync_to_async(latest_seqs)({page.public_id for page in pages})
    for page in pages:
        seq, changed_at = latest.get(page.public_id, (0, 0.0))
        if 0 < page.last_sent_seq < seq:
            await page.game_changed({"seq": seq, "at": changed_at})


async def catch_up(pages: Collection[SubscribedPage]) -> None:
    """Let the pages show what they have missed, once after the channel layer was down."""
    if not messages_lost.is_set():
        return
    messages_lost.clear()
    await asyncio.sleep(CATCH_UP_DELAY)
    for page in pages:
        await page.catch_up()
        await asyncio.sleep(CATCH_UP_PAUSE)


def latest_seqs(public_ids: Collection[str]) -> dict[str, tuple[int, float]]:
    """The sequence number of the latest event of each game, and when it has changed."""
    rows = Game.objects.filter(public_id__in=public_ids).values_list("public_id", "seq", "updated")
    return {public_id: (seq, updated.timestamp()) for public_id, seq, updated in rows}


async def close_expired_sessions(pages: Collection[SessionPage]) -> None:
    """Close the pages whose session has ended without notice."""
    valid = await run_low_priority(valid_session_keys, {page.session for page in pages})
    for page in pages:
        if page.session[0] not in valid:
            await page.close_page()


async def refresh_online(pages: Collection[SessionPage]) -> None:
    await run_low_priority(mark_online, {page.session[1] for page in pages})


table_pages = PageRegistry[TablePage](
    (presence.REFRESH_SECONDS, refresh_presence),
    (SILENCE_POLL_SECONDS, notice_silence),
    (POLL_SECONDS, push_missed_updates),
)
subscribed_pages = PageRegistry[SubscribedPage]((POLL_SECONDS, catch_up))
session_pages = PageRegistry[SessionPage](
    (SESSION_POLL_SECONDS, close_expired_sessions), (REFRESH_SECONDS, refresh_online)
)
