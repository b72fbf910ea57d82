"""Sets of table items that cards from hand may take (RULEBOOK 4.2 to 4.6, 8.1 to 8.3)."""

from collections.abc import Collection, Sequence
from itertools import combinations
from typing import NamedTuple, assert_never

from .cards import ORDER, Card, sort_cards
from .combining import MOST_UNIONS, Mask, Values, all_of, bits, groups_by_sum, reach, split, totals, unions
from .moves import BuildName
from .position import Position
from .table import NOBODY, Build
from .values import card_values, highest_value

FIVE_OF_SPADES = Card("5S")

BITS = tuple(1 << number for number in range(len(ORDER)))


class Items(NamedTuple):
    """The table's items numbered for bit masks: the loose cards, then the builds, each sorted (12.2)."""

    loose: tuple[Card, ...]
    builds: tuple[Build, ...]
    values: tuple[Values, ...]

    @property
    def all(self) -> Mask:
        return (1 << len(self.loose) + len(self.builds)) - 1

    def names(self, mask: Mask) -> tuple[tuple[Card, ...], tuple[BuildName, ...]]:
        """The loose cards and the names of the builds in the set."""
        loose = tuple([card for bit, card in zip(BITS, self.loose, strict=False) if mask & bit])
        among = mask >> len(self.loose)
        if not among:
            return loose, ()
        return loose, tuple([build.cards for bit, build in zip(BITS, self.builds, strict=False) if among & bit])

    def mask(self, loose: Collection[Card], builds: Collection[BuildName]) -> Mask:
        """The set of these items; items not on the table are ignored."""
        chosen = [number for number, card in enumerate(self.loose) if card in loose]
        count = len(self.loose)
        chosen += [count + number for number, build in enumerate(self.builds) if build.cards in builds]
        return sum(1 << number for number in chosen)


def items_of(position: Position) -> Items:
    """The position's items; `values` are those that each may count inside a sum of a capture (4.2, 4.6)."""
    values = card_values(position.rules.matching)
    loose = sort_cards(position.table.loose)
    counts = tuple([values[card] for card in loose])
    if not position.table.builds:
        return Items(loose, (), counts)
    builds = tuple(sorted(position.table.builds, key=lambda build: ORDER[build.cards[0]]))
    return Items(loose, builds, (*counts, *[_value_in_sums(position, build) for build in builds]))


def _value_in_sums(position: Position, build: Build) -> Values:
    """The value that a build may count as one card of a capturing sum; () if it may not be part of one (4.6)."""
    if build.multiple or isinstance(build.value, str):
        return ()
    match position.rules.matching.single_build_in_sums:
        case "no":
            return ()
        case "anyone":
            return (build.value,)
        case "opponents":
            friends = (position.seat, position.partner)
            return () if build.owner != NOBODY and build.owner in friends else (build.value,)
        case other:
            assert_never(other)


