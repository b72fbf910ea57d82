"""Lists of games, with few games and with many."""

import subprocess
import sys
import time
from collections.abc import Iterator
from statistics import median

from tests.bench.registry import Reading, Round, at_most, bench, compare
from tests.bench.web import Failed, started
from tests.live import PROJECT, UNLIMITED
from tests.load.clients import Client

FEW, MANY = 100, 100_000
LOOKS = 30
PAGES = {
    "lobby": ("/lobby/", False),
    "lobby that all have left": ("/lobby/", True),
    "My games": ("/games/", False),
    "Watch": ("/watch/", False),
}
"""Their addresses, and whether all players have left all tables: then the lobby shows none."""


FINISHED = {
    "profile": "/people/busy/",
    "search": "/search/",
    "search for a player's games": "/search/?q=busy&opponent=player7",
    "search that finds nothing": "/search/?sweeps=9",
    "Watch beside finished games": "/watch/",
}
"""Pages of finished games, and one that shows those in progress, by their addresses."""


@bench("lists")
def listing() -> Round:
    """Sites with few and with many games, requested by turns."""
    clients = {(count, left): with_games(count, left) for count in (FEW, MANY) for left in (False, True)}

    def once() -> Iterator[Reading]:
        for name, (path, left) in PAGES.items():
            taken: dict[int, list[float]] = {count: [] for count in (FEW, MANY)}
            for _ in range(LOOKS):
                for count, times in taken.items():
                    times.append(look(clients[count, left], path))
            for count, times in taken.items():
                yield Reading(f"{name}, {count:,} games, p50", median(times) * 1e3, "ms")

    return once


@bench("finished games")
def finished_games() -> Round:
    """The same for pages of finished games, of which one member has played in all."""
    clients = {count: laid("tests.bench.finished", count) for count in (FEW, MANY)}

    def once() -> Iterator[Reading]:
        for name, path in FINISHED.items():
            times = [(count, look(client, path)) for _ in range(LOOKS) for count, client in clients.items()]
            for count in clients:
                taken = median(seconds for games, seconds in times if games == count)
                yield Reading(f"{name}, {count:,} games, p50", taken * 1e3, "ms")

    return once


def with_games(count: int, left: bool) -> Client:
    return laid("tests.bench.many", count, *(["--left"] if left else []))


def laid(module: str, count: int, *options: str) -> Client:
    """Return a visitor of a site with so many games."""
    site = started({"LIMITS": UNLIMITED["LIMITS"] + ",search=none"})
    command = [sys.executable, "-m", module, "--games", str(count), *options]
    told = subprocess.run(command, cwd=PROJECT, env=site.environment, check=True, capture_output=True, text=True)
    return Client(site.url, told.stdout.split()[-1])


def look(client: Client, path: str) -> float:
    start = time.perf_counter()
    answer = client.ask("GET", path)
    if answer.status != 200:
        raise Failed(f"{path} was answered with {answer.status}")
    return time.perf_counter() - start


for of, page in [*(("lists", page) for page in PAGES), *(("finished games", page) for page in FINISHED)]:
    compare(
        f"{page} with {MANY:,} games, to {FEW}",
        of=f"{of}: {page}, {MANY:,} games, p50",
        to=f"{of}: {page}, {FEW:,} games, p50",
        aim=at_most(1.3, 1.1),
    )
