"""Guesses the hidden cards in many ways and plays each guess out in simulation."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from games.bots.base import Decision
from games.bots.lookahead import Lookahead, SpentError, Start
from games.bots.reading import Reading
from games.bots.repertoire import Weighed
from games.bots.scene import Stage
from games.bots.speaking import says
from games.bots.unseen import Guess, guess, hands_known
from games.bots.weighing import Weigher
from games.bots.worth import mask_of
from games.domain.moves import Move
from games.domain.perspective import Perspective

WIDER = (1, 2, 3, 4, 6, 10)
"""Numbers of moves tried at each step, one search after the other, where all hands are known."""

STEPS_DRAWING = 3
"""Maximum number of simulated steps if each play is followed by a draw: later draws are unpredictable."""

TRUST_DRAWING = 1.0
"""The weight of the first evaluation there, since it considers every card that may be drawn."""


class Budget(NamedTuple):
    """The limits of a search: work in nodes (some 5 µs each), guesses, moves, and moves tried at each step.

    `trust` is the weight of the first evaluation. `belief`, from 0 to 1, is the weight of inferences from the others'
    plays. Work is counted, not timed: the same view and random numbers lead to the same move on any machine.
    """

    work: int
    guesses: int
    moves: int
    widths: tuple[int, ...]
    trust: float
    belief: float

    def drawing(self) -> "Budget":
        """Return the same limits adjusted to a game in which cards are drawn (3.4)."""
        return self._replace(widths=self.widths[:STEPS_DRAWING], trust=TRUST_DRAWING)


class Strong:
    """Makes the move that does best on average over guesses at the hidden cards."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget

    def choose(self, sight: Perspective, luck: Random) -> Decision:
        return says(sight) or self.best_move(sight, luck)

    def best_move(self, sight: Perspective, luck: Random) -> Move:
        """Return the best move by simulation, among those that look best."""
        stage = Stage(sight)
        return Sampling(stage, self.budget).best(luck)


class Tried:
    """A move, its first evaluation, and the sum of its results on the guesses so far."""

    __slots__ = ("start", "sum", "weighed")

    def __init__(self, weighed: Weighed, start: Start) -> None:
        self.weighed, self.start, self.sum = weighed, start, 0.0


class Sampling:
    """The moves of one view, tried on one guess after another; the worse half is dropped from time to time."""

    def __init__(self, stage: Stage, budget: Budget) -> None:
        self.stage, self.budget = stage, budget.drawing() if stage.draws else budget
        self.weigher = Weigher(stage)
        self.look = Lookahead(stage, self.budget.widths, self.weigher.boards)
        self._reading = Reading(stage, self.weigher.boards, self.weigher.risk)
        self.guesses = 0
        self._most = budget.work

    def best(self, luck: Random) -> Move:
        """Return the move with the best average, its first evaluation included."""
        best = self.ranked(luck)[0][1]
        self.weigher.boards.forget()
        return best

    def ranked(self, luck: Random) -> list[Weighed]:
        """Return the moves that remained to the end, best first."""
        weighed = self._weighed(luck)
        if len(weighed) == 1:
            return weighed
        tried = [Tried(each, self.look.start(self.weigher.scene, each[1])) for each in weighed]
        if hands_known(self.stage.sight):
            return self._known(tried, guess(self.stage.sight, luck))
        ways = self._reading.likely(luck, self.budget.belief)
        while self.guesses < self.budget.guesses and self.look.work < self._most:
            self._try(tried, next(ways))
            if len(tried) > 2 and self.look.work > self._most * (1 - len(tried) / (len(weighed) + 1)):
                tried = sorted(tried, key=self._total, reverse=True)[: (len(tried) + 1) // 2]
        tried.sort(key=self._total, reverse=True)
        return [(self._total(each), each.weighed[1]) for each in tried]

    def _known(self, tried: list[Tried], way: Guess) -> list[Weighed]:
        """Rank the moves where counting reveals the hands: search to the end of the round, wider each time."""
        hands = tuple(map(mask_of, way.hands))
        for width in WIDER:
            self.look.widths = (width,) * sum(map(int.bit_count, hands))
            try:
                found = [self.look.from_start(each.start, hands, ()) for each in tried]
            except SpentError:
                break
            for each, value in zip(tried, found, strict=True):
                each.sum = value
            tried.sort(key=_sum, reverse=True)
            self.look.most_work = self._most
        return [(each.sum, each.weighed[1]) for each in tried]

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


def _sum(tried: Tried) -> float:
    return tried.sum
