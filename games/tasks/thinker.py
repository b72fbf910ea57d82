"""A process that thinks for the slow levels: `python -m games.tasks.thinker` reads positions and writes decisions. It
ends with the process that started it."""

import os
import pickle
import signal
import sys
from random import Random

from games.bots import LEVELS

NICENESS = 5
"""Pages go first."""


def main() -> None:
    """Answer until the input ends. An error is an answer, too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then closes the input
    os.nice(NICENESS)
    while True:
        try:
            level, perspective, seed = pickle.load(sys.stdin.buffer)  # noqa: S301  from the parent process alone
        except EOFError:
            return
        try:
            answer: object = LEVELS[level].choose(perspective, Random(seed))  # noqa: S311  no secret
        except Exception as error:  # noqa: BLE001  the parent process raises it
            answer = error
        pickle.dump(answer, sys.stdout.buffer)
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
