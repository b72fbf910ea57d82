"""Simulated play: the sides take turns with given hands, each for itself, until the deal is played out."""

from collections.abc import Sequence
from math import inf
from typing import NamedTuple

from games.bots.bitboard import BitTable, Transition
from games.bots.bitboard_moves import MoveTable
from games.bots.card_worth import mask_of
from games.bots.hidden_hands import visible_round
from games.bots.simulation import SimState, Simulator
from games.bots.stealing import Stacks, Stealing, stacks_of
from games.domain.cards import CARD_INDEX, Card
from games.domain.moves import Move

LEFT_TABLE_WEIGHT = 0.3
"""The fraction of the table's worth that the next seat is expected to get once all hands are played out."""

NEXT_CAPTURE_WEIGHT = 0.5
"""The fraction of its best capture's value credited to the seat to play where the simulation stops."""


class BudgetExhausted(Exception):
    """The work allowed for the search has been used up."""


class SearchNode(NamedTuple):
    """A state of a simulated round, all cards as bits. `lead` is the viewer's, by the real state's marginal values;
    `stacks` are the seats' piles, where cards can be stolen from them."""

    table: BitTable
    hands: tuple[int, ...]
    turn: int
    piles: tuple[int, ...]
    extra: tuple[float, ...]
    last: int | None
    lead: float
    stock: tuple[int, ...]
    stacks: Stacks = ()


class SearchRoot(NamedTuple):
    """The node after a move of the viewer, and whether the game is decided by it."""

    node: SearchNode
    decided: bool


