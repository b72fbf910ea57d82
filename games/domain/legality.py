"""Every legal move of a position (RULEBOOK 4, 5, 8)."""

from collections.abc import Iterator
from functools import cached_property
from itertools import combinations, islice

from .building import Builds
from .captures import FIVE_OF_SPADES, Captures
from .cards import Card, sort_cards
from .combining import MOST_UNIONS, Mask
from .moves import Capture, MakeBuild, Move, Play, Plucked, TableBuild, Trail, played_cards
from .plucking import pluckable_after, pluckable_before, without_card
from .position import Position
from .table import Build, Value
from .values import uncovered


class Legality:
    """The legal plays of one position, with intermediate results."""

    def __init__(self, position: Position, most: int = MOST_UNIONS) -> None:
        self.position = position
        self.rules = position.rules
        self.captures = Captures(position, most)
        self.own = tuple([build for build in position.table.builds if build.owner == position.seat])
        self._own_mask = self.captures.items.mask((), [build.cards for build in self.own]) if self.own else 0

    @cached_property
    def builds(self) -> Builds:
        """The builds that can be made here."""
        return Builds(self.position, self.captures)

    # the conditions on every move

    def rest(self, play: Play) -> tuple[Card, ...]:
        """The hand that is left after the play."""
        played = played_cards(play)
        return tuple(card for card in self.position.hand if card not in played)

    def uncovered(self, rest: tuple[Card, ...], owned: tuple[Build, ...], new: tuple[Value, ...] = ()) -> Value | None:
        """An owned or new value that these cards do not cover (5.10), or None; always None under `penalty` (8.7)."""
        if not owned or self.rules.building.duty == "penalty":
            return None
        missing = uncovered(rest, (*(build.value for build in owned), *new), self.rules.matching)
        return missing[0] if missing else None

    def keeps_faith(self, rest: tuple[Card, ...], owned: tuple[Build, ...], new: tuple[Value, ...] = ()) -> bool:
        """Return whether these cards cover the owned builds and the new value.

        The cards are known to cover the new value alone: without owned builds nothing is checked.
        """
        return self.uncovered(rest, owned, new) is None

    def may_trail_while_owning(self) -> bool:
        """Return whether the duty of an owner allows trailing at all (5.10)."""
        return not self.own or self.rules.building.duty in ("free", "penalty")

    def capture_is_dutiful(self, touches_own: bool) -> bool:
        """Return whether the duty of an owner allows a capture (5.10). `touches_own`: it takes one of its builds."""
        return not self.own or touches_own or self.rules.building.duty not in ("take_or_add", "take_add_or_build")

    def build_is_dutiful(self, touches_own: bool) -> bool:
        """Return whether the duty of an owner allows a build (5.10). `touches_own`: it takes in one of its builds."""
        return not self.own or touches_own or self.rules.building.duty != "take_or_add"

    def matches_loose(self, card: Card) -> bool:
        """Return whether 4.4 forbids trailing the card.

        It does where a loose card shares a value with it, or its rank if the card has no value.
        """
        if self.rules.matching.matching == "optional":
            return False
        values = self.captures.values
        mine = values[card]
        if not mine:
            return any(other.rank == card.rank for other in self.position.table.loose)
        return any(value in values[other] for other in self.position.table.loose for value in mine)

    def bound_to_sweep(self, card: Card) -> bool:
        """Return whether the card is a five of spades that may not be trailed here (8.3)."""
        sweeps = self.rules.specials.five_of_spades_sweeps and card == FIVE_OF_SPADES
        return sweeps and not self.position.table.empty

    def held_values(self, rest: tuple[Card, ...]) -> set[Value]:
        """The values for which a build may be made while these cards are kept (5.2, 5.9)."""
        values = self.captures.values
        held: set[Value] = {value for card in rest for value in values[card]}
        if self.rules.building.face_builds:
            held |= {card.rank for card in rest if not values[card]}
        return held

    def proved_values(self) -> frozenset[Value]:
        """The values for which a build may be made for the partner (5.14)."""
        return self.position.proved if self.position.partner and self.rules.building.build_for_partner else frozenset()

    # the legal plays

    def plays(self) -> Iterator[Play]:
        """Every legal play, without plucks: trails, captures, builds."""
        hand = self.position.hand
        rests = [tuple([other for other in hand if other != card]) for card in hand]
        if self.may_trail_while_owning():
            for card, rest in zip(hand, rests, strict=True):
                if self._may_be_trailed(card) and (not self.own or self.keeps_faith(rest, self.own)):
                    yield Trail(card)
        if self.position.table.empty:
            return
        for card, rest in zip(hand, rests, strict=True):
            yield from self._captures((card,), rest)
        if self.rules.matching.hand_cards != "one":
            yield from self._captures_with_several()
        if self.rules.building.building:
            for card, rest in zip(hand, rests, strict=True):
                yield from self._buildings(card, rest)

    def _may_be_trailed(self, card: Card) -> bool:
        return not (self.matches_loose(card) or self.bound_to_sweep(card))

    def _captures_with_several(self) -> Iterator[Play]:
        hand = sort_cards(self.position.hand)
        for count in range(2, len(hand) + 1):
            for played in combinations(hand, count):
                yield from self._captures(played, tuple(card for card in hand if card not in played))

    def _captures(self, played: tuple[Card, ...], rest: tuple[Card, ...]) -> Iterator[Play]:
        names = self.captures.items.names
        for taken in self.captures.by(played):
            if not self.own or self._leaves_duty_done(taken, rest):
                loose, builds = names(taken)
                yield Capture(played, loose, builds)

    def _leaves_duty_done(self, taken: Mask, rest: tuple[Card, ...]) -> bool:
        left = self._own_left(taken)
        return self.capture_is_dutiful(len(left) < len(self.own)) and self.keeps_faith(rest, left)

    def _own_left(self, taken: Mask) -> tuple[Build, ...]:
        if not taken & self._own_mask:
            return self.own
        _, names = self.captures.items.names(taken)
        return tuple(build for build in self.own if build.cards not in names)

    def _buildings(self, card: Card, rest: tuple[Card, ...]) -> Iterator[Play]:
        wanted = [(value, False) for value in self.held_values(rest)] + [(v, True) for v in self.proved_values()]
        builds, names = self.builds, self.captures.items.names
        for value, for_partner in wanted:
            for taken in builds.with_card(card, value):
                if not self.own or self._build_keeps_faith(taken, rest, value, for_partner):
                    loose, used = names(taken)
                    yield MakeBuild(card, loose, used, value, for_partner)
            if self.rules.building.table_only_builds:
                yield from self._table_builds(card, rest, value, for_partner)

    def _build_keeps_faith(self, taken: Mask, rest: tuple[Card, ...], value: Value, for_partner: bool) -> bool:
        if not self.own:
            return True
        left = self._own_left(taken)
        faithful = self.keeps_faith(rest, left, () if for_partner else (value,))
        return faithful and self.build_is_dutiful(len(left) < len(self.own))

    def _table_builds(self, card: Card, rest: tuple[Card, ...], value: Value, for_partner: bool) -> Iterator[Play]:
        if not self._may_be_trailed(card):
            return
        for made in self.builds.of_table(value):
            if self._build_keeps_faith(0, rest, value, for_partner):
                yield TableBuild(card, self.captures.items.names(made)[0], value, for_partner)


MOST_MOVES = 1 << 12
"""Maximum number of moves in a listing, unless the caller asks for more."""


def legal_moves(position: Position, most: int = MOST_MOVES) -> list[Move]:
    """Every legal move of the seat to play, including plucks but not calls and claims; in no particular order.

    Where a crowded table allows more than `most`, that many of them, trails first. `judging.check_move` has no such
    limit.
    """
    plays = list(islice(Legality(position, most).plays(), most))
    if not position.rules.specials.pluck or position.plucked:
        return [*plays]
    return [*plays, *islice(_with_plucks(position, plays, most), most - len(plays))]


def _with_plucks(position: Position, plays: list[Play], most: int) -> Iterator[Plucked]:
    for card in pluckable_before(position):
        yield from (Plucked(card, play, before=True) for play in Legality(without_card(position, card), most).plays())
    for play in plays:
        yield from (Plucked(card, play, before=False) for card in pluckable_after(position, play))
