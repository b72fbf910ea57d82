"""The slow levels think in processes of their own."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from random import Random

import pytest

from games import bots
from games.domain.perspective import perspective_of
from games.domain.presets import resolve_rules
from games.tasks import thinking
from games.tasks.thinking import think
from tests.games.test_bots import dealt, sight_of

SERVER = """
import time
from threading import Thread
from games.tasks.thinking import _pool
assert _pool().submit(pow, 2, 2).result() == 4
thought = _pool().submit(time.sleep, {seconds})
print("it thinks", flush=True)
thought.result()
"""
"""A process with one that computes for it."""


def test_there_it_thinks_as_it_would_here() -> None:
    perspective = sight_of("casino-sweeps", "9S 4H", "5D KC")
    assert think("strong", perspective, "seed") == bots.LEVELS["strong"].choose(perspective, Random("seed"))


def test_an_error_there_is_an_error_here() -> None:
    with pytest.raises(KeyError, match="forgotten"):
        think("forgotten", sight_of("casino-sweeps", "9S 4H", "5D KC"), "seed")


def test_pages_go_first() -> None:
    assert thinking._pool().submit(os.nice, 0).result() == min(os.nice(0) + thinking.NICENESS, 19)


def test_it_begins_without_django() -> None:
    assert not thinking._pool().submit(eval, "'django' in __import__('sys').modules").result()


def test_a_process_that_was_killed_is_replaced() -> None:
    perspective = perspective_of(dealt(resolve_rules("casino-sweeps")), 1)
    before = think("beginner", perspective, "seed")
    killed = thinking._pool().submit(os.getpid).result()
    os.kill(killed, signal.SIGKILL)
    assert think("beginner", perspective, "seed") == before
    assert thinking._pool().submit(os.getpid).result() != killed


def of_group(group: int) -> str:
    """Return the processes of this group that are alive."""
    lines = subprocess.run(["ps", "-A", "-o", "pgid=,stat=,args="], capture_output=True, text=True, check=True).stdout
    processes = [line.split(None, 2) for line in lines.splitlines()]
    return "\n".join(args for pgid, stat, args in processes if pgid == str(group) and not stat.startswith("Z"))


@pytest.mark.parametrize(
    ("seconds", "end"),
    [
        pytest.param(0, lambda _: None, id="by itself"),
        pytest.param(1, lambda group: os.killpg(group, signal.SIGINT), id="Ctrl-C"),
        pytest.param(60, lambda group: os.kill(group, signal.SIGTERM), id="terminated"),
        pytest.param(60, lambda group: os.kill(group, signal.SIGKILL), id="killed"),
    ],
)
def test_it_ends_with_the_server_however_that_ends(seconds: int, end: Callable[[int], None]) -> None:
    command = [sys.executable, "-c", SERVER.format(seconds=seconds)]
    with subprocess.Popen(command, start_new_session=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as server:
        assert server.stdout
        assert server.stdout.readline() == b"it thinks\n"
        end(server.pid)
        server.wait(20)
    until = time.monotonic() + 20
    while alive := of_group(server.pid):
        assert time.monotonic() < until, alive
        time.sleep(0.05)
