"""Exact solution of the end of a round with all hands known, within a budget of nodes."""

from math import inf

from games.bots.repertoire import Repertoire
from games.bots.scene import Scene, Stage
from games.bots.standing import Standing
from games.domain.moves import Move


class TooHard(Exception):
    """Solving the position would take more nodes than allowed."""


class Solver:
    """Searches every line to the end of the round. Only for two sides, with no card left to deal."""

    def __init__(self, stage: Stage, most_nodes: int) -> None:
        self.stage = stage
        self.nodes = 0
        self._most = most_nodes
        self._ordered = Repertoire(stage).ordered
        self._standing = Standing(stage)
        self._side = stage.side_of(stage.sight.viewer)
        self._exact: dict[Scene, float] = {}

    def best(self, scene: Scene) -> list[tuple[float, Move]]:
        """Return every best move with its value. Raises TooHard."""
        valued: list[tuple[float, Move]] = []
        best = -inf
        for _, move in self._ordered(scene):
            value = self._value(self.stage.after(scene, move), best - EPSILON, inf)
            valued.append((value, move))
            best = max(best, value)
        return [(value, move) for value, move in valued if value >= best - EPSILON / 2]

    def value(self, scene: Scene) -> float:
        """Return the value of the scene to the viewer's side if everyone plays perfectly. Raises TooHard."""
        return self._value(scene, -inf, inf)

    def _value(self, scene: Scene, low: float, high: float) -> float:
        if scene.over:
            return self._standing.lead(scene, self._side)
        known = self._exact.get(scene)
        if known is not None:
            return known
        self.nodes += 1
        if self.nodes > self._most:
            raise TooHard
        value = self._searched(scene, low, high)
        if low < value < high:
            self._exact[scene] = value
        return value

    def _searched(self, scene: Scene, low: float, high: float) -> float:
        mine = self.stage.side_of(scene.turn) == self._side
        best = -inf if mine else inf
        for _, move in self._ordered(scene):
            reached = self._value(self.stage.after(scene, move), low, high)
            if mine:
                best = max(best, reached)
                low = max(low, best)
            else:
                best = min(best, reached)
                high = min(high, best)
            if low >= high:
                break
        return best


EPSILON = 1e-6
"""Values closer than this are equal."""
