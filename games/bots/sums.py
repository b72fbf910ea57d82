"""Which things add up, remembered by what they count alone: tables repeat themselves, whatever the suits."""

from functools import lru_cache

from games.domain.combining import Mask, Values, groups_by_sum, most_groups, split, totals, unions

type Things = tuple[Values, ...]
"""What each of some things may count; a set of them is a mask of their places."""

HIGHEST = 14
"""The most that one card counts."""

MOST_WAYS = 96
"""So many ways to take groups together are looked at."""

MOST_WIDEST = 12
"""So many of them, none a part of another, are remembered."""


@lru_cache(maxsize=1 << 13)
def _by_sum(things: Things, most: int) -> tuple[tuple[Mask, ...], ...]:
    return tuple(tuple(sorted(sets)) for sets in groups_by_sum(things, most))


def adding_up(things: Things, total: int) -> tuple[Mask, ...]:
    """Every set of things that adds up to the total."""
    if total > _highest(things):
        return ()
    return _by_sum(things, HIGHEST * max(1, -(-total // HIGHEST)))[total]


def _highest(things: Things) -> int:
    """What all the things count at the most."""
    return sum([max(values, default=0) for values in things])


def alone(things: Things, total: int) -> tuple[Mask, ...]:
    """Every thing that counts the total by itself."""
    return tuple(1 << number for number, values in enumerate(things) if total in values)


@lru_cache(maxsize=1 << 15)
def widest(things: Things, total: int, with_sums: bool) -> tuple[Mask, ...]:
    """The unions of disjoint sets with this total to which no further one can be added, the largest first."""
    groups = adding_up(things, total) if with_sums else alone(things, total)
    wide = sorted(unions(groups, MOST_WAYS), key=lambda mask: (-mask.bit_count(), mask))
    full = [mask for mask in wide if mask and all(mask & group for group in groups)]
    return tuple(full[:MOST_WIDEST])


@lru_cache(maxsize=1 << 15)
def beside(things: Things, total: int, taken: Mask, with_sums: bool) -> Mask:
    """The largest union of disjoint sets with this total that leaves the taken things alone."""
    groups = [mask for mask in (adding_up if with_sums else alone)(things, total) if not mask & taken]
    return max(unions(groups, MOST_WAYS), key=lambda mask: (mask.bit_count(), -mask))


@lru_cache(maxsize=1 << 12)
def groups_taken(things: Things, total: int) -> int:
    """Into how many groups of this total all the things split at the most."""
    return most_groups(things, total) or 0


@lru_cache(maxsize=1 << 12)
def splitting_totals(things: Things) -> tuple[int, ...]:
    """The totals for which all the things form groups that each add up to it (8.1)."""
    parts = {part for total in totals(things) for part in range(1, total + 1) if not total % part}
    return tuple(part for part in sorted(parts) if split(things, part) is not None)
