"""The table: loose cards and builds (RULEBOOK 1)."""

from collections.abc import Iterable
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


class PublicPlay(NamedTuple):
    """The public part of a play: the table before it, the cards from hand, and those taken (none: a trail)."""

    table: Table
    played: tuple[Card, ...]
    taken: tuple[Card, ...] = ()


def make_build(groups: Iterable[Iterable[Card]], value: Value, owner: int) -> Build:
    """A build of these groups, its cards and groups put in order."""
    ordered = tuple(sorted((sort_cards(group) for group in groups), key=lambda group: CARD_INDEX[group[0]]))
    return Build(sort_cards(card for group in ordered for card in group), value, owner, ordered)
