"""`manage.py worker`: tasks, computers and clocks in a separate process, and a server that runs none of them."""

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest
from uvicorn import Config

from casino import health
from casino.live_server.after_response import run_after_response
from casino.management.commands.play import AnnouncingServer
from casino.management.commands.worker import run_beside_loop
from casino.watchdog import PING_INTERVAL
from casino.worker import TaskWorker
from tests.casino.test_containers import COMPOSE
from tests.examples import exhaustive
from tests.live import ENDING_WITH_US, PROJECT, LiveSite, live_site

PREPARED = """
from accounts.services import create_guest
from games import services
from games.domain.table_settings import TableSettings
from games.domain.presets import resolve_rules
ann, bob = create_guest(), create_guest()
rules = resolve_rules("casino")
slow = services.start_game(ann, rules, "casino", 2, False, "friends", TableSettings(clock="live", time=0))
services.take_seat(slow, bob, None)
services.start_game(ann, rules, "casino", 2, False, "computer")
from django_tasks_db.models import DBTaskResult
print(DBTaskResult.objects.all().delete()[0] > 0)
"""

STANDING = """
from games.models import Game
from games.models import Seat
slow, fast = Game.objects.order_by("pk")
bot = Seat.objects.get(game=fast, number=fast.turn).bot
print(slow.status == "over", not bot)
"""


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[LiveSite]:
    monkeypatch.setenv("CASINO_WORKER", "none")
    monkeypatch.setenv("CASINO_HEARTBEAT", "0.5")
    with live_site(tmp_path / "data") as running:
        yield running


