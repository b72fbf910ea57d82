"""A long evening: does the memory grow, does a push get lost?"""

import time
from pathlib import Path

from tests.chaos.houses import House
from tests.chaos.players import Table, hold_to_the_log, play_out, seated
from tests.chaos.report import Findings, fault
from tests.chaos.watchers import Watcher

RATE = 60.0  # moves a second, all tables together
SECONDS = 600.0
TABLES = 12
DRIFT = 1.05
WARM = 0.25  # the part of the time after which memory is held against


@fault("10 minutes at 60 moves a second")
def endurance(house: House, findings: Findings, scale: float) -> None:
    """Every game has a page open at it, and each number that its player was told must be pushed to it, or one later."""
    seconds = SECONDS * scale
    games = round(seconds * RATE / TABLES / 40) + 1
    tables = seated(house, TABLES, games, pause=TABLES / RATE)
    pages = [Watcher(house.url, game, seat=2) for table in tables for game in table.games[:1]]
    for each in (*pages, *tables):
        each.start()
    sizes, began = [], time.monotonic()
    while time.monotonic() - began < seconds:
        time.sleep(max(1.0, seconds / 60))
        sizes.append(memory(house))
    for table in tables:
        table.ending.set()
    play_out(tables)
    moves = sum(len(table.diary.acknowledged) for table in tables)
    findings.note(f"{moves / seconds:.0f} moves a second")
    held = sizes[round(len(sizes) * WARM) :]
    findings.note(f"memory {held[0]:.0f} to {held[-1]:.0f} MB")
    findings.expect(held[-1] <= held[0] * DRIFT, f"memory grew by {held[-1] / held[0] - 1:.0%}")
    for page, table in zip(pages, tables, strict=True):
        findings.expect(page.shows(last_of(table), 5.0), f"a page stands at {page.shown}, the game at {last_of(table)}")
        page.ending.set()
    hold_to_the_log(house, tables, findings)


def last_of(table: Table) -> int:
    """The number after the last move of the table's first game that was acknowledged."""
    game = table.games[0]
    done = {before for name, before in table.diary.acknowledged if name == game.game}
    return max((move.after for move in game.moves if move.before in done), default=0)


def memory(house: House) -> float:
    """Megabytes that the servers hold, all together."""
    return sum(resident(server.process.pid) for server in house.servers if server.process) / 1024


def resident(pid: int) -> int:
    lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS:"))
