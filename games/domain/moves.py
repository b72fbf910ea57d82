"""The moves a seat can make (RULEBOOK 4, 5, 8). A move says what is played and taken; never how sets split (12.7)."""

from typing import NamedTuple, assert_never

from .cards import Card
from .table import Value

type BuildName = tuple[Card, ...]
"""A build named in a move: its sorted cards (12.4)."""


class Trail(NamedTuple):
    """Leave the card loose on the table."""

    card: Card


class Capture(NamedTuple):
    """Take loose cards and builds with one or several cards from hand (4.2, 8.1); `orange` calls it (8.6)."""

    played: tuple[Card, ...]
    loose: tuple[Card, ...]
    builds: tuple[BuildName, ...]
    orange: bool = False


class MakeBuild(NamedTuple):
    """Combine the card with items into one build of this value (5.1); with `for_partner` the partner owns it (5.14)."""

    card: Card
    loose: tuple[Card, ...]
    builds: tuple[BuildName, ...]
    value: Value
    for_partner: bool = False


class TableBuild(NamedTuple):
    """Trail the card and make a build of loose cards in the same turn (5.11)."""

    trailed: Card
    loose: tuple[Card, ...]
    value: Value
    for_partner: bool = False


type Play = Trail | Capture | MakeBuild | TableBuild


class Plucked(NamedTuple):
    """A play with a card plucked from the table before or after it (8.5)."""

    card: Card
    play: Play
    before: bool


type Move = Play | Plucked


def played_cards(play: Play) -> tuple[Card, ...]:
    """The cards that leave the hand."""
    match play:
        case Trail(card) | MakeBuild(card=card) | TableBuild(trailed=card):
            return (card,)
        case Capture(played=played):
            return played
        case other:
            assert_never(other)


def play_of(move: Move) -> Play:
    """The move without its pluck."""
    return move.play if isinstance(move, Plucked) else move
