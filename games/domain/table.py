"""The table: loose cards and builds (RULEBOOK 1)."""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from .cards import CARD_INDEX, Card, sort_cards

type Value = int | str
"""The value of a build: a number, or the rank letter of a build of faces (5.9)."""

type Group = tuple[Card, ...]
type Groups = tuple[Group, ...]

NO_SEAT = 0


class Build(NamedTuple):
    """A pile that can only be captured whole. `cards` are sorted (12.2); `owner` is a seat, or NO_SEAT."""

    cards: tuple[Card, ...]
    value: Value
    owner: int
    groups: Groups

    @property
    def single(self) -> bool:
        """One group only: it may still be raised (5.5)."""
        return len(self.groups) == 1

    @property
    def multiple(self) -> bool:
        """Two groups or more: its value never changes (5.6)."""
        return len(self.groups) > 1


class Table(NamedTuple):
    """Loose cards in the order they came, and builds."""

    loose: tuple[Card, ...] = ()
    builds: tuple[Build, ...] = ()

    @property
    def empty(self) -> bool:
        return not self.loose and not self.builds

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card on the table, those in builds too."""
        return self.loose + tuple(card for build in self.builds for card in build.cards)

    def without(self, loose: Collection[Card], builds: Collection[Group] = ()) -> "Table":
        """The table once these loose cards, and the builds of these cards, have left it."""
        return Table(
            tuple([card for card in self.loose if card not in loose]),
            tuple([build for build in self.builds if build.cards not in builds]) if builds else self.builds,
        )


class PublicPlay(NamedTuple):
    """The public part of a play: the table before it, the cards from hand, and those taken (none: a trail)."""

    table: Table
    played: tuple[Card, ...]
    taken: tuple[Card, ...] = ()


def replace_at[T](values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """The values with the one at this place (from 0) replaced."""
    return (*values[:place], value, *values[place + 1 :])


def add_to_seat_pile(piles: tuple[Group, ...], seat: int, taken: Group, played: Group = ()) -> tuple[Group, ...]:
    """The piles of the seats once one has taken these: low cards above high, those played on top (15.5)."""
    if not piles:
        return piles
    return replace_at(piles, seat - 1, (*piles[seat - 1], *reversed(sort_cards(taken)), *played))


def make_build(groups: Iterable[Iterable[Card]], value: Value, owner: int) -> Build:
    """A build of these groups, its cards and groups put in order."""
    ordered = tuple(sorted((sort_cards(group) for group in groups), key=lambda group: CARD_INDEX[group[0]]))
    return Build(sort_cards(card for group in ordered for card in group), value, owner, ordered)
