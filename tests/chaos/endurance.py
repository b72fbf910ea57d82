"""A long evening: memory must not grow, and no push may get lost."""

import time
from collections.abc import Sequence
from pathlib import Path

from tests.chaos.deployments import Deployment
from tests.chaos.players import Table, hold_to_the_log, play_out, seated
from tests.chaos.report import Findings, fault
from tests.chaos.watchers import Watcher
from tests.load.clients import Client, Move, Prepared

RATE = 60.0  # moves a second, all tables together
SECONDS = 600.0
TABLES = 12
DRIFT = 1.05
MOVES = 40  # of a prepared game
REMEMBERED = 500  # games that a server keeps at hand: so many are played before its memory is measured
LOST_AFTER = 2.0  # seconds; pages find out by themselves soon after


class Watched(Table):
    """A table at which the second seat has its page open all the time: each number sent to the first one must be pushed
    there, or a later one; it has its own moves as answers."""

    def __init__(self, table: Table) -> None:
        super().__init__(table.url, table.games, table.pause, table.patience)
        self.page: Watcher | None = None
        self.told: dict[int, float] = {}
        self.pushes: list[float] = []
        self.lost: list[str] = []

    def play(self, game: Prepared) -> None:
        self.told = {}
        self.page = page = Watcher(self.url, game, seat=2)
        page.start()
        super().play(game)
        last = max(self.told, default=0)
        if not page.shows(last, LOST_AFTER):
            self.lost.append(f"{game.game}: a page stands at {page.shown}, the game at {last}")
        page.ending.set()
        took = [
            min(at for seen, at in [*page.came.items()] if seen >= number) - self.told[number]
            for number in self.told
            if number <= page.shown
        ]
        self.lost += [f"{game.game}: a push took {each:.1f} s" for each in took if each > LOST_AFTER]
        self.pushes += took

    def insist(self, player: Client, game: str, move: Move) -> None:
        super().insist(player, game, move)
        if move.seat == 1:
            self.told[move.after] = time.monotonic()
        elif self.page:
            self.page.has(move.after)


@fault("10 minutes at 60 moves a second")
def endurance(deployment: Deployment, findings: Findings, scale: float) -> None:
    seconds, warming = SECONDS * scale, REMEMBERED * MOVES / RATE * scale
    games = round((seconds + warming) * RATE / TABLES / MOVES) + 1
    tables = [Watched(table) for table in seated(deployment, TABLES, games, pause=TABLES / RATE)]
    for table in tables:
        table.start()
    time.sleep(warming)
    played, began, sizes = count(tables), time.monotonic(), [memory(deployment)]
    while time.monotonic() - began < seconds:
        time.sleep(max(1.0, seconds / 60))
        sizes.append(memory(deployment))
    played = count(tables) - played
    for table in tables:
        table.ending.set()
    play_out(tables)
    findings.note(f"{played / seconds:.0f} moves a second")
    quarters = [sizes[round((len(sizes) - 1) * part / 4)] for part in range(5)]
    findings.note(f"memory {', '.join(f'{size:.0f}' for size in quarters)} MB by quarters")
    findings.expect(sizes[-1] <= sizes[0] * DRIFT, f"memory grew by {sizes[-1] / sizes[0] - 1:.1%}")
    pushes = sorted(each for table in tables for each in table.pushes)
    findings.note(f"{len(pushes)} moves pushed, at the latest {pushes[-1]:.2f} s after the mover's answer")
    lost = [each for table in tables for each in table.lost]
    findings.expect(not lost, f"{len(lost)} pushes lost or late: {'; '.join(lost[:3])}")
    hold_to_the_log(deployment, tables, findings)


def count(tables: Sequence[Table]) -> int:
    return sum(len(table.diary.acknowledged) for table in tables)


def memory(deployment: Deployment) -> float:
    """Return the megabytes that the servers hold, all together."""
    return sum(resident(server.process.pid) for server in deployment.servers if server.process) / 1024


def resident(pid: int) -> int:
    lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS:"))
