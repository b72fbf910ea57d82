"""`make chaos`, or `python -m tests.chaos [fault ...] [--on sqlite] [--scale 0.2]`: one fault after the other, each on
a new site; a table at the end. The exit status says whether all of it held."""

import sys
import time
from argparse import ArgumentParser

from tests.chaos import checking, disks, doubles, endurance, floods, killing, stores, tournaments, waves  # noqa: F401  each registers its faults
from tests.chaos.deployments import KINDS, deployed
from tests.chaos.report import FAULTS, Findings, Row, table


def main(arguments: list[str]) -> int:
    parser = ArgumentParser(prog="python -m tests.chaos", description="Breaks things while people play.")
    parser.add_argument("faults", nargs="*", metavar="fault", help=f"words of some of: {', '.join(FAULTS)}")
    parser.add_argument("--on", choices=[*KINDS], action="append", help="only on this kind of deployment")
    parser.add_argument("--scale", type=float, default=1.0, help="how much is done of it (default: 1, all)")
    options = parser.parse_args(arguments)
    chosen = [name for name in FAULTS if not options.faults or any(word in name for word in options.faults)]
    if not chosen:
        parser.error("no fault is called so")
    rows = [row for name in chosen for row in tried(name, options.on or [*KINDS], options.scale)]
    print(table(rows))  # noqa: T201
    return 1 if any(findings.wrong for _, _, findings, _ in rows) else 0


def tried(name: str, kinds: list[str], scale: float) -> list[Row]:
    fault = FAULTS[name]
    rows = []
    for kind in (kind for kind in fault.kinds if kind in kinds):
        print(f"{name}, on {kind} ...", flush=True)  # noqa: T201
        findings, began = Findings(), time.monotonic()
        with deployed(kind, fault.needs) as place:
            fault.fault(place, findings, scale)
        rows.append((name, kind, findings, time.monotonic() - began))
        print(f"    {'held' if not findings.wrong else findings.wrong} {findings.measurements}", flush=True)  # noqa: T201
    return rows


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
