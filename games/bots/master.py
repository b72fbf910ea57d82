"""Searches further than the strong player, and plays the end exactly once the other hand is known by counting."""

from random import Random

from games.bots.announcements import announcement
from games.bots.base import Decision
from games.bots.hidden_hands import is_perfect_information, sample_determinizations
from games.bots.move_ordering import MoveOrdering
from games.bots.simulation import Simulator
from games.bots.solver import NodeLimitExceeded, Solver
from games.bots.strong import Budget, SampledSearch
from games.domain.moves import Move
from games.domain.notation import write_move
from games.domain.perspective import Perspective


class Master:
    """Samples as the strong player does, but more, and likelier hands more often; solves what can be solved."""

    def __init__(self, budget: Budget, exact_nodes: int) -> None:
        self.budget, self.exact_nodes = budget, exact_nodes

    def choose(self, perspective: Perspective, rng: Random) -> Decision:
        return announcement(perspective) or self.best_move(perspective, rng)

    def best_move(self, perspective: Perspective, rng: Random) -> Move:
        """An exactly best move if one can be computed, else the best by sampling."""
        return self._solved(perspective, rng) or SampledSearch(Simulator(perspective), self.budget).best(rng)

    def _solved(self, perspective: Perspective, rng: Random) -> Move | None:
        if not is_perfect_information(perspective):
            return None
        simulator = Simulator(perspective)
        state = simulator.from_determinization(next(sample_determinizations(perspective, rng)))
        try:
            best = Solver(simulator, self.exact_nodes).best(state)
        except NodeLimitExceeded:
            return None
        gain = MoveOrdering(simulator).immediate_gain
        return min((move for _, move in best), key=lambda move: (-gain(move, state.table), write_move(move)))
