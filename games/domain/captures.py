"""Sets of items that cards from hand may take (RULEBOOK 4.2 to 4.6, 4.11, 4.13, 4.14, 8.1 to 8.3, 15.3)."""

from collections.abc import Collection, Mapping
from itertools import combinations
from typing import NamedTuple, assert_never

from .cards import CARD_INDEX, FACES, Card, sort_cards
from .moves import BuildName, Stolen
from .position import Position
from .subset_sum import (
    Mask,
    Steps,
    Values,
    bits,
    common_group_totals,
    disjoint_pairs,
    disjoint_unions,
    fewest_in_sum,
    groups_by_sum,
    most_groups,
    partition_by_sum,
    reachable_by_one_sum,
    reachable_mask,
    totals,
    union_mask,
)
from .table import NO_SEAT, Build
from .values import card_values, hand_values, highest_value

FIVE_OF_SPADES = Card("5S")

BITS = tuple(1 << number for number in range(len(CARD_INDEX)))


class TableItems(NamedTuple):
    """Items numbered for bit masks: the loose cards, the builds, the cards to steal, each sorted (12.2)."""

    loose: tuple[Card, ...]
    builds: tuple[Build, ...]
    values: tuple[Values, ...]
    tops: tuple[Stolen, ...] = ()

    @property
    def all(self) -> Mask:
        """Everything on the table."""
        return (1 << len(self.loose) + len(self.builds)) - 1

    def unpack(self, mask: Mask) -> tuple[tuple[Card, ...], tuple[BuildName, ...]]:
        """The loose cards and the names of the builds in the set."""
        loose = tuple([card for bit, card in zip(BITS, self.loose, strict=False) if mask & bit])
        among = mask >> len(self.loose)
        if not among:
            return loose, ()
        return loose, tuple([build.cards for bit, build in zip(BITS, self.builds, strict=False) if among & bit])

    def stolen(self, mask: Mask) -> tuple[Stolen, ...]:
        """The stolen cards in the set."""
        among = mask >> len(self.loose) + len(self.builds) if self.tops else 0
        return tuple([top for bit, top in zip(BITS, self.tops, strict=False) if among & bit]) if among else ()

    def mask_of_stolen(self, stolen: Collection[Stolen]) -> Mask:
        """The set of these stolen cards; those that cannot be stolen are ignored."""
        first = len(self.loose) + len(self.builds)
        return sum(1 << first + number for number, top in enumerate(self.tops) if top in stolen)

    def mask(self, loose: Collection[Card], builds: Collection[BuildName]) -> Mask:
        """The set of these items; items not on the table are ignored."""
        chosen = [number for number, card in enumerate(self.loose) if card in loose]
        count = len(self.loose)
        chosen += [count + number for number, build in enumerate(self.builds) if build.cards in builds]
        return sum(1 << number for number in chosen)


def table_items(position: Position, values: Mapping[Card, Values]) -> TableItems:
    """The position's items. `values`: of every card, those that it may count inside a sum of a capture (4.2, 4.6)."""
    loose = sort_cards(position.table.loose)
    counts = tuple([values[card] for card in loose])
    if not position.table.builds:
        return TableItems(loose, (), counts, position.tops)
    builds = tuple(sorted(position.table.builds, key=lambda build: CARD_INDEX[build.cards[0]]))
    counts = (*counts, *[_value_in_sums(position, build) for build in builds])
    return TableItems(loose, builds, counts, position.tops)


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
            return () if build.owner != NO_SEAT and build.owner in friends else (build.value,)
        case other:
            assert_never(other)


