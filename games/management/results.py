"""What a tournament has found, deal by deal: kept in a file, so that it can be carried on later."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from games.management.certainty import certain
from games.management.matches import Score


class Contest(NamedTuple):
    """Who meets in which game; the level that should be better comes first."""

    preset: str
    seats: int
    partners: bool
    better: str
    weaker: str


class Deal(NamedTuple):
    """A deal played twice, on swapped seats: the better level's parts of the wins, its margins in points, and how
    long each level thought, move by move, in milliseconds."""

    seed: int
    parts: tuple[float, ...]
    margins: tuple[float, ...]
    times: dict[str, list[float]]

    @property
    def ahead(self) -> float:
        """1 where the better level has made more points in both games together, 0 where fewer."""
        margin = sum(self.margins)
        return 0.5 if abs(margin) < 1e-9 else float(margin > 0)


def score(deals: Sequence[Deal]) -> Score:
    """The games won."""
    return Score(sum(len(deal.parts) for deal in deals), sum(sum(deal.parts) for deal in deals))


def ahead(deals: Sequence[Deal]) -> Score:
    """The deals in which the better level made more points."""
    return Score(len(deals), sum(deal.ahead for deal in deals))


def decided(deals: Sequence[Deal]) -> bool:
    """Whether the better level is better for certain, by games won or by points made."""
    return certain([fmean(deal.parts) for deal in deals], [deal.ahead for deal in deals])


class Results:
    """Deals by contest, in memory or in a file of one JSON object a line."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self._deals: dict[Contest, dict[int, Deal]] = {}
        for contest, deal in _read(path) if path and path.exists() else ():
            self._deals.setdefault(contest, {})[deal.seed] = deal

    def of(self, contest: Contest) -> dict[int, Deal]:
        """The deals that are known, by seed."""
        return self._deals.setdefault(contest, {})

    def add(self, contest: Contest, deal: Deal) -> None:
        self.of(contest)[deal.seed] = deal
        if self.path:
            with self.path.open("a") as file:
                file.write(json.dumps({**contest._asdict(), **deal._asdict()}) + "\n")

    def times(self) -> dict[str, list[float]]:
        """How long each level thought, over all deals."""
        spent: dict[str, list[float]] = {}
        for deals in self._deals.values():
            for deal in deals.values():
                for level, times in deal.times.items():
                    spent.setdefault(level, []).extend(times)
        return spent


def _read(path: Path) -> Iterator[tuple[Contest, Deal]]:
    for line in path.read_text().splitlines():
        found = json.loads(line)
        contest = Contest(*(found[name] for name in Contest._fields))
        yield contest, Deal(found["seed"], tuple(found["parts"]), tuple(found["margins"]), found["times"])
