"""Imagines the hidden cards in many ways and plays each of them on."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from games.bots.base import Decision
from games.bots.lookahead import Lookahead
from games.bots.repertoire import Weighed
from games.bots.scene import Stage
from games.bots.speaking import says
from games.bots.unseen import guess, hands_known
from games.bots.weighing import Weigher
from games.domain.moves import Move
from games.domain.perspective import Perspective

DRAWING = 3
"""How many times dearer a node is where a card is drawn each turn: hands never shrink, and no two are alike."""


class Budget(NamedTuple):
    """How far a player thinks: nodes in all, guesses at the most, moves it looks at, and how widely at each step."""

    nodes: int
    guesses: int
    moves: int
    widths: tuple[int, ...]
    trust: float


class Strong:
    """The move that does best on average over guesses at the hidden cards."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget

    def choose(self, sight: Perspective, luck: Random) -> Decision:
        return says(sight) or self.best_move(sight, luck)

    def best_move(self, sight: Perspective, luck: Random) -> Move:
        """The best move by imagination, among those that look best."""
        stage = Stage(sight)
        return Sampling(stage, self.budget).best(luck)


class Sampling:
    """The moves of one sight, tried on one guess after the other; the worse half is dropped now and then."""

    def __init__(self, stage: Stage, budget: Budget) -> None:
        self.stage, self.budget = stage, budget
        self.look = Lookahead(stage, budget.widths)
        self.guesses = 0
        self._most_nodes = budget.nodes // (DRAWING if stage.draws else 1)

    def best(self, luck: Random) -> Move:
        """The move with the best average, and how it looks at first sight with it."""
        ranked = self.ranked(luck)
        return ranked[0][1]

    def ranked(self, luck: Random) -> list[Weighed]:
        """The moves that stayed to the end, the best first."""
        weighed = self._weighed(luck)
        if len(weighed) == 1:
            return weighed
        sums = [0.0] * len(weighed)
        alive = list(range(len(weighed)))
        most = 1 if hands_known(self.stage.sight) else self.budget.guesses
        while self.guesses < most and self.look.nodes < self._most_nodes:
            self._try(alive, sums, weighed, luck)
            if len(alive) > 2 and self.look.nodes > self._most_nodes * (1 - len(alive) / (len(weighed) + 1)):
                alive = self._better_half(alive, sums, weighed)
        return sorted(((self._total(n, sums, weighed), weighed[n][1]) for n in alive), key=_first, reverse=True)

    def _weighed(self, luck: Random) -> list[Weighed]:
        weigher = Weigher(self.stage)
        moves = self.stage.moves(weigher.scene)
        luck.shuffle(moves)
        weighed = sorted(((weigher.weigh(move), move) for move in moves), key=_first, reverse=True)
        return weighed[: self.budget.moves]

    def _try(self, alive: Sequence[int], sums: list[float], weighed: Sequence[Weighed], luck: Random) -> None:
        scene = self.stage.guessed(guess(self.stage.sight, luck))
        for number in alive:
            sums[number] += self.look.value(self.stage.after(scene, weighed[number][1]))
        self.guesses += 1

    def _total(self, number: int, sums: Sequence[float], weighed: Sequence[Weighed]) -> float:
        return sums[number] / self.guesses + self.budget.trust * weighed[number][0]

    def _better_half(self, alive: Sequence[int], sums: Sequence[float], weighed: Sequence[Weighed]) -> list[int]:
        order = sorted(alive, key=lambda number: self._total(number, sums, weighed), reverse=True)
        return order[: (len(alive) + 1) // 2]


def _first(weighed: Weighed) -> float:
    return weighed[0]
