"""Sets of things on the table that add up: the one hard search of Casino (RULEBOOK 4.2, 5.3).

Things are numbered from 0 and a set of them is a bit mask. Each thing has the tuple of values it may count as; in one
set it counts as one of them (2.5).
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from operator import or_

type Mask = int
type Values = tuple[int, ...]

MAX_UNIONS = 1 << 12
"""Approximate maximum number of unions in a listing: a hopelessly crowded table is listed in part, not forever."""

MAX_STEPS = 1 << 9
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


def disjoint_unions(groups: Collection[Mask], most: int = MAX_UNIONS) -> set[Mask]:
    """Every union of disjoint groups, with the empty one; past about `most` of them, the groups and some unions."""
    found = {0}
    for group in groups:
        found.update([union | group for union in found if not union & group])
        if len(found) > most:
            return found.union(groups)
    return found


def reachable_mask(wanted: Mask, groups: Collection[Mask], most: int = MAX_STEPS) -> Mask:
    """Everything that is in some union of disjoint groups that contains all of `wanted`; 0 if there is no such union.

    After `most` steps, only what has been reached until then.
    """
    everything = union_mask(groups)
    reached, pending, seen = 0, [0], {0}
    while pending and reached != everything and len(seen) <= most:
        union = pending.pop()
        free = [group for group in groups if not group & union]
        missing = wanted & ~union
        if not missing:
            reached |= union | union_mask(free)
            continue
        lowest = missing & -missing
        larger = {union | group for group in free if group & lowest} - seen
        seen |= larger
        pending.extend(larger)
    return reached


def union_mask(masks: Iterable[Mask]) -> Mask:
    """The union of sets, disjoint or not."""
    return reduce(or_, masks, 0)


def partition_by_sum(values: Sequence[Values], target: int) -> tuple[Mask, ...] | None:
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


@lru_cache(maxsize=1 << 12)
def common_group_totals(values: tuple[Values, ...]) -> tuple[int, ...]:
    """The totals for which all the things form groups that each add up to it, smallest first (Ulmann, 8.1)."""
    parts = {part for total in totals(values) for part in range(1, total + 1) if not total % part}
    return tuple(part for part in sorted(parts) if partition_by_sum(values, part) is not None)


def _group_counts(values: Sequence[Values], target: int) -> list[int]:
    """Possible numbers of groups, smallest first: some choice of values adds up to that multiple of the target."""
    return sorted(total // target for total in totals(values) if total and total % target == 0)


def _split_into(values: Sequence[Values], target: int, count: int) -> tuple[Mask, ...] | None:
    """The things in exactly `count` groups of the target, or None.

    The search gives the largest thing left its group first. Things of the same values are interchangeable, so it tries
    one group of each kind, and remembers by their numbers which things cannot be split.
    """
    order = sorted(range(len(values)), key=lambda number: values[number][-1])
    groups = groups_by_sum([values[number] for number in order], target)[target]
    everything = (1 << len(order)) - 1
    if union_mask(groups) != everything:
        return None
    alike = _masks_by_values([values[number] for number in order])
    holding: list[list[tuple[Mask, Kind]]] = [[] for _ in order]
    for group in groups:
        holding[group.bit_length() - 1].append((group, _kind(group, alike)))
    hopeless: set[tuple[Kind, int]] = set()

    def fill(left: Mask, groups_left: int) -> tuple[Mask, ...] | None:
        if not left or not groups_left:
            return () if not left and not groups_left else None
        left_kind = _kind(left, alike)
        if (left_kind, groups_left) in hopeless:
            return None
        tried: set[Kind] = set()
        for group, kind in holding[left.bit_length() - 1]:
            if group & ~left or kind in tried:
                continue
            if (rest := fill(left ^ group, groups_left - 1)) is not None:
                return (group, *rest)
            tried.add(kind)
        hopeless.add((left_kind, groups_left))
        return None

    found = fill(everything, count)
    return found and tuple(sum(1 << order[place] for place in bits(group)) for group in found)


type Kind = tuple[int, ...]
"""The number of things of each of the values there are."""


def _masks_by_values(values: Sequence[Values]) -> tuple[Mask, ...]:
    """The things of the same values, for each of the values there are."""
    masks: dict[Values, Mask] = {}
    for number, options in enumerate(values):
        masks[options] = masks.get(options, 0) | 1 << number
    return tuple(masks.values())


def _kind(things: Mask, alike: tuple[Mask, ...]) -> Kind:
    return tuple([(things & mask).bit_count() for mask in alike])
