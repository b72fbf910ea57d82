"""The builds that can be made with a card (RULEBOOK 5, 15.2 to 15.4)."""

from collections.abc import Sequence
from itertools import chain

from .captures import Captures
from .cards import Card
from .moves import AddAndPlay, Capture, MakeBuild, Play, Stolen, TableBuild
from .position import Position
from .rules import Building
from .subset_sum import Mask, Values, bits, disjoint_pairs, disjoint_unions, groups_by_sum, partition_by_sum, totals
from .table import NO_SEAT, Build, Group, Groups, Table, Value, make_build
from .values import highest_value


def _are_limited(options: Building) -> bool:
    """Whether an option limits the builds beyond the duty of owners."""
    owners = options.owner == "valued" or options.build_rights == "owner"
    return owners or options.max_builds is not None or options.absorb_equal or not options.join_builds


class Builds:
    """The builds that can be made at one position, computed on demand."""

    def __init__(self, position: Position, captures: Captures) -> None:
        self.position = position
        self.options = position.rules.building
        self.items = captures.items
        self._captures = captures
        self._steps = captures.steps
        self._values = captures.values
        self._count = len(self.items.loose)
        self.limited = bool(self.items.tops) or _are_limited(self.options)
        self._first_top = self._count + len(self.items.builds)
        self._sums: list[set[Mask]] = []
        self._unions: dict[int, set[Mask]] = {}
        self._counting: dict[tuple[int, int], set[Mask]] = {}

    # the material of groups

    def _absorbs(self) -> bool:
        return self.position.rules.matching.single_build_in_sums == "anyone"

    def raisable(self, build: Build) -> bool:
        """Whether the build may be raised: single, numeric, and by this seat (5.5 to 5.7, 15.2)."""
        if not build.single or isinstance(build.value, str):
            return False
        return self.has_right_to_raise(build) and (self.options.raise_own or build.owner != self.position.seat)

    def has_right_to_raise(self, build: Build) -> bool:
        """Whether 15.2 lets the seat raise the build: under `owner`, one of an opponent."""
        friends = (NO_SEAT, self.position.seat, self.position.partner)
        return self.options.build_rights == "open" or build.owner not in friends

    def _material(self) -> tuple[Values, ...]:
        """Values that each item may count inside a new group; builds count only under `anyone` (4.6, 9.11)."""
        loose = self.items.values[: self._count]
        absorbed = self._absorbs()
        builds = [
            (build.value,) if absorbed and isinstance(build.value, int) and self.raisable(build) else ()
            for build in self.items.builds
        ]
        return (*loose, *builds, *[self._values[top.card] for top in self.items.tops])

    def _sets(self, total: int) -> set[Mask]:
        """The sets of items that add up to the total."""
        if not self.items.builds and not self.items.tops:
            return self._captures.sums(total)
        if len(self._sums) <= total:
            self._sums = groups_by_sum(
                self._material(), max(total, highest_value(self.position.rules.matching)), self._steps
            )
        return self._sums[total]

    def _groups(self, value: int) -> set[Mask]:
        """The sets that add up to the value of the build being made: its own builds are joined, never absorbed."""
        return self._sets(value).difference([1 << number for number in self.builds_of(value)])

    def builds_of(self, value: Value) -> list[int]:
        """The numbers of the items that are builds of this value."""
        return [self._count + n for n, build in enumerate(self.items.builds) if build.value == value]

    # the parts of a build

    def _joinable_sets(self, value: Value) -> set[Mask]:
        """The sets of builds of the value that may be taken in whole (5.4, 5.8, 5.13, 5.17)."""
        same = self.builds_of(value)
        allowed = {1 << number for number in same if self.may_join(self.items.builds[number - self._count])}
        if self.options.one_build_per_value:
            return {sum(allowed)} if len(allowed) == len(same) else set()
        if not self.options.join_builds:
            return {0, *allowed}
        return disjoint_unions(allowed, self._steps)

    def may_join(self, build: Build) -> bool:
        """Whether a build of the value may be taken into the new one (5.8, 15.2)."""
        if not self.has_right_to_join(build):
            return False
        return self.options.add_to_partner_build or not build.owner or build.owner != self.position.partner

    def has_right_to_join(self, build: Build) -> bool:
        """Whether 15.2 lets the seat add to the build: under `owner`, one of its own."""
        return self.options.build_rights == "open" or build.owner == self.position.seat

    def _table_unions(self, value: int) -> set[Mask]:
        if value not in self._unions:
            self._unions[value] = disjoint_unions(self._groups(value), self._steps)
        return self._unions[value]

    def _extras(self, value: int, alone: bool) -> set[Mask]:
        """The groups of table cards that may go into the build in addition to the played card's group (5.3)."""
        if self.options.extra_groups:
            return self._table_unions(value)
        if not alone:
            return {0}
        return disjoint_unions([mask for mask in self._sets(value) if self._is_one_card(mask)])

    def _is_one_card(self, mask: Mask) -> bool:
        """Whether the set is a single loose or stolen card."""
        return mask.bit_count() == 1 and not self._count <= mask.bit_length() - 1 < self._first_top

    def _played_groups(self, counted: int, value: int) -> set[Mask]:
        """Sets of items that complete the group of the played card, counting `counted`: {0} if it needs none."""
        missing = value - counted
        if missing == 0:
            return {0}
        result = self._sets(missing)
        for number, build in enumerate(self.items.builds):
            if self._steps.spent:
                break
            if isinstance(build.value, int) and build.value <= missing and self.raisable(build):
                beside = self._beside_raised(missing - build.value)
                result = result.union(disjoint_pairs([1 << self._count + number], beside, self._steps))
        return result

    def _beside_raised(self, missing: int) -> set[Mask]:
        if missing == 0:
            return {0}
        if not self.options.raise_with_table_cards:
            return set()
        return {mask for mask in self._sets(missing) if not mask >> self._count}

    # the conditions on whole builds

    def taken_in(self, mask: Mask) -> tuple[Build, ...]:
        """The builds in the set, in the order of 12.2."""
        among = mask >> self._count
        return tuple([build for number, build in enumerate(self.items.builds) if among >> number & 1])

    def owner_after(self, value: Value, joined: Sequence[Build], for_partner: bool) -> int:
        """The owner of a build that takes in these builds, in the order of 12.2 (5.12, 5.14)."""
        seat = self.position.partner if for_partner else self.position.seat
        if self.options.owner == "added" or not self.is_adding(value, joined):
            return seat
        owners = [build.owner for build in joined]
        return self.position.seat if self.position.seat in owners else owners[0]

    def is_adding(self, value: Value, joined: Sequence[Build]) -> bool:
        """Whether a build of this value only adds to builds: none is raised (5.12)."""
        return bool(joined) and all(build.value == value for build in joined)

    def may_steal(self, mask: Mask, value: Value, owner: int) -> bool:
        """Whether the stolen cards of the set may go into the build: never into a raise (15.3)."""
        if not mask >> self._first_top:
            return True
        raises = any(build.value != value for build in self.taken_in(mask))
        return bool(mask & self.items.all) and not raises and owner == self.position.seat

    def may_raise_with(self, mask: Mask, value: Value) -> bool:
        """Whether the set is within the rights of 15.2: a build is raised with the hand card alone."""
        if self.options.build_rights == "open":
            return True
        raised = sum(build.value != value for build in self.taken_in(mask))
        beside = mask & ((1 << self._count) - 1) or mask >> self._first_top
        return raised == 0 or (raised == 1 and not beside)

    def absorbs_equal(self, mask: Mask, value: Value, adding: bool) -> bool:
        """Whether a build takes in every loose card of its value, where it has to (5.16).

        `adding`: it is added to or raised, and has to under `match_builds` alone.
        """
        widened = self.position.rules.matching.match_builds
        if not self.options.absorb_equal or (adding and not widened):
            return True
        equal = self.equal_loose(value)
        return mask & equal == equal

    def equal_loose(self, value: Value) -> Mask:
        """The loose cards that have the value, or for a face without a value are of the rank."""
        if isinstance(value, str):
            return sum(1 << n for n, card in enumerate(self.items.loose) if self._is_face(card, value))
        return sum(1 << n for n in range(self._count) if value in self.items.values[n])

    def joins_few(self, taken: Sequence[Build]) -> bool:
        """Whether a build may take in all of these builds (5.17)."""
        return self.options.join_builds or len(taken) < 2

    def exceeds_limit(self, mask: Mask, owner: int) -> bool:
        """Whether the owner would have too many builds once these are taken into the new one (5.15)."""
        limit = self.options.max_builds
        if limit is None or not owner:
            return False
        taken = self.taken_in(mask)
        return 1 + sum(build.owner == owner and build not in taken for build in self.items.builds) > limit

    # whole builds

    def build_sets(self, card: Card, value: Value) -> set[Mask]:
        """Every set of items that the card may be combined with into a build of this value (5.1 to 5.5, 5.9)."""
        groups = self._faces_with(card, value) if isinstance(value, str) else self._numbers_with(card, value)
        if self.items.builds:
            groups = disjoint_pairs(groups, self._joinable_sets(value), self._steps)
        return groups - {0}

    def _numbers_with(self, card: Card, value: int) -> set[Mask]:
        """Sets of items to combine with the card into a build of this number, over all values of the card."""
        groups: set[Mask] = set()
        for counted in self._values[card]:
            if counted <= value:
                groups = (
                    groups | self._sets_when_card_counts(counted, value)
                    if groups
                    else self._sets_when_card_counts(counted, value)
                )
        return groups

    def _sets_when_card_counts(self, counted: int, value: int) -> set[Mask]:
        """Sets of items to combine with a card that counts `counted`: the rest of its group, and any extra groups."""
        known = self._counting.get((counted, value))
        if known is None:
            own = self._played_groups(counted, value)
            known = disjoint_pairs(own, self._extras(value, alone=counted == value), self._steps) if own else set()
            self._counting[counted, value] = known
        return known

    def _faces_with(self, card: Card, value: str) -> set[Mask]:
        if card.rank != value or self._values[card] or not self.options.face_builds:
            return set()
        return disjoint_unions([1 << n for n in range(self._count) if self._is_face(self.items.loose[n], value)])

    def table_build_sets(self, value: Value) -> set[Mask]:
        """Every set of loose cards that may become a build without the played card (5.11)."""
        if self.options.one_build_per_value and self.builds_of(value):
            return set()
        if isinstance(value, str):
            faces = [1 << n for n in range(self._count) if self._is_face(self.items.loose[n], value)]
            result = disjoint_unions(faces) if self.options.face_builds and self.options.extra_groups else set()
        else:
            groups = {mask for mask in self._groups(value) if not mask >> self._count}
            result = disjoint_unions(groups, self._steps) if self.options.extra_groups else groups
        return {mask for mask in result if mask.bit_count() >= 2}

    def _is_face(self, card: Card, rank: str) -> bool:
        return card.rank == rank and not self._values[card]

    # one given build, to judge or to make it

    def groups_for_move(self, move: MakeBuild) -> Groups | None:
        """The groups of the build that the move makes, joined builds' groups included; None if it cannot be made."""
        builds = [build for build in self.items.builds if build.cards in move.builds]
        joined = [build for build in builds if build.value == move.value]
        raised = [build for build in builds if build.value != move.value]
        own: Groups | None
        if isinstance(move.value, str):
            fits = self._faces_with(move.card, move.value)
            wanted = self.items.mask(move.loose, ())
            fitting = wanted in fits and not raised and not move.stolen
            own = ((move.card,), *((card,) for card in move.loose)) if fitting else None
        else:
            loose = (*move.loose, *(item.card for item in move.stolen))
            own = self._number_shape(move.card, loose, raised, move.value)
        return None if own is None else (*own, *chain.from_iterable(build.groups for build in joined))

    def _number_shape(self, card: Card, loose: tuple[Card, ...], raised: list[Build], value: int) -> Groups | None:
        """The played card's group and the groups of table cards, as few as possible; None if they do not add up."""
        parts: list[Group] = [(item,) for item in loose] + [build.cards for build in raised]
        counts: list[Values] = [self._values[item] for item in loose] + [(int(build.value),) for build in raised]
        shapes = [
            self._groups_with_card(card, counted, parts, counts, len(raised), value) for counted in self._values[card]
        ]
        made = [shape for shape in shapes if shape is not None]
        return min(made, key=len) if made else None

    def _groups_with_card(
        self, card: Card, counted: int, parts: list[tuple[Card, ...]], counts: list[Values], raised: int, value: int
    ) -> Groups | None:
        """The groups when the played card counts `counted`, or None; the raised builds are the last of the parts."""
        if not all(counts) or (raised > 1 and not self._absorbs()):
            return None
        played: tuple[Card, ...] = (card,)
        if raised and not self._absorbs():
            played, counted = (card, *parts[-1]), counted + counts[-1][0]
            parts, counts = parts[:-1], counts[:-1]
            if not self.options.raise_with_table_cards and counted != value:
                return None
        groups = self._split([(counted,), *counts], value, alone=counted == value and len(played) == 1)
        if groups is None:
            return None
        parts = [played, *parts]
        return tuple(tuple(card for number in bits(group) for card in parts[number]) for group in groups)

    def _split(self, counts: list[Values], value: int, alone: bool) -> tuple[Mask, ...] | None:
        """The groups of the value, as few as possible, or None. Without extra groups: one, or cards of the value beside
        a played card that is `alone` in its group (5.3)."""
        if self.options.extra_groups:
            return partition_by_sum(counts, value, self._steps)
        if value in totals(counts):
            return ((1 << len(counts)) - 1,)
        each_alone = alone and all(value in options for options in counts)
        return tuple(1 << number for number in range(len(counts))) if each_alone else None

    def addition_sets(self, build: Build) -> set[Mask]:
        """Every set of loose and stolen cards that may be added to the build without a hand card (15.4)."""
        if isinstance(build.value, str):
            return disjoint_unions([1 << n for n in bits(self.equal_loose(build.value))]) - {0}
        builds = (1 << self._first_top) - (1 << self._count)
        groups = {mask for mask in self._sets(build.value) if not mask & builds}
        return disjoint_unions(groups, self._steps) - {0}

    def groups_added(self, loose: tuple[Card, ...], stolen: tuple[Stolen, ...], value: Value) -> Groups | None:
        """The groups that the added cards make, or None if they do not split into groups of the value (15.4)."""
        cards = (*loose, *(item.card for item in stolen))
        if isinstance(value, str):
            fits = not stolen and all(self._is_face(card, value) for card in cards)
            return tuple((card,) for card in cards) if fits else None
        groups = partition_by_sum([self._values[card] for card in cards], value, self._steps)
        return None if not groups else tuple(tuple(cards[number] for number in bits(group)) for group in groups)

    def table_groups(self, move: TableBuild) -> Groups | None:
        """The groups of a build of table cards alone, or None if they make none (5.11)."""
        if isinstance(move.value, str):
            fits = self.items.mask(move.loose, ()) in self.table_build_sets(move.value)
            return tuple((card,) for card in move.loose) if fits else None
        groups = partition_by_sum([self._values[card] for card in move.loose], move.value, self._steps)
        if groups is None or (len(groups) > 1 and not self.options.extra_groups):
            return None
        return tuple(tuple(move.loose[number] for number in bits(group)) for group in groups)


def own_build(position: Position, added: AddAndPlay) -> Build | None:
    """The build that is added to, or None if the seat owns no such build."""
    mine = (build for build in position.table.builds if build.owner == position.seat)
    return next((build for build in mine if build.cards == added.build), None)


def extended_build(build: Build, groups: Groups) -> Build:
    return make_build((*build.groups, *groups), build.value, build.owner)


def with_addition(position: Position, build: Build, extended: Build, stolen: tuple[Stolen, ...]) -> Position:
    """The position once the build has been extended. Of each pile one card is stolen in a turn (15.3)."""
    added: set[Card] = {*extended.cards}
    builds = tuple(extended if other is build else other for other in position.table.builds)
    loose = tuple(card for card in position.table.loose if card not in added)
    tops = tuple(top for top in position.tops if top not in stolen)
    return position._replace(table=Table(loose, builds), tops=tops)


def leaves_alone(added: AddAndPlay, play: Play) -> bool:
    """Whether the play leaves the build alone, under its old name and its new one."""
    return not isinstance(play, Capture) or not {added.build, added.cards} & {*play.builds}
