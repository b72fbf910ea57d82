"""`manage.py worker`: tasks, computers and clocks in a separate process, and a server that runs none of them."""

import asyncio
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest

from casino.live_server.after_response import run_after_response
from casino.management.commands.worker import run_beside_loop
from casino.worker import TaskWorker
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
    monkeypatch.setattr("casino.management.commands.worker.CHECK_INTERVAL", 0.01)
    monkeypatch.setattr("casino.management.commands.worker.os._exit", raise_exit)
    worker = TaskWorker()
    worker.stuck_after = 0.0
    with pytest.raises(ChildProcessError, match="1"):
        await run_beside_loop(worker)
    released.set()


def raise_exit(status: int) -> None:
    raise ChildProcessError(status)
