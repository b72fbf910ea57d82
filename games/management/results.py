"""The results of a tournament, deal by deal: stored in a file, so that it can be continued later."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from games.management.certainty import certain
from games.management.matches import Score


class Contest(NamedTuple):
    """Two levels and the game they play; the level expected to be better comes first."""

    preset: str
    seats: int
    partners: bool
    better: str
    weaker: str


class Deal(NamedTuple):
    """A deal played twice, with swapped seats: the better level's shares of the wins, its leads in points, and the
    thinking times of each level, per move, in milliseconds."""

    seed: int
    parts: tuple[float, ...]
    margins: tuple[float, ...]
    times: dict[str, list[float]]

    @property
    def ahead(self) -> float:
        """1 if the better level made more points in both games together, 0 if fewer, 0.5 if equal."""
        margin = sum(self.margins)
        return 0.5 if abs(margin) < 1e-9 else float(margin > 0)


def score(deals: Sequence[Deal]) -> Score:
    """Return the games won."""
    return Score(sum(len(deal.parts) for deal in deals), sum(sum(deal.parts) for deal in deals))


def ahead(deals: Sequence[Deal]) -> Score:
    """Return the deals in which the better level made more points."""
    return Score(len(deals), sum(deal.ahead for deal in deals))


def decided(deals: Sequence[Deal]) -> bool:
    """Return True if the better level is certainly better, by games won or by points."""
    return certain([fmean(deal.parts) for deal in deals], [deal.ahead for deal in deals])


class Results:
    """Deals by contest, in memory or in a file with one JSON object per line."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self._deals: dict[Contest, dict[int, Deal]] = {}
        for contest, deal in _read(path) if path and path.exists() else ():
            self._deals.setdefault(contest, {})[deal.seed] = deal

    def of(self, contest: Contest) -> dict[int, Deal]:
        """Return the known deals, by seed."""
        return self._deals.setdefault(contest, {})

    def add(self, contest: Contest, deal: Deal) -> None:
        self.of(contest)[deal.seed] = deal
        if self.path:
            with self.path.open("a") as file:
                file.write(json.dumps({**contest._asdict(), **deal._asdict()}) + "\n")

    def times(self) -> dict[str, list[float]]:
        """Return the thinking times of each level over all deals."""
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