class Captures:
    """The captures possible at one position, computed on demand."""

    def __init__(self, position: Position, most: int = MOST_UNIONS) -> None:
        self.position = position
        self.most = most
        self.items = items_of(position)
        self.matching = position.rules.matching
        self.values = card_values(self.matching)
        self._specials = position.rules.specials
        self._sums: list[set[Mask]] = []
        self._unions: dict[int, set[Mask]] = {}

    # sets that add up to a number

    def groups(self, value: int) -> list[Mask]:
        """The sets of items that each add up to the value: loose cards, builds of the value, sums."""
        found = self.sums(value) if self.matching.table_sums else self._alone(value)
        if not self.items.builds:
            return [*found]
        count = len(self.items.loose)
        return [*found.union([1 << count + n for n, build in enumerate(self.items.builds) if build.value == value])]

    def sums(self, value: int) -> set[Mask]:
        """The sets of items that add up to the value, each item counting what it may inside a sum."""
        if len(self._sums) <= value:
            self._sums = groups_by_sum(self.items.values, max(value, highest_value(self.matching)))
        return self._sums[value]

    def _alone(self, value: int) -> set[Mask]:
        """The loose cards that have the value, one bit each."""
        return {
            bit for bit, _, values in zip(BITS, self.items.loose, self.items.values, strict=False) if value in values
        }

    def _must_take(self, value: int) -> Mask:
        """The loose cards that a capture counting this value has to include (4.4)."""
        return sum(self._alone(value)) if self.matching.matching == "all" else 0

    def taking(self, value: int) -> set[Mask]:
        """Every set of items that can be taken with this value."""
        known = self._unions.get(value)
        if known is None:
            known, must = unions(self.groups(value), self.most), self._must_take(value)
            if must:
                known = {mask for mask in known if mask & must == must}
            known.discard(0)
            self._unions[value] = known
        return known

    # the values of the cards from hand

    def counts(self, played: tuple[Card, ...]) -> set[int]:
        """The numbers T that these hand cards may count together (4.2, 8.1); empty where they may not be combined."""
        options = [self.values[card] for card in played]
        if len(played) == 1:
            return set() if self.takes_all_jack(played[0]) else set(options[0])
        if not all(options) or any(self.takes_all_jack(card) for card in played):
            return set()
        match self.matching.hand_cards:
            case "one":
                return set()
            case "sum":
                return totals(options)
            case "pair":
                return totals(options) if len(played) == 2 else set()
            case "sums":
                return _splitting_totals(options)
            case other:
                assert_never(other)

    def takes_all_jack(self, card: Card) -> bool:
        """Return whether the card is a jack that takes everything or nothing (8.2)."""
        return card.rank == "J" and self._specials.jack_takes_all

    def takes_everything(self, played: tuple[Card, ...]) -> bool:
        """Return whether a single card may take the whole table as it is: a jack (8.2), the five of spades (8.3)."""
        if len(played) != 1 or not self.items.all:
            return False
        five = played[0] == FIVE_OF_SPADES and self._specials.five_of_spades_sweeps
        return five or self.takes_all_jack(played[0])

    # faces without a value

    def pairs_by_rank(self, played: tuple[Card, ...]) -> bool:
        """Return whether this is one face card without a number, which takes its own rank (4.3)."""
        return len(played) == 1 and not self.values[played[0]] and not self.takes_all_jack(played[0])

    def face_groups(self, card: Card) -> tuple[list[Mask], list[Mask]]:
        """The loose faces of the card's rank, and the builds of it, one bit each."""
        count = len(self.items.loose)
        loose = [1 << n for n, other in enumerate(self.items.loose) if other.rank == card.rank]
        return loose, [1 << count + n for n, build in enumerate(self.items.builds) if build.value == card.rank]

    def face_counts(self, loose: int) -> set[int]:
        """The numbers, above 0, of faces that may be taken at once from `loose` faces of a rank (4.3, 4.4)."""
        if self.matching.matching == "all":
            return {loose} - {0}
        match self.matching.face_capture:
            case "one":
                return {1} if loose else set()
            case "any":
                return set(range(1, loose + 1))
            case "one_or_three":
                return {count for count in (1, 3) if count <= loose}
            case other:
                assert_never(other)

    def _face_captures(self, card: Card) -> set[Mask]:
        loose, builds = self.face_groups(card)
        none = set() if loose and self.matching.matching == "all" else {0}
        some = {sum(choice) for count in self.face_counts(len(loose)) for choice in combinations(loose, count)}
        return {taken | built for taken in some | none for built in unions(builds)} - {0}

    # whole captures

    def by(self, played: tuple[Card, ...]) -> set[Mask]:
        """Every set of items these hand cards may take together."""
        if self.pairs_by_rank(played):
            return self._face_captures(played[0])
        found = {self.items.all} if self.takes_everything(played) else set()
        for value in self.counts(played):
            found = found | self.taking(value) if found else self.taking(value)
        return found

    def may_take(self, played: tuple[Card, ...], taken: Mask) -> bool:
        """Return whether these hand cards may take exactly this set. Fast however crowded the table is."""
        if self.pairs_by_rank(played):
            return taken in self._face_captures(played[0])
        if taken == self.items.all and self.takes_everything(played):
            return True
        return any(self.adds_up(taken, value, obeying_match=True) for value in self.counts(played))

    def adds_up(self, taken: Mask, value: int, obeying_match: bool = False) -> bool:
        """Return whether the set splits into groups of this value.

        With `obeying_match`, it must also include every loose card that has to be taken (4.4).
        """
        must = self._must_take(value) if obeying_match else 0
        if not taken or taken & must != must:
            return False
        return self._splits(taken, value)

    def _splits(self, taken: Mask, value: int) -> bool:
        inside = [number for number in bits(taken) if not self.is_whole(number, value)]
        if not self.matching.table_sums:
            return all(value in self.items.values[number] for number in inside)
        values = [self.items.values[number] for number in inside]
        return all(values) and split(values, value) is not None

    def is_whole(self, number: int, value: int) -> bool:
        """Return whether the item is a build of exactly this value, which always forms a separate group."""
        count = len(self.items.loose)
        return number >= count and self.items.builds[number - count].value == value

    def left_behind(self, played: tuple[Card, ...], taken: Mask) -> Mask:
        """The items that larger captures by the same cards would have taken in addition (4.10)."""
        if self.pairs_by_rank(played):
            wider = [mask for mask in self._face_captures(played[0]) if mask & taken == taken]
        else:
            wider = [self.items.all] if self.takes_everything(played) else []
            counts = self.counts(played)
            wider += [reach(taken | self._must_take(value), self.groups(value)) for value in counts]
        return all_of(wider) & ~taken


def _splitting_totals(options: Sequence[Values]) -> set[int]:
    """The totals T for which the cards form groups each adding up to T (Ulmann, 8.1)."""
    most = sum(values[-1] for values in options)
    everything = (1 << len(options)) - 1
    sums = groups_by_sum(options, most)
    return {total for total in range(1, most + 1) if everything in unions(sums[total])}
