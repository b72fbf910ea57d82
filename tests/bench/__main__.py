"""`make bench`, or `python -m tests.bench [bench ...] [--rounds 5]`: speed next to yardsticks, in one run."""

import sys
from argparse import ArgumentParser
from collections import defaultdict

from tests.bench import (  # each has its benches
    boardgame,
    browser,
    engine,
    first_paint,
    growing_log,
    growth,
    idle,
    lists,
    move_parts,
    players,
    receivers,
    web,
    worst,
    yardsticks,
)
from tests.bench.registry import BENCHES
from tests.bench.report import Failures, Readings, machine, tell

MODULES = (
    engine,
    players,
    worst,
    yardsticks,
    browser,
    first_paint,
    web,
    growth,
    boardgame,
    lists,
    move_parts,
    growing_log,
    idle,
    receivers,
)


def main(arguments: list[str]) -> int:
    parser = ArgumentParser(prog="python -m tests.bench", description="Measures speed, in rounds over all benches.")
    parser.add_argument("benches", nargs="*", metavar="bench", help=f"some of: {', '.join(BENCHES)} (default: all)")
    parser.add_argument("--rounds", type=int, default=5, help="how often everything is measured (default: 5)")
    options = parser.parse_args(arguments)
    unknown = [name for name in options.benches if name not in BENCHES]
    if unknown or options.rounds < 1:
        parser.error(f"there is no bench {unknown[0]!r}" if unknown else "at least one round is needed")
    print(machine(), flush=True)
    readings, failures = measure(options.benches or list(BENCHES), options.rounds)
    tell(readings, failures)
    return 1 if failures else 0


def measure(names: list[str], rounds: int) -> tuple[Readings, Failures]:
    """Return the readings of every bench by round, and the failures."""
    readings: Readings = defaultdict(dict)
    failures: Failures = defaultdict(list)
    ready = {}
    for name in names:
        print(f"preparing: {name}", flush=True)
        try:
            ready[name] = BENCHES[name]()
        except Exception as error:  # noqa: BLE001  the others are still worth measuring
            print(f"preparing: {name} FAILED: {error!r}", flush=True)
            failures[name].append(f"could not be prepared: {error!r}")
    for number in range(1, rounds + 1):
        for name, once in ready.items():
            print(f"round {number} of {rounds}: {name}", flush=True)
            try:
                taken = list(once())
            except Exception as error:  # noqa: BLE001  the others are still worth measuring
                print(f"round {number} of {rounds}: {name} FAILED: {error!r}", flush=True)
                failures[name].append(f"round {number}: {error!r}")
                continue
            for reading in taken:
                readings[f"{name}: {reading.name}"][number] = reading
    return readings, failures


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
