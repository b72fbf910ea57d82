"""Samples the hidden cards and searches each sample (perfect-information Monte Carlo)."""

from collections.abc import Sequence
from math import sqrt
from operator import itemgetter
from random import Random
from statistics import fmean
from typing import NamedTuple

from games.bots.announcements import announcement
from games.bots.base import Decision
from games.bots.card_worth import mask_of
from games.bots.hidden_hands import Determinization, is_perfect_information, sample_determinizations
from games.bots.inference import HandInference
from games.bots.move_ordering import ScoredMove
from games.bots.one_ply import OnePly
from games.bots.search import BudgetExhausted, Search, SearchRoot
from games.bots.simulation import Simulator
from games.domain.moves import Move
from games.domain.perspective import Perspective

WIDENING = (1, 2, 3, 4, 6, 10)
"""Numbers of moves tried at each depth, one search after the other, where all hands are known."""

MAX_DEPTH_DRAWING = 3
"""Maximum number of simulated steps if each play is followed by a draw: later draws are unpredictable."""

PRIOR_WEIGHT_DRAWING = 1.0
"""The weight of the first evaluation there, since it considers every card that may be drawn."""

FIRST_COMPARISON = 48
"""Number of samples after which the moves are compared for the first time; each next one has half as many more."""

CLEARLY = 3.0
"""Number of standard errors by which a move must be worse than the best to be dropped."""


class Budget(NamedTuple):
    """The limits of a search: work in nodes (some 5 µs each), samples, candidate moves, and moves tried at each depth.

    `prior_weight` is that of the first evaluation; `inference_weight`, from 0 to 1, that of the others' plays. Work is
    counted, not timed: the same perspective and random numbers lead to the same move on any machine.
    """

    work: int
    max_samples: int
    candidates: int
    beam_widths: tuple[int, ...]
    prior_weight: float
    inference_weight: float

    def for_drawing(self) -> "Budget":
        """The same limits adjusted to a game in which cards are drawn (3.4)."""
        return self._replace(beam_widths=self.beam_widths[:MAX_DEPTH_DRAWING], prior_weight=PRIOR_WEIGHT_DRAWING)


STRONG = Budget(
    work=1500, max_samples=400, candidates=10, beam_widths=(1, 3, 1, 2, 1, 1), prior_weight=0.3, inference_weight=0.0
)


class Strong:
    """Makes the move that does best on average over samples of the hidden cards."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget

    def choose(self, perspective: Perspective, rng: Random) -> Decision:
        return announcement(perspective) or self.best_move(perspective, rng)

    def best_move(self, perspective: Perspective, rng: Random) -> Move:
        """The best move by simulation, among those that look best."""
        return SampledSearch(Simulator(perspective), self.budget).best(rng)


class Candidate:
    """A move, its first evaluation, and its results on the samples so far."""

    __slots__ = ("results", "root", "scored")

    def __init__(self, scored: ScoredMove, root: SearchRoot) -> None:
        self.scored, self.root = scored, root
        self.results: list[float] = []


class SampledSearch:
    """The moves of one perspective, tried on one sample after another, until one is clearly best or the work is done.

    Moves that are clearly worse on the same samples are dropped, and from time to time the worse half.
    """

    def __init__(self, simulator: Simulator, budget: Budget) -> None:
        self.simulator, self.budget = simulator, budget.for_drawing() if simulator.draws else budget
        self.one_ply = OnePly(simulator)
        self.search = Search(simulator, self.budget.beam_widths, self.one_ply.move_table)
        self._inference = HandInference(simulator, self.one_ply.move_table, self.one_ply.threats)
        self.samples = 0
        self._max_work = budget.work

    def best(self, rng: Random) -> Move:
        """The move with the best average, its first evaluation included."""
        best = self.ranked(rng)[0][1]
        self.one_ply.move_table.clear()
        return best

    def ranked(self, rng: Random) -> list[ScoredMove]:
        """The moves that remained to the end, best first."""
        scored = self._candidates(rng)
        if len(scored) == 1:
            return scored
        candidates = [Candidate(move, self.search.root_after(self.one_ply.state, move[1])) for move in scored]
        if is_perfect_information(self.simulator.perspective):
            return self._rank_known_hands(candidates, next(sample_determinizations(self.simulator.perspective, rng)))
        samples, next_comparison = self._inference.resample(rng, self.budget.inference_weight), FIRST_COMPARISON
        while len(candidates) > 1 and self.samples < self.budget.max_samples and self.search.work < self._max_work:
            self._add_sample(candidates, next(samples))
            if self.samples == next_comparison:
                candidates, next_comparison = self._without_losers(candidates), next_comparison * 3 // 2
            if len(candidates) > 2 and self.search.work > self._max_work * (1 - len(candidates) / (len(scored) + 1)):
                candidates = sorted(candidates, key=self._average, reverse=True)[: (len(candidates) + 1) // 2]
        candidates.sort(key=self._average, reverse=True)
        return [(self._average(candidate), candidate.scored[1]) for candidate in candidates]

    def _rank_known_hands(self, candidates: list[Candidate], sample: Determinization) -> list[ScoredMove]:
        """Rank the moves where counting reveals the hands: search to the end of the round, wider each time."""
        hands = tuple(map(mask_of, sample.hands))
        ranked = [(0.0, candidate) for candidate in candidates]
        for width in WIDENING:
            self.search.widths = (width,) * sum(map(int.bit_count, hands))
            try:
                ranked = [(self.search.value_from(candidate.root, hands, ()), candidate) for _, candidate in ranked]
            except BudgetExhausted:
                break
            ranked.sort(key=itemgetter(0), reverse=True)
            self.search.max_work = self._max_work
        return [(value, candidate.scored[1]) for value, candidate in ranked]

    def _candidates(self, rng: Random) -> list[ScoredMove]:
        moves = self.simulator.moves(self.one_ply.state)
        rng.shuffle(moves)
        return self.one_ply.ranked(moves)[: self.budget.candidates]

    def _add_sample(self, candidates: Sequence[Candidate], sample: Determinization) -> None:
        hands, stock = tuple(map(mask_of, sample.hands)), sample.stock if self.simulator.draws else ()
        for candidate in candidates:
            candidate.results.append(self.search.value_from(candidate.root, hands, stock))
        self.samples += 1

    def _without_losers(self, candidates: list[Candidate]) -> list[Candidate]:
        best = max(candidates, key=self._average)
        return [each for each in candidates if each is best or not self._is_clearly_worse(each, best)]

    def _is_clearly_worse(self, candidate: Candidate, best: Candidate) -> bool:
        """True if the differences on the same samples, by their standard error, show it."""
        differences = [more - less for more, less in zip(best.results, candidate.results, strict=True)]
        average = fmean(differences)
        error = sqrt(sum((difference - average) ** 2 for difference in differences)) / len(differences)
        return self._average(best) - self._average(candidate) >= CLEARLY * error

    def _average(self, candidate: Candidate) -> float:
        return fmean(candidate.results) + self.budget.prior_weight * candidate.scored[0]
