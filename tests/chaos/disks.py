"""A disk that is full, a database that only reads, a clock that jumps."""

import shutil
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from tests.chaos.houses import Grown, House, OneProcess
from tests.chaos.players import hold_to_the_log, play_out, seated
from tests.chaos.report import Findings, fault
from tests.load.clients import Answer, Client, Move, Prepared

HOUR = 3600


@fault("disk full", small_disk=True)
def disk_full(house: House, findings: Findings, scale: float) -> None:
    """Moves are refused clearly while it is full, and go on where they stopped when there is room again."""
    tables = seated(house, 2, max(1, round(4 * scale)))
    game = tables[0].games[0]
    with filled(house.folder):
        answers = [tried(house, game, move) for move in game.moves]
    told(answers, findings)
    for table in tables:
        table.start()
    play_out(tables)
    hold_to_the_log(house, tables, findings)


@contextmanager
def filled(folder: Path) -> Iterator[None]:
    """Not a byte left on the disk that the folder is on."""
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
def read_only(house: House, findings: Findings, scale: float) -> None:
    tables = seated(house, 2, max(1, round(4 * scale)))
    game = tables[0].games[0]
    with only_read(house):
        answers = [tried(house, game, game.moves[0]) for _ in range(3)]
        looked = Client(house.url, game.cookies[0]).table(game.game)
    told(answers, findings)
    findings.note(f"looking meanwhile: {looked.status}")
    for table in tables:
        table.start()
    play_out(tables)
    hold_to_the_log(house, tables, findings)


@contextmanager
def only_read(house: House) -> Iterator[None]:
    """PostgreSQL is told so; of SQLite the file is made one that nobody may write to, not even root."""
    switch = read_only_postgresql if isinstance(house, Grown) else unchangeable_file
    switch(house, True)
    try:
        yield
    finally:
        switch(house, False)


def read_only_postgresql(house: House, on: bool) -> None:
    """Those who are connected are sent away, so that it holds for everybody at once."""
    with psycopg.connect(house.environment["DATABASE_URL"], autocommit=True) as connection:
        connection.execute("SET default_transaction_read_only = off")
        word = b"on" if on else b"off"
        connection.execute(b"ALTER DATABASE postgres SET default_transaction_read_only = " + word)
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = 'postgres' AND pid <> pg_backend_pid()"
        )


def unchangeable_file(house: House, on: bool) -> None:
    files = [str(file) for file in (house.folder / "data").glob("casino.sqlite3*")]
    subprocess.run(["chattr", "+i" if on else "-i", *files], check=True)


@fault("the clock jumps an hour", "sqlite")
def clock_jumps(house: House, findings: Findings, scale: float) -> None:
    """Put forward as the machine's clock is, not the game's: whoever has time left keeps it."""
    assert isinstance(house, OneProcess)
    tables = seated(house, 1, 1)
    games = house.prepare(max(2, round(6 * scale)), "--clock", "600", seed=9)
    for game in games:
        findings.expect(tried(house, game, game.moves[0]).accepted, f"{game.game}: the first move was not accepted")
    house.put_forward(HOUR)
    time.sleep(6)
    logs = house.logs()
    expired = [game.game for game in games if any(row.type == "turn_expired" for row in logs[game.game])]
    given = [game.game for game in games if any(row.type == "time_given" for row in logs[game.game])]
    findings.expect(not expired, f"{len(expired)} of {len(games)} games timed out wrongly")
    findings.note(f"time given back in {len(given)} of {len(games)} games")
    for game in games:
        findings.expect(tried(house, game, game.moves[1]).accepted or game.game in given, f"{game.game} does not go on")
    for table in tables:
        table.start()
    play_out(tables)
    hold_to_the_log(house, tables, findings)


def tried(house: House, game: Prepared, move: Move) -> Answer:
    player = Client(house.url, game.cookies[move.seat - 1])
    answer = player.play(game.game, move)
    player.close()
    return answer


def told(answers: list[Answer], findings: Findings) -> None:
    """Each says that nothing was done, in words; or it was done all the same, in room that had been left."""
    counted = Counter(answer.status for answer in answers)
    findings.note("answers: " + ", ".join(f"{number} x {status}" for status, number in sorted(counted.items())))
    for answer in answers:
        clear = answer.status == 200 or (answer.status == 503 and "Nothing is lost" in answer.body)
        findings.expect(clear, f"an answer that is not clear: {answer.status} {answer.body[:100]!r}")
