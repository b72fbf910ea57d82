"""Sets of things on the table that add up: the one hard search of Casino (RULEBOOK 4.2, 5.3).

Things are numbered from 0 and a set of them is a bit mask. Each thing has the tuple of values it may count as; in one
set it counts as one of them (2.5).
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import reduce
from operator import or_

type Mask = int
type Values = tuple[int, ...]

MOST_UNIONS = 1 << 12
"""Approximate maximum number of unions in a listing: a hopelessly crowded table is listed in part, not forever."""

MOST_STEPS = 1 << 9
"""Maximum number of ways to cover a capture that are tried when looking for items left behind."""


def bits(mask: Mask) -> Iterator[int]:
    """The numbers of the things in the set, smallest first."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def totals(values: Iterable[Values]) -> set[int]:
    """All totals that the things may count together, each as one of its values (2.5, 8.1)."""
    found = {0}
    for options in values:
        found = {total + value for total in found for value in options}
    return found


def groups_by_sum(values: Sequence[Values], most: int) -> list[set[Mask]]:
    """For each sum from 0 to `most`, all sets of things that can add up to it (sum 0: the empty set alone)."""
    found = [(0, 0)]
    for number, options in enumerate(values):
        bit, before = 1 << number, found
        for value in options:
            room = most - value
            found = found + [(total + value, mask | bit) for total, mask in before if total <= room]
        if len(options) > 1:
            found = list(dict.fromkeys(found))
    sums: list[set[Mask]] = [set() for _ in range(most + 1)]
    for total, mask in found:
        sums[total].add(mask)
    return sums


def unions(groups: Collection[Mask], most: int = MOST_UNIONS) -> set[Mask]:
    """Every union of disjoint groups, with the empty one; past about `most` of them, the groups and some unions."""
    found = {0}
    for group in groups:
        found.update([union | group for union in found if not union & group])
        if len(found) > most:
            return found.union(groups)
    return found


def reach(wanted: Mask, groups: Collection[Mask], most: int = MOST_STEPS) -> Mask:
    """Everything that is in some union of disjoint groups that contains all of `wanted`; 0 if there is no such union.

    After `most` steps, only what has been reached until then.
    """
    everything = all_of(groups)
    reached, pending, seen = 0, [0], {0}
    while pending and reached != everything and len(seen) <= most:
        union = pending.pop()
        free = [group for group in groups if not group & union]
        missing = wanted & ~union
        if not missing:
            reached |= union | all_of(free)
            continue
        lowest = missing & -missing
        larger = {union | group for group in free if group & lowest} - seen
        seen |= larger
        pending.extend(larger)
    return reached


def all_of(masks: Iterable[Mask]) -> Mask:
    """The union of sets, disjoint or not."""
    return reduce(or_, masks, 0)


def split(values: Sequence[Values], target: int) -> tuple[Mask, ...] | None:
    """All the things split into groups that each add up to the target, as few as possible; None if there is none."""
    if target < 1 or not values:
        return None if values else ()
    return next(
        (found for count in _group_counts(values, target) if (found := _split_into(values, target, count))), None
    )


def most_groups(values: Sequence[Values], target: int) -> int | None:
    """The largest number of groups, each adding up to the target, that the things split into; None if they do not."""
    if not values:
        return 0
    counts = reversed(_group_counts(values, target))
    return next((count for count in counts if _split_into(values, target, count)), None)


def _group_counts(values: Sequence[Values], target: int) -> list[int]:
    """Possible numbers of groups, smallest first: some choice of values adds up to that multiple of the target."""
    return sorted(total // target for total in totals(values) if total and total % target == 0)


def _split_into(values: Sequence[Values], target: int, count: int) -> tuple[Mask, ...] | None:
    """The things in exactly `count` groups of the target, or None.

    The search gives the largest thing left its group first.
    """
    order = sorted(range(len(values)), key=lambda number: values[number][-1])
    groups = groups_by_sum([values[number] for number in order], target)[target]
    holding: list[list[Mask]] = [[] for _ in order]
    for group in groups:
        holding[group.bit_length() - 1].append(group)
    hopeless: set[tuple[Mask, int]] = set()

    def fill(left: Mask, groups_left: int) -> tuple[Mask, ...] | None:
        if not left or not groups_left:
            return () if not left and not groups_left else None
        if (left, groups_left) in hopeless:
            return None
        for group in holding[left.bit_length() - 1]:
            if group & ~left == 0 and (rest := fill(left ^ group, groups_left - 1)) is not None:
                return (group, *rest)
        hopeless.add((left, groups_left))
        return None

    found = fill((1 << len(order)) - 1, count)
    return found and tuple(sum(1 << order[place] for place in bits(group)) for group in found)