class Search:
    """Search to a fixed depth. `widths` is the number of moves tried at each depth (a beam)."""

    def __init__(self, simulator: Simulator, widths: tuple[int, ...], move_table: MoveTable | None = None) -> None:
        self.simulator, self.widths = simulator, widths
        self.move_table = move_table or MoveTable(simulator)
        self.evaluator, self.values = self.move_table.evaluator, self.move_table.values
        self.stealing = Stealing(simulator, self.values)
        self.nodes = 0
        self.max_work = inf
        self.side = simulator.side_of(simulator.perspective.viewer)
        self._side_of = self.move_table.side_of
        self._seat_after = [0, *(simulator.seat_after(seat) for seat in range(1, simulator.seats + 1))]
        self._lead_shares = [
            1.0 if side == self.side else -1 / (simulator.sides - 1) for side in range(simulator.sides)
        ]
        self._clears = simulator.rules.winning.ending == "clear_table"

    @property
    def work(self) -> int:
        """The work done so far, in nodes: transitions visited, and the cost of the tables computed for them."""
        return self.nodes + self.move_table.work

    def value(self, state: SimState) -> float:
        """The state's value to the viewer's side, playing for itself with all others against it."""
        node, decided = self._root(state)
        return node.lead if decided else self._value(node._replace(stock=_bits(state.stock)))

    def root_after(self, state: SimState, move: Move) -> SearchRoot:
        """The node after the viewer's move, which is the same for all samples of the other hands."""
        return self._root(self.simulator.next_state(state, move))

    def _root(self, state: SimState) -> SearchRoot:
        lead, hands = self.evaluator.lead(state, self.side), tuple(map(mask_of, state.hands))
        table = self.move_table.from_table(state.table)
        stacks = stacks_of(state.seat_piles)
        node = SearchNode(table, hands, state.turn, state.piles, state.extra, state.last_capturer, lead, (), stacks)
        return SearchRoot(node, decided=state.winner is not None)

    def value_from(self, root: SearchRoot, hands: tuple[int, ...], stock: Sequence[Card]) -> float:
        """The move's value if the others hold these cards, and these are drawn from the stock."""
        node, own = root.node, self.simulator.perspective.viewer - 1
        if root.decided:
            return node.lead
        drawn = _bits(stock[: len(self.widths) + 1])
        mine = node.hands[own] | (drawn[0] if drawn else 0)
        hands = (*hands[:own], mine, *hands[own + 1 :])
        return self._value(node._replace(hands=hands, stock=drawn[1:]))

    def _value(self, node: SearchNode, depth: int = 0, low: float = -inf, high: float = inf) -> float:
        if not any(node.hands):
            return self._deal_end_value(node)
        if depth >= len(self.widths):
            return self._leaf_value(node)
        hand, width = node.hands[node.turn - 1], self.widths[depth]
        reach = self.stealing.in_reach(node.stacks, node.turn, hand) if node.stacks else 0
        if width == 1 and not reach:
            return self._value_after(node, self.move_table.greediest(node.table, node.turn, hand), depth, low, high)
        transitions = self.move_table.ordered(node.table, node.turn, hand)
        if reach:
            transitions = self.stealing.ordered(node.table, node.turn, transitions, reach)
        best_for = max if self._side_of[node.turn] == self.side else min
        best = -inf if best_for is max else inf
        for transition in transitions[:width]:
            best = best_for(best, self._value_after(node, transition, depth, low, high))
            if best_for is max:
                low = max(low, best)
            else:
                high = min(high, best)
            if low >= high:
                break
        return best

    def _value_after(self, node: SearchNode, transition: Transition, depth: int, low: float, high: float) -> float:
        self.nodes += 1
        if self.work > self.max_work:
            raise BudgetExhausted
        after = self.next_node(node, transition)
        if self._clears and transition.taken and self.evaluator.ends_game(after.piles, after.table.cards):
            return self.evaluator.game_end_lead(after.piles, self._side_of[node.turn], self.side)
        return self._value(after, depth + 1, low, high)

    def next_node(self, node: SearchNode, transition: Transition) -> SearchNode:
        """The node where the next seat is to play, or the deal is played out."""
        seat = node.turn
        side, hands, stock = self._side_of[seat], node.hands, node.stock
        piles, extra, last, stacks = node.piles, node.extra, node.last, node.stacks
        mine = hands[seat - 1] ^ transition.played
        if stock:
            mine, stock = mine | stock[0], stock[1:]
        hands = (*hands[: seat - 1], mine, *hands[seat:])
        if transition.taken:
            if stacks:
                piles = tuple([pile & ~transition.taken for pile in piles])
                stacks = self.stealing.after_capture(stacks, seat, transition.played, transition.taken)
            piles = (*piles[:side], piles[side] | transition.taken, *piles[side + 1 :])
            last = side
        if transition.extra:
            extra = (*extra[:side], extra[side] + transition.extra, *extra[side + 1 :])
        turn = self._seat_after[seat]
        while not hands[turn - 1] and turn != seat:
            turn = self._seat_after[turn]
        lead = node.lead + transition.gain * self._lead_shares[side]
        return SearchNode(transition.after, hands, turn, piles, extra, last, lead, stock, stacks)

    def _deal_end_value(self, node: SearchNode) -> float:
        """The value at the end of a deal: its outcome, and the table's worth to the side that plays next."""
        if self.simulator.last_deal and not node.stock:
            return self.evaluator.round_end_lead(node.piles, node.extra, node.last, node.table.cards, self.side)
        if not node.table.cards:
            return node.lead
        first = self.simulator.seat_after(visible_round(self.simulator.perspective).dealer)
        side = self._side_of[first]
        return node.lead + LEFT_TABLE_WEIGHT * self.values.total(side, node.table.cards) * self._lead_shares[side]

    def _leaf_value(self, node: SearchNode) -> float:
        """The value where the simulation stops: the lead, and part of the best capture of the seat to play."""
        best = max(0.0, self.move_table.ordered(node.table, node.turn, node.hands[node.turn - 1])[0].estimate)
        return node.lead + NEXT_CAPTURE_WEIGHT * best * self._lead_shares[self._side_of[node.turn]]


def _bits(cards: Sequence[Card]) -> tuple[int, ...]:
    return tuple([1 << CARD_INDEX[card] for card in cards])
