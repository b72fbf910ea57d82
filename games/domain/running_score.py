"""The running score of a round: each side's count in every category, and its certain points (RULEBOOK 6.2, 7.4)."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from .cards import Card
from .rules import Rules
from .scoring import (
    CATEGORIES,
    EACH_CARD,
    MAJORITIES,
    NOTHING_CARRIED,
    Carried,
    Restrictions,
    card_points,
    complete_ranks,
    counts_points,
    listed_cards,
    points_in_round,
    recorded_sweeps,
    sweep_points,
)
from .state import Piles, Sweep
from .winning import is_secured, restrictions


class CategoryScore(NamedTuple):
    """One category.

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
    """Every category of these rules as the round stands, in order.

    `before`: the totals it began with; `carried`: the points that ties have carried over to it.
    """
    all_sides = (True,) * len(piles)
    if not counts_points(rules):
        sizes = tuple(map(len, piles))
        return (CategoryScore("cards", 0, sizes, sizes, all_sides),)
    restricted = restrictions(rules, before)
    rows = list(_categories(rules, piles, last_capture, restricted, carried))
    if rules.scoring.sweep or any(sweep.min_points for side in sweeps for sweep in side):
        points = sweep_points(rules.scoring, recorded_sweeps(rules, sweeps, restricted))
        free = tuple(listed is None for listed in restricted)
        scored = tuple(value if may else 0 for value, may in zip(points, free, strict=True))
        rows.append(CategoryScore("sweeps", 0, tuple(map(len, sweeps)), scored, free))
    order = list(CATEGORIES)
    return tuple(sorted(rows, key=lambda row: order.index(row.key)))


def _categories(
    rules: Rules, piles: Piles, last_capture: int | None, restricted: Restrictions, carried: Carried
) -> Iterator[CategoryScore]:
    counted = _counting(rules)
    sure = card_points(rules.scoring, piles)
    for key, worth in points_in_round(rules, len(piles), carried).items():
        counting = tuple(listed is None or key in listed for listed in restricted)
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
        **EACH_CARD,
        "fours_of_a_kind": lambda pile: complete_ranks(fours.ranks, pile) if fours else 0,
        "card_points": lambda pile: listed_cards(rules.scoring, pile),
    }
