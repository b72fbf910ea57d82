"""The items that add up to a total, cached by their values alone: the same values recur, whatever the suits."""

from functools import lru_cache

from games.domain.combining import Mask, Values, groups_by_sum, most_groups, split, totals, unions

type Things = tuple[Values, ...]
"""The possible values of each item; a set of items is a mask of their indexes."""

HIGHEST = 14
"""The highest value of a card."""

MOST_WAYS = 96
"""Maximum number of unions of groups that are considered."""

MOST_WIDEST = 12
"""Maximum number of maximal unions that are kept."""


@lru_cache(maxsize=1 << 13)
def _by_sum(things: Things, most: int) -> tuple[tuple[Mask, ...], ...]:
    return tuple(tuple(sorted(sets)) for sets in groups_by_sum(things, most))


def adding_up(things: Things, total: int) -> tuple[Mask, ...]:
    """Return every set of items that adds up to the total."""
    if total > _highest(things):
        return ()
    return _by_sum(things, HIGHEST * max(1, -(-total // HIGHEST)))[total]


def _highest(things: Things) -> int:
    """Return the highest total of all the items."""
    return sum([max(values, default=0) for values in things])


def alone(things: Things, total: int) -> tuple[Mask, ...]:
    """Return every item that has the total as its own value."""
    return tuple(1 << number for number, values in enumerate(things) if total in values)


@lru_cache(maxsize=1 << 15)
def widest(things: Things, total: int, with_sums: bool) -> tuple[Mask, ...]:
    """Return the unions of disjoint sets with this total to which no further set can be added, largest first."""
    groups = adding_up(things, total) if with_sums else alone(things, total)
    wide = sorted(unions(groups, MOST_WAYS), key=lambda mask: (-mask.bit_count(), mask))
    full = [mask for mask in wide if mask and all(mask & group for group in groups)]
    return tuple(full[:MOST_WIDEST])


@lru_cache(maxsize=1 << 15)
def beside(things: Things, total: int, taken: Mask, with_sums: bool) -> Mask:
    """Return the largest union of disjoint sets with this total that contains none of the taken items."""
    groups = [mask for mask in (adding_up if with_sums else alone)(things, total) if not mask & taken]
    return max(unions(groups, MOST_WAYS), key=lambda mask: (mask.bit_count(), -mask))


@lru_cache(maxsize=1 << 12)
def groups_taken(things: Things, total: int) -> int:
    """Return the largest number of groups of this total that all the items split into, 0 if they do not."""
    return most_groups(things, total) or 0


@lru_cache(maxsize=1 << 12)
def splitting_totals(things: Things) -> tuple[int, ...]:
    """Return the totals for which all the items form groups that each add up to it (8.1)."""
    parts = {part for total in totals(things) for part in range(1, total + 1) if not total % part}
    return tuple(part for part in sorted(parts) if split(things, part) is not None)
