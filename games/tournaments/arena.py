"""Arena: whoever is free is paired again at once, until the time is up. Points here are plain, not half points."""

from collections.abc import Sequence
from typing import NamedTuple

from games.tournaments.field import Pair, Played
from games.tournaments.swiss import matching, seated

NEAR = 10
"""How many places apart two opponents may be among those who wait."""


class ArenaScore(NamedTuple):
    points: int = 0
    games: int = 0
    wins: int = 0
    streak: int = 0
    """Wins in a row, up to the last game."""
    results: tuple[int, ...] = ()
    """The points of each game, in order."""


def pair_free(free: Sequence[int], history: Sequence[Played]) -> list[Pair]:
    """Pairs as many as possible of those who wait. `free`: by arena points, the best first.

    Whoever has waited longest is paired first, then those near each other. Two meet twice in a row only if no one else
    is there, neither waiting nor playing.
    """
    latest = dict[int, int]()
    opponent = dict[int, int]()
    for index, match in enumerate(history, start=1):
        latest |= {match.first: index, match.second: index}
        opponent |= {match.first: match.second, match.second: match.first}
    there = set(free).union(*(match[1:3] for match in history if match.points is None))
    place = {entry: index for index, entry in enumerate(free)}
    pairs = [
        (a, b)
        for a in free
        for b in free[place[a] + 1 : place[a] + 1 + NEAR]
        if len(there) == 2 or (opponent.get(a) != b and opponent.get(b) != a)
    ]

    def cost(a: int, b: int) -> int:
        return (latest.get(a, 0) + latest.get(b, 0)) * (NEAR**2 * len(free)) + (place[b] - place[a]) ** 2

    found = [sorted(pair, key=place.__getitem__) for pair in matching(pairs, cost)]
    return seated([(a, b) for a, b in sorted(found, key=lambda pair: place[pair[0]])], history)


def arena_scores(history: Sequence[Played]) -> dict[int, ArenaScore]:
    """A win is 2 points, and 4 after two wins in a row; a draw is 1. Unfinished games don't count."""
    found: dict[int, ArenaScore] = {}
    for match in history:
        if match.points is not None:
            for entry, half_points in zip(match[1:3], match.points, strict=True):
                found[entry] = _after(found.get(entry, ArenaScore()), half_points)
    return found


def _after(score: ArenaScore, half_points: int) -> ArenaScore:
    won = half_points == 2
    points = 4 if won and score.streak >= 2 else half_points
    return ArenaScore(
        points=score.points + points,
        games=score.games + 1,
        wins=score.wins + won,
        streak=score.streak + 1 if won else 0,
        results=(*score.results, points),
    )
