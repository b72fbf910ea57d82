"""Exact solution of the end of a round with all hands known, within a budget of nodes."""

from math import inf

from games.bots.evaluation import Evaluator
from games.bots.move_ordering import MoveOrdering, ScoredMove
from games.bots.simulation import SimState, Simulator
from games.domain.moves import Move


class NodeLimitExceeded(Exception):
    """Solving the position would take more nodes than allowed."""


class Solver:
    """Searches every line to the end of the round. Only for two sides, with no card left to deal."""

    def __init__(self, simulator: Simulator, max_nodes: int) -> None:
        self.simulator = simulator
        self.nodes = self.moves = 0
        self._max_nodes = max_nodes
        self._ordering = MoveOrdering(simulator)
        self._evaluator = Evaluator(simulator)
        self._side = simulator.side_of(simulator.perspective.viewer)
        self._exact_values: dict[SimState, float] = {}

    def best(self, state: SimState) -> list[tuple[float, Move]]:
        """Every best move with its value. Raises NodeLimitExceeded."""
        scored: list[tuple[float, Move]] = []
        best = -inf
        for _, move in self._ordered(state):
            value = self._value(self.simulator.next_state(state, move), best - EPSILON, inf)
            scored.append((value, move))
            best = max(best, value)
        return [(value, move) for value, move in scored if value >= best - EPSILON / 2]

    def value(self, state: SimState) -> float:
        """The value of the state to the viewer's side if everyone plays perfectly. Raises NodeLimitExceeded."""
        return self._value(state, -inf, inf)

    def _value(self, state: SimState, low: float, high: float) -> float:
        if state.over:
            return self._evaluator.lead(state, self._side)
        known = self._exact_values.get(state)
        if known is not None:
            return known
        self.nodes += 1
        if self.nodes > self._max_nodes or self.moves > MOVES_A_NODE * self._max_nodes:
            raise NodeLimitExceeded
        value = self._search(state, low, high)
        if low < value < high:
            self._exact_values[state] = value
        return value

    def _ordered(self, state: SimState) -> list[ScoredMove]:
        moves = self._ordering.ordered(state)
        self.moves += len(moves)
        return moves

    def _search(self, state: SimState, low: float, high: float) -> float:
        mine = self.simulator.side_of(state.turn) == self._side
        best = -inf if mine else inf
        for _, move in self._ordered(state):
            reached = self._value(self.simulator.next_state(state, move), low, high)
            if mine:
                best = max(best, reached)
                low = max(low, best)
            else:
                best = min(best, reached)
                high = min(high, best)
            if low >= high:
                break
        return best


MOVES_A_NODE = 8
"""Average number of moves listed at a node, above which a search ends early: lists cost more than nodes."""

EPSILON = 1e-6
"""Values closer than this are equal."""
