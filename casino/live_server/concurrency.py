"""Bounds for what sockets do beside pushes to players, which go first: a few sockets open at the same time, and of the
rest of their database work, one piece at a time is in the thread that draws the pushes."""

import asyncio
from collections.abc import Callable
from contextlib import ExitStack
from itertools import islice
from typing import Any
from weakref import WeakKeyDictionary

from channels.db import database_sync_to_async

from casino.health import Application, Message, Receive, Send

OPENINGS = 4
"""Sockets that open at the same time."""

OPENING_PATIENCE = 7.0
"""Seconds after which a page has given up a socket that does not open (`static/js/table.js`): it is opened no more."""


class PerLoop[Bound]:
    """A bound of each event loop: a server has one loop, tests have several."""

    def __init__(self, make: Callable[[], Bound]) -> None:
        self._make = make
        self._made: WeakKeyDictionary[asyncio.AbstractEventLoop, Bound] = WeakKeyDictionary()

    def here(self) -> Bound:
        return self._made.setdefault(asyncio.get_running_loop(), self._make())


# --- sockets that open ----------------------------------------------------------------------------------------------


opening_slots = PerLoop(lambda: asyncio.Semaphore(OPENINGS))


def with_bounded_openings(application: Application) -> Application:
    """The application for sockets, of which a few open at a time. Nothing is done for one whose client has gone, or has
    waited so long that it will have."""

    async def open_in_turn(scope: Message, receive: Receive, send: Send) -> None:
        connect, slots = await receive(), opening_slots.here()
        following = asyncio.ensure_future(receive())  # before the socket is open, only its end
        waiting = asyncio.ensure_future(slots.acquire())
        await asyncio.wait({following, waiting}, timeout=OPENING_PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        unheard: list[Any] = [following, connect]

        async def receive_next() -> Message:
            message = unheard.pop() if unheard else receive()
            heard: Message = message if message is connect else await message
            return heard

        async def send_and_make_room(message: Message) -> None:
            opening.close()
            await send(message)

        with ExitStack() as opening:
            if not waiting.cancel():
                opening.callback(slots.release)
            if waiting.done() and not following.done():
                await application(scope, receive_next, send_and_make_room)
            elif not following.done():
                await send({"type": "websocket.close"})
        following.cancel()

    return open_in_turn


# --- database work --------------------------------------------------------------------------------------------------


low_priority = PerLoop(asyncio.Lock)


async def run_low_priority[**P, R](work: Callable[P, R], *arguments: P.args, **named: P.kwargs) -> R:
    """Do what is not a push to a player, like `database_sync_to_async`: a push waits for one piece of such work."""
    async with low_priority.here():
        result: R = await database_sync_to_async(work)(*arguments, **named)
        return result


MAX_BATCH = 20  # items: a push waits for no more


class BatchedWork[Item]:
    """Work of low priority for many items at once: for those that have come until it begins."""

    def __init__(self, work: Callable[[list[Item]], None]) -> None:
        self._work = work
        self._items: dict[object, Item] = {}

    async def do(self, item: Item) -> None:
        """Return when this item's work is done. If it fails for all, each of the others is tried again."""
        own = object()
        self._items[own] = item
        try:
            async with low_priority.here():
                if own in self._items:
                    batch = dict(islice(self._items.items(), MAX_BATCH))
                    await database_sync_to_async(self._work)(list(batch.values()))
                    for done in batch:
                        self._items.pop(done, None)
        finally:
            self._items.pop(own, None)
