"""`python -m tests.load.capacity`: the cost of a move in each part of the multi-process deployment, in processor time,
and in stored bytes; then the same with many events stored already; from these, the needs of a larger audience.

Processor time shows how many processors are needed, whatever else the machine does meanwhile.
"""

import os
import tempfile
import time
from collections.abc import Iterator
from math import ceil
from pathlib import Path
from typing import Any, NamedTuple

import psycopg

from tests.chaos.deployments import ClusterDeployment, Deployment, cluster_deployment
from tests.chaos.players import Table, play_out, seated
from tests.chaos.watchers import Watcher
from tests.load.clients import Prepared

TABLES = 6
GAMES = 6  # for each table
PAUSE = 0.3
IDLE = 10.0  # seconds of which the cost of doing nothing is taken
STORED = 500_000
TICKS = os.sysconf("SC_CLK_TCK")
PARTS = ("servers", "workers", "postgresql", "redis", "proxy")


class Cost(NamedTuple):
    """Cost of a move: milliseconds of a processor by part, bytes in the database."""

    parts: dict[str, float]
    stored: float


class Audience(NamedTuple):
    """So many players of whom so many play at once; each makes a move every so many seconds."""

    name: str
    players: int
    at_once: int
    every: float = 20.0

    @property
    def moves(self) -> float:
        """Return the moves a second at the busiest time."""
        return self.at_once / self.every


AUDIENCES = (
    Audience("a club", 1_000, 100),
    Audience("a country", 1_000_000, 20_000),
    Audience("lichess", 20_000_000, 150_000),
)
DAY = 86_400 / 3  # seconds, as busy as the busiest time
BUSY = 0.6  # of a processor, at most
PAGES = 1.0
"""Cost of other pages for each move, in moves: the lobby, lists, rules, comings and goings."""
SOCKETS = 5_000
"""Number of sockets that one server holds."""
NEW_GAME = "t.id + n * 1000000"

type Connection = psycopg.Connection[tuple[Any, ...]]


def main() -> None:
    folder = Path(tempfile.mkdtemp(prefix="casino-capacity-"))
    folder.chmod(0o755)  # PostgreSQL runs as another user
    deployment = cluster_deployment(folder, {"LIMITS": "move=none,sockets=none"})
    try:
        deployment.start()
        few = cost_of_a_move(deployment, seed=1)
        stored = fill(deployment)
        many = cost_of_a_move(deployment, seed=2)
    finally:
        deployment.stop()
    print("\n".join([*measured(few, many, stored), "", *foreseen(many)]))  # noqa: T201


# --- measuring ------------------------------------------------------------------------------------------------------


def cost_of_a_move(deployment: ClusterDeployment, seed: int) -> Cost:
    """Measure moves with a page open at both seats of every game."""
    tables = [Shown(table) for table in seated(deployment, TABLES, GAMES, PAUSE, seed)]
    start = used(deployment)
    time.sleep(IDLE)
    resting = {part: (after - start[part]) / IDLE for part, after in used(deployment).items()}
    before, size, began = used(deployment), stored_bytes(deployment), time.monotonic()
    for table in tables:
        table.start()
    play_out(tables)
    took, moves = time.monotonic() - began, sum(len(table.diary.acknowledged) for table in tables)
    own = {part: after - before[part] - resting[part] * took for part, after in used(deployment).items()}
    return Cost(
        {part: max(0.0, seconds) / moves * 1000 for part, seconds in own.items()},
        (stored_bytes(deployment) - size) / moves,
    )


class Shown(Table):
    """A table whose players both have the page of the game open."""

    def __init__(self, table: Table) -> None:
        super().__init__(table.url, table.games, table.pause)

    def play(self, game: Prepared) -> None:
        pages = [Watcher(self.url, game, seat) for seat in (1, 2)]
        for page in pages:
            page.start()
        super().play(game)
        for page in pages:
            page.ending.set()


def used(deployment: ClusterDeployment) -> dict[str, float]:
    """Return the processor seconds that each part has used so far, with its child processes."""
    cluster = deployment.cluster
    programs = (cluster.servers, cluster.workers, [cluster.database], [cluster.redis], [cluster.proxy])
    return {
        part: sum(ticks(each.process.pid) for each in its if each.process) / TICKS
        for part, its in zip(PARTS, programs, strict=True)
    }


