"""A full disk, a read-only database, a clock that jumps."""

import shutil
import subprocess
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import psycopg

from tests.chaos.deployments import ClusterDeployment, Deployment, Needs
from tests.chaos.players import hold_to_the_log, play_out, seated
from tests.chaos.report import UNLIMITED, Findings, fault
from tests.load.clients import Answer, Client, Move, Prepared

HOUR = 3600
RIGHT_WITHIN = 5.0  # seconds after a database can be written to again
REFUSED = 503
ENOUGH = 12
CLOCK_READ = 1.0  # seconds after which a program knows how its clock has been put
NOTICED = 6.0  # seconds after which a server must have noticed


@fault("disk full", needs=Needs(UNLIMITED, small_disk=True))
def disk_full(deployment: Deployment, findings: Findings, scale: float) -> None:
    """Moves are refused clearly while it is full, and continue where they stopped when there is room again."""
    tables = seated(deployment, 2, max(1, round(4 * scale)))
    with filled(deployment.folder):
        answers = list(until_refused(deployment, tables[0].games))
    told(answers, findings)
    findings.expect(any(answer.status == REFUSED for answer in answers), "the disk was full, and nobody noticed")
    for table in tables:
        table.start()
    play_out(tables)
    hold_to_the_log(deployment, tables, findings)


def until_refused(deployment: Deployment, games: Sequence[Prepared]) -> Iterator[Answer]:
    """Try moves one after the other, as long as there is room left for them, and a dozen more."""
    refused = 0
    for game in games:
        for move in game.moves:
            if refused < ENOUGH:
                answer = tried(deployment, game, move)
                refused += answer.status == REFUSED
                yield answer


@contextmanager
def filled(folder: Path) -> Iterator[None]:
    """Fill the disk of the folder to the last byte."""
    filler = folder / "filler"
    size = shutil.disk_usage(folder).free
    with filler.open("wb", buffering=0) as file:
        for chunk in (1 << 20, 1 << 12, 1):
            try:
                while size:
                    file.write(b"\0" * chunk)
            except OSError:
                continue
    try:
        yield
    finally:
        filler.unlink()


@fault("database read-only")
def read_only(deployment: Deployment, findings: Findings, scale: float) -> None:
    tables = seated(deployment, 2, max(1, round(4 * scale)))
    game = tables[0].games[0]
    with only_read(deployment):
        answers = [tried(deployment, game, game.moves[0]) for _ in range(3)]
        looked = Client(deployment.url, game.cookies[0]).table(game.game)
    told(answers, findings)
    findings.note(f"looking meanwhile: {looked.status}")
    for table in tables:
        table.start()
    play_out(tables)
    longest = max(took for table in tables for took in table.diary.seconds)
    findings.expect(longest <= RIGHT_WITHIN, f"then a move was refused for {longest:.0f} s")
    hold_to_the_log(deployment, tables, findings)


@contextmanager
def only_read(deployment: Deployment) -> Iterator[None]:
    """Make the database read-only: by a setting of PostgreSQL; with SQLite by a file attribute that binds even root."""
    switch = read_only_postgresql if isinstance(deployment, ClusterDeployment) else unchangeable_file
    switch(deployment, True)
    try:
        yield
    finally:
        switch(deployment, False)


def read_only_postgresql(deployment: Deployment, on: bool) -> None:
    """Disconnect all clients as well, so that the setting holds for them at once."""
    with psycopg.connect(deployment.environment["DATABASE_URL"], autocommit=True) as connection:
        connection.execute("SET default_transaction_read_only = off")
        word = b"on" if on else b"off"
        connection.execute(b"ALTER DATABASE postgres SET default_transaction_read_only = " + word)
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = 'postgres' AND pid <> pg_backend_pid()"
        )


def unchangeable_file(deployment: Deployment, on: bool) -> None:
    files = [str(file) for file in (deployment.folder / "data").glob("casino.sqlite3*")]
    subprocess.run(["chattr", "+i" if on else "-i", *files], check=True)


@fault("the clock jumps an hour", needs=Needs(UNLIMITED, own_clock=True))
def clock_jumps(deployment: Deployment, findings: Findings, scale: float) -> None:
    """Put the machine's clock, not the game's, forward and back again: players with time left keep it, even those who
    move before the jump is noticed."""
    tables = seated(deployment, 1, 1)
    games = deployment.prepare(max(2, round(6 * scale)), "--clock", "600", seed=9)
    for place, offset in enumerate((0, HOUR, 0)):
        deployment.put_clock(offset)
        time.sleep(CLOCK_READ)
        waiting = [game for game in games if not made(deployment, game, game.moves[place])]
        time.sleep(NOTICED)
        stuck = [game.game for game in waiting if not made(deployment, game, game.moves[place])]
        findings.expect(not stuck, f"with the clock put to {offset:+} these do not go on: {stuck}")
    logs = deployment.logs()
    expired = [game.game for game in games if any(row.type == "turn_expired" for row in logs[game.game])]
    given = [game.game for game in games if any(row.type == "time_compensated" for row in logs[game.game])]
    findings.expect(not expired, f"{len(expired)} of {len(games)} games timed out wrongly")
    findings.expect(given == [game.game for game in games], f"only {len(given)} of {len(games)} got their time back")
    findings.note(f"{len(games)} games with clocks: {len(expired)} timed out, {len(given)} got their time back")
    for table in tables:
        table.start()
    play_out(tables)
    hold_to_the_log(deployment, tables, findings)


def made(deployment: Deployment, game: Prepared, move: Move) -> bool:
    """Return whether the move is accepted at the table as it is now, where the player may have got back time."""
    player = Client(deployment.url, game.cookies[move.seat - 1])
    answer = player.play(game.game, move._replace(before=player.table(game.game).number))
    player.close()
    return answer.accepted


def tried(deployment: Deployment, game: Prepared, move: Move) -> Answer:
    player = Client(deployment.url, game.cookies[move.seat - 1])
    answer = player.play(game.game, move)
    player.close()
    return answer


def told(answers: list[Answer], findings: Findings) -> None:
    """Expect that each answer says clearly that nothing was done, or is a success, in room that had been left."""
    counted = Counter(answer.status for answer in answers)
    findings.note("answers: " + ", ".join(f"{number} x {status}" for status, number in sorted(counted.items())))
    for answer in answers:
        clear = answer.status == 200 or (answer.status == REFUSED and "Nothing is lost" in answer.body)
        findings.expect(clear, f"an answer that is not clear: {answer.status} {answer.body[:100]!r}")
