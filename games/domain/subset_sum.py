"""Sets of things on the table that add up: the one hard search of Casino (RULEBOOK 4.2, 5.3).

Things are numbered from 0 and a set of them is a bit mask. Each thing has the tuple of values it may count as; in one
set it counts as one of them (2.5).

The searches are exponential in the things, and rules and trails can fill a table with dozens of them. So every search
spends `Steps` and ends when they are spent: a listing is then one in part, and a split counts as not found.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from itertools import islice
from math import inf
from operator import or_

type Mask = int
type Values = tuple[int, ...]
type Kind = tuple[int, ...]
"""The number of things of each of the values there are."""

MAX_STEPS = 5 << 16
"""Steps for one question about one position; a step takes about 50 ns."""

FEW = 1 << 7
"""Number of sets up to which they need not be counted."""

CALL = 1 << 4
"""Steps for a call or a look at one thing in Python."""

LEAST_STEPS = 1 << 8
"""Steps for a search for which too few are left."""

KEPT = 8
"""Steps for a set that is kept, in time and memory. One that is tried costs one."""


class Steps:
    """Steps left for the searches of one question.

    `unions`: about as many unions of groups are listed at once; `cut`: a search ended before it was done.
    """

    __slots__ = ("cut", "left", "unions")

    def __init__(self, left: int = MAX_STEPS, unions: float = inf) -> None:
        self.left, self.unions = left, unions
        self.cut = False

    def share(self) -> int:
        """The most that one search may spend: a quarter of what is left, so that something is left for the next."""
        return max(self.left >> 2, LEAST_STEPS)

    def spend(self, count: int, complete: bool = True) -> None:
        """Count the steps of a search, `complete` unless it ended before it was done."""
        self.left -= count
        self.cut = self.cut or not complete

    @property
    def spent(self) -> bool:
        """True if no step is left; then whoever lists moves has to end."""
        return self.left <= 0

    @property
    def complete(self) -> bool:
        """True if everything asked for was found."""
        return not (self.cut or self.spent)


def bits(mask: Mask) -> Iterator[int]:
    """The numbers of the things in the set, smallest first."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def totals(values: Iterable[Values]) -> set[int]:
    """All totals that the things may count together, each as one of its values (2.5, 8.1)."""
    found = 1
    for options in values:
        found = union_mask(found << value for value in options)
    return {*bits(found)}


