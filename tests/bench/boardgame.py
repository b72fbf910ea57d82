"""boardgame.io for comparison: in memory, a state of 10 KB, from when a move is due until the other player's client has
it.

`tests/bench/boardgame` is a small program for Node; its dependencies are installed there once, as its lock file says.
"""

import atexit
import json
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from tests.bench.registry import Reading, Round, at_most, bench, compare
from tests.bench.web import BRISK, EACH
from tests.load.cluster.process import accepts_connections, free_port

FOLDER = Path(__file__).parent / "boardgame"
TIMEOUT = 60  # seconds


class NoNodeError(Exception):
    """Raised when programs that the yardstick needs are missing."""

    def __init__(self) -> None:
        super().__init__("Node is not installed. Debian: apt install nodejs npm")


@bench("boardgame.io")
def elsewhere() -> Round:
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        raise NoNodeError
    if not (FOLDER / "node_modules").is_dir():
        subprocess.run([npm, "ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"], cwd=FOLDER, check=True)
    port = free_port()
    server = subprocess.Popen([node, "server.js", str(port)], cwd=FOLDER, stdout=subprocess.DEVNULL)
    atexit.register(server.wait)
    atexit.register(server.terminate)
    until = time.monotonic() + TIMEOUT
    while not accepts_connections(port):
        if server.poll() is not None or time.monotonic() > until:
            raise TimeoutError("boardgame.io did not begin")
        time.sleep(0.1)
    command = [node, "players.js", *map(str, (port, BRISK, BRISK, EACH))]

    def once() -> Iterator[Reading]:
        told = subprocess.run(command, cwd=FOLDER, check=True, capture_output=True, text=True, timeout=TIMEOUT * 2)
        taken = json.loads(told.stdout)
        yield Reading(f"at {BRISK}/s, p50", median(taken), "ms", f"{len(taken)} moves at {BRISK} tables")

    return once


compare(
    f"end to end at {BRISK}/s, to boardgame.io",
    of=f"a push: site at {BRISK}/s, p50",
    to=f"boardgame.io: at {BRISK}/s, p50",
    aim=at_most(5, 3),
)
