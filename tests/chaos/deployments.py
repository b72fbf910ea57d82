"""Sites to break: one process over SQLite, or the whole cluster over a separate PostgreSQL and Redis."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import NamedTuple

from tests.live import PROJECT
from tests.load.clients import Prepared, prepared
from tests.load.cluster.deployment import Cluster
from tests.load.cluster.process import ManagedProcess, NotInstalledError, free_port
from tests.load.cluster.services import is_healthy

COMMON = {"COMPUTER_PAUSE": "0.05", "CASINO_HEARTBEAT": "1", "LOG_FORMAT": "json"}
PRELOADED = "LD_PRELOAD"
CLOCK, SITE_CLOCK = "clock", "ahead"
FAKE_CLOCK = Path("/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1")
SMALL_DISK = 300
"""Megabytes; a new PostgreSQL takes fifty, and keeps some for its own log."""


class Needs(NamedTuple):
    """Requirements of a fault: limits on requests, a small disk, a clock that can be set."""

    limits: str
    small_disk: bool = False
    own_clock: bool = False


class Logged(NamedTuple):
    """One event of the log."""

    seq: int
    type: str
    actor: str
    entry: str


class Deployment(ABC):
    """A site to break: `url` is its public address; `servers` are the programs that serve it."""

    kind: str
    url: str
    servers: list[ManagedProcess]
    environment: dict[str, str]
    folder: Path

    @abstractmethod
    def start(self) -> None: ...

    @abstractmethod
    def stop(self) -> None: ...

    def put_clock(self, seconds: int) -> None:
        """Put the clock of servers and workers forward, or back, as if the machine's had been; the monotonic time
        stays."""
        (self.folder / CLOCK).write_text(f"{seconds:+}s\n", encoding="ascii")

    def put_site_clock(self, seconds: int) -> None:
        """Put the clock of games forward; what runs by the machine's clock stays."""
        (self.folder / SITE_CLOCK).write_text(str(seconds), encoding="ascii")

    def manage(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        """Run `manage.py ...` on the data of the site."""
        return self.run("manage.py", *arguments)

    def prepare(self, games: int, *options: str, seed: int = 1) -> list[Prepared]:
        completed = self.run("-m", "tests.load.prepare", "--games", str(games), "--seed", str(seed), *options)
        completed.check_returncode()
        return [prepared(json.loads(line)) for line in completed.stdout.splitlines()]

    def logs(self) -> dict[str, list[Logged]]:
        """Return every event of every game, read by another process."""
        completed = self.run("-m", "tests.load.logs")
        completed.check_returncode()
        return {game: [Logged(*row) for row in rows] for game, rows in map(json.loads, completed.stdout.splitlines())}

    def run(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, *arguments]
        environment = os.environ | self.environment | {PRELOADED: ""}  # by the true clock
        return subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, text=True, check=False)


class SingleProcess(Deployment):
    """`manage.py play`: server, worker and SQLite in one process."""

    kind = "sqlite"

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        own = {"CASINO_DATA": str(folder / "data"), "DATABASE_URL": "", "REDIS_URL": ""}
        self.folder, self.environment = folder, own | COMMON | environment
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        command = [sys.executable, str(PROJECT / "manage.py"), "play", "--port", str(port)]
        ready = f"{self.url}/readyz"
        inherited = os.environ | self.environment
        self.servers = [ManagedProcess("server", command, folder, lambda: is_healthy(ready), inherited)]

    def start(self) -> None:
        self.servers[0].start()

    def stop(self) -> None:
        self.servers[0].stop()


class ClusterDeployment(Deployment):
    """A proxy, servers and workers, over a separate PostgreSQL and Redis."""

    kind = "postgresql"

    def __init__(self, cluster: Cluster) -> None:
        self.cluster, self.folder = cluster, cluster.folder
        self.url, self.servers = cluster.url, cluster.servers
        self.environment = cluster.environment | {"CASINO_DATA": str(cluster.folder / "data")}

    def start(self) -> None:
        self.cluster.start()

    def stop(self) -> None:
        self.cluster.stop()


def clock_of_its_own(folder: Path) -> dict[str, str]:
    """Let a file set the offset of the clock. Everything is slower with it, so only faults that need it get it."""
    if not FAKE_CLOCK.exists():
        raise NotInstalledError("libfaketime", "faketime")
    file = folder / CLOCK
    file.write_text("+0s\n", encoding="ascii")
    own = {"FAKETIME_TIMESTAMP_FILE": str(file), "FAKETIME_DONT_FAKE_MONOTONIC": "1", "FAKETIME_CACHE_DURATION": "1"}
    return own | {PRELOADED: str(FAKE_CLOCK), "DONT_FAKE_MONOTONIC": "1"}


def cluster_deployment(folder: Path, environment: dict[str, str]) -> ClusterDeployment:
    return ClusterDeployment(Cluster(folder, servers=2, workers=2, environment=COMMON | environment))


KINDS: dict[str, Callable[[Path, dict[str, str]], Deployment]] = {
    "sqlite": SingleProcess,
    "postgresql": cluster_deployment,
}


@contextmanager
def deployed(kind: str, needs: Needs) -> Iterator[Deployment]:
    """Run a site in a folder that is thrown away; after a failure the folder stays, for inspection."""
    folder = Path(tempfile.mkdtemp(prefix="casino-chaos-"))
    folder.chmod(0o755)  # PostgreSQL runs as another user
    with disk_of_its_own(folder) if needs.small_disk else nullcontext():
        clock = clock_of_its_own(folder) if needs.own_clock else {}
        own = {"LIMITS": needs.limits, "CASINO_TEST_CLOCK": str(folder / SITE_CLOCK)}
        site = KINDS[kind](folder, own | clock)
        try:
            site.start()
            yield site
        except BaseException:
            print(f"logs of the processes: {folder}", *tails(folder), sep="\n")  # noqa: T201
            raise
        finally:
            site.stop()
    shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def disk_of_its_own(folder: Path) -> Iterator[None]:
    """Mount a small disk in memory, which only root may do."""
    options = ["-t", "tmpfs", "-o", f"size={SMALL_DISK}m,mode=755", "tmpfs", str(folder)]
    subprocess.run(["mount", *options], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def tails(folder: Path) -> list[str]:
    """Return the last lines of each program's output."""
    return [f"{log.name}: {log.read_text(errors='replace')[-1500:]}" for log in sorted(folder.glob("*.log"))]


def killed(process: ManagedProcess) -> None:
    """Kill the process as by a power cut, and start it again."""
    process.stop(signal.SIGKILL)
    process.start()
