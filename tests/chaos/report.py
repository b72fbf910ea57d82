"""Results of a fault: the invariants, whether they held, and measurements."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from tests.chaos.deployments import Deployment, Needs

UNLIMITED = "move=none,sockets=none"
"""Players here are quicker than people; all other limits are those of a new site."""
DEFAULT_NEEDS = Needs(UNLIMITED)


@dataclass
class Findings:
    """Collected while a fault is tried. `wrong` lists in words the expectations that did not hold."""

    measurements: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def expect(self, holds: bool, otherwise: str) -> None:
        if not holds:
            self.wrong.append(otherwise)

    def note(self, figure: str) -> None:
        self.measurements.append(figure)


type Fault = Callable[[Deployment, Findings, float], None]
"""Tries a fault on a running site. The number scales the amount of work: 1 is all of it."""


class Registered(NamedTuple):
    """A fault, with the kinds of sites it can be tried on."""

    fault: Fault
    kinds: tuple[str, ...]
    needs: Needs


FAULTS: dict[str, Registered] = {}


def fault(name: str, *kinds: str, needs: Needs = DEFAULT_NEEDS) -> Callable[[Fault], Fault]:
    def register(tried: Fault) -> Fault:
        FAULTS[name] = Registered(tried, kinds or ("sqlite", "postgresql"), needs)
        return tried

    return register


type Row = tuple[str, str, Findings, float]


def table(rows: list[Row]) -> str:
    """Return the results as a Markdown table."""
    lines = ["| fault | on | held | measurements |", "|---|---|---|---|"]
    for name, kind, findings, seconds in rows:
        held = "yes" if not findings.wrong else f"NO: {'; '.join(findings.wrong)}"
        measurements = "; ".join([*findings.measurements, f"{seconds:.0f} s"])
        lines.append(f"| {name} | {kind} | {held} | {measurements} |")
    return "\n".join(lines)