def ticks(parent: int) -> int:
    """Return the processor ticks of a process, of its children, and of those that have ended."""
    total = 0
    for pid, fields in every_process():
        if pid == parent:
            total += sum(fields[11:15])
        elif fields[1] == parent:
            total += sum(fields[11:13])
    return total


def every_process() -> Iterator[tuple[int, list[int]]]:
    """Yield the process numbers, and the fields of `/proc/<pid>/stat` from the third on, of which the state, a letter,
    is 0."""
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            text = file.read_text(encoding="utf-8", errors="replace")
        except OSError:  # it has ended meanwhile
            continue
        fields = text.rpartition(")")[2].split()
        yield int(file.parent.name), [0, *map(int, fields[1:])]


def stored_bytes(deployment: Deployment) -> int:
    with psycopg.connect(deployment.environment["DATABASE_URL"]) as connection:
        (size,) = connection.execute("SELECT pg_total_relation_size('games_storedevent')").fetchone() or (0,)
        return int(size)


def fill(deployment: Deployment) -> int:
    """Copy the games that have been played, until so many events are stored, and return their number."""
    with psycopg.connect(deployment.environment["DATABASE_URL"], autocommit=True) as connection:
        copies = STORED // number_of_events(connection) + 1
        copy(
            connection,
            "games_game",
            {"id": NEW_GAME, "public_id": "'c' || t.id || '-' || n", "rematch_of_id": "NULL"},
            copies,
        )
        copy(connection, "games_storedevent", {"id": "", "game_id": NEW_GAME.replace("id", "game_id")}, copies)
        connection.execute("ANALYZE")
        return number_of_events(connection)


def copy(connection: Connection, name: str, changed: dict[str, str], copies: int) -> None:
    """Copy each row so many times, with these columns changed; an empty change lets the database number the rows."""
    given = "SELECT column_name FROM information_schema.columns WHERE table_name = %s AND is_generated = 'NEVER'"
    rows = connection.execute(given, [name])
    columns = {column: changed.get(column, f't."{column}"') for (column,) in rows}
    kept = {f'"{column}"': value for column, value in columns.items() if value}
    source = f"FROM {name} t, generate_series(1, {copies}) n"
    connection.execute(f"INSERT INTO {name} ({', '.join(kept)}) SELECT {', '.join(kept.values())} {source}".encode())


def number_of_events(connection: Connection) -> int:
    (number,) = connection.execute("SELECT count(*) FROM games_storedevent").fetchone() or (0,)
    return int(number)


# --- telling --------------------------------------------------------------------------------------------------------


def measured(few: Cost, many: Cost, stored: int) -> list[str]:
    lines = [f"| of a processor, ms for each move | in an empty database | with {stored:,} events |", "|---|---|---|"]
    lines += [f"| {part} | {few.parts[part]:.2f} | {many.parts[part]:.2f} |" for part in PARTS]
    return [*lines, f"| bytes stored | {few.stored:.0f} | {many.stored:.0f} |"]


def foreseen(cost: Cost) -> list[str]:
    heads = "players, at once, moves a second, servers, PostgreSQL’s processors, Redis’s, events a year".split(", ")
    rows = [["", *heads], ["---"] * (len(heads) + 1)]
    rows += [[each.name, f"{each.players:,}", f"{each.at_once:,}", *needed(each, cost)] for each in AUDIENCES]
    return [f"| {' | '.join(row)} |" for row in rows]


def needed(audience: Audience, cost: Cost) -> list[str]:
    of_pages = 1 + PAGES
    servers = audience.moves * cost.parts["servers"] * of_pages / 1000 / BUSY
    database = audience.moves * cost.parts["postgresql"] * of_pages / 1000 / BUSY
    redis = audience.moves * cost.parts["redis"] / 1000 / BUSY
    stored = audience.moves * DAY * 365 * cost.stored / 1e9
    servers = max(servers, audience.at_once / SOCKETS)
    return [f"{audience.moves:,.0f}", f"{ceil(servers):,}", f"{database:,.1f}", f"{redis:,.2f}", f"{stored:,.0f} GB"]


if __name__ == "__main__":
    main()