def groups_by_sum(values: Sequence[Values], most: int, steps: Steps | None = None) -> list[set[Mask]]:
    """For each sum from 0 to `most`, all sets of things that can add up to it (sum 0: the empty set alone).

    Where there are too many, a further thing is added only to the sets with the fewest things.
    """
    steps = steps or Steps()
    found, complete = [(0, 0)], True
    aside: list[tuple[int, Mask]] = []
    for number, options in enumerate(values):
        if len(found) > FEW:
            few = (steps.share() // KEPT - len(found) - len(aside)) // (1 + sum(map(len, values[number:])))
            if len(found) > few:
                complete, few = False, max(few, 1)
                found.sort(key=_number_of_things)
                aside, found = aside + found[few:], found[:few]
        bit, before = 1 << number, found
        for value in options:
            room = most - value
            found = found + [(total + value, mask | bit) for total, mask in before if total <= room]
        if len(options) > 1:
            found = list(dict.fromkeys(found))
    steps.spend(KEPT * (len(found) + len(aside)), complete)
    sums: list[set[Mask]] = [set() for _ in range(most + 1)]
    for total, mask in found + aside if aside else found:
        sums[total].add(mask)
    return sums


def _number_of_things(found: tuple[int, Mask]) -> int:
    return found[1].bit_count()


def disjoint_unions(groups: Collection[Mask], steps: Steps | None = None) -> set[Mask]:
    """Every union of disjoint groups, with the empty one; where there are too many, the groups and some unions."""
    steps = steps or Steps()
    found, most = {0}, steps.unions
    allowed = left = steps.share()
    for group in groups:
        found.update([union | group for union in found if not union & group])
        left -= len(found)
        if left < 0 or len(found) > most:
            found.update(groups)
            steps.cut |= left < 0
            break
    steps.left -= allowed - left + KEPT * len(found)
    return found


def disjoint_pairs(first: Collection[Mask], second: Collection[Mask], steps: Steps) -> set[Mask]:
    """Every union of a set of the first with a set of the second that it shares nothing with.

    Where there are too many for the steps, some; if the second has the empty set, every set of the first.
    """
    if len(first) * len(second) > steps.share():
        steps.cut = True
        several = islice(first, steps.share() // len(second))
        return disjoint_pairs([*several], second, steps).union(first if 0 in second else ())
    found = {one | other for one in first for other in second if not one & other}
    steps.left -= len(first) * len(second) + KEPT * len(found)
    return found


def reachable_mask(wanted: Mask, groups: Collection[Mask], steps: Steps | None = None) -> Mask:
    """Everything that is in some union of disjoint groups that contains all of `wanted`; 0 if there is no such union.

    Where the steps do not suffice, only what has been reached until then.
    """
    steps = steps or Steps()
    allowed, cost = steps.share(), 2 * len(groups) + CALL
    left, everything = allowed, union_mask(groups)
    reached, pending, seen = 0, [0], {0}
    while pending and reached != everything and left >= 0:
        union = pending.pop()
        free = [group for group in groups if not group & union]
        left -= cost
        missing = wanted & ~union
        if not missing:
            reached |= union | union_mask(free)
            continue
        lowest = missing & -missing
        larger = {union | group for group in free if group & lowest} - seen
        left -= KEPT * len(larger)
        seen |= larger
        pending.extend(larger)
    steps.spend(allowed - left, complete=left >= 0)
    return reached


def reachable_by_one_sum(wanted: Mask, values: Sequence[Values], target: int, alone: Mask) -> Mask:
    """Everything in the sets that contain all of `wanted`, of things that stand alone and at most one sum (4.13).

    `alone`: the things that may stand alone; 0 if there is no such set. One pass over the things in each direction.
    """
    inside, room = wanted & ~alone, (2 << target) - 1
    before = [1]
    for number, options in enumerate(values):
        more = _shifted(before[-1], options) & room
        before.append(more if inside >> number & 1 else more | before[-1])
    summed, after = 0, 1 << target
    for number in reversed(range(len(values))):
        if _shifted(before[number], values[number]) & after:
            summed |= 1 << number
        less = union_mask(after >> value for value in values[number])
        after = less if inside >> number & 1 else less | after
    return wanted | alone | summed if inside & ~summed == 0 else 0


def fewest_in_sum(values: Sequence[Values], target: int) -> int | None:
    """The fewest of these things in one sum of the target, where each of the others has the target as its own value
    (4.13): 0 if all have; None if it cannot be so."""
    others = [options for options in values if target not in options]
    sums, room = 1, (2 << target) - 1
    for options in others:
        sums = _shifted(sums, options) & room
    if not others:
        return 0
    by_count = [sums]
    for options in values:
        if target in options:
            more = [_shifted(found, options) & room for found in by_count]
            by_count = [one | other for one, other in zip([*by_count, 0], [0, *more], strict=True)]
    return next((len(others) + count for count, found in enumerate(by_count) if found >> target), None)


def _shifted(sums: Mask, options: Values) -> Mask:
    """The sums as bits once one more thing counts one of its values."""
    return union_mask(sums << value for value in options)


def union_mask(masks: Iterable[Mask]) -> Mask:
    """The union of sets, disjoint or not."""
    return reduce(or_, masks, 0)


def partition_by_sum(values: Sequence[Values], target: int, steps: Steps | None = None) -> tuple[Mask, ...] | None:
    """All the things split into groups that each add up to the target, as few as possible; None if there is none."""
    if target < 1 or not values:
        return None if values else ()
    splits = _splits(values, target, steps or Steps(), most=False)
    return next(splits, None)


def most_groups(values: Sequence[Values], target: int, steps: Steps | None = None) -> int | None:
    """The largest number of groups, each adding up to the target, that the things split into; None if they do not."""
    if not values:
        return 0
    found = next(_splits(values, target, steps or Steps(), most=True), None)
    return None if found is None else len(found)


def _splits(values: Sequence[Values], target: int, steps: Steps, most: bool) -> Iterator[tuple[Mask, ...]]:
    """For each number of groups that there can be, from the most or the least, a split into them."""
    fitting = [tuple([value for value in options if value <= target]) for options in values]
    for count in sorted(_group_counts(fitting, target), reverse=most):
        found = _split_into(fitting, target, count, steps)
        if found is not None:
            yield found


MAX_PLAYED = 8
"""Maximum number of cards played together from one hand (section 10)."""


@lru_cache(maxsize=1 << 12)
def common_group_totals(values: tuple[Values, ...]) -> tuple[int, ...]:
    """The totals for which all the things form groups that each add up to it, smallest first (Ulmann, 8.1).

    None for more than MAX_PLAYED things.
    """
    if len(values) > MAX_PLAYED:
        return ()
    sums, splits = [1], [-1]
    for things in range(1, 1 << len(values)):
        first = things & -things
        options, rest = values[first.bit_length() - 1], things ^ first
        sums.append(union_mask(sums[rest] << value for value in options))
        splits.append(union_mask(sums[things ^ left] & splits[left] for left in _subsets(rest)))
    return tuple(bits(splits[-1])) if values else ()


def _subsets(things: Mask) -> Iterator[Mask]:
    subset = things
    while subset:
        yield subset
        subset = (subset - 1) & things
    yield 0


def _group_counts(values: Sequence[Values], target: int) -> list[int]:
    """Possible numbers of groups: some choice of values adds up to that multiple of the target."""
    return [total // target for total in totals(values) if total and total % target == 0]


def _split_into(values: Sequence[Values], target: int, count: int, steps: Steps) -> tuple[Mask, ...] | None:
    """The things in exactly `count` groups of the target, or None. They add up to that many times the target."""
    if count == 1:
        return ((1 << len(values)) - 1,)
    numbers: dict[Values, list[int]] = {}
    for number in sorted(range(len(values)), key=lambda number: values[number][-1], reverse=True):
        numbers.setdefault(values[number], []).append(number)
    split = Split([*numbers], target, steps)
    allowed, left = split.left, [*numbers.values()]
    groups = split.into(tuple(map(len, left)), count)
    steps.spend(allowed - split.left, complete=split.left >= 0)
    return None if groups is None else tuple(sum(1 << left[kind].pop() for kind in group) for group in groups)


class Split:
    """The search for groups of one total. Things of the same values are of one kind and interchangeable.

    The largest thing left gets its group first, and the kinds of things that cannot be split are remembered.
    """

    def __init__(self, kinds: Sequence[Values], target: int, steps: Steps) -> None:
        self.kinds, self.target = kinds, target
        self.choices = [(kind, value) for kind, options in enumerate(kinds) for value in reversed(options)]
        self.left = steps.share()
        self.hopeless: set[tuple[Kind, int]] = set()

    def into(self, things: Kind, count: int) -> tuple[Kind, ...] | None:
        """The things in `count` groups, each group as its kinds; None if they do not split or no step is left."""
        if not count or not any(things):
            return None if count or any(things) else ()
        if (things, count) in self.hopeless or not self._may_count(things, count * self.target):
            return None
        self.left -= CALL * (1 + sum(things))
        largest = next(kind for kind, number in enumerate(things) if number)
        first = sum(map(len, self.kinds[:largest]))
        own = range(first, first + len(self.kinds[largest]))
        for group, rest in self._groups(things, self._sums(things), self.target, own):
            others = self.into(rest, count - 1)
            if others is not None:
                return (group, *others)
        self.hopeless.add((things, count))
        return None

    def _may_count(self, things: Kind, total: int) -> bool:
        """Whether all the things together can count the total, each as one of its values."""
        found = 1
        for number, options in zip(things, self.kinds, strict=True):
            total -= number * options[0]
            if len(options) > 1:
                for _ in range(number):
                    found = union_mask(found << value - options[0] for value in options)
        return total >= 0 and bool(found >> total & 1)

    def _groups(
        self, things: Kind, sums: list[Mask], missing: int, choices: range, group: Kind = ()
    ) -> Iterator[tuple[Kind, Kind]]:
        """Every way to make up what is missing in the group, with the things that are left then."""
        for place in choices:
            kind, value = self.choices[place]
            self.left -= CALL
            if self.left < 0:
                return
            if not things[kind] or value > missing or not sums[kind] >> missing - value & 1:
                continue
            rest = (*things[:kind], things[kind] - 1, *things[kind + 1 :])
            if value == missing:
                yield (*group, kind), rest
            else:
                yield from self._groups(rest, sums, missing - value, range(place, len(self.choices)), (*group, kind))

    def _sums(self, things: Kind) -> list[Mask]:
        """For each kind, the sums that things of it and of the kinds after it can have, as bits."""
        found, sums = 1, [0] * len(things)
        for kind in reversed(range(len(things))):
            for _ in range(things[kind]):
                found |= union_mask(found << value for value in self.kinds[kind])
            sums[kind] = found
        return sums
