"""Searches further than the strong player, and plays the end exactly once the other hand is known by counting."""

from random import Random

from games.bots.base import Decision
from games.bots.scene import Stage
from games.bots.solver import Solver, TooHard
from games.bots.speaking import says
from games.bots.strong import Budget, Sampling
from games.bots.unseen import guess, hands_known
from games.domain.moves import Move
from games.domain.notation import write_move
from games.domain.perspective import Perspective


class Master:
    """Samples as the strong player does, but more and deeper; solves positions that can be solved."""

    def __init__(self, budget: Budget, exact_nodes: int) -> None:
        self.budget, self.exact_nodes = budget, exact_nodes

    def choose(self, sight: Perspective, luck: Random) -> Decision:
        return says(sight) or self.best_move(sight, luck)

    def best_move(self, sight: Perspective, luck: Random) -> Move:
        """Return an exactly best move if one can be computed, else the best by sampling."""
        return self._solved(sight, luck) or Sampling(Stage(sight), self.budget).best(luck)

    def _solved(self, sight: Perspective, luck: Random) -> Move | None:
        if not hands_known(sight):
            return None
        stage = Stage(sight)
        try:
            best = Solver(stage, self.exact_nodes).best(stage.guessed(guess(sight, luck)))
        except TooHard:
            return None
        return min((move for _, move in best), key=write_move)
