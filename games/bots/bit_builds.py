"""The cards of a table that can be built with a card from the hand."""

from collections.abc import Iterator

from games.bots.bit_captures import CaptureMasks
from games.bots.bitboard import BitBuild, BitTable, union
from games.bots.subset_sums import ItemValues, largest_union_without, sets_with_sum
from games.domain.table import NO_SEAT, Value


class BuildMasks:
    """The builds possible under the rules."""

    def __init__(self, captures: CaptureMasks) -> None:
        self.captures, self.masks, self.building = captures, captures.masks, captures.rules.building

    def with_card(self, table: BitTable, seat: int, index: int, value: Value) -> Iterator[tuple[int, bool]]:
        """Yield the cards that make a build of this value with the card, and True if the build would be single."""
        joined = sum(build.cards for build in table.builds if build.value == value and self._may_join(build, seat))
        if isinstance(value, str):
            mask = joined | table.loose & self.masks.of_rank[value]
            if self.masks.ranks[index] == value and self._is_allowed(table, seat, mask, value):
                yield mask, False
            return
        for mask, single in self._numbers_with(table, seat, index, value, joined):
            if self._is_allowed(table, seat, mask, value):
                yield mask, single

    def _numbers_with(
        self, table: BitTable, seat: int, index: int, value: int, joined: int
    ) -> Iterator[tuple[int, bool]]:
        items, cards = self.captures.loose_items(table)
        for counted in self.masks.values[index]:
            for group in sets_with_sum(items, value - counted) if counted <= value else ():
                lone = not group
                extra = self._extra_cards(items, value, group, lone)
                loose = union(group | extra, cards)
                yield joined | loose, not (joined or extra)
            for build in table.builds:
                if build.single and build.value == value - counted and self._may_raise(build, seat):
                    alone = self.building.build_rights == "owner"
                    extra = 0 if alone else self._extra_cards(items, value, 0, False)
                    yield joined | build.cards | union(extra, cards), not (joined or extra)

    def _extra_cards(self, items: ItemValues, value: int, group: int, lone: bool) -> int:
        """Return the cards that may join the build as further groups (5.3)."""
        if self.building.extra_groups:
            return largest_union_without(items, value, group, True)
        return largest_union_without(items, value, group, False) if lone else 0

    def _may_join(self, build: BitBuild, seat: int) -> bool:
        if self.building.build_rights == "owner" and build.owner != seat:
            return False
        partners = build.owner != NO_SEAT and build.owner == self.captures.partner_of[seat]
        return self.building.add_to_partner_build or not partners

    def _may_raise(self, build: BitBuild, seat: int) -> bool:
        if self.building.build_rights == "owner" and build.owner in (NO_SEAT, seat, self.captures.partner_of[seat]):
            return False
        return self.building.raise_own or build.owner != seat

    def _is_allowed(self, table: BitTable, seat: int, mask: int, value: Value) -> bool:
        """Return True if a build of these cards leaves out no equal card or build, and no one has too many builds."""
        taken = [build for build in table.builds if build.cards & mask]
        if self.building.absorb_equal and not taken and table.loose & self.masks.having.get(value, 0) & ~mask:
            return False
        others = [build for build in table.builds if not build.cards & mask]
        if self.building.one_build_per_value and any(build.value == value for build in others):
            return False
        limit, owner = self.building.max_builds, self.owner_after(taken, seat, value)
        return limit is None or sum(build.owner == owner for build in others) < limit

    def owner_after(self, taken: list[BitBuild], seat: int, value: Value) -> int:
        """Return the owner of a build by the seat that takes in these builds (5.12)."""
        adds = bool(taken) and all(build.value == value for build in taken)
        if self.building.owner == "added" or not adds or any(build.owner == seat for build in taken):
            return seat
        return min(taken, key=lambda build: build.cards & -build.cards).owner
