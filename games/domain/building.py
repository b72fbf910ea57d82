"""The builds that can be made with a card (RULEBOOK 5)."""

from itertools import chain

from .captures import Captures
from .cards import Card
from .combining import Mask, Values, bits, groups_by_sum, split, unions
from .moves import MakeBuild, TableBuild
from .position import Position
from .table import Build, Group, Groups, Value
from .values import highest_value


class Builds:
    """The builds that can be made at one position, computed on demand."""

    def __init__(self, position: Position, captures: Captures) -> None:
        self.position = position
        self.options = position.rules.building
        self.items = captures.items
        self._captures = captures
        self._values = captures.values
        self._count = len(self.items.loose)
        self._sums: list[set[Mask]] = []
        self._unions: dict[int, set[Mask]] = {}
        self._counting: dict[tuple[int, int], set[Mask]] = {}

    # the material of groups

    def _absorbs(self) -> bool:
        return self.position.rules.matching.single_build_in_sums == "anyone"

    def raisable(self, build: Build) -> bool:
        """Return whether the build may be raised: single, numeric, and not the seat's own if barred (5.5 to 5.7)."""
        own = build.owner == self.position.seat
        return build.single and isinstance(build.value, int) and (self.options.raise_own or not own)

    def _material(self) -> tuple[Values, ...]:
        """Values that each item may count inside a new group; builds count only under `anyone` (4.6, 9.11)."""
        loose = self.items.values[: self._count]
        absorbed = self._absorbs()
        builds = [
            (build.value,) if absorbed and isinstance(build.value, int) and self.raisable(build) else ()
            for build in self.items.builds
        ]
        return (*loose, *builds)

    def _sets(self, total: int) -> set[Mask]:
        """The sets of items that add up to the total, which is at most the highest value of a card."""
        if not self.items.builds:
            return self._captures.sums(total)
        if not self._sums:
            self._sums = groups_by_sum(self._material(), highest_value(self.position.rules.matching))
        return self._sums[total]

    def _groups(self, value: int) -> set[Mask]:
        """The sets that add up to the value of the build being made: its own builds are joined, never absorbed."""
        return self._sets(value).difference([1 << number for number in self.builds_of(value)])

    def builds_of(self, value: Value) -> list[int]:
        """The numbers of the items that are builds of this value."""
        return [self._count + n for n, build in enumerate(self.items.builds) if build.value == value]

    # the parts of a build

    def _joined(self, value: Value) -> set[Mask]:
        """The sets of builds of the value that may be taken in whole (5.4, 5.8, 5.13)."""
        same = self.builds_of(value)
        allowed = {1 << number for number in same if self.may_join(self.items.builds[number - self._count])}
        if self.options.one_build_per_value:
            return {sum(allowed)} if len(allowed) == len(same) else set()
        return unions(allowed)

    def may_join(self, build: Build) -> bool:
        """Return whether a build of the value may be taken into the new one: a partner's only where allowed (5.8)."""
        return self.options.add_to_partner_build or not build.owner or build.owner != self.position.partner

    def _table_unions(self, value: int) -> set[Mask]:
        if value not in self._unions:
            self._unions[value] = unions(self._groups(value), self._captures.most)
        return self._unions[value]

    def _extras(self, value: int, alone: bool) -> set[Mask]:
        """The groups of table cards that may go into the build in addition to the played card's group (5.3)."""
        if self.options.extra_groups:
            return self._table_unions(value)
        if not alone:
            return {0}
        return unions([1 << n for n in range(self._count) if value in self.items.values[n]])

    def _played_groups(self, counted: int, value: int) -> set[Mask]:
        """Sets of items that complete the group of the played card, counting `counted`: {0} if it needs none."""
        missing = value - counted
        if missing == 0:
            return {0}
        found = self._sets(missing)
        for number, build in enumerate(self.items.builds):
            if isinstance(build.value, int) and build.value <= missing and self.raisable(build):
                beside = self._beside_raised(missing - build.value)
                found = found.union([1 << self._count + number | loose for loose in beside])
        return found

    def _beside_raised(self, missing: int) -> set[Mask]:
        if missing == 0:
            return {0}
        if not self.options.raise_with_table_cards:
            return set()
        return {mask for mask in self._sets(missing) if not mask >> self._count}

    # whole builds

    def with_card(self, card: Card, value: Value) -> set[Mask]:
        """Every set of items that the card may be combined with into a build of this value (5.1 to 5.5, 5.9)."""
        groups = self._faces_with(card, value) if isinstance(value, str) else self._numbers_with(card, value)
        if self.items.builds:
            groups = {mask | joined for joined in self._joined(value) for mask in groups}
        return groups - {0}

    def _numbers_with(self, card: Card, value: int) -> set[Mask]:
        """Sets of items to combine with the card into a build of this number, over all values of the card."""
        groups: set[Mask] = set()
        for counted in self._values[card]:
            if counted <= value:
                groups = groups | self._counted(counted, value) if groups else self._counted(counted, value)
        return groups

    def _counted(self, counted: int, value: int) -> set[Mask]:
        """Sets of items to combine with a card that counts `counted`: the rest of its group, and any extra groups."""
        known = self._counting.get((counted, value))
        if known is None:
            own = self._played_groups(counted, value)
            extras = self._extras(value, alone=counted == value) if own else ()
            known = self._counting[counted, value] = {
                group | extra for group in own for extra in extras if not group & extra
            }
        return known

    def _faces_with(self, card: Card, value: str) -> set[Mask]:
        if card.rank != value or self._values[card] or not self.options.face_builds:
            return set()
        return unions([1 << n for n in range(self._count) if self.items.loose[n].rank == value])

    def of_table(self, value: Value) -> set[Mask]:
        """Every set of loose cards that may become a build without the played card (5.11)."""
        if self.options.one_build_per_value and self.builds_of(value):
            return set()
        if isinstance(value, str):
            faces = [1 << n for n in range(self._count) if self._is_face(self.items.loose[n], value)]
            found = unions(faces) if self.options.face_builds and self.options.extra_groups else set()
        else:
            groups = {mask for mask in self._groups(value) if not mask >> self._count}
            found = unions(groups, self._captures.most) if self.options.extra_groups else groups
        return {mask for mask in found if mask.bit_count() >= 2}

    def _is_face(self, card: Card, rank: str) -> bool:
        return card.rank == rank and not self._values[card]

    # one given build, to judge or to make it

    def shape(self, move: MakeBuild) -> Groups | None:
        """The groups of the build that the move makes, joined builds' groups included; None if it cannot be made."""
        builds = [build for build in self.items.builds if build.cards in move.builds]
        joined = [build for build in builds if build.value == move.value]
        raised = [build for build in builds if build.value != move.value]
        own: Groups | None
        if isinstance(move.value, str):
            fits = self._faces_with(move.card, move.value)
            wanted = self.items.mask(move.loose, ())
            own = ((move.card,), *((card,) for card in move.loose)) if wanted in fits and not raised else None
        else:
            own = self._number_shape(move.card, move.loose, raised, move.value)
        return None if own is None else (*own, *chain.from_iterable(build.groups for build in joined))

    def _number_shape(self, card: Card, loose: tuple[Card, ...], raised: list[Build], value: int) -> Groups | None:
        """The played card's group and the groups of table cards, as few as possible; None if they do not add up."""
        parts: list[Group] = [(each,) for each in loose] + [build.cards for build in raised]
        counts: list[Values] = [self._values[each] for each in loose] + [(int(build.value),) for build in raised]
        shapes = [self._around(card, counted, parts, counts, len(raised), value) for counted in self._values[card]]
        made = [shape for shape in shapes if shape is not None]
        return min(made, key=len) if made else None

    def _around(
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
        groups = split([(counted,), *counts], value)
        if groups is None or not self._extras_allowed(groups, counted == value and len(played) == 1):
            return None
        parts = [played, *parts]
        return tuple(tuple(card for number in bits(group) for card in parts[number]) for group in groups)

    def _extras_allowed(self, groups: tuple[Mask, ...], alone: bool) -> bool:
        if self.options.extra_groups or len(groups) == 1:
            return True
        return alone and all(group.bit_count() == 1 for group in groups)

    def table_shape(self, move: TableBuild) -> Groups | None:
        """The groups of a build of table cards alone, or None if they make none (5.11)."""
        if isinstance(move.value, str):
            fits = self.items.mask(move.loose, ()) in self.of_table(move.value)
            return tuple((card,) for card in move.loose) if fits else None
        groups = split([self._values[card] for card in move.loose], move.value)
        if groups is None or (len(groups) > 1 and not self.options.extra_groups):
            return None
        return tuple(tuple(move.loose[number] for number in bits(group)) for group in groups)