@exhaustive
def test_what_was_lost_is_taken_up_by_a_worker_of_its_own(site: LiveSite) -> None:
    """No task is left, yet the computer plays and the time runs out: the worker checks when it begins."""
    assert site.manage("shell", "--no-imports", "--command", PREPARED).strip() == "True"
    assert standing(site)[0] == "False"
    systemd = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    systemd.bind(f"\0casino-{os.getpid()}")
    systemd.settimeout(30)
    told = site.environment | {"NOTIFY_SOCKET": f"@casino-{os.getpid()}"}
    worker = subprocess.Popen(
        [*ENDING_WITH_US, sys.executable, "manage.py", "worker"],
        cwd=PROJECT,
        env=told,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert worker.stdout
        assert "ready" in worker.stdout.readline()
        assert systemd.recv(64) == b"READY=1"
        while standing(site) != ["True", "True"]:
            assert worker.poll() is None
    finally:
        worker.terminate()
        worker.communicate(timeout=30)
        systemd.close()
    assert worker.returncode == 0


def standing(site: LiveSite) -> list[str]:
    """Return whether the game by the clock is over, and whether no computer is to play in the other."""
    return site.manage("shell", "--no-imports", "--command", STANDING).split()


async def test_broadcasts_share_one_event_loop_and_are_finished_before_the_worker_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A connection belongs to a loop: with a loop for each broadcast, every one of them would connect again."""
    sent = []

    async def send(number: int) -> None:
        await asyncio.sleep(0.01)
        sent.append((number, asyncio.get_running_loop()))

    def run(_: TaskWorker) -> None:
        for number in (1, 2):
            run_after_response(send, number)

    monkeypatch.setattr(TaskWorker, "run", run)
    await run_beside_loop(TaskWorker())
    loop = asyncio.get_running_loop()
    assert sent == [(1, loop), (2, loop)]


async def test_a_worker_that_is_stuck_ends_its_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thread cannot be stopped; systemd and Docker start the process again."""
    released = Event()
    monkeypatch.setattr(TaskWorker, "run", lambda _: released.wait(10))
    monkeypatch.setattr("casino.management.commands.worker.PING_INTERVAL", 0.01)
    monkeypatch.setattr("casino.management.commands.worker.os._exit", raise_exit)
    worker = TaskWorker()
    worker.stuck_after = 0.0
    with pytest.raises(ChildProcessError, match="1"):
        await run_beside_loop(worker)
    released.set()


def raise_exit(status: int) -> None:
    raise ChildProcessError(status)


# --- signs of life ---------------------------------------------------------------------------------------------------

HEALTHCHECK = re.search(r"--alive-file, (\S+)\]\n.*\n +test: \[CMD, python, -c, \"(.+)\"\]", COMPOSE)


class Systemd:
    """Where a process sends its signs of life."""

    def __init__(self) -> None:
        self.address = f"casino-{os.getpid()}-{os.urandom(4).hex()}"
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(f"\0{self.address}")

    def received(self, wait: float) -> bytes:
        self.socket.settimeout(wait)
        try:
            return self.socket.recv(64)
        except TimeoutError:
            return b""

    def assert_watched(self, pid: int) -> None:
        """A process that is ready pings, but not while it is stopped."""
        assert self.received(60) == b"READY=1"
        assert self.received(10) == b"WATCHDOG=1"
        os.kill(pid, signal.SIGSTOP)
        while self.received(2 * PING_INTERVAL):
            pass
        os.kill(pid, signal.SIGCONT)
        assert self.received(10) == b"WATCHDOG=1"


@pytest.fixture
def systemd(monkeypatch: pytest.MonkeyPatch) -> Iterator[Systemd]:
    systemd = Systemd()
    monkeypatch.setenv("NOTIFY_SOCKET", f"@{systemd.address}")
    with systemd.socket:
        yield systemd


@exhaustive
def test_a_server_that_is_stopped_sends_no_sign_of_life(tmp_path: Path, systemd: Systemd) -> None:
    with live_site(tmp_path / "data") as site:
        assert site.process
        systemd.assert_watched(site.process.pid)


@exhaustive
def test_a_worker_that_is_stopped_sends_no_sign_of_life_and_is_unhealthy(tmp_path: Path, systemd: Systemd) -> None:
    assert HEALTHCHECK
    alive = tmp_path / "alive"
    check = [sys.executable, "-c", HEALTHCHECK[2].replace(HEALTHCHECK[1], str(alive))]
    assert subprocess.run(check, check=False, stderr=subprocess.DEVNULL).returncode == 1
    command = [*ENDING_WITH_US, sys.executable, "manage.py", "worker", "--alive-file", str(alive)]
    with subprocess.Popen(command, cwd=PROJECT, env=os.environ | {"CASINO_DATA": str(tmp_path)}) as worker:
        systemd.assert_watched(worker.pid)
        assert subprocess.run(check, check=False).returncode == 0
        os.kill(worker.pid, signal.SIGSTOP)
        os.utime(alive, (time.time() - 31, time.time() - 31))
        assert subprocess.run(check, check=False).returncode == 1
        os.kill(worker.pid, signal.SIGCONT)
        while subprocess.run(check, check=False).returncode:
            assert worker.poll() is None
        worker.terminate()


def test_a_server_whose_worker_is_stuck_sends_no_sign_of_life(
    monkeypatch: pytest.MonkeyPatch, systemd: Systemd
) -> None:
    server = AnnouncingServer(Config("casino.asgi:application", log_config=None))
    monkeypatch.setattr(health, "background_work", [lambda: "the task worker is stuck"])
    asyncio.run(server.on_tick(1))
    assert systemd.received(0.1) == b""
    monkeypatch.setattr(health, "background_work", [lambda: ""])
    asyncio.run(server.on_tick(1))
    assert systemd.received(1) == b"WATCHDOG=1"


@pytest.mark.parametrize("unit", ["casino.service", "casino-web@.service", "casino-worker@.service"])
def test_each_unit_that_stays_has_a_watchdog(unit: str) -> None:
    lines = (PROJECT / "deploy" / unit).read_text().splitlines()
    assert {"Type=notify", "WatchdogSec=30", "Restart=always"} <= set(lines)
