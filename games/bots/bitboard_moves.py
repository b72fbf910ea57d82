"""The moves of a seat on each table that comes up while one move is considered, computed once per table.

Only the moves worth simulating: the widest captures, the best builds, trails. The move that a seat really makes is
never taken from here; see `simulation`.
"""

from collections.abc import Iterator
from itertools import combinations, islice

from games.bots.bit_captures import CaptureMasks
from games.bots.bitboard import BitBuild, BitTable, Transition, card_masks, union
from games.bots.card_worth import mask_of
from games.bots.evaluation import Evaluator
from games.bots.marginal_values import MarginalValues
from games.bots.move_ordering import BUILD_WEIGHT
from games.bots.simulation import Simulator
from games.bots.subset_sums import ItemValues, largest_union_without, sets_with_sum
from games.domain.cards import FACES
from games.domain.rounds import DEFAULT_PENALTY_POINTS
from games.domain.subset_sum import bits
from games.domain.table import NO_SEAT, Table, Value

# --- builds ---------------------------------------------------------------------------------------------------------


class BuildMasks:
    """The builds possible under the rules."""

    def __init__(self, captures: CaptureMasks) -> None:
        self.captures, self.masks, self.building = captures, captures.masks, captures.rules.building
        self._absorbs_always = captures.rules.matching.match_builds

    def with_card(self, table: BitTable, seat: int, index: int, value: Value) -> Iterator[tuple[int, bool]]:
        """Yield the cards that make a build of this value with the card, and True if the build would be single."""
        for joined in self._joined(table, seat, value):
            if isinstance(value, str):
                mask = joined | table.loose & self.masks.of_rank[value]
                if self.masks.ranks[index] == value and self._is_allowed(table, seat, mask, value):
                    yield mask, False
                continue
            for mask, single in self._numbers_with(table, seat, index, value, joined):
                if self._is_allowed(table, seat, mask, value):
                    yield mask, single

    def _joined(self, table: BitTable, seat: int, value: Value) -> list[int]:
        """The builds of the value to join: all of them, or where builds are not joined none and each (5.4, 5.17)."""
        joined = [build.cards for build in table.builds if build.value == value and self._may_join(build, seat)]
        return [sum(joined)] if self.building.join_builds else [0, *joined]

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
        """The cards that may join the build as further groups (5.3)."""
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
        """True if a build of these cards leaves out no equal card or build, and no one has too many builds."""
        taken = [build for build in table.builds if build.cards & mask]
        absorbs = self.building.absorb_equal and (not taken or self._absorbs_always)
        if absorbs and table.loose & self.masks.having.get(value, 0) & ~mask:
            return False
        if len(taken) > 1 and not self.building.join_builds:
            return False
        others = [build for build in table.builds if not build.cards & mask]
        if self.building.one_build_per_value and any(build.value == value for build in others):
            return False
        limit, owner = self.building.max_builds, self.owner_after(taken, seat, value)
        return limit is None or sum(build.owner == owner for build in others) < limit

    def owner_after(self, taken: list[BitBuild], seat: int, value: Value) -> int:
        """The owner of a build by the seat that takes in these builds (5.12)."""
        adds = bool(taken) and all(build.value == value for build in taken)
        if self.building.owner == "added" or not adds or any(build.owner == seat for build in taken):
            return seat
        return min(taken, key=lambda build: build.cards & -build.cards).owner


# --- moves ----------------------------------------------------------------------------------------------------------


MAX_BUILDS = 3
"""Maximum number of builds simulated for one card and value."""

MAX_SEVERAL = 256
"""Maximum number of captures with several hand cards simulated for one hand."""


