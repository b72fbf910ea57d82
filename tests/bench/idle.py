"""Idle sockets: the number one process holds, the memory each takes, and whether they stay open."""

import asyncio
import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from tests.bench.registry import AIMS, Reading, Round, at_most, bench
from tests.bench.web import games_on, started
from tests.load.capacity import TICKS, ticks
from tests.load.clients import Prepared

SOCKETS = 5_000
GAMES = 500
CONCURRENCY = 20
WATCHED = 60  # seconds


@bench("idle sockets")
def idling() -> Round:
    """Measure a separate server, whose memory is read before and afterwards; players have several pages open each."""
    site = started()
    games = games_on(site, GAMES)

    def once() -> Iterator[Reading]:
        assert site.process
        before = resident(site.process.pid)
        held, lost, after = asyncio.run(hold(site.url, games, site.process.pid))
        until_quiet(site.process.pid)
        yield Reading("held", held, "", f"{SOCKETS} asked for, {WATCHED} s watched")
        yield Reading("each", (after - before) / max(1, held), "KB")
        yield Reading("closed by themselves", lost, "")

    return once


async def hold(url: str, games: Sequence[Prepared], server: int) -> tuple[int, int, float]:
    """Return the number of sockets opened, the number closed in the time, and the server's memory meanwhile."""
    gate = asyncio.Semaphore(CONCURRENCY)

    async def opened(number: int) -> ClientConnection | None:
        game = games[number % GAMES]
        headers = {"Cookie": f"sessionid={game.cookies[number // GAMES % 2]}", "Origin": url}
        address = f"{url.replace('http', 'ws', 1)}/ws/g/{game.game}/"
        async with gate:
            with suppress(OSError, WebSocketException):
                return await connect(
                    address, additional_headers=headers, compression=None, ping_interval=None, open_timeout=60
                )
        return None

    sockets = [each for each in await asyncio.gather(*map(opened, range(SOCKETS))) if each]
    begin = asyncio.get_running_loop().time()
    memory = 0.0
    while asyncio.get_running_loop().time() < begin + WATCHED:
        await asyncio.sleep(5)
        memory = resident(server)
    lost = sum([await is_closed(each) for each in sockets])
    for each in sockets:
        each.transport.abort()
    return len(sockets), lost, memory


async def is_closed(socket: ClientConnection) -> bool:
    """Return whether the other side has closed the socket; messages pushed meanwhile are dropped."""
    try:
        while True:
            async with asyncio.timeout(0.001):
                await socket.recv()
    except TimeoutError:
        return False
    except ConnectionClosed:
        return True


def until_quiet(process: int) -> None:
    """Wait until the server has recorded that all those pages are gone, which it does one after the other."""
    before = -1.0
    while (now := ticks(process) / TICKS) > before + 0.1:
        before = now
        time.sleep(1)


def resident(process: int) -> float:
    """Return the kilobytes of memory that the process has now."""
    pages = int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1024


if sys.platform == "linux":
    AIMS["idle sockets: each"] = at_most(50, 40)
    AIMS["idle sockets: closed by themselves"] = at_most(0, 0)
