"""The items that add up to a total, cached by their values alone: the same values recur, whatever the suits."""

from functools import lru_cache

from games.domain.subset_sum import Mask, Steps, Values, disjoint_unions, fewest_in_sum, groups_by_sum, most_groups

type ItemValues = tuple[Values, ...]
"""The possible values of each item; a set of items is a mask of their indexes."""

MAX_CARD_VALUE = 14
"""The highest value of a card."""

MAX_UNIONS = 96
"""Maximum number of unions of groups that are considered."""

MAX_MAXIMAL_UNIONS = 12
"""Maximum number of maximal unions that are kept."""


@lru_cache(maxsize=1 << 13)
def _by_sum(things: ItemValues, most: int) -> tuple[tuple[Mask, ...], ...]:
    return tuple(tuple(sorted(sets)) for sets in groups_by_sum(things, most))


def sets_with_sum(things: ItemValues, total: int) -> tuple[Mask, ...]:
    """Every set of items that adds up to the total."""
    if total > _max_total(things):
        return ()
    return _by_sum(things, MAX_CARD_VALUE * max(1, -(-total // MAX_CARD_VALUE)))[total]


def _max_total(things: ItemValues) -> int:
    return sum([max(values, default=0) for values in things])


def single_items(things: ItemValues, total: int) -> tuple[Mask, ...]:
    """Every item that has the total as its own value."""
    return tuple(1 << number for number, values in enumerate(things) if total in values)


@lru_cache(maxsize=1 << 15)
def maximal_unions(things: ItemValues, total: int, with_sums: bool) -> tuple[Mask, ...]:
    """The unions of disjoint sets with this total to which no further set can be added, largest first."""
    groups = sets_with_sum(things, total) if with_sums else single_items(things, total)
    wide = sorted(disjoint_unions(groups, Steps(unions=MAX_UNIONS)), key=lambda mask: (-mask.bit_count(), mask))
    full = [mask for mask in wide if mask and all(mask & group for group in groups)]
    return tuple(full[:MAX_MAXIMAL_UNIONS])


@lru_cache(maxsize=1 << 15)
def maximal_with_one_sum(things: ItemValues, total: int) -> tuple[Mask, ...]:
    """Every item that has the total, with at most one set of several that adds up to it (4.13), largest first."""
    alone = sum(single_items(things, total))
    wide = sorted({alone | group for group in (0, *sets_with_sum(things, total))}, key=lambda mask: -mask.bit_count())
    full: list[Mask] = []
    for mask in wide[:MAX_UNIONS]:
        if mask and all(mask & ~other for other in full):
            full.append(mask)
    return tuple(full[:MAX_MAXIMAL_UNIONS])


@lru_cache(maxsize=1 << 15)
def largest_union_without(things: ItemValues, total: int, taken: Mask, with_sums: bool) -> Mask:
    """The largest union of disjoint sets with this total that contains none of the taken items."""
    groups = [mask for mask in (sets_with_sum if with_sums else single_items)(things, total) if not mask & taken]
    return max(disjoint_unions(groups, Steps(unions=MAX_UNIONS)), key=lambda mask: (mask.bit_count(), -mask))


@lru_cache(maxsize=1 << 12)
def group_count(things: ItemValues, total: int) -> int:
    """The largest number of groups of this total that all the items split into, 0 if they do not."""
    return most_groups(things, total) or 0


@lru_cache(maxsize=1 << 12)
def group_count_with_one_sum(things: ItemValues, total: int) -> int:
    """The same with at most one group of several items (4.13)."""
    in_sum = fewest_in_sum(things, total)
    return 0 if in_sum is None else len(things) - in_sum + (in_sum > 0)
