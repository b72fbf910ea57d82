"""The inputs of the value network: a two-player position after a move, as the seat that made it sees it.

Each slot names one of its columns, and each number counts as it is. The functions use no more than numbers and
sequences, so that training can compile them: there is one encoder.
"""

from collections.abc import MutableSequence, Sequence
from typing import Any, NamedTuple

INPUT_VERSION = 1
"""Increased when the inputs change: weights of another version are refused."""

UNSEEN, HAND, LOOSE, THROWN, MINE, THEIRS, IN_BUILD = range(7)
"""The places of a card. `THROWN`: loose, left by the other seat in this deal; a build's number is added to the last."""

CARDS, RANKS, PIPS, MAX_BUILDS = 52, 13, 10, 8

CATEGORIES = 8
"""Most cards, most spades, big casino, little casino, aces, sweeps, jack of spades, each spade."""

KINDS = tuple(26 if card == 38 else card // 4 if card % 4 == 0 else 13 + card // 4 for card in range(CARDS))
"""Cards of a kind are equal to the rules: the spades, the big casino, and the others of each rank."""

SIZES = (*(8,) * CARDS, *(90,) * RANKS, *(13,) * PIPS, 147, 53, 53, 196, *(85,) * RANKS, *(22,) * RANKS)
"""The number of columns of each slot; the slots of cards of one kind share theirs."""

OFFSETS = (
    *(8 * kind for kind in KINDS),
    *(8 * 27 + sum(SIZES[CARDS:slot]) for slot in range(CARDS, len(SIZES))),
)
"""The first column of each slot."""

SLOTS, COLUMNS = len(SIZES), OFFSETS[-1] + SIZES[-1]
RULES = 10
"""The points of each category, and whether spades break a tie and a face may take several."""
NUMBERS = 2 * 7 + RULES + 2

MAX_SETS = 256
"""Maximum number of sets of loose cards that are considered."""


class View(NamedTuple):
    """A position. `place` by card; builds by number, those without a value are unused; `passed`: by rank, true if the
    other seat has left a card of it in this deal; `last`: who captured last, 1 for this seat, 2 for the other."""

    place: MutableSequence[int]
    build_value: MutableSequence[int]
    build_mine: MutableSequence[int]
    build_single: MutableSequence[int]
    passed: Sequence[int]
    other_count: int
    plays_left: int
    last: int
    worth: Sequence[float]
    rules: Sequence[float]


PACKED = tuple(
    1 + (card % 4 == 0) * 2**8 + (card == 38) * 2**16 + (card == 4) * 2**20 + (card < 4) * 2**24 + (card == 40) * 2**28
    for card in range(CARDS)
)
"""What a card counts as, in one number, so that sets are sums: cards, spades, big and little casino, aces, the jack."""


type Room = MutableSequence[Any]
"""Integers or floats to be overwritten."""


class Scratch(NamedTuple):
    """Room for intermediate results: sets of loose cards with their sum, worth and count, and the same by value for
    their unions and for builds; and the best capture by rank.

    `nexts`: the next set with the same sum, or 0; from MAX_SETS on, the first one with each sum. `ends`: the last.
    """

    codes: Room
    tally: Room
    sets: Room
    sums: Room
    worths: Room
    counts: Room
    nexts: Room
    ends: Room
    unions: Room
    union_worths: Room
    union_counts: Room
    build_worths: Room
    build_counts: Room
    unseen: Room
    on_table: Room
    in_hand: Room
    held: Room
    takes: Room
    chance: Room
    ranks: Room
    order: Room
    gains: Room


SCRATCH_SIZES = (
    *(IN_BUILD + MAX_BUILDS, 8 * (RANKS + 1)),
    *(MAX_SETS, MAX_SETS, MAX_SETS, MAX_SETS, MAX_SETS + PIPS + 1, PIPS + 1, 64, 64, 64, RANKS, RANKS),
    *(RANKS, RANKS, RANKS, RANKS, RANKS, 5, RANKS, RANKS, 8 * RANKS),
)


def encode(view: View, scratch: Scratch, slots: MutableSequence[int], numbers: MutableSequence[float]) -> None:
    """Write the column of each slot, and the numbers."""
    for index in range(NUMBERS):
        numbers[index] = 0.0
    table = _places(view, scratch, slots, numbers)
    _builds(view, scratch, slots)
    _chances(view, scratch)
    _loose_sets(view, scratch)
    _captures(view, scratch, table, slots, numbers)
    for index in range(RULES):
        numbers[14 + index] = view.rules[index]


def _places(view: View, scratch: Scratch, slots: MutableSequence[int], numbers: MutableSequence[float]) -> int:
    """The slots of the cards, the ranks, and the piles; return the number of cards on the table."""
    codes, tally = scratch.codes, scratch.tally
    for code in range(IN_BUILD):
        codes[code] = code
    for build in range(MAX_BUILDS):
        codes[IN_BUILD + build] = IN_BUILD + 1 - view.build_mine[build]
    for index in range(8 * (RANKS + 1)):
        tally[index] = 0
    for card in range(CARDS):
        code = codes[view.place[card]]
        slots[card] = OFFSETS[card] + code
        tally[card // 4 * 8 + code] += 1
    for spade in range(0, CARDS, 4):
        tally[8 * RANKS + codes[view.place[spade]]] += 1
    table = mine = theirs = 0
    for rank in range(RANKS):
        first = 8 * rank
        scratch.unseen[rank], scratch.in_hand[rank] = tally[first + UNSEEN], tally[first + HAND]
        loose = tally[first + LOOSE] + tally[first + THROWN]
        scratch.on_table[rank], scratch.takes[rank], scratch.held[rank] = loose, loose > 0, 0
        mine += tally[first + MINE]
        theirs += tally[first + THEIRS]
        table += loose + tally[first + IN_BUILD] + tally[first + IN_BUILD + 1]
    my_spades, their_spades = tally[8 * RANKS + MINE], tally[8 * RANKS + THEIRS]
    for rank in range(RANKS):
        counts = (scratch.unseen[rank] * 3 + min(scratch.on_table[rank], 2)) * 3 + min(scratch.in_hand[rank], 2)
        slots[52 + rank] = OFFSETS[52 + rank] + 2 * counts + view.passed[rank]
    slots[75] = OFFSETS[75] + 3 * view.plays_left + view.last
    slots[76], slots[77] = OFFSETS[76] + mine, OFFSETS[77] + theirs
    slots[78] = OFFSETS[78] + 14 * my_spades + their_spades
    numbers[24], numbers[25] = (mine - theirs) / 10, (my_spades - their_spades) / 4
    return table


def _builds(view: View, scratch: Scratch, slots: MutableSequence[int]) -> None:
    """The slots of the builds by value; their owners hold a card for each."""
    for value in range(PIPS):
        slots[65 + value] = OFFSETS[65 + value]
        scratch.build_worths[value], scratch.build_counts[value] = 0.0, 0
    for build in range(MAX_BUILDS):
        value = view.build_value[build]
        if value:
            size = 0
            for card in range(CARDS):
                if view.place[card] == IN_BUILD + build:
                    size += 1
                    scratch.build_worths[value - 1] += view.worth[card]
                    scratch.build_counts[value - 1] += PACKED[card]
            owner = 2 * view.build_mine[build] + view.build_single[build]
            column = OFFSETS[64 + value] + 1 + 3 * owner + min(max(size - 2, 0), 2)
            slots[64 + value] = max(slots[64 + value], column)
            scratch.takes[value - 1] = 1
            if not view.build_mine[build]:
                scratch.held[value - 1] = 1


def _chances(view: View, scratch: Scratch) -> None:
    """The chance that the other seat holds one of so many unseen cards."""
    unseen = 0
    for rank in range(RANKS):
        unseen += scratch.unseen[rank]
    for count in range(5):
        none = 1.0
        for drawn in range(min(view.other_count, unseen)):
            none *= max(unseen - count - drawn, 0) / (unseen - drawn)
        scratch.chance[count] = 1 - none


def _loose_sets(view: View, scratch: Scratch) -> None:
    """List the sets of loose cards that add up to no more than ten."""
    loose = 0
    scratch.sets[0], scratch.sums[0], scratch.worths[0], scratch.counts[0] = 0, 0, 0.0, 0
    sets = 1
    for total in range(1, PIPS + 1):
        scratch.ends[total] = MAX_SETS + total
        scratch.nexts[MAX_SETS + total] = 0
    for card in range(4 * PIPS):
        if view.place[card] in (LOOSE, THROWN):
            value = card // 4 + 1
            for known in range(sets):
                total = scratch.sums[known] + value
                if total <= PIPS and sets < MAX_SETS:
                    scratch.sets[sets] = scratch.sets[known] | 1 << loose
                    scratch.sums[sets] = total
                    scratch.takes[total - 1] = 1
                    scratch.nexts[scratch.ends[total]], scratch.nexts[sets] = sets, 0
                    scratch.ends[total] = sets
                    scratch.worths[sets] = scratch.worths[known] + view.worth[card]
                    scratch.counts[sets] = scratch.counts[known] + PACKED[card]
                    sets += 1
            loose += 1


def _captures(
    view: View, scratch: Scratch, table: int, slots: MutableSequence[int], numbers: MutableSequence[float]
) -> None:
    """The best capture of each rank: what the other seat may take next, and what this one might."""
    kept = 0.0
    for rank in range(RANKS):
        slots[79 + rank], slots[92 + rank] = OFFSETS[79 + rank], OFFSETS[92 + rank]
        scratch.order[rank] = 0.0
        held, unseen = scratch.in_hand[rank], scratch.unseen[rank]
        if not (held or unseen):
            continue
        worth, count, sweep, group = 0.0, 0, 0, 0
        if scratch.takes[rank]:
            worth, count = _best_capture(view, scratch, rank)
        if count:
            sweep = int(count & 255 == table)
            count += 1
            worth += 0.1 + sweep * view.rules[5]
            group = 1 + 4 * min((count & 255) - 2, 4) + 2 * int(count >> 16 & 0xFFF > 0) + sweep
        if held:
            slots[92 + rank] += 1 + group
            if worth > kept:
                kept = worth
                _unpack(count, sweep, numbers, 7)
        if unseen:
            chance = 1.0 if scratch.held[rank] else scratch.chance[unseen]
            slots[79 + rank] += 1 + 4 * group + min(int(chance * 4), 3)
            scratch.order[rank] = worth
            if worth > 0.0:
                _unpack(count, sweep, scratch.gains, 8 * rank)
                scratch.gains[8 * rank + 7] = chance
    _expected(scratch, numbers)


def _unpack(count: int, sweep: int, gains: MutableSequence[float], first: int) -> None:
    """Write a capture's gains of the first seven categories from there on."""
    gains[first], gains[first + 1], gains[first + 2] = count & 255, count >> 8 & 255, count >> 16 & 15
    gains[first + 3], gains[first + 4], gains[first + 5] = count >> 20 & 15, count >> 24 & 15, sweep
    gains[first + 6] = count >> 28 & 15


def _expected(scratch: Scratch, numbers: MutableSequence[float]) -> None:
    """What the other seat is expected to take if it makes the best capture that it can."""
    none, count = 1.0, 0
    for rank in range(RANKS):
        if scratch.order[rank] > 0.0:
            scratch.ranks[count] = rank
            count += 1
    for _ in range(count):
        best = scratch.ranks[0]
        for index in range(1, count):
            if scratch.order[scratch.ranks[index]] > scratch.order[best]:
                best = scratch.ranks[index]
        if none <= 0.0:
            return
        chance = scratch.gains[8 * best + 7]
        for index in range(7):
            numbers[index] += none * chance * scratch.gains[8 * best + index]
        none *= 1 - chance
        scratch.order[best] = 0.0


def _best_capture(view: View, scratch: Scratch, rank: int) -> tuple[float, int]:
    """The worth and the count of what the best capture by a card of this rank takes."""
    if rank < PIPS:
        worth, count = _best_union(scratch, rank + 1)
        return worth + scratch.build_worths[rank], count + scratch.build_counts[rank]
    worth, count = 0.0, 0
    for card in range(4 * rank, 4 * rank + 4):
        if view.place[card] in (LOOSE, THROWN):
            if view.rules[9]:
                worth += view.worth[card]
                count += PACKED[card]
            elif not count or view.worth[card] > worth:
                worth, count = view.worth[card], PACKED[card]
    return worth, count


def _best_union(scratch: Scratch, value: int) -> tuple[float, int]:
    """The worth and the count of the most valuable union of disjoint sets with this sum."""
    scratch.unions[0], scratch.union_worths[0], scratch.union_counts[0] = 0, 0.0, 0
    unions, best = 1, 0
    number = scratch.nexts[MAX_SETS + value]
    while number:
        mask = scratch.sets[number]
        for known in range(unions):
            if not scratch.unions[known] & mask and unions < 64:
                scratch.unions[unions] = scratch.unions[known] | mask
                scratch.union_worths[unions] = scratch.union_worths[known] + scratch.worths[number] + 1e-3
                scratch.union_counts[unions] = scratch.union_counts[known] + scratch.counts[number]
                if scratch.union_worths[unions] > scratch.union_worths[best]:
                    best = unions
                unions += 1
        number = scratch.nexts[number]
    return scratch.union_worths[best], scratch.union_counts[best]