class Captures:
    """The captures possible at one position, computed on demand, as far as the steps suffice."""

    def __init__(self, position: Position, steps: Steps | None = None) -> None:
        self.position = position
        self.steps = steps or Steps()
        self.matching = position.rules.matching
        self.values = card_values(self.matching)
        self.items = table_items(position, self.values)
        self.hand_values = hand_values(self.matching) if self.matching.hand_values else self.values
        self._rule = self.matching.matching
        self._specials = position.rules.specials
        self._sums: list[set[Mask]] = []
        self._unions: dict[int, set[Mask]] = {}
        self._unions_with_every: dict[int, set[Mask]] = {}

    # sets that add up to a number

    def groups(self, value: int) -> list[Mask]:
        """The sets of items that each add up to the value: loose cards, builds of the value, sums."""
        masks = self.sums(value) if self.matching.table_sums else self._alone(value)
        if not self.items.builds:
            return [*masks]
        count = len(self.items.loose)
        return [*masks.union([1 << count + n for n, build in enumerate(self.items.builds) if build.value == value])]

    def sums(self, value: int) -> set[Mask]:
        """The sets of items that add up to the value, each item counting what it may inside a sum."""
        if len(self._sums) <= value:
            self._sums = groups_by_sum(self.items.values, max(value, self._highest_total()), self.steps)
        return self._sums[value]

    def _highest_total(self) -> int:
        """The highest number that a play from this hand may count, or a card of the game."""
        together = self.matching.hand_cards != "one"
        highest = sum(max(self.hand_values[card], default=0) for card in self.position.hand) if together else 0
        return max(highest, highest_value(self.matching))

    def _alone(self, value: int) -> set[Mask]:
        """The loose cards that have the value, one bit each."""
        return {
            bit for bit, _, values in zip(BITS, self.items.loose, self.items.values, strict=False) if value in values
        }

    def _whole(self, value: int | str) -> set[Mask]:
        """The builds of the value, one bit each."""
        count = len(self.items.loose)
        return {1 << count + n for n, build in enumerate(self.items.builds) if build.value == value}

    def _matches(self, value: int) -> Mask:
        """The loose cards that have the value, and under `match_builds` the builds of it (4.4, 4.11, 4.14)."""
        loose = sum(self._alone(value))
        return loose | sum(self._whole(value)) if self.matching.match_builds else loose

    def _must_take(self, played: tuple[Card, ...], value: int) -> Mask:
        """What a capture counting this value has to include (4.4); 0 for no such rule."""
        return self._matches(value) if self.must_take_all(played) else 0

    def _must_touch(self, played: tuple[Card, ...], value: int) -> Mask:
        """That of which a capture counting this value has to include one (4.11); 0 for no such rule."""
        return self._matches(value) if self.must_take_one(played) else 0

    def must_take_all(self, played: tuple[Card, ...]) -> bool:
        """Whether 4.4 holds for these hand cards: under `all_numerals`, unless all of them are faces (4.11)."""
        return self._rule == "all" or (self._rule == "all_numerals" and not _are_faces(played))

    def must_take_one(self, played: tuple[Card, ...]) -> bool:
        """Whether 4.11 holds for these hand cards: under `faces` and `all_numerals`, only if all of them are faces."""
        return self._rule == "some" or (self._rule in ("faces", "all_numerals") and _are_faces(played))

    def must_match(self, card: Card) -> bool:
        """Whether the card may not be trailed beside a match (4.4, 4.11)."""
        return self._rule in ("all", "some", "all_numerals") or (self._rule == "faces" and card.rank in FACES)

    def sets_for_value(self, value: int, every: bool = False) -> set[Mask]:
        """Every set of items that can be taken with this value, before 4.11; with `every` those that 4.4 allows."""
        cache = self._unions_with_every if every else self._unions
        known = cache.get(value)
        if known is None:
            known = self._disjoint_groups(value)
            must = self._matches(value) if every else 0
            if must:
                known = {mask for mask in known if mask & must == must} | {must}
            known.discard(0)
            if self.items.tops:
                known |= self._with_stolen(known, value)
            cache[value] = known
        return known

    def _disjoint_groups(self, value: int) -> set[Mask]:
        """Every union of disjoint groups; under `one_sum`, with at most one group of several items (4.13)."""
        if not self.matching.one_sum or not self.matching.table_sums:
            return disjoint_unions(self.groups(value), self.steps)
        alone = disjoint_unions(self._alone(value) | self._whole(value), self.steps)
        return disjoint_pairs([0, *self.groups(value)], alone, self.steps)

    def _with_stolen(self, known: set[Mask], value: int) -> set[Mask]:
        """The sets with cards of this value stolen in addition, where they may be (15.3)."""
        first, base = len(self.items.loose) + len(self.items.builds), self._base(value)
        equal = [1 << first + n for n, top in enumerate(self.items.tops) if value in self.values[top.card]]
        stolen = disjoint_unions(equal) - {0}
        return disjoint_pairs([mask for mask in known if mask & base], stolen, self.steps)

    def _base(self, value: int) -> Mask:
        """The loose cards and builds of the value, one of which is taken where a card is stolen (15.3)."""
        return sum(self._alone(value)) | sum(self._whole(value))

    # the values of the cards from hand

    def hand_totals(self, played: tuple[Card, ...]) -> set[int]:
        """The numbers T that these hand cards may count together (4.2, 8.1); empty where they may not be combined."""
        options = [self.hand_values[card] for card in played]
        if len(played) == 1:
            return set() if self._specials.jack_takes_all and played[0].rank == "J" else set(options[0])
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
                return set(common_group_totals(tuple(options)))
            case other:
                assert_never(other)

    def takes_all_jack(self, card: Card) -> bool:
        """Whether the card is a jack that takes everything or nothing (8.2)."""
        return card.rank == "J" and self._specials.jack_takes_all

    def takes_everything(self, played: tuple[Card, ...]) -> bool:
        """Whether a single card may take the whole table as it is: a jack (8.2), the five of spades (8.3)."""
        if len(played) != 1 or not self.items.all:
            return False
        five = played[0] == FIVE_OF_SPADES and self._specials.five_of_spades_sweeps
        return five or self.takes_all_jack(played[0])

    # faces without a value

    def pairs_by_rank(self, played: tuple[Card, ...]) -> bool:
        """Whether this is one face card without a number, which takes its own rank (4.3)."""
        return len(played) == 1 and not self.values[played[0]] and not self.takes_all_jack(played[0])

    def face_groups(self, card: Card) -> tuple[list[Mask], list[Mask]]:
        """The loose faces of the card's rank, and the builds of it, one bit each."""
        count = len(self.items.loose)
        loose = [1 << n for n, other in enumerate(self.items.loose) if other.rank == card.rank]
        return loose, [1 << count + n for n, build in enumerate(self.items.builds) if build.value == card.rank]

    def face_counts(self, card: Card, loose: int) -> set[int]:
        """The numbers, above 0, of faces that the card may take at once from `loose` faces of its rank (4.3, 4.4)."""
        if self.must_take_all((card,)):
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
        every, builds_match = self.must_take_all((card,)), self.matching.match_builds
        none = set() if loose and (every or (self.must_take_one((card,)) and not builds_match)) else {0}
        some = {sum(choice) for count in self.face_counts(card, len(loose)) for choice in combinations(loose, count)}
        whole = {sum(builds)} if every and builds_match else disjoint_unions(builds, self.steps)
        sets = disjoint_pairs(some | none, whole, self.steps) - {0}
        if builds and self.matching.face_capture == "one_or_three":
            sets = {mask for mask in sets if self._is_three_with_builds(mask)}
        return sets

    def _is_three_with_builds(self, mask: Mask) -> bool:
        """Whether a set of faces has three cards, if it has a build (5.9)."""
        loose, builds = self.items.unpack(mask)
        return not builds or len(loose) + sum(map(len, builds)) == 3

    # whole captures

    def capture_sets(self, played: tuple[Card, ...]) -> set[Mask]:
        """Every set of items these hand cards may take together."""
        if self.pairs_by_rank(played):
            return self._face_captures(played[0])
        masks = {self.items.all} if self.takes_everything(played) else set()
        forced = self._rule != "optional"
        every, some = forced and self.must_take_all(played), forced and self.must_take_one(played)
        for value in self.hand_totals(played):
            sets = self.sets_for_value(value, every)
            touched = self._matches(value) if some else 0
            if touched:
                sets = {mask for mask in sets if mask & touched}
            masks = masks | sets if masks else sets
        return masks

    def may_take(self, played: tuple[Card, ...], taken: Mask) -> bool:
        """Whether these hand cards may take exactly this set. Fast however crowded the table is."""
        if self.pairs_by_rank(played):
            return taken in self._face_captures(played[0])
        if taken == self.items.all and self.takes_everything(played):
            return True
        return any(
            self._obeys_match(taken, played, value) and self.adds_up(taken, value) for value in self.hand_totals(played)
        )

    def _obeys_match(self, taken: Mask, played: tuple[Card, ...], value: int) -> bool:
        """Whether the set includes what a capture counting this value has to (4.4, 4.11, 4.14)."""
        must, touched = self._must_take(played, value), self._must_touch(played, value)
        return taken & must == must and (not touched or bool(taken & touched))

    def adds_up(self, taken: Mask, value: int) -> bool:
        """Whether the set splits into groups of this value, with stolen cards only beside their equal (15.3)."""
        table = taken & self.items.all
        return table != 0 and self._splits(table, value) and self.may_steal(taken, value)

    def may_steal(self, taken: Mask, value: int) -> bool:
        """Whether the stolen cards of the set, if any, may be captured with this value (15.3)."""
        stolen = self.items.stolen(taken)
        if not stolen:
            return True
        return bool(taken & self._base(value)) and all(value in self.values[top.card] for top in stolen)

    def adds_up_in_sums(self, taken: Mask, value: int) -> bool:
        """Whether the set would split into groups of this value if any number of them could be sums (4.13)."""
        values = self._beside_whole(taken & self.items.all, value)
        sums = self.matching.one_sum and self.matching.table_sums
        return sums and all(values) and partition_by_sum(values, value, self.steps) is not None

    def _beside_whole(self, taken: Mask, value: int) -> list[Values]:
        """The values of the items of the set that are not builds of this value."""
        return [self.items.values[number] for number in bits(taken) if not self.is_whole(number, value)]

    def _splits(self, taken: Mask, value: int) -> bool:
        values = self._beside_whole(taken, value)
        if not self.matching.table_sums:
            return all(value in options for options in values)
        if self.matching.one_sum:
            return all(values) and fewest_in_sum(values, value) is not None
        return all(values) and partition_by_sum(values, value, self.steps) is not None

    def is_whole(self, number: int, value: int) -> bool:
        """Whether the item is a build of exactly this value, which always forms a separate group."""
        count = len(self.items.loose)
        return number >= count and self.items.builds[number - count].value == value

    def missed_items(self, played: tuple[Card, ...], taken: Mask) -> Mask:
        """The items that larger captures by the same cards would have taken in addition (4.10)."""
        if self.pairs_by_rank(played):
            wider = [mask for mask in self._face_captures(played[0]) if mask & taken == taken]
        else:
            wider = [self.items.all] if self.takes_everything(played) else []
            wider += [
                self._reachable(taken, value, self._must_take(played, value))
                for value in sorted(self.hand_totals(played))
            ]
        return union_mask(wider) & ~taken

    def _reachable(self, taken: Mask, value: int, must: Mask) -> Mask:
        """Everything in the captures that count this value and take all of `taken` and what they must."""
        if self.matching.one_sum and self.matching.table_sums:
            alone = sum(self._alone(value)) | sum(self._whole(value))
            return reachable_by_one_sum(taken | must, self.items.values, value, alone)
        groups = self.groups(value)
        if self.steps.cut and self.adds_up(taken, value):
            groups.append(taken)  # its own groups may be missing in a listing in part
        return reachable_mask(taken | must, groups, self.steps)

    def most_groups(self, taken: Mask, value: int) -> int:
        """The groups of a capture that counts this value, as many as possible; a build of it brings its own (6.2)."""
        whole = [number for number in bits(taken) if self.is_whole(number, value)]
        others = self._beside_whole(taken, value)
        in_builds = sum(len(self.items.builds[number - len(self.items.loose)].groups) for number in whole)
        if self.matching.one_sum:
            in_sum = fewest_in_sum(others, value) or 0
            return in_builds + len(others) - in_sum + (in_sum > 0)
        return in_builds + (most_groups(others, value, self.steps) or 0)


def _are_faces(cards: tuple[Card, ...]) -> bool:
    return all(card.rank in FACES for card in cards)
