"""Thinking of the slow levels in processes of their own, so that it never delays a page: a thread of this process would
hold the interpreter's lock."""

import pickle
import sys
from contextlib import suppress
from pathlib import Path
from subprocess import PIPE, Popen
from threading import local
from typing import cast

from games.bots.base import Decision
from games.domain.perspective import Perspective

PROJECT = Path(__file__).parents[2]


class Thinker:
    """A process that thinks for one thread."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "games.tasks.thinker"]
        self._process = Popen(command, cwd=PROJECT, stdin=PIPE, stdout=PIPE)  # noqa: S603  a fixed command

    def ask(self, level: str, perspective: Perspective, seed: str) -> object:
        """Return the level's decision, or its error. Raises OSError or EOFError if the process has ended."""
        stdin, stdout = self._process.stdin, self._process.stdout
        if stdin is None or stdout is None:
            raise EOFError
        pickle.dump((level, perspective, seed), stdin)
        stdin.flush()
        return pickle.load(stdout)  # noqa: S301  from our own child process

    def __del__(self) -> None:
        self._process.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe:
                with suppress(OSError):  # what was not sent any more
                    pipe.close()
        self._process.wait()


_of_thread = local()


def think(level: str, perspective: Perspective, seed: str) -> Decision:
    """Return the level's decision. A process that has been killed is replaced once."""
    try:
        answer = _thinker().ask(level, perspective, seed)
    except (OSError, EOFError):
        del _of_thread.thinker
        answer = _thinker().ask(level, perspective, seed)
    if isinstance(answer, Exception):
        raise answer
    return cast("Decision", answer)


def _thinker() -> Thinker:
    if not hasattr(_of_thread, "thinker"):
        _of_thread.thinker = Thinker()
    thinker: Thinker = _of_thread.thinker
    return thinker
