"""Imagines the hidden cards in many ways and plays each of them on."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from games.bots.base import Decision
from games.bots.lookahead import Lookahead, Start
from games.bots.repertoire import Weighed
from games.bots.scene import Stage
from games.bots.speaking import says
from games.bots.unseen import Guess, guesses, hands_known
from games.bots.weighing import Weigher
from games.bots.worth import mask_of
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


class Tried:
    """A move, how it is weighed at first sight, and what has come of it on the guesses so far."""

    __slots__ = ("start", "sum", "weighed")

    def __init__(self, weighed: Weighed, start: Start) -> None:
        self.weighed, self.start, self.sum = weighed, start, 0.0


class Sampling:
    """The moves of one sight, tried on one guess after the other; the worse half is dropped now and then."""

    def __init__(self, stage: Stage, budget: Budget) -> None:
        self.stage, self.budget = stage, budget
        self.weigher = Weigher(stage)
        self.look = Lookahead(stage, budget.widths, self.weigher.boards)
        self.guesses = 0
        self._most_nodes = budget.nodes // (DRAWING if stage.draws else 1)

    def best(self, luck: Random) -> Move:
        """The move with the best average, and how it looks at first sight with it."""
        return self.ranked(luck)[0][1]

    def ranked(self, luck: Random) -> list[Weighed]:
        """The moves that stayed to the end, the best first."""
        weighed = self._weighed(luck)
        if len(weighed) == 1:
            return weighed
        tried = [Tried(each, self.look.start(self.weigher.scene, each[1])) for each in weighed]
        ways = guesses(self.stage.sight, luck)
        most = 1 if hands_known(self.stage.sight) else self.budget.guesses
        while self.guesses < most and self.look.nodes < self._most_nodes:
            self._try(tried, next(ways))
            if len(tried) > 2 and self.look.nodes > self._most_nodes * (1 - len(tried) / (len(weighed) + 1)):
                tried = sorted(tried, key=self._total, reverse=True)[: (len(tried) + 1) // 2]
        tried.sort(key=self._total, reverse=True)
        return [(self._total(each), each.weighed[1]) for each in tried]

    def _weighed(self, luck: Random) -> list[Weighed]:
        moves = self.stage.moves(self.weigher.scene)
        luck.shuffle(moves)
        return self.weigher.ranked(moves)[: self.budget.moves]

    def _try(self, tried: Sequence[Tried], way: Guess) -> None:
        hands, stock = tuple(map(mask_of, way.hands)), way.stock if self.stage.draws else ()
        for each in tried:
            each.sum += self.look.from_start(each.start, hands, stock)
        self.guesses += 1

    def _total(self, tried: Tried) -> float:
        return tried.sum / self.guesses + self.budget.trust * tried.weighed[0]
