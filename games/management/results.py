"""The results of a tournament, deal by deal: stored in a file, so that it can be continued later."""

import csv
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from django.utils.timezone import localdate

from games.management.matches import WinCount
from games.management.sequential_test import is_certain

CSV_HEADER = ("preset", "upper level", "lower level", "games", "wins %", "low", "high", "date")
"""The columns of `docs/bots.csv`; `low` and `high` are Wilson's interval for `wins %`."""


class Contest(NamedTuple):
    """Two levels and the game they play; the upper level is expected to be better."""

    preset: str
    seats: int
    partners: bool
    upper: str
    lower: str


class MirroredDeal(NamedTuple):
    """A deal played twice, with swapped seats: the upper level's shares of the wins, its leads in points, and the
    thinking times of each level, per move, in milliseconds."""

    seed: int
    win_shares: tuple[float, ...]
    margins: tuple[float, ...]
    times: dict[str, list[float]]

    @property
    def points_score(self) -> float:
        """1 if the upper level made more points in both games together, 0 if fewer, 0.5 if equal."""
        margin = sum(self.margins)
        return 0.5 if abs(margin) < 1e-9 else float(margin > 0)


def games_won(deals: Sequence[MirroredDeal]) -> WinCount:
    return WinCount(sum(len(deal.win_shares) for deal in deals), sum(sum(deal.win_shares) for deal in deals))


def deals_ahead(deals: Sequence[MirroredDeal]) -> WinCount:
    """The deals in which the upper level made more points."""
    return WinCount(len(deals), sum(deal.points_score for deal in deals))


def is_decided(deals: Sequence[MirroredDeal]) -> bool:
    """True if the upper level is certainly better, by games won or by points."""
    return is_certain([fmean(deal.win_shares) for deal in deals], [deal.points_score for deal in deals])


def write_csv_row(path: Path, contest: Contest, wins: WinCount) -> None:
    """Write the contest's row into the table, in place of an older one."""
    rows = {CSV_HEADER[:3]: list(CSV_HEADER)}
    if path.exists():
        with path.open(newline="") as file:
            rows |= {(row[0], row[1], row[2]): row for row in csv.reader(file)}
    percentages = [f"{100 * share:.1f}" for share in (wins.rate, *wins.interval())]
    key = contest.preset, contest.upper, contest.lower
    rows[key] = [*key, str(wins.games), *percentages, localdate().isoformat()]
    with path.open("w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows.values())


class Results:
    """Deals by contest, in memory or in a file with one JSON object per line."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self._deals: dict[Contest, dict[int, MirroredDeal]] = {}
        for contest, deal in _read(path) if path and path.exists() else ():
            self._deals.setdefault(contest, {})[deal.seed] = deal

    def deals_of(self, contest: Contest) -> dict[int, MirroredDeal]:
        """The known deals, by seed."""
        return self._deals.setdefault(contest, {})

    def add(self, contest: Contest, deal: MirroredDeal) -> None:
        self.deals_of(contest)[deal.seed] = deal
        if self.path:
            with self.path.open("a") as file:
                file.write(json.dumps({**contest._asdict(), **deal._asdict()}) + "\n")

    def times(self) -> dict[str, list[float]]:
        """The thinking times of each level over all deals."""
        spent: dict[str, list[float]] = {}
        for deals in self._deals.values():
            for deal in deals.values():
                for level, times in deal.times.items():
                    spent.setdefault(level, []).extend(times)
        return spent


def _read(path: Path) -> Iterator[tuple[Contest, MirroredDeal]]:
    for line in path.read_text().splitlines():
        row = json.loads(line)
        contest = Contest(*(row[name] for name in Contest._fields))
        yield contest, MirroredDeal(row["seed"], tuple(row["win_shares"]), tuple(row["margins"]), row["times"])
