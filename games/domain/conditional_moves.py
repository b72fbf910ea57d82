"""Conditional moves: a player plans the next turn, and the first planned move that fits is played."""

from collections.abc import Iterable
from typing import NamedTuple

from .cards import Card
from .move_validation import validate_move
from .moves import Move
from .position import Position
from .table import Table


class ConditionalMove(NamedTuple):
    """A move to play if all cards `present` are on the table, loose or in builds, and none of `absent` is."""

    move: Move
    present: tuple[Card, ...] = ()
    absent: tuple[Card, ...] = ()


def assumed_position(position: Position, present: Iterable[Card], absent: Iterable[Card]) -> Position:
    """The position if the conditions came true: new cards lie loose, absent cards are gone with their builds."""
    table, gone = position.table, frozenset(absent)
    loose = tuple(card for card in table.loose if card not in gone)
    builds = tuple(build for build in table.builds if gone.isdisjoint(build.cards))
    new = tuple(card for card in present if card not in table.cards)
    return position._replace(table=Table(loose + new, builds))


def first_that_fits(position: Position, planned: Iterable[ConditionalMove]) -> Move | None:
    """The first move whose conditions are true and that the rules allow; None if there is none."""
    cards = frozenset(position.table.cards)
    for move, present, absent in planned:
        if cards.issuperset(present) and cards.isdisjoint(absent) and validate_move(position, move) is None:
            return move
    return None
