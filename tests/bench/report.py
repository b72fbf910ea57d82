"""The table at the end: for every reading the median of the rounds, the lowest and the highest."""

import os
import platform
from collections.abc import Sequence
from statistics import median

from tests.bench.registry import AIMS, RATIOS, Reading

type Readings = dict[str, dict[int, Reading]]
"""By name and round."""

type Failures = dict[str, list[str]]
"""Errors by bench: while it was prepared, or in a round."""


def machine() -> str:
    """Describe the machine that the figures were measured on, and its load."""
    load = " ".join(f"{each:.1f}" for each in os.getloadavg())
    system = f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors ({processor()})"
    return f"Python {platform.python_version()}, {system}, load {load}"


def processor() -> str:
    """Return the processor's name where the system gives it."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "unknown")
    except OSError:
        return platform.processor() or "unknown"


def tell(readings: Readings, failures: Failures) -> None:
    """Print the table, the ratios, the notes, and the failures."""
    rows = [(name, latest(found).unit, [each.value for each in found.values()]) for name, found in readings.items()]
    ratios = [(ratio.name, "x", values) for ratio in RATIOS if (values := quotients(readings, ratio.of, ratio.to))]
    notes = {name: latest(found).note for name, found in readings.items() if latest(found).note}
    if not rows:
        print("\nNothing could be measured.")
    width = max(map(len, ["", *(row[0] for row in rows + ratios)]))
    for title, lines in (("", rows), ("Ratios, round by round", ratios)):
        if lines:
            print(f"\n{title:<{width}} {'median':>12} {'lowest':>12} {'highest':>12}")
        for name, unit, values in lines:
            spread = f"{figure(median(values))} {figure(min(values))} {figure(max(values))}"
            print(f"{name:<{width}} {spread} {unit:<3}{verdict(name, median(values))}")
    print(*(["", *(f"{name}: {note}" for name, note in notes.items())] if notes else []), sep="\n")
    for name, troubles in failures.items():
        print(f"FAILED  {name}: {len(troubles)} time(s)", *troubles, sep="\n        ")
    print(f"\n{machine()}")


def latest(found: dict[int, Reading]) -> Reading:
    return found[max(found)]


def verdict(name: str, value: float) -> str:
    """Return the aim of a figure that has one, and whether it was held or reached."""
    aim = AIMS.get(name)
    if aim is None:
        return ""
    became = "reached" if aim.held(value, aim.reach) else "held" if aim.held(value, aim.hold) else "NOT HELD"
    return f"  hold {aim.hold:g}, reach {aim.reach:g}: {became}"


def quotients(readings: Readings, of: str, to: str) -> Sequence[float]:
    """One reading divided by another in the rounds in which both were taken."""
    ones, others = readings.get(of, {}), readings.get(to, {})
    return [one.value / others[number].value for number, one in ones.items() if number in others]


def figure(value: float) -> str:
    """Format a number in twelve places, with no more digits than are significant."""
    digits = 0 if value >= 100 else 1 if value >= 10 else 2
    return f"{value:12,.{digits}f}"
