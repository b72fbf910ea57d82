"""Everything the seat to move needs to know about the table to judge a move, and no more than it may see."""

from typing import NamedTuple

from .cards import Card
from .moves import Stolen
from .rules import Duty, Rules
from .table import NO_SEAT, Table, Value


class Position(NamedTuple):
    """A position from the seat to move.

    `partner` is a seat or NO_SEAT. `pluck_used`: the pluck of this deal is spent. `proven_values`: values that the
    partner is proved to hold (5.14). `last_turn`: no other hand holds a card and the stock is empty. `last_deal`: the
    stock is empty. `tops`: the top cards of the opponents' piles where they can be stolen (15.3).
    """

    rules: Rules
    seat: int
    hand: tuple[Card, ...]
    table: Table
    partner: int = NO_SEAT
    pluck_used: bool = False
    proven_values: frozenset[Value] = frozenset()
    last_turn: bool = False
    last_deal: bool = False
    tops: tuple[Stolen, ...] = ()

    @property
    def duty(self) -> Duty:
        """The duty of an owner of builds in this deal (5.10, 15.2)."""
        building = self.rules.building
        return building.last_deal_duty if self.last_deal and building.last_deal_duty else building.duty
