"""Sites to break: one process over SQLite, or the whole fleet over PostgreSQL and Redis of its own."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from casino.fleet.house import Fleet
from casino.fleet.program import Program, free_port
from casino.fleet.services import answers
from tests.live import PROJECT, UNLIMITED
from tests.load.clients import Prepared, prepared

COMMON = {"COMPUTER_PAUSE": "0.05", "CASINO_HEARTBEAT": "1", "LOG_FORMAT": "json"}


class Logged(NamedTuple):
    """One event as it stands in the log."""

    seq: int
    type: str
    actor: str
    entry: str


class House(ABC):
    """`url` is where players come in; `servers` are the programs that serve them."""

    kind: str
    url: str
    servers: list[Program]
    environment: dict[str, str]
    folder: Path

    @abstractmethod
    def start(self) -> None: ...

    @abstractmethod
    def stop(self) -> None: ...

    def manage(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        """`manage.py ...` beside the site, on the same data."""
        return self._run("manage.py", *arguments)

    def prepare(self, games: int, *options: str, seed: int = 1) -> list[Prepared]:
        told = self._run("-m", "tests.load.prepare", "--games", str(games), "--seed", str(seed), *options)
        told.check_returncode()
        return [prepared(json.loads(line)) for line in told.stdout.splitlines()]

    def logs(self) -> dict[str, list[Logged]]:
        """Every event of every game, read by another process."""
        told = self._run("-m", "tests.load.logs")
        told.check_returncode()
        return {game: [Logged(*row) for row in rows] for game, rows in map(json.loads, told.stdout.splitlines())}

    def _run(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, *arguments]
        environment = os.environ | self.environment
        return subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, text=True, check=False)


class OneProcess(House):
    """`manage.py play`: server, worker and SQLite in one process."""

    kind = "sqlite"

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        own = {"CASINO_DATA": str(folder / "data"), "DATABASE_URL": "", "REDIS_URL": ""}
        self.folder, self.environment = folder, own | COMMON | UNLIMITED | environment
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        command = [sys.executable, str(PROJECT / "manage.py"), "play", "--port", str(port)]
        ready = f"{self.url}/readyz"
        self.servers = [Program("server", command, folder, lambda: answers(ready), os.environ | self.environment)]

    def start(self) -> None:
        self.servers[0].start()

    def stop(self) -> None:
        self.servers[0].stop()


class Grown(House):
    """Two servers and two workers behind a proxy, with PostgreSQL and Redis of their own."""

    kind = "postgresql"

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self.folder = folder
        self.fleet = Fleet(folder, servers=2, workers=2, environment=COMMON | UNLIMITED | environment)
        self.url, self.servers = self.fleet.url, self.fleet.servers
        self.environment = self.fleet.environment | {"CASINO_DATA": str(folder / "data")}

    def start(self) -> None:
        self.fleet.start()

    def stop(self) -> None:
        self.fleet.stop()


KINDS: dict[str, type[OneProcess | Grown]] = {"sqlite": OneProcess, "postgresql": Grown}


@contextmanager
def house(kind: str, environment: dict[str, str] | None = None) -> Iterator[House]:
    """A running one in a folder that is thrown away; after trouble the folder stays, to be looked at."""
    folder = Path(tempfile.mkdtemp(prefix="casino-chaos-"))
    folder.chmod(0o755)  # PostgreSQL runs as somebody else
    place = KINDS[kind](folder, environment or {})
    try:
        place.start()
        yield place
    except BaseException:
        print(f"left for you to look at: {folder}")  # noqa: T201
        raise
    else:
        shutil.rmtree(folder, ignore_errors=True)
    finally:
        place.stop()


def killed(program: Program) -> None:
    """Ended as by a power cut, and started anew."""
    program.stop(signal.SIGKILL)
    program.start()
