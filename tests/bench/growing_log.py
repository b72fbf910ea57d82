"""Speed of a move in a full database: appending to the log and reading the end of a game, as all logs grow."""

import json
import subprocess
import sys
from collections.abc import Iterator

from tests.bench.registry import Reading, Round, at_most, bench, compare
from tests.bench.web import started
from tests.live import PROJECT

STEPS = (10_000, 100_000, 1_000_000)


@bench("a full database")
def filling() -> Round:
    """Measure in a new database in every round, which is filled as it is measured."""

    def once() -> Iterator[Reading]:
        site = started()
        command = [sys.executable, "-m", "tests.bench.filling", *map(str, STEPS)]
        told = subprocess.run(command, cwd=PROJECT, env=site.environment, check=True, capture_output=True, text=True)
        for line in told.stdout.splitlines():
            row = json.loads(line)
            yield Reading(f"append with {row['events']:,} events", row["append"], "ms")
            yield Reading(f"read with {row['events']:,} events", row["read"], "ms")

    return once


for each in ("append", "read"):
    compare(
        f"{each} with {STEPS[-1]:,} events, to {STEPS[0]:,}",
        of=f"a full database: {each} with {STEPS[-1]:,} events",
        to=f"a full database: {each} with {STEPS[0]:,} events",
        aim=at_most(1.5, 1.2),
    )
