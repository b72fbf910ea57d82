"""Pages of this process that show games: who moves may let the other players have the table first."""

import asyncio
from typing import Protocol

from casino.live_server.after_response import first

FIRST = 0.02
"""Seconds for which a player's answer waits for that, at most."""


class Page(Protocol):
    """An open page of a table: its viewer's seat (0: none), the number of the table that it shows, whether it lies
    hidden."""

    public_id: str
    seat: int
    shown: int
    hidden: bool


class Onlookers:
    """All but `players` in the server's event loop."""

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
        """Something newer has been sent to it."""
        awaited = self._next.pop(page.public_id, None)
        if awaited:
            awaited.set_result(None)

    def players(self, public_id: str, by: int) -> list[Page]:
        """Open before the eyes of who sits there, but for the seat `by`."""
        return [page for page in tuple(self._pages.get(public_id, ())) if page.seat not in (0, by) and not page.hidden]

    async def have(self, public_id: str, seq: int, by: int) -> None:
        """Returns when these have been sent the table after event `seq`."""
        while any(page.shown < seq for page in self.players(public_id, by)):
            awaited = self._next.setdefault(public_id, asyncio.get_running_loop().create_future())
            await asyncio.shield(awaited)


onlookers = Onlookers()


def others_first(public_id: str, seq: int, by: int) -> None:
    """Lets the other players have the table after event `seq` before the thread goes on with the answer to the seat
    `by`: made side by side, each would take as long as both."""
    if onlookers.players(public_id, by):
        first(FIRST, onlookers.have, public_id, seq, by)
