"""The moves a seat can make (RULEBOOK 4, 5, 8, 15). A move never says how sets split (12.7)."""

from typing import NamedTuple, assert_never

from .cards import Card, sort_cards
from .table import Value

type BuildName = tuple[Card, ...]
"""A build named in a move: its sorted cards (12.4)."""


class Stolen(NamedTuple):
    """The top card of an opponent's pile, used as an item (15.3)."""

    card: Card
    seat: int


class Trail(NamedTuple):
    """Leave the card loose on the table."""

    card: Card


class Capture(NamedTuple):
    """Take loose cards and builds with one or several cards from hand (4.2, 8.1); `orange` calls it (8.6)."""

    played: tuple[Card, ...]
    loose: tuple[Card, ...]
    builds: tuple[BuildName, ...]
    orange: bool = False
    stolen: tuple[Stolen, ...] = ()


class MakeBuild(NamedTuple):
    """Combine the card with items into one build of this value (5.1); with `for_partner` the partner owns it (5.14)."""

    card: Card
    loose: tuple[Card, ...]
    builds: tuple[BuildName, ...]
    value: Value
    for_partner: bool = False
    stolen: tuple[Stolen, ...] = ()


class TableBuild(NamedTuple):
    """Trail the card and make a build of loose cards in the same turn (5.11)."""

    trailed: Card
    loose: tuple[Card, ...]
    value: Value
    for_partner: bool = False


type Play = Trail | Capture | MakeBuild | TableBuild


class AddAndPlay(NamedTuple):
    """A play before which loose and stolen cards are added to a build of the player's (15.4)."""

    build: BuildName
    loose: tuple[Card, ...]
    play: Play
    stolen: tuple[Stolen, ...] = ()

    @property
    def cards(self) -> BuildName:
        """The cards of the build once the others have been added."""
        return sort_cards((*self.build, *self.loose, *(item.card for item in self.stolen)))


class PluckAndPlay(NamedTuple):
    """A play, or one with additions, with a card plucked from the table before or after it (8.5)."""

    card: Card
    play: Play | AddAndPlay
    before: bool


type Move = Play | AddAndPlay | PluckAndPlay


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
    """The move without its pluck and its additions."""
    rest = unplucked(move)
    return rest.play if isinstance(rest, AddAndPlay) else rest


def unplucked(move: Move) -> Play | AddAndPlay:
    """The move without its pluck."""
    return move.play if isinstance(move, PluckAndPlay) else move


def stolen_in(play: Play) -> tuple[Stolen, ...]:
    """The cards that the play steals."""
    return play.stolen if isinstance(play, Capture | MakeBuild) else ()
