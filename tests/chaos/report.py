"""Results of a fault: the invariants, whether they held, and figures."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from tests.chaos.houses import House, Needs

UNLIMITED = "move=none,sockets=none"
"""Players here are quicker than people; all other limits are those of a new site."""
USUAL = Needs(UNLIMITED)


@dataclass
class Findings:
    """Collected while a fault is tried. `wrong` lists in words the expectations that did not hold."""

    figures: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def expect(self, holds: bool, otherwise: str) -> None:
        if not holds:
            self.wrong.append(otherwise)

    def note(self, figure: str) -> None:
        self.figures.append(figure)


type Fault = Callable[[House, Findings, float], None]
"""Tries a fault on a running site. The number scales the amount of work: 1 is all of it."""


class Registered(NamedTuple):
    """A fault, with the kinds of sites it can be tried on."""

    fault: Fault
    kinds: tuple[str, ...]
    needs: Needs


FAULTS: dict[str, Registered] = {}


def fault(name: str, *kinds: str, needs: Needs = USUAL) -> Callable[[Fault], Fault]:
    def register(tried: Fault) -> Fault:
        FAULTS[name] = Registered(tried, kinds or ("sqlite", "postgresql"), needs)
        return tried

    return register


type Row = tuple[str, str, Findings, float]


def table(rows: list[Row]) -> str:
    """Return the results as a Markdown table."""
    lines = ["| fault | on | held | figures |", "|---|---|---|---|"]
    for name, kind, found, seconds in rows:
        held = "yes" if not found.wrong else f"NO: {'; '.join(found.wrong)}"
        figures = "; ".join([*found.figures, f"{seconds:.0f} s"])
        lines.append(f"| {name} | {kind} | {held} | {figures} |")
    return "\n".join(lines)
