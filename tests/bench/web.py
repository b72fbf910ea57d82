"""The site compared with the baseline: moves posted on time and as fast as possible, pushes, long games, long lists.

Moves are known beforehand (`tests/load`). Moves on time are posted whether or not the others' answers have come, and
timed from when they were due: a server that falls behind is not let off.
"""

import atexit
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import cache, partial
from itertools import product
from pathlib import Path
from statistics import median
from typing import NamedTuple

from websockets.sync.client import ClientConnection, connect

from tests.bench.registry import Reading, Round, at_least, at_most, bench, compare
from tests.live import PROJECT, LiveSite, live_site
from tests.load.clients import Client, Move, Prepared, prepared

BASELINE = {"DJANGO_SETTINGS_MODULE": "tests.bench.baseline.settings", "CASINO_WORKER": "none"}
CALM, BRISK, BUSY = 10, 20, 60  # moves a second
CLIENTS = 8
EACH = 20
"""Number of moves of a prepared game that are played: its first round has them all."""

LONG = 400
"""Events in the log of a long game."""


class Place(NamedTuple):
    """URL of a server, and the environment of programs that use its data."""

    url: str
    environment: Mapping[str, str]


class Failed(AssertionError):
    """Raised for an unexpected answer: the round does not count."""


def started(settings: dict[str, str] | None = None) -> LiveSite:
    """Return a started site, which is stopped when the benches end."""
    stack = ExitStack()
    atexit.register(stack.close)
    folder = stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
    return stack.enter_context(live_site(Path(folder), settings))


@cache
def sites() -> dict[str, LiveSite]:
    """The site and the baseline."""
    return {"site": started(), "baseline": started(BASELINE)}


def games_on(site: LiveSite | Place, count: int, module: str = "tests.load.prepare") -> list[Prepared]:
    command = [sys.executable, "-m", module, "--games", str(count), "--seed", str(time.time_ns())]
    told = subprocess.run(command, cwd=PROJECT, env=site.environment, check=True, capture_output=True, text=True)
    return [prepared(json.loads(line)) for line in told.stdout.splitlines()]


# --- players ------------------------------------------------------------------------------------------------------


class Table:
    """Both players of a prepared game, each with a connection; `listening`, also with a socket, which learns from its
    page which table has come as an answer."""

    def __init__(self, site: LiveSite | Place, game: Prepared, listening: bool = False) -> None:
        self.game = game
        self.players = [Client(site.url, cookie) for cookie in game.cookies]
        self.sockets = [self.socket(site, cookie) for cookie in game.cookies] if listening else []
        self.ear = ThreadPoolExecutor(1)

    def socket(self, site: LiveSite | Place, cookie: str) -> ClientConnection:
        address = f"{site.url.replace('http', 'ws', 1)}/ws/g/{self.game.game}/"
        return connect(
            address, additional_headers={"Cookie": f"sessionid={cookie}", "Origin": site.url}, compression=None
        )

    def move(self, move: Move) -> float:
        """Play the move, and return the time at which the answer came."""
        answer = self.players[move.seat - 1].play(self.game.game, move)
        if not answer.accepted:
            raise Failed(f"{move} was answered with {answer.status} {answer.body[:300]!r}")
        answered = time.perf_counter()
        if self.sockets:
            self.sockets[move.seat - 1].send(json.dumps({"has": answer.number}))
        return answered

    def heard(self, move: Move) -> float:
        """Make the move, and return the time at which the other player's socket had the table, before the answer or
        after it."""
        told = self.ear.submit(self.hear, move)
        self.move(move)
        return told.result()

    def hear(self, move: Move) -> float:
        other = self.sockets[2 - move.seat]
        while not tells_of(str(other.recv(timeout=10)), move):
            pass
        return time.perf_counter()

    def close(self) -> None:
        self.ear.shutdown()
        for player in self.players:
            player.close()
        for socket in self.sockets:
            socket.close()


def tells_of(pushed: str, move: Move) -> bool:
    _, found, rest = pushed.partition('data-seq="')
    return bool(found) and int(rest.partition('"')[0]) > move.before


