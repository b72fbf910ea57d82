"""Everything the seat to move needs to know about the table to judge a move, and no more than it may see."""

from typing import NamedTuple

from .cards import Card
from .rules import Rules
from .table import NOBODY, Table, Value


class Position(NamedTuple):
    """A position from the seat to move.

    `partner` is a seat or NOBODY; `plucked`: the pluck of this deal is spent; `proved`: values the partner is proved
    to hold (5.14); `last_turn`: no other hand holds a card and the stock is empty.
    """

    rules: Rules
    seat: int
    hand: tuple[Card, ...]
    table: Table
    partner: int = NOBODY
    plucked: bool = False
    proved: frozenset[Value] = frozenset()
    last_turn: bool = False
