"""The order in which points are counted when several sides reach the target in one round (RULEBOOK 7.2, 7.9)."""

from collections.abc import Callable, Iterator, Sequence
from typing import Literal, NamedTuple, assert_never

from .cards import Card
from .scoring import AT_ONCE, MAJORITIES, Points
from .state import Piles

type Finish = Literal["in_order", "sweeps_last", "points_first"]
type Count = Callable[[Points, Sequence[Card]], int]
"""The points of one side in an item, by its sheet and its pile."""

ACES = ("AS", "AC", "AH", "AD")


class Earned(NamedTuple):
    """Points counted at some moment, side by side, and the piles at that moment."""

    points: Sequence[Points]
    piles: Piles


class Item(NamedTuple):
    """One item in the order: its points for each side; of sides that it brings to the target together, those with the
    most of it win, if `alone`, else those with the higher count."""

    points: tuple[int, ...]
    alone: bool = False


def items_in_order(finish: Finish, final: Earned, earned: Earned) -> Iterator[Item]:
    """Yield the items of a finish in order: the points of the round that were not earned before its end."""
    counts = _counts(finish)
    for place, count in enumerate(counts):
        gained = [
            count(sheet, pile) - count(before, had)
            for sheet, pile, before, had in zip(final.points, final.piles, earned.points, earned.piles, strict=True)
        ]
        yield Item(tuple(gained), alone=finish == "in_order" and place == len(counts) - 1)


def _counts(finish: Finish) -> list[Count]:
    match finish:
        case "in_order":
            plain = [_of_key(key) for key in ("most_cards", "most_spades", "big_casino", "little_casino")]
            return [*plain, *map(_of_ace, ACES), _of_key("all_points"), _of_key("sweeps")]
        case "sweeps_last":
            return [_of_all_but(("sweeps",)), _of_key("sweeps")]
        case "points_first":
            return [_of_all_but(tuple(MAJORITIES)), *map(_of_key, MAJORITIES)]
        case other:
            assert_never(other)


def _of_key(key: str) -> Count:
    return lambda sheet, _pile: sheet.get(key, 0)


def _of_ace(ace: str) -> Count:
    def count(sheet: Points, pile: Sequence[Card]) -> int:
        return sheet.get("aces", 0) // sum(card.rank == "A" for card in pile) if ace in pile else 0

    return count


def _of_all_but(others: tuple[str, ...]) -> Count:
    return lambda sheet, _pile: sum(points for key, points in sheet.items() if key not in (*others, *AT_ONCE, "total"))


def first_to_target(start: Sequence[int], items: Iterator[Item], target: int) -> int | None:
    """Return the first side to the target; None for a tie that lasts to the end.

    Sides that are level where they get there go on to the next item, where the higher count decides.
    """
    counts = list(start)
    level: tuple[int, ...] = ()
    for item in items:
        counts = [count + more for count, more in zip(counts, item.points, strict=True)]
        measure = item.points if item.alone and not level else counts
        there = level or tuple(side for side, count in enumerate(counts) if count >= target)
        level = tuple(side for side in there if measure[side] == max(measure[other] for other in there))
        if len(level) == 1:
            return level[0]
    return None
