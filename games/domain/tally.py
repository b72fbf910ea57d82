"""The running score of a round: each side's count in every way to score, and its certain points (RULEBOOK 6.2, 7.4)."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from .cards import Card
from .rules import Rules
from .scoring import (
    MOST,
    SINGLE,
    category_points,
    complete_ranks,
    counts_points,
    points_in_round,
    recorded_sweeps,
    sweep_points,
)
from .state import Piles, Sweep
from .winning import Ways, listed_ways, secured


class Tally(NamedTuple):
    """One way to score.

    `worth`: the points there are in it (0: any number); `counts`: each side's count; `points`: the points that no one
    can take away from the side; `counting`: whether the side may score it (7.4).
    """

    key: str
    worth: int
    counts: tuple[int, ...]
    points: tuple[int, ...]
    counting: tuple[bool, ...]


def tally(
    rules: Rules, piles: Piles, sweeps: Sequence[Sequence[Sweep]], last_capture: int | None, before: Sequence[int]
) -> tuple[Tally, ...]:
    """Every way to score of these rules as the round stands, `before` being the totals it began with."""
    everybody = (True,) * len(piles)
    if not counts_points(rules):
        sizes = tuple(map(len, piles))
        return (Tally("cards", 0, sizes, sizes, everybody),)
    ways = listed_ways(rules, before)
    lines = list(_categories(rules, piles, last_capture, ways))
    if rules.scoring.sweep:
        points = sweep_points(rules.scoring, recorded_sweeps(rules, sweeps, ways))
        free = tuple(listed is None for listed in ways)
        scored = tuple(each if may else 0 for each, may in zip(points, free, strict=True))
        lines.append(Tally("sweeps", 0, tuple(map(len, sweeps)), scored, free))
    return tuple(lines)


def _categories(rules: Rules, piles: Piles, last_capture: int | None, ways: Ways) -> Iterator[Tally]:
    counted = _counting(rules)
    sure = category_points(rules.scoring, piles, None)
    for key, worth in points_in_round(rules).items():
        counting = tuple(listed is None or key in listed for listed in ways)
        if key == "last_capture":
            counts = tuple(int(side == last_capture) for side in range(len(piles)))
        else:
            counts = tuple(counted[key](pile) for pile in piles)
        points = tuple(
            own.get(key, 0) if may and (key not in MOST or secured(key, side, rules, piles)) else 0
            for side, (own, may) in enumerate(zip(sure, counting, strict=True))
        )
        yield Tally(key, worth, counts, points, counting)


def _counting(rules: Rules) -> dict[str, Callable[[Sequence[Card]], int]]:
    fours = rules.scoring.fours_of_a_kind
    return {**MOST, **SINGLE, "fours_of_a_kind": lambda pile: complete_ranks(fours.ranks, pile) if fours else 0}
