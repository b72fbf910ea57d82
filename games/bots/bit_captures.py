"""The captures from a table, as widest sets only, and their points besides those of the cards."""

from collections.abc import Iterable, Iterator

from games.bots.bitboard import BitBuild, BitTable, card_masks, union
from games.bots.card_worth import effective_scoring, mask_of
from games.bots.marginal_values import MarginalValues
from games.bots.simulation import Simulator
from games.bots.subset_sums import (
    ItemValues,
    group_count,
    group_count_with_one_sum,
    maximal_unions,
    maximal_with_one_sum,
)
from games.domain.captures import FIVE_OF_SPADES
from games.domain.subset_sum import bits, common_group_totals, totals
from games.domain.table import NO_SEAT

MAX_LOOSE_CARDS = 12
"""Maximum number of loose cards considered for sums, most valuable first."""


class CaptureMasks:
    """The captures possible under the rules."""

    def __init__(self, simulator: Simulator, values: MarginalValues) -> None:
        self.rules, self.values = simulator.rules, values
        self.masks, specials = card_masks(simulator.rules), simulator.rules.specials
        seats = range(1, simulator.seats + 1)
        self.side_of = [0, *map(simulator.side_of, seats)]
        self.partner_of = [NO_SEAT, *map(simulator.partner_of, seats)]
        self.jack = self.masks.of_rank.get("J", 0) if specials.jack_takes_all else 0
        self.five = mask_of([FIVE_OF_SPADES]) if specials.five_of_spades_sweeps else 0
        self._takes_all = self.jack | self.five
        self._one_sum = simulator.rules.matching.one_sum and simulator.rules.matching.table_sums

    def by_card(self, table: BitTable, seat: int, index: int) -> Iterator[int]:
        """Yield the widest sets of cards that one card may take."""
        if self._takes_all >> index & 1:
            yield from (table.cards,) * bool(table.cards)
        if self.jack >> index & 1:
            return
        values = self.masks.hand[index]
        if values:
            for value in values:
                yield from self.by_value(table, seat, value)
        else:
            yield from self._face_captures(table, seat, self.masks.ranks[index])

    def by_value(self, table: BitTable, seat: int, value: int) -> list[int]:
        """The widest sets of cards that a value takes."""
        whole = sum([build.cards for build in table.builds if build.value == value]) if table.builds else 0
        items, cards = self._summable_items(table, seat, value)
        if self._one_sum:
            sums = maximal_with_one_sum(items, value)
        else:
            sums = maximal_unions(items, value, self.rules.matching.table_sums)
        if not sums:
            return [whole] if whole else []
        return [whole | union(mask, cards) for mask in sums]

    def _summable_items(self, table: BitTable, seat: int, value: int) -> tuple[ItemValues, list[int]]:
        """The items that may be part of a sum: their values and their cards."""
        items, cards = self.loose_items(table)
        if not table.builds or self.rules.matching.single_build_in_sums == "no":
            return items, cards
        for build in table.builds:
            if build.single and isinstance(build.value, int) and build.value != value and self._may_sum(build, seat):
                items, cards = (*items, (build.value,)), [*cards, build.cards]
        return items, cards

    def loose_items(self, table: BitTable) -> tuple[ItemValues, list[int]]:
        """The loose cards: their possible values, and their bits."""
        if table.loose_values is None:
            indexes = self._considered(table.loose)
            table.loose_values = tuple([self.masks.values[index] for index in indexes])
            table.loose_bits = [1 << index for index in indexes]
        return table.loose_values, table.loose_bits

    def _considered(self, loose: int) -> list[int]:
        indexes = list(bits(loose))
        if len(indexes) <= MAX_LOOSE_CARDS:
            return indexes
        values = self.values.by_card(0)
        return sorted(sorted(indexes, key=lambda index: -values[index])[:MAX_LOOSE_CARDS])

    def _may_sum(self, build: BitBuild, seat: int) -> bool:
        """True if the seat may count a single build as one card (4.6)."""
        friend = build.owner != NO_SEAT and build.owner in (seat, self.partner_of[seat])
        return self.rules.matching.single_build_in_sums == "anyone" or not friend

    def _face_captures(self, table: BitTable, seat: int, rank: str) -> Iterator[int]:
        built = sum(build.cards for build in table.builds if build.value == rank)
        loose = list(bits(table.loose & self.masks.of_rank[rank]))
        values = self.values.by_card(self.side_of[seat])
        count = self._face_count(len(loose))
        if built and self.rules.matching.face_capture == "one_or_three":
            count, taken_whole = self._beside_builds(count, len(loose), built)
            if built != taken_whole and self.rules.matching.matching == "all" and self.rules.matching.match_builds:
                return  # a capture would have to take these builds too (4.14)
            built = taken_whole
        best = sorted(loose, key=lambda index: -values[index])[:count]
        taken = built | sum(1 << index for index in best)
        if taken:
            yield taken

    def _beside_builds(self, count: int, loose: int, built: int) -> tuple[int, int]:
        """The number of loose faces taken and the builds taken with them: three cards in all (5.9)."""
        missing = 3 - built.bit_count()
        all_taken = self.rules.matching.matching != "all" or missing == loose
        return (missing, built) if 0 <= missing <= loose and all_taken else (count, 0)

    def _face_count(self, loose: int) -> int:
        matching = self.rules.matching
        if matching.matching == "all" or matching.face_capture == "any":
            return loose
        return 3 if matching.face_capture == "one_or_three" and loose >= 3 else min(loose, 1)

    def totals(self, indexes: tuple[int, ...]) -> Iterable[int]:
        """The totals that the cards may count as together (8.1)."""
        items = tuple(self.masks.hand[index] for index in indexes)
        if not all(items):
            return ()
        if self.rules.matching.hand_cards == "sums":
            return common_group_totals(items)
        return totals(items)

    def bonus_points(self, table: BitTable, side: int, played: int, taken: int) -> float:
        """The points for an orange and for emptying the table."""
        orange = taken & self.masks.red and taken & self.masks.yellow and self.rules.specials.orange
        points = self.values.orange(side) if orange else 0.0
        if taken != table.cards:
            return points
        points += self.values.sweep(side, taken.bit_count(), int(played == self.five > 0))
        return points + (self._tablanette_points(table, played) if effective_scoring(self.rules).tablanette else 0)

    def _tablanette_points(self, table: BitTable, played: int) -> int:
        """The points scored immediately for emptying the table (6.2)."""
        if played & self.jack:
            return 0
        counts = {value for index in bits(played) for value in self.masks.hand[index]}
        return max((value * (groups + 1) for value in counts if (groups := self._group_count(table, value))), default=0)

    def _group_count(self, table: BitTable, value: int) -> int:
        """The groups of a capture of the whole table by this value, as many as possible; 0 if it cannot be so."""
        if not self._one_sum:
            return self._groups_of_cards(table.cards, value)
        whole = [build for build in table.builds if build.value == value]
        in_builds = sum(self._groups_of_cards(build.cards, value) for build in whole)
        others = [*map(self.masks.values.__getitem__, bits(table.loose))]
        others += [
            (build.value,) if isinstance(build.value, int) else () for build in table.builds if build not in whole
        ]
        beside = group_count_with_one_sum(tuple(others), value) if all(others) else 0
        return in_builds + beside if beside or not others else 0

    def _groups_of_cards(self, cards: int, value: int) -> int:
        items = tuple(self.masks.values[index] for index in bits(cards))
        return group_count(items, value) if all(items) else 0
