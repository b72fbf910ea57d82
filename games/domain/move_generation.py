"""The moves of a position: `legal_moves`, all that the rules allow (RULEBOOK 4, 5, 8, 15), and `pseudo_legal_plays`,
all that a player could announce with some cards, legal or not."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import chain, combinations, islice

from .building import Builds, extended_build, leaves_alone, own_build, with_addition
from .captures import FIVE_OF_SPADES, Captures
from .cards import Card, sort_cards
from .moves import (
    AddAndPlay,
    BuildName,
    Capture,
    MakeBuild,
    Move,
    Play,
    PluckAndPlay,
    Stolen,
    TableBuild,
    Trail,
    played_cards,
    stolen_in,
    unplucked,
)
from .plucking import pluckable_after, pluckable_before, without_card
from .position import Position
from .subset_sum import Mask, Steps
from .table import Build, Groups, Value
from .values import hand_values, unmatched_values

MOVE, CHOICE, POSITION = 1 << 5, 1 << 8, 1 << 12
"""Steps for a look at one move, at several cards to play together, and at a position within the turn."""


class MoveGenerator:
    """The legal plays of one position, with intermediate results, as far as the steps suffice.

    `turn`: the generator of the whole turn, where this one is for the play after a pluck or an addition; `added`: cards
    have been added to a build of the seat's before the play (15.4).
    """

    def __init__(
        self, position: Position, steps: Steps | None = None, turn: "MoveGenerator | None" = None, added: bool = False
    ) -> None:
        self.position, self.steps = position, steps or Steps()
        self.rules = position.rules
        self.duty = position.duty if position.last_deal else self.rules.building.duty
        self.turn, self._added = turn, added
        self.captures = Captures(position, self.steps)
        self.own_builds = tuple([build for build in position.table.builds if build.owner == position.seat])
        self._own_mask = (
            self.captures.items.mask((), [build.cards for build in self.own_builds]) if self.own_builds else 0
        )

    @cached_property
    def builds(self) -> Builds:
        """The builds that can be made here."""
        return Builds(self.position, self.captures)

    def mask_of(self, play: Capture | MakeBuild | TableBuild) -> Mask:
        """The items of the play as a set."""
        items = self.captures.items
        builds = () if isinstance(play, TableBuild) else play.builds
        return items.mask(play.loose, builds) | items.mask_of_stolen(stolen_in(play))

    # the conditions on every move

    def remaining_hand(self, play: Play) -> tuple[Card, ...]:
        """The hand that is left after the play."""
        played = played_cards(play)
        return tuple(card for card in self.position.hand if card not in played)

    def uncovered_value(
        self, rest: tuple[Card, ...], owned: tuple[Build, ...], new: tuple[Value, ...] = ()
    ) -> Value | None:
        """An owned or new value that these cards do not cover (5.10), or None; always None under `penalty` (8.7)."""
        if not owned or self.duty == "penalty":
            return None
        missing = unmatched_values(rest, (*(build.value for build in owned), *new), self.rules.matching)
        return missing[0] if missing else None

    def covers_builds(self, rest: tuple[Card, ...], owned: tuple[Build, ...], new: tuple[Value, ...] = ()) -> bool:
        """Whether these cards cover the owned builds and the new value.

        The cards are known to cover the new value alone: without owned builds nothing is checked.
        """
        return self.uncovered_value(rest, owned, new) is None

    def may_trail_while_owning(self) -> bool:
        """Whether the duty of an owner allows trailing at all (5.10, 15.2)."""
        if not self.own_builds or self.duty in ("free", "penalty"):
            return True
        return self._added and self.duty == "take_or_add"

    def capture_meets_duty(self, touches_own: bool) -> bool:
        """Whether the duty of an owner allows a capture (5.10). `touches_own`: it takes one of its builds."""
        if not self.own_builds or touches_own:
            return True
        return self.duty not in ("take_or_add", "take_add_or_build") or (self._added and self.duty == "take_or_add")

    def build_meets_duty(self, touches_own: bool) -> bool:
        """Whether the duty of an owner allows a build (5.10). `touches_own`: it takes in one of its builds."""
        return not self.own_builds or touches_own or self.duty != "take_or_add"

    def matches_table(self, card: Card) -> bool:
        """Whether 4.4 or 4.11 forbids trailing the card.

        It does where a loose card shares a value with it, or its rank if the card has no value; under `match_builds`,
        also where a build has such a value (4.14).
        """
        if self.rules.matching.matching == "optional" or not self.captures.must_match(card):
            return False
        values, mine = self.captures.values, self.captures.hand_values[card]
        table = self.position.table
        if table.builds and self.rules.matching.match_builds:
            counts = mine or (card.rank,)
            if any(build.value in counts for build in table.builds):
                return True
        if not mine:
            return any(other.rank == card.rank for other in table.loose)
        return any(value in values[other] for other in table.loose for value in mine)

    def must_sweep(self, card: Card) -> bool:
        """Whether the card is a five of spades that may not be trailed here (8.3)."""
        sweeps = self.rules.specials.five_of_spades_sweeps and card == FIVE_OF_SPADES
        return sweeps and not self.position.table.empty

    def held_values(self, rest: tuple[Card, ...]) -> set[Value]:
        """The values for which a build may be made while these cards are kept (5.2, 5.9)."""
        values = self.captures.hand_values
        held: set[Value] = {value for card in rest for value in values[card]}
        if self.rules.building.face_builds:
            held |= {card.rank for card in rest if not values[card]}
        return held

    def proven_values(self) -> frozenset[Value]:
        """The values for which a build may be made for the partner (5.14)."""
        return (
            self.position.proven_values
            if self.position.partner and self.rules.building.build_for_partner
            else frozenset()
        )

    # a player without a legal move

    @cached_property
    def stuck(self) -> bool:
        """The turn has no legal move, so any card may be trailed (4.12)."""
        if self.turn is not None:
            return self.turn.stuck
        plucked = (self.after_pluck(card) for card in pluckable_before(self.position))
        return not any(
            next(moves, None)
            for generator in (self, *plucked)
            for moves in (generator.regular_plays(), generator.additions())
        )

    def after_pluck(self, card: Card) -> "MoveGenerator":
        """The plays of the same turn once the card has been plucked."""
        self.steps.spend(POSITION)
        return MoveGenerator(without_card(self.position, card), self.steps, self)

    # the legal plays

    def plays(self) -> Iterator[Play]:
        """Every legal play, without plucks and additions: trails, captures, builds; any trail for who is stuck."""
        plays = self.regular_plays()
        first = next(plays, None)
        if first is not None:
            return chain((first,), plays)
        return map(Trail, self.position.hand if self.stuck else ())

    def additions(self) -> Iterator[AddAndPlay]:
        """Every legal play with cards added to a build of the seat's before it (15.4)."""
        if not self.own_builds or not self.rules.building.table_additions:
            return
        items = self.captures.items
        for build in self.own_builds:
            for mask in self.builds.addition_sets(build):
                if self.steps.spent:
                    return
                loose, stolen = items.unpack(mask)[0], items.stolen(mask)
                if not self.builds.absorbs_equal(mask, build.value, adding=True):
                    continue
                groups = self.builds.groups_added(loose, stolen, build.value) or ()
                for play in self.after_addition(build, groups, stolen).regular_plays(building=False):
                    added = AddAndPlay(build.cards, loose, play, stolen)
                    if leaves_alone(added, play):
                        yield added

    def after_addition(self, build: Build, groups: Groups, stolen: tuple[Stolen, ...]) -> "MoveGenerator":
        """The plays of the same turn once the groups have been added to the build."""
        after = with_addition(self.position, build, extended_build(build, groups), stolen)
        self.steps.spend(POSITION)
        return MoveGenerator(after, self.steps, self.turn or self, added=True)

    def regular_plays(self, building: bool = True) -> Iterator[Play]:
        """Every play that is legal without 4.12; with `building` false no builds."""
        hand = self.position.hand
        rests = [tuple([other for other in hand if other != card]) for card in hand]
        if self.may_trail_while_owning():
            for card, rest in zip(hand, rests, strict=True):
                if self._may_be_trailed(card) and (not self.own_builds or self.covers_builds(rest, self.own_builds)):
                    yield Trail(card)
        if self.position.table.empty or self.steps.spent:
            return
        yield from chain.from_iterable(map(self._captures, zip(hand), rests))  # zip: each card alone
        if self.rules.matching.hand_cards != "one":
            yield from self._captures_with_several()
        if building and self.rules.building.building:
            yield from chain.from_iterable(map(self._buildings, hand, rests))
            if self.rules.building.owner == "valued":
                yield from chain.from_iterable(map(self._additions_to_others, hand, rests))

    def _may_be_trailed(self, card: Card) -> bool:
        return not (self.matches_table(card) or self.must_sweep(card))

    def _affordable(self, sets: set[Mask]) -> Iterable[Mask]:
        """As many of the sets as there are steps to look at the moves with them."""
        cost, left = MOVE * len(sets), self.steps.left
        if cost <= left:
            self.steps.left -= cost
            return sets
        self.steps.spend(cost, complete=False)
        return islice(sets, max(left, 0) // MOVE)

    def _captures_with_several(self) -> Iterator[Play]:
        hand = sort_cards(self.position.hand)
        for count in range(2, len(hand) + 1):
            for played in combinations(hand, count):
                if self.steps.spent:
                    return
                self.steps.spend(CHOICE)
                yield from self._captures(played, tuple(card for card in hand if card not in played))

    def _captures(self, played: tuple[Card, ...], rest: tuple[Card, ...]) -> Iterator[Play]:
        items = self.captures.items
        for taken in self._affordable(self.captures.capture_sets(played)):
            if not self.own_builds or self._capture_keeps_duty(taken, rest):
                loose, builds = items.unpack(taken)
                yield Capture(played, loose, builds, False, items.stolen(taken) if items.tops else ())

    def _capture_keeps_duty(self, taken: Mask, rest: tuple[Card, ...]) -> bool:
        left = self._own_left(taken)
        return self.capture_meets_duty(len(left) < len(self.own_builds)) and self.covers_builds(rest, left)

    def _own_left(self, taken: Mask) -> tuple[Build, ...]:
        if not taken & self._own_mask:
            return self.own_builds
        _, names = self.captures.items.unpack(taken)
        return tuple(build for build in self.own_builds if build.cards not in names)

    def _buildings(self, card: Card, rest: tuple[Card, ...]) -> Iterator[Play]:
        wanted = [(value, False) for value in self.held_values(rest)]
        if self.position.partner:
            wanted += [(value, True) for value in self.proven_values()]
        builds, items = self.builds, self.captures.items
        free = not self.own_builds and not builds.limited
        for value, for_partner in wanted:
            for taken in self._affordable(builds.build_sets(card, value)):
                if free or self._build_is_allowed(taken, rest, value, for_partner):
                    loose, used = items.unpack(taken)
                    yield MakeBuild(card, loose, used, value, for_partner, items.stolen(taken) if items.tops else ())
            if self.rules.building.table_only_builds:
                yield from self._table_builds(card, rest, value, for_partner)

    def _additions_to_others(self, card: Card, rest: tuple[Card, ...]) -> Iterator[Play]:
        """The builds of values not held: they can only be added to, and stay with their owners (5.12)."""
        for value in {build.value for build in self.position.table.builds} - self.held_values(rest):
            for taken in self._affordable(self.builds.build_sets(card, value)):
                joined = self.builds.taken_in(taken)
                stays = self.builds.owner_after(value, joined, False) != self.position.seat
                if stays and self._build_is_allowed(taken, rest, value, False):
                    loose, used = self.captures.items.unpack(taken)
                    yield MakeBuild(card, loose, used, value)

    def _build_is_allowed(self, taken: Mask, rest: tuple[Card, ...], value: Value, for_partner: bool) -> bool:
        if not self.builds.limited:
            return not self.own_builds or self._build_keeps_duty(taken, rest, value, not for_partner)
        builds = self.builds
        joined = builds.taken_in(taken)
        owner = builds.owner_after(value, joined, for_partner)
        if self.rules.building.owner == "valued" and for_partner and builds.is_adding(value, joined):
            return False
        return (
            builds.may_raise_with(taken, value)
            and builds.may_steal(taken, value, owner)
            and builds.absorbs_equal(taken, value, adding=bool(joined))
            and builds.joins_few(joined)
            and not builds.exceeds_limit(taken, owner)
            and self._build_keeps_duty(taken, rest, value, owner == self.position.seat)
        )

    def _build_keeps_duty(self, taken: Mask, rest: tuple[Card, ...], value: Value, becomes_own: bool) -> bool:
        if not self.own_builds:
            return True
        left = self._own_left(taken)
        covered = self.covers_builds(rest, left, (value,) if becomes_own else ())
        return covered and self.build_meets_duty(len(left) < len(self.own_builds))

    def _table_builds(self, card: Card, rest: tuple[Card, ...], value: Value, for_partner: bool) -> Iterator[Play]:
        if not self._may_be_trailed(card):
            return
        for made in self._affordable(self.builds.table_build_sets(value)):
            if self._build_is_allowed(made, rest, value, for_partner):
                yield TableBuild(card, self.captures.items.unpack(made)[0], value, for_partner)


def position_of_play(position: Position, move: Move) -> Position:
    """The position of the play itself, once a card has been plucked before it or cards have been added to a build."""
    if isinstance(move, PluckAndPlay) and move.before:
        position = without_card(position, move.card)
    rest = unplucked(move)
    build = own_build(position, rest) if isinstance(rest, AddAndPlay) else None
    if build is None or not isinstance(rest, AddAndPlay):
        return position
    groups = Builds(position, Captures(position)).groups_added(rest.loose, rest.stolen, build.value) or ()
    return with_addition(position, build, extended_build(build, groups), rest.stolen)


MAX_MOVES = 1 << 12
"""Maximum number of moves in a listing, unless the caller asks for more."""


def legal_moves(position: Position, most: int = MAX_MOVES, steps: Steps | None = None) -> list[Move]:
    """Every legal move of the seat to play, including plucks but not calls and claims; in no particular order.

    Where a crowded table allows more than `most`, or than the steps suffice for, some of them, trails first.
    `move_validation.validate_move` judges the others too.

    >>> from . import notation, rules
    >>> table = notation.read_table("5H KD")
    >>> moves = legal_moves(Position(rules.Rules(), seat=1, hand=notation.read_cards("9C 4H"), table=table))
    >>> sorted(notation.write_move(move) for move in moves)
    ['4H', '4H+5H=9', '9C']
    """
    generator = MoveGenerator(position, steps)
    moves: list[Play | AddAndPlay] = [*islice(generator.plays(), most)]
    if position.rules.building.table_additions:
        moves += islice(generator.additions(), most - len(moves))
    if not position.rules.specials.pluck or position.pluck_used:
        return [*moves]
    return [*moves, *islice(_with_plucks(generator, moves), most - len(moves))]


def _with_plucks(generator: MoveGenerator, moves: list[Play | AddAndPlay]) -> Iterator[PluckAndPlay]:
    for card in pluckable_before(generator.position):
        rest = generator.after_pluck(card)
        yield from (PluckAndPlay(card, move, before=True) for move in chain(rest.plays(), rest.additions()))
    for move in moves:
        after = pluckable_after(generator.position, move)
        yield from (PluckAndPlay(card, move, before=False) for card in after)


# --- pseudo-legal plays ---------------------------------------------------------------------------------------------


def pseudo_legal_plays(
    position: Position,
    hand: Iterable[Card],
    loose: Iterable[Card],
    builds: Iterable[BuildName],
    stolen: tuple[Stolen, ...] = (),
) -> tuple[Play, ...]:
    """The plays that use exactly these hand cards and items, whether or not they are legal."""
    played, taken, whole = sort_cards(hand), sort_cards(loose), tuple(sorted(builds))
    if not played:
        return ()
    if not taken and not whole and not stolen:
        return (Trail(played[0]),) if len(played) == 1 else ()
    capture = Capture(played, taken, whole, stolen=stolen)
    return (capture, *(_pseudo_legal_builds(position, played[0], taken, whole, stolen) if len(played) == 1 else ()))


def _pseudo_legal_builds(
    position: Position, card: Card, loose: tuple[Card, ...], builds: tuple[BuildName, ...], stolen: tuple[Stolen, ...]
) -> Iterator[MakeBuild | TableBuild]:
    """Builds of every value that the seat can take again, or that its partner is proved to hold a card for (5.14)."""
    building = position.rules.building
    if not building.building:
        return
    own = _values_taken(position, (other for other in position.hand if other != card))
    if building.owner == "valued":
        own += [build.value for build in position.table.builds if build.value not in own]
    shown = position.proven_values if building.build_for_partner else frozenset()
    said = [*((value, False) for value in own), *((value, True) for value in sorted(shown, key=str))]
    for value, for_partner in said:
        yield MakeBuild(card, loose, builds, value, for_partner, stolen)
        if building.table_only_builds and len(loose) > 1 and not builds and not stolen:
            yield TableBuild(card, loose, value, for_partner)


def _values_taken(position: Position, cards: Iterable[Card]) -> list[Value]:
    """Values that these cards can take, each once; for faces without values their rank, if faces are built (5.9)."""
    values = hand_values(position.rules.matching)
    values_taken: dict[Value, None] = {}
    for card in cards:
        values_taken |= dict.fromkeys(values[card])
        if not values[card] and position.rules.building.face_builds:
            values_taken[card.rank] = None
    return list(values_taken)
