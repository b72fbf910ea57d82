"""Waves of pages that come back at once: each player's page must have every move soon after it, or after its return."""

import asyncio
import json
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain
from statistics import median

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.chaos.deployments import ClusterDeployment, Deployment, Needs, killed
from tests.chaos.players import Table, hold_to_the_log, play_out
from tests.chaos.report import Findings, fault
from tests.load.clients import NUMBER, Move, Prepared
from tests.load.cluster.deployment import Cluster
from tests.load.cluster.scratch import cpu_seconds

GAMES = 200
SPECTATORS = 8  # of each game: with its two players, 2,000 pages
EVERY = 8.0  # seconds from move to move of a game
BEAT = 4.0  # seconds between two pings of a page
PATIENCE = 3.4  # seconds without an answer after which a page connects anew
SETTLING = 12.0  # seconds before the first fault
RECOVERED = 20.0  # seconds after a fault by which no page is behind
STEP = 5.0  # seconds that are told as one figure
AGE = 3.0  # seconds within which 99 % of the pushes come


@dataclass(eq=False)
class Page:
    """A table's page, as its script keeps it, of the player of a seat or of a spectator (0)."""

    url: str
    game: Prepared
    seat: int
    shown: int = 0
    due: dict[int, float] = field(default_factory=dict)  # by number: when the mover had the answer
    came: list[tuple[float, float, int]] = field(default_factory=list)
    """When a table came, on a socket open since when (0: as the answer to a move), and its number."""
    socket: ClientConnection | None = None

    async def live(self) -> None:
        self.shown, tries = self.game.moves[0].before, 0
        ask = "talk"
        while True:
            with suppress(OSError, ConnectionClosed, InvalidHandshake, TimeoutError):
                async with connect(
                    self.url.replace("http", "ws", 1) + f"/ws/g/{self.game.game}/",
                    additional_headers={"Origin": self.url} | self.cookie(),
                    open_timeout=PATIENCE + BEAT,
                    close_timeout=0.1,
                    compression=None,
                    ping_interval=None,
                ) as self.socket:
                    tries = 0
                    await self.listen(self.socket, ask)
            self.socket, ask = None, "again"
            await asyncio.sleep(min(8.0, 0.25 * 2**tries) * random.uniform(0.5, 1.0))
            tries += 1

    def cookie(self) -> dict[str, str]:
        return {"Cookie": f"sessionid={self.game.cookies[self.seat - 1]}"} if self.seat else {}

    async def listen(self, socket: ClientConnection, ask: str) -> None:
        opened, beat = time.monotonic(), BEAT * 1000
        await socket.send(json.dumps({"ask": ask, "beat": beat, "seen": self.shown, "hidden": False}))
        ping_at, heard, waiting = opened + BEAT, opened, True
        while not waiting or time.monotonic() < heard + PATIENCE + BEAT:
            with suppress(TimeoutError):
                async with asyncio.timeout(max(0.01, ping_at - time.monotonic())):
                    self.note(str(await socket.recv()), opened)
                heard, waiting = time.monotonic(), False
                continue
            await socket.send(json.dumps({"ask": "pulse", "beat": beat}))
            ping_at, waiting = time.monotonic() + BEAT, True

    def note(self, pushed: str, opened: float) -> None:
        if match := NUMBER.search(pushed):
            self.shown = max(self.shown, int(match[1]))
            self.came.append((time.monotonic(), opened, int(match[1])))

    async def has(self, number: int) -> None:
        """Show the answer to a move of this page's player, which is then not pushed there."""
        self.shown = max(self.shown, number)
        self.came.append((time.monotonic(), 0.0, number))
        if self.socket:
            with suppress(OSError, ConnectionClosed):
                await self.socket.send(json.dumps({"has": number}))

    def ages(self) -> Iterator[tuple[float, float]]:
        """Yield when each push came, and how many seconds after the move, or after the page's return."""
        for number, told in list(self.due.items()):
            first = next(((at, opened) for at, opened, shown in list(self.came) if shown >= number), None)
            if first and first[1]:
                yield first[0], max(0.0, first[0] - max(told, first[1]))


class Crowd(threading.Thread):
    """All open pages, in one thread."""

    def __init__(self, pages: Sequence[Page]) -> None:
        super().__init__(daemon=True)
        self.pages = pages
        self.loop = asyncio.new_event_loop()

    def run(self) -> None:
        self.loop.run_until_complete(self.live())

    async def live(self) -> None:
        self.ending = asyncio.Event()
        tasks = []
        for page in self.pages:
            tasks.append(asyncio.create_task(page.live()))
            await asyncio.sleep(0.02)
        await self.ending.wait()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def has(self, page: Page, number: int) -> None:
        asyncio.run_coroutine_threadsafe(page.has(number), self.loop)

    def end(self) -> None:
        self.loop.call_soon_threadsafe(self.ending.set)
        self.join(60)


