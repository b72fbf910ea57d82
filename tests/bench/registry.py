"""The list of benches. Each prepares itself once and is then run round after round, in turn with all the others."""

from collections.abc import Callable, Iterator
from typing import NamedTuple


class Reading(NamedTuple):
    """One figure of one round. `note` is printed below the table."""

    name: str
    value: float
    unit: str
    note: str = ""


type Round = Callable[[], Iterator[Reading]]
type Prepare = Callable[[], Round]


class Ratio(NamedTuple):
    """Quotient of two readings of the same round, each named "bench: reading"."""

    name: str
    of: str
    to: str


class Aim(NamedTuple):
    """Bounds of a reading or ratio: one that has to hold and one to reach; `least`: more is better."""

    hold: float
    reach: float
    least: bool

    def held(self, value: float, wanted: float) -> bool:
        return value >= wanted if self.least else value <= wanted


BENCHES: dict[str, Prepare] = {}
RATIOS: list[Ratio] = []
AIMS: dict[str, Aim] = {}


def bench(name: str) -> Callable[[Prepare], Prepare]:
    """Register a function that prepares a bench and returns its round."""

    def register(prepare: Prepare) -> Prepare:
        BENCHES[name] = prepare
        return prepare

    return register


def compare(name: str, *, of: str, to: str, aim: Aim | None = None) -> None:
    """Register a ratio to report."""
    RATIOS.append(Ratio(name, of, to))
    if aim:
        AIMS[name] = aim


def at_most(hold: float, reach: float) -> Aim:
    return Aim(hold, reach, least=False)


def at_least(hold: float, reach: float) -> Aim:
    return Aim(hold, reach, least=True)
