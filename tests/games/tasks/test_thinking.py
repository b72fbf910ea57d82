"""The slow levels think in a process of their own."""

import os
import signal
from random import Random

import pytest

from games import bots
from games.domain.perspective import perspective_of
from games.domain.variants import resolve_rules
from games.tasks import thinking
from games.tasks.thinking import think
from tests.games.test_bots import dealt, sight_of


def test_there_it_thinks_as_it_would_here() -> None:
    perspective = sight_of("casino-sweeps", "9S 4H", "5D KC")
    assert think("strong", perspective, "seed") == bots.LEVELS["strong"].choose(perspective, Random("seed"))


def test_an_error_there_is_an_error_here() -> None:
    with pytest.raises(KeyError, match="forgotten"):
        think("forgotten", sight_of("casino-sweeps", "9S 4H", "5D KC"), "seed")


def test_a_process_that_was_killed_is_replaced() -> None:
    perspective = perspective_of(dealt(resolve_rules("casino-sweeps")), 1)
    before = think("beginner", perspective, "seed")
    killed = thinking._of_thread.thinker._process
    os.kill(killed.pid, signal.SIGKILL)
    killed.wait()
    assert think("beginner", perspective, "seed") == before
    assert thinking._of_thread.thinker._process.pid != killed.pid


def test_it_ends_when_nobody_can_ask_it_any_more() -> None:
    thinker = thinking.Thinker()
    thinker.ask("beginner", sight_of("casino-sweeps", "9S 4H", "5D KC"), "seed")
    assert thinker._process.stdin
    thinker._process.stdin.close()
    assert thinker._process.wait(20) == 0
