"""Registry of this process's open table pages; lets the response to a move wait until the opponents have the table."""

import asyncio
from typing import Protocol

from casino.live_server.after_response import first

FIRST = 0.02
"""Maximum number of seconds that the response waits."""


class Page(Protocol):
    """An open page of a table: its viewer's seat (0: none), the sequence number it shows, and if it is hidden."""

    public_id: str
    seat: int
    shown: int
    hidden: bool


class Onlookers:
    """All methods but `players` run in the server's event loop."""

    def __init__(self) -> None:
        self._pages: dict[str, set[Page]] = {}
        self._next: dict[str, asyncio.Future[None]] = {}

    def begin(self, page: Page) -> None:
        self._pages.setdefault(page.public_id, set()).add(page)

    def end(self, page: Page) -> None:
        pages = self._pages.get(page.public_id, set())
        pages.discard(page)
        if not pages:
            self._pages.pop(page.public_id, None)
        self.pushed(page)

    def pushed(self, page: Page) -> None:
        """Wake the waiting responses: a newer table has been sent to the page."""
        awaited = self._next.pop(page.public_id, None)
        if awaited:
            awaited.set_result(None)

    def players(self, public_id: str, by: int) -> list[Page]:
        """Return the visible pages of players, except those of the seat `by`."""
        return [page for page in tuple(self._pages.get(public_id, ())) if page.seat not in (0, by) and not page.hidden]

    async def have(self, public_id: str, seq: int, by: int) -> None:
        """Wait until these pages have been sent the table after event `seq`."""
        while any(page.shown < seq for page in self.players(public_id, by)):
            awaited = self._next.setdefault(public_id, asyncio.get_running_loop().create_future())
            await asyncio.shield(awaited)


onlookers = Onlookers()


def others_first(public_id: str, seq: int, by: int) -> None:
    """Wait until the other players have the table after event `seq`, before the response to the seat `by`.

    Done side by side, each of the two would take as long as both.
    """
    if onlookers.players(public_id, by):
        first(FIRST, onlookers.have, public_id, seq, by)