class MoveTable:
    """All tables of one search. `work` is the cost of computing them, in nodes."""

    def __init__(self, simulator: Simulator) -> None:
        self.simulator, self.rules = simulator, simulator.rules
        self.evaluator = Evaluator(simulator)
        self.values = MarginalValues(self.evaluator)
        self.masks = card_masks(simulator.rules)
        self.captures = CaptureMasks(simulator, self.values)
        self.side_of = self.captures.side_of
        self._build_masks = BuildMasks(self.captures)
        self._interned: dict[tuple[int, tuple[BitBuild, ...]], BitTable] = {}
        self._values: dict[int, tuple[Value, ...]] = {}
        self.work = 0
        matching, building = simulator.rules.matching, simulator.rules.building
        self._building = building.building
        self._several = matching.hand_cards != "one"
        duty = simulator.duty
        self._matching, self._match_builds = matching.matching, matching.match_builds
        self._may_trail = duty in ("free", "penalty")
        self._penalty = duty == "penalty"

    def intern(self, loose: int, builds: tuple[BitBuild, ...]) -> BitTable:
        """The table with these cards and builds, always the same object."""
        key = loose, builds
        table = self._interned.get(key)
        if table is None:
            table = self._interned[key] = BitTable(loose, builds)
        return table

    def from_table(self, table: Table) -> BitTable:
        """The domain's table with cards as bits."""
        builds = (BitBuild(mask_of(build.cards), build.value, build.owner, build.single) for build in table.builds)
        return self.intern(mask_of(table.loose), tuple(sorted(builds)))

    def clear(self) -> None:
        """Clear the caches once a move has been chosen.

        Tables and transitions refer to each other: breaking these cycles frees them without the garbage collector.
        """
        for table in self._interned.values():
            table.transitions.clear()
            table.ordered.clear()
            table.greediest.clear()

    # --- a seat's moves --------------------------------------------------------------------------------------------

    def transitions(self, table: BitTable, seat: int, hand: int) -> list[Transition]:
        """The moves worth simulating for a seat with these cards: at least one, in no particular order."""
        transitions: list[Transition] = []
        known = table.transitions
        for index in bits(hand):
            own = known.get((seat, index, 0))
            transitions += own if own is not None else self._card_transitions(table, seat, index)
            if self._building:
                for value in self._buildable_values(hand ^ 1 << index):
                    made = known.get((seat, index, value))
                    transitions += made if made is not None else self._build_transitions(table, seat, index, value)
        if self._several:
            transitions += islice(self._several_card_captures(table, seat, hand), MAX_SEVERAL)
        return self._allowed_for_owner(transitions, seat, hand) if seat in table.owners else transitions

    def ordered(self, table: BitTable, seat: int, hand: int) -> list[Transition]:
        """The same moves, most promising first."""
        key = seat, hand
        known = table.ordered.get(key)
        if known is None:
            known = sorted(self.transitions(table, seat, hand), key=_estimate, reverse=True)
            table.ordered[key] = known
        return known

    def greediest(self, table: BitTable, seat: int, hand: int) -> Transition:
        """The most promising capture; where there is none, the most promising move."""
        key = seat, hand
        best = table.greediest.get(key)
        if best is None:
            best = table.greediest[key] = self._greediest(table, seat, hand)
        return best

    def _greediest(self, table: BitTable, seat: int, hand: int) -> Transition:
        if seat in table.owners or self._several:
            return max(self.transitions(table, seat, hand), key=_estimate)
        best: Transition | None = None
        for index in bits(hand):
            for transition in table.transitions.get((seat, index, 0)) or self._card_transitions(table, seat, index):
                if transition.taken and (best is None or transition.estimate > best.estimate):
                    best = transition
        return best or max(self.transitions(table, seat, hand), key=_estimate)

    def _buildable_values(self, hand: int) -> tuple[Value, ...]:
        values = self._values.get(hand)
        if values is None:
            unique: dict[Value, None] = {}
            for index in bits(hand):
                unique |= dict.fromkeys(self.masks.hand[index] or self._face_values(index))
            values = self._values[hand] = tuple(unique)
        return values

    def _face_values(self, index: int) -> tuple[Value, ...]:
        return (self.masks.ranks[index],) if self.rules.building.face_builds else ()

    def _allowed_for_owner(self, transitions: list[Transition], seat: int, hand: int) -> list[Transition]:
        """The moves that an owner of builds may take (5.10), or all of them where none is allowed."""
        takers = self.masks.takers
        allowed = [
            transition
            for transition in transitions
            if (self._may_trail or transition.taken or transition.after.loose & transition.played == 0)
            and (
                self._penalty
                or all(
                    build.owner != seat or hand & ~transition.played & takers[build.value]
                    for build in transition.after.builds
                )
            )
        ]
        return allowed or transitions

    # --- captures and trails --------------------------------------------------------------------------------------

    def _card_transitions(self, table: BitTable, seat: int, index: int) -> list[Transition]:
        bit = 1 << index
        self.work += 1 + len(table.loose_bits)
        transitions = [self._capture(table, seat, bit, taken) for taken in self.captures.by_card(table, seat, index)]
        sweeps = self.captures.five & bit and table.cards
        if not (transitions and (sweeps or (self._must_match(index) and self._has_match(table, index)))):
            transitions.append(self._trail(table, seat, bit))
        table.transitions[seat, index, 0] = transitions
        return transitions

    def _must_match(self, index: int) -> bool:
        """True if the card may not be trailed beside its match (4.4, 4.11, 4.14)."""
        if self._matching == "faces":
            return self.masks.ranks[index] in FACES
        return self._matching != "optional"

    def _has_match(self, table: BitTable, index: int) -> bool:
        values = self.masks.hand[index]
        counts: tuple[Value, ...] = values or (self.masks.ranks[index],)
        if self._match_builds and any(build.value in counts for build in table.builds):
            return True
        return any(table.loose & self.masks.having.get(value, 0) for value in counts)

    def _trail(self, table: BitTable, seat: int, bit: int) -> Transition:
        side = self.side_of[seat]
        builds, lost = table.builds, 0.0
        if self._penalty and seat in table.owners:
            builds = tuple(build._replace(owner=NO_SEAT) if build.owner == seat else build for build in builds)
            lost = float(DEFAULT_PENALTY_POINTS)
        return Transition(
            -lost - self.values.total(side, bit), -lost, -lost, bit, 0, self.intern(table.loose | bit, builds)
        )

    def _capture(self, table: BitTable, seat: int, played: int, taken: int) -> Transition:
        side = self.side_of[seat]
        builds = table.builds
        if builds:
            builds = tuple([build for build in builds if not build.cards & taken])
        left = self.intern(table.loose & ~taken, builds)
        extra = self.captures.bonus_points(table, side, played, taken) if not left.cards or self.masks.red else 0.0
        gain = self.values.total(side, played | taken) + extra
        return Transition(gain, gain, extra, played, played | taken, left)

    # --- several cards from hand ------------------------------------------------------------------------------------

    def _several_card_captures(self, table: BitTable, seat: int, hand: int) -> Iterator[Transition]:
        indexes = list(bits(hand & ~self.captures.jack))
        limit = 2 if self.rules.matching.hand_cards == "pair" else len(indexes)
        for count in range(2, limit + 1):
            for chosen in combinations(indexes, count):
                yield from self._captures_by_cards(table, seat, chosen)

    def _captures_by_cards(self, table: BitTable, seat: int, indexes: tuple[int, ...]) -> list[Transition]:
        played = sum(1 << index for index in indexes)
        key = seat, -played, 0
        if key not in table.transitions:
            self.work += 1 + len(table.loose_bits)
            taken = {
                mask for total in self.captures.totals(indexes) for mask in self.captures.by_value(table, seat, total)
            }
            table.transitions[key] = [self._capture(table, seat, played, mask) for mask in sorted(taken)]
        return table.transitions[key]

    # --- builds -----------------------------------------------------------------------------------------------------

    def _build_transitions(self, table: BitTable, seat: int, index: int, value: Value) -> list[Transition]:
        side = self.side_of[seat]
        self.work += 1 + len(table.loose_bits) // 4
        made = {mask: single for mask, single in self._build_masks.with_card(table, seat, index, value) if mask}
        best = sorted(made, key=lambda mask: (-self.values.total(side, mask), mask))[:MAX_BUILDS]
        transitions = [self._build(table, seat, 1 << index, mask, value, made[mask]) for mask in best]
        table.transitions[seat, index, value] = transitions
        return transitions

    def _build(self, table: BitTable, seat: int, bit: int, mask: int, value: Value, single: bool) -> Transition:
        builds = tuple(build for build in table.builds if not build.cards & mask)
        owner = self._build_masks.owner_after([build for build in table.builds if build.cards & mask], seat, value)
        after = self.intern(table.loose & ~mask, tuple(sorted((*builds, BitBuild(mask | bit, value, owner, single)))))
        return Transition(BUILD_WEIGHT * self.values.total(self.side_of[seat], mask | bit), 0.0, 0.0, bit, 0, after)


def _estimate(transition: Transition) -> float:
    return transition.estimate
