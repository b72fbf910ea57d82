"""`python -m tests.load.first_response`: the time from a person's move until the computer's move is on the open page.

One server and two workers over one PostgreSQL, all on this machine; no pause before the computer's move. It stops by
itself. Exits with 1 if a move was refused or not answered.
"""

import json
import os
import re
import subprocess
import sys
import time
from statistics import median, quantiles

from tests.chaos.watchers import Watcher
from tests.live import PROJECT
from tests.load.clients import Client, Move, Prepared, prepared
from tests.load.cluster.scratch import scratch_cluster
from tests.load.turns import NO_PAUSES, WORKERS

GAMES = 3
MOVES = 20  # of each game: no more than a round has
PATIENCE = 10.0  # seconds for an answer
THINKING = 0.5  # seconds before each move, so that nothing else is under way
TARGET = 300  # milliseconds
HAND = re.compile(r'name="hand" value="(\w+)"')


def main() -> int:
    with scratch_cluster(1, WORKERS, NO_PAUSES) as cluster:
        for process in (*cluster.stores, *cluster.servers, *cluster.workers):
            process.start()
        environment = os.environ | cluster.environment | {"CASINO_DATA": str(cluster.folder / "data")}
        command = [sys.executable, "-m", "tests.load.prepare", "--computer", "--games", str(GAMES)]
        told = subprocess.run(command, cwd=PROJECT, env=environment, check=True, capture_output=True, text=True).stdout
        games = [prepared(json.loads(line)) for line in told.splitlines()]
        times = [seconds * 1000 for game in games for seconds in responses(cluster.addresses[0], game)]
    high = quantiles(times, n=10)[-1]
    print(f"first response: median {median(times):.0f} ms (target {TARGET}), ", end="")  # noqa: T201
    print(f"nine in ten within {high:.0f} ms, longest {max(times):.0f} ms, {len(times)} of {GAMES * MOVES} moves")  # noqa: T201
    return 0 if len(times) == GAMES * MOVES else 1


def responses(url: str, game: Prepared) -> list[float]:
    """Return the seconds until each move was answered; the person trails a card each time."""
    client, page = Client(url, game.cookies[0]), Watcher(url, game)
    page.start()
    times: list[float] = []
    while len(times) < MOVES:
        table = client.table(game.game)
        page.shows(table.number, within=PATIENCE)
        time.sleep(THINKING)
        asked = time.monotonic()
        answer = client.play(game.game, Move(1, HAND.findall(table.body)[0], table.number, 0))
        if not (answer.accepted and page.shows(answer.number + 1, within=PATIENCE)):
            break
        times.append(min(came for number, came in page.came.items() if number > answer.number) - asked)
    page.ending.set()
    return times


if __name__ == "__main__":
    sys.exit(main())