class Accompanied(Table):
    """A table at which both players have their pages open."""

    def __init__(self, url: str, game: Prepared, crowd: Crowd, pages: Sequence[Page]) -> None:
        super().__init__(url, [game], EVERY)
        self.crowd, self.pages = crowd, pages

    def play(self, game: Prepared) -> None:
        time.sleep(random.uniform(0, EVERY))
        super().play(game)

    def insist(self, player: object, game: str, move: Move) -> None:
        super().insist(player, game, move)  # type: ignore[arg-type]
        self.pages[2 - move.seat].due[move.after] = time.monotonic()
        self.crowd.has(self.pages[move.seat - 1], move.after)


@fault(
    "a wave of pages that come back",
    "postgresql",
    needs=Needs("move=none,sockets=none,own_sockets=none,spectators=none,waiting=none"),
)
def waves(deployment: Deployment, findings: Findings, scale: float) -> None:
    """The proxy is restarted, one server of two is killed, a release is rolled out, while all games go on."""
    assert isinstance(deployment, ClusterDeployment)
    games = deployment.prepare(max(2, round(GAMES * scale)))
    seats = (1, 2, *[0] * SPECTATORS)
    opened = [[Page(deployment.url, game, seat) for seat in seats] for game in games]
    crowd = Crowd(list(chain.from_iterable(opened)))
    tables = [Accompanied(deployment.url, game, crowd, pages) for game, pages in zip(games, opened, strict=True)]
    crowd.start()
    wait_until(lambda: all(page.socket for page in crowd.pages), 120)
    for table in tables:
        table.start()
    time.sleep(SETTLING)
    findings.note(f"{len(crowd.pages)} pages of {len(games)} games")
    cluster = deployment.cluster
    faults: dict[str, Callable[[], None]] = {
        "undisturbed": lambda: None,
        "proxy restarted": lambda: killed(cluster.proxy),
        "a server killed": cluster.servers[0].kill,
        "release": cluster.restart_rolling,  # which also starts the one that was killed
    }
    for name, act in faults.items():
        endure(name, act, crowd, tables, deployment.cluster, findings)
    for table in tables:
        table.ending.set()
    play_out(tables)
    crowd.end()
    hold_to_the_log(deployment, tables, findings)


def endure(
    name: str,
    act: Callable[[], None],
    crowd: Crowd,
    tables: Sequence[Accompanied],
    cluster: Cluster,
    findings: Findings,
) -> None:
    """Let it happen, and expect that pushes to players are in time and that no page stays behind."""
    began = time.monotonic()
    act()
    took, before = time.monotonic() - began, cpu_seconds(cluster)
    time.sleep(RECOVERED)
    numbers = {table.games[0].game: max((each[1] for each in table.diary.acknowledged), default=0) for table in tables}
    time.sleep(AGE)
    used = {part: (seconds - before[part]) / (RECOVERED + AGE) for part, seconds in cpu_seconds(cluster).items()}
    behind = [page for page in crowd.pages if page.shown <= numbers[page.game.game]]
    pushes = [push for page in crowd.pages for push in page.ages() if push[0] >= began]
    ages = sorted(age for _, age in pushes)
    p99 = ages[int(len(ages) * 0.99)] if ages else float("inf")
    by_step = Counter(int((at - began) / STEP) for at, _ in pushes)
    counts = [by_step[step] for step in range(int((took + RECOVERED) / STEP))]
    findings.note(
        f"{name} ({took:.0f} s): pushes by {STEP:.0f} s {counts}, half of them within {median(ages or [0]):.2f} s, "
        f"99 % within {p99:.2f}, all within {max(ages, default=0):.2f}"
    )
    findings.note(", ".join(f"{part} {share:.2f}" for part, share in used.items()) + " of a processor")
    findings.expect(p99 <= AGE, f"{name}: 99 % of the pushes came within {p99:.1f} s")
    of_players = sum(page.seat > 0 for page in behind)
    findings.expect(not behind, f"{name}: {len(behind)} pages are behind, {of_players} of them of players")


def wait_until(holds: Callable[[], bool], seconds: float) -> None:
    until = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > until:
            raise TimeoutError("not all pages were opened")
        time.sleep(0.2)
