"""`manage.py mistakes`: measures how often each level makes mistakes of each size, as the analysis judges them."""

from argparse import ArgumentParser
from collections.abc import Iterator
from itertools import count, islice
from multiprocessing import Pool
from random import Random
from statistics import fmean, quantiles
from time import process_time
from typing import Any

from django.core.management.base import BaseCommand

from games.analysis.positions import learning_rules
from games.bots import LEVELS
from games.bots.move_values import BUDGET, value_moves
from games.domain.commands import CallOrange, Claim
from games.domain.perspective import Perspective, perspective_of
from games.management.matches import BotGame, Match, Pairing, ThinkingTimes
from games.presenters.analysis import MIN_COSTS, grade_of

EVERY = 5
"""One turn of so many is judged, so that a sample spans several games."""


class Command(BaseCommand):
    help = "Lets each level play against itself, and tells how often its moves get each grade of the analysis."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--levels", nargs="+", choices=LEVELS, default=list(LEVELS))
        parser.add_argument("--moves", type=int, default=200, help="moves of each level")
        parser.add_argument("--seed", type=int, default=1, help="the same seed deals the same cards")
        parser.add_argument("--jobs", type=int, default=1, help="processes that judge at the same time")

    def handle(self, *, levels: list[str], moves: int, seed: int, jobs: int, **_options: Any) -> None:
        self.stdout.write(f"level: moves, {', '.join(MIN_COSTS)}; points a move; 75, 90, 95 % of moves cost up to")
        with Pool(jobs) as pool:
            for level, costs in pool.imap(costs_of, [(level, moves, seed) for level in levels], 1):
                self.stdout.write(f"{level}: {summary(costs)}")


def costs_of(asked: tuple[str, int, int]) -> tuple[str, list[float]]:
    """The level, and the costs of so many of its moves."""
    level, moves, seed = asked
    turns = (perspective for number in count(seed * 1_000_003) for perspective in turns_of_game(level, number))
    judged = islice(turns, 0, moves * EVERY, EVERY)
    return level, [cost_of(level, perspective, f"{seed}/{number}") for number, perspective in enumerate(judged)]


def turns_of_game(level: str, number: int) -> Iterator[Perspective]:
    """Yield the view of the seat to play at each turn of a game of the level against itself."""
    match = Match((level, level), LEVELS, ThinkingTimes(process_time))
    game = BotGame(Pairing(learning_rules(), 2, False, number), {0: level, 1: level}, match)
    for state in game.states():
        if state.turn and state.round and len(state.round.hands[state.turn - 1]) > 1:
            yield perspective_of(state, state.turn)


def cost_of(level: str, perspective: Perspective, seed: str) -> float:
    """By how many points the level's move falls short of the best."""
    move = LEVELS[level].choose(perspective, Random(f"{seed}/move"))  # noqa: S311  the same each time
    if isinstance(move, Claim | CallOrange):
        raise TypeError("these games have no announcements")
    ranked = value_moves(perspective, move, Random(f"{seed}/value"), BUDGET)  # noqa: S311  the same each time
    return ranked[0].value - next(each.value for each in ranked if each.move == move)


def summary(costs: list[float]) -> str:
    """The share of each grade, the mean cost, and the costs that few moves exceed."""
    grades = [grade_of(cost) for cost in costs]
    shares = ", ".join(f"{grades.count(grade) / len(grades):.0%}" for grade in MIN_COSTS)
    twentieths = quantiles(costs, n=20)
    limits = ", ".join(f"{twentieths[place]:.2f}" for place in (14, 17, 18))
    return f"{len(costs)}, {shares}; {fmean(costs):.2f}; {limits}"
