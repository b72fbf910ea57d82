"""The running score of a round: each side's count in every way to score, and its certain points (RULEBOOK 6.2, 7.4)."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from .cards import Card
from .rules import Rules
from .scoring import (
    MAJORITIES,
    NOTHING_CARRIED,
    SINGLE,
    Carried,
    card_points,
    complete_ranks,
    counts_points,
    listed_cards,
    points_in_round,
    recorded_sweeps,
    sweep_points,
)
from .state import Piles, Sweep
from .winning import Ways, is_secured, listed_ways


class CategoryScore(NamedTuple):
    """One way to score.

    `worth`: the points there are in it (0: any number); `counts`: each side's count; `points`: the points that no one
    can take away from the side; `counting`: whether the side may score it (7.4).
    """

    key: str
    worth: int
    counts: tuple[int, ...]
    points: tuple[int, ...]
    counting: tuple[bool, ...]


@lru_cache(1024)  # every viewer of a table sees the same score
def running_score(
    rules: Rules,
    piles: Piles,
    sweeps: tuple[tuple[Sweep, ...], ...],
    last_capture: int | None,
    before: tuple[int, ...],
    carried: Carried = NOTHING_CARRIED,
) -> tuple[CategoryScore, ...]:
    """Every way to score of these rules as the round stands.

    `before`: the totals it began with; `carried`: the points that ties have carried over to it.
    """
    all_sides = (True,) * len(piles)
    if not counts_points(rules):
        sizes = tuple(map(len, piles))
        return (CategoryScore("cards", 0, sizes, sizes, all_sides),)
    ways = listed_ways(rules, before)
    lines = list(_categories(rules, piles, last_capture, ways, carried))
    if rules.scoring.sweep or any(sweep.min_points for side in sweeps for sweep in side):
        points = sweep_points(rules.scoring, recorded_sweeps(rules, sweeps, ways))
        free = tuple(listed is None for listed in ways)
        scored = tuple(value if may else 0 for value, may in zip(points, free, strict=True))
        lines.append(CategoryScore("sweeps", 0, tuple(map(len, sweeps)), scored, free))
    return tuple(lines)


def _categories(
    rules: Rules, piles: Piles, last_capture: int | None, ways: Ways, carried: Carried
) -> Iterator[CategoryScore]:
    counted = _counting(rules)
    sure = card_points(rules.scoring, piles)
    for key, worth in points_in_round(rules, len(piles), carried).items():
        counting = tuple(listed is None or key in listed for listed in ways)
        if key == "last_capture":
            counts = tuple(int(side == last_capture) for side in range(len(piles)))
        else:
            counts = tuple(counted[key](pile) for pile in piles)
        points = tuple(
            (worth if key in MAJORITIES and is_secured(key, side, rules, piles) else own.get(key, 0)) if may else 0
            for side, (own, may) in enumerate(zip(sure, counting, strict=True))
        )
        yield CategoryScore(key, worth, counts, points, counting)


def _counting(rules: Rules) -> dict[str, Callable[[Sequence[Card]], int]]:
    fours = rules.scoring.fours_of_a_kind
    return {
        **MAJORITIES,
        **SINGLE,
        "fours_of_a_kind": lambda pile: complete_ranks(fours.ranks, pile) if fours else 0,
        "card_points": lambda pile: listed_cards(rules.scoring, pile),
    }
