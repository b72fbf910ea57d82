"""Cards stolen with a capture in a simulated round: those on top of the other sides' piles (RULEBOOK 15.3, 15.5)."""

from collections.abc import Iterable, Sequence

from games.bots.bitboard import BitTable, Transition, card_masks
from games.bots.card_worth import STOLEN_FACTOR
from games.bots.marginal_values import MarginalValues
from games.bots.simulation import Simulator
from games.domain.cards import CARD_INDEX, Card
from games.domain.subset_sum import bits

type Stack = tuple[()] | tuple[int, Stack]
"""A pile, top first: a card as a bit, and the cards under it."""

type Stacks = tuple[Stack, ...]


def stacks_of(seat_piles: Sequence[Sequence[Card]]) -> Stacks:
    """The piles of the seats; () where nothing can be stolen."""
    return tuple(_pushed((), (1 << CARD_INDEX[card] for card in pile)) for pile in seat_piles)


def _pushed(stack: Stack, cards: Iterable[int]) -> Stack:
    for bit in cards:
        stack = (bit, stack)
    return stack


class Stealing:
    """The cards that captures steal. All piles are given by seat."""

    def __init__(self, simulator: Simulator, values: MarginalValues) -> None:
        self.masks, self.values = card_masks(simulator.rules), values
        self._sides = [simulator.side_of(seat) for seat in range(1, simulator.seats + 1)]

    def in_reach(self, stacks: Stacks, seat: int, hand: int) -> int:
        """The other sides' top cards that some card of the hand equals."""
        side, reach = self._sides[seat - 1], 0
        for owner, stack in zip(self._sides, stacks, strict=True):
            if stack and owner != side:
                reach |= stack[0]
        return sum(1 << top for top in bits(reach) if hand & self._equal(top))

    def _equal(self, top: int) -> int:
        return _union(self.masks.takers.get(value, 0) for value in self.masks.values[top])

    def stolen(self, table: BitTable, played: int, taken: int, reach: int) -> int:
        """The top cards in reach that the card steals beside a card or build of its value that it takes."""
        stolen = 0
        for value in self.masks.hand[played.bit_length() - 1]:
            having = self.masks.having.get(value, 0)
            if reach & having and self._has_base(table, taken & ~played, value, having):
                stolen |= reach & having
        return stolen

    @staticmethod
    def _has_base(table: BitTable, taken: int, value: int, having: int) -> bool:
        return bool(taken & table.loose & having) or any(
            build.value == value and build.cards & taken for build in table.builds
        )

    def worth(self, side: int, stolen: int) -> float:
        """The worth of the stolen cards: they also leave the side that had them."""
        return STOLEN_FACTOR * self.values.total(side, stolen) if stolen else 0.0

    def ordered(self, table: BitTable, seat: int, transitions: list[Transition], reach: int) -> list[Transition]:
        """The moves with what the captures among them steal, most promising first."""
        side = self._sides[seat - 1]
        richer = [self._with_stolen(table, side, move, reach) if move.taken else move for move in transitions]
        return sorted(richer, key=_estimate, reverse=True)

    def _with_stolen(self, table: BitTable, side: int, move: Transition, reach: int) -> Transition:
        stolen = self.stolen(table, move.played, move.taken, reach)
        if not stolen:
            return move
        worth = self.worth(side, stolen)
        return move._replace(estimate=move.estimate + worth, gain=move.gain + worth, taken=move.taken | stolen)

    @staticmethod
    def after_capture(stacks: Stacks, seat: int, played: int, taken: int) -> Stacks:
        """The piles after a capture: the stolen cards gone, everything taken on the seat's pile (15.5)."""
        left = [stack[1] if stack and stack[0] & taken else stack for stack in stacks]
        high_first = reversed([1 << index for index in bits(taken & ~played)])
        left[seat - 1] = _pushed(left[seat - 1], (*high_first, played))
        return tuple(left)


def _estimate(transition: Transition) -> float:
    return transition.estimate


def _union(masks: Iterable[int]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union