def on_time(tables: Sequence[Table], rate: float, made: Callable[[Table, Move], float]) -> list[float]:
    """Let all tables play by turns at so many moves a second together, and return the seconds from when each move was
    due until the moment that `made` waits for."""
    begin = time.perf_counter() + 0.2

    def play(place: int, table: Table) -> list[float]:
        taken = []
        for number, move in enumerate(table.game.moves[:EACH]):
            due = begin + (number * len(tables) + place) / rate
            time.sleep(max(0.0, due - time.perf_counter()))
            taken.append(made(table, move) - due)
        return taken

    with ThreadPoolExecutor(len(tables)) as threads:
        return [one for taken in threads.map(play, range(len(tables)), tables) for one in taken]


def at_tables[R](site: LiveSite, count: int, work: Callable[[list[Table]], R], listening: bool = False) -> R:
    tables = [Table(site, game, listening) for game in games_on(site, count)]
    try:
        return work(tables)
    finally:
        for table in tables:
            table.close()


def race(tables: list[Table]) -> float:
    """Return the moves a second when each table plays as fast as it is answered."""
    begin = time.perf_counter()
    with ThreadPoolExecutor(len(tables)) as threads:
        list(threads.map(lambda table: [table.move(move) for move in table.game.moves[:EACH]], tables))
    return len(tables) * EACH / (time.perf_counter() - begin)


# --- moves --------------------------------------------------------------------------------------------------------


@bench("a move")
def moving() -> Round:
    """Moves posted on time, few a second: the time of one when nothing else is in its way."""

    def once() -> Iterator[Reading]:
        for name, site in sites().items():
            taken = at_tables(site, CALM, lambda tables: on_time(tables, CALM, Table.move))
            yield Reading(f"{name}, p50", median(taken) * 1e3, "ms", f"{len(taken)} moves at {CALM} a second")

    return once


@bench("moves a second")
def crowding() -> Round:
    """Moves of one process for as many clients as possible, each waiting only for its answer."""

    def once() -> Iterator[Reading]:
        for name, site in sites().items():
            yield Reading(name, at_tables(site, CLIENTS, race), "/s", f"{CLIENTS} clients")

    return once


@bench("a push")
def pushing() -> Round:
    """The time from when the move is due until the other player's socket has the table after it."""

    def once() -> Iterator[Reading]:
        for rate, (name, site) in product((BRISK, BUSY), sites().items()):
            taken = at_tables(site, rate, partial(on_time, rate=rate, made=Table.heard), listening=True)
            yield Reading(f"{name} at {rate}/s, p50", median(taken) * 1e3, "ms", "from when the move is due")

    return once


@bench("a long game")
def lasting() -> Round:
    """Moves in games whose logs are long, in turn with moves in games that have just begun."""

    def once() -> Iterator[Reading]:
        site = sites()["site"]
        new = [Table(site, game) for game in games_on(site, 4)]
        old = [Table(site, game) for game in games_on(site, 4, "tests.bench.longer")]
        try:
            taken = on_time([*new, *old], CALM, Table.move)
        finally:
            for table in (*new, *old):
                table.close()
        half = len(taken) // 2
        yield Reading("one that has just begun, p50", median(taken[:half]) * 1e3, "ms")
        yield Reading("one of 400 events, p50", median(taken[half:]) * 1e3, "ms")

    return once


compare("a move's post, to the baseline", of="a move: site, p50", to="a move: baseline, p50", aim=at_most(1.4, 1.2))
compare(
    "moves a second, to the baseline",
    of="moves a second: site",
    to="moves a second: baseline",
    aim=at_least(0.65, 0.85),
)
for each in (BRISK, BUSY):
    compare(
        f"a push at {each}/s, to the baseline",
        of=f"a push: site at {each}/s, p50",
        to=f"a push: baseline at {each}/s, p50",
        aim=at_most(1.4, 1.2),
    )
compare(
    "a move in a long game, to one in a new game",
    of="a long game: one of 400 events, p50",
    to="a long game: one that has just begun, p50",
    aim=at_most(1.2, 1.05),
)
