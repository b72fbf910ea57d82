"""Thinking of the slow levels in processes of their own, so that it never delays a page: a thread of this process would
hold the interpreter's lock."""

import os
import signal
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from multiprocessing import get_context, parent_process
from random import Random
from threading import Lock, Thread

from games.bots import LEVELS
from games.bots.base import Decision
from games.domain.perspective import Perspective

NICENESS = 5
"""Pages go first."""


def think(level: str, perspective: Perspective, seed: str) -> Decision:
    """The level's decision. If a process has been killed, all are replaced once."""
    try:
        return _begin(level, perspective, seed).result()
    except BrokenProcessPool:
        _pool.cache_clear()
        return _begin(level, perspective, seed).result()


def _begin(level: str, perspective: Perspective, seed: str) -> Future[Decision]:
    with _one_pool:
        return _pool().submit(_choose, level, perspective, seed)


_one_pool = Lock()


@cache
def _pool() -> ProcessPoolExecutor:
    """The processes, begun when needed: never more than threads that wait for them. They import nothing of Django."""
    return ProcessPoolExecutor(mp_context=get_context("spawn"), initializer=_prepare)


def _prepare() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends its processes
    os.nice(NICENESS)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A server that was killed ends nothing any more."""
    if parent := parent_process():
        parent.join()
        os._exit(1)


def _choose(level: str, perspective: Perspective, seed: str) -> Decision:
    return LEVELS[level].choose(perspective, Random(seed))  # noqa: S311  no secret
