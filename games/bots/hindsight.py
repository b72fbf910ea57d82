"""The value of a move compared with the others, by what its seat could see when it was made."""

from itertools import islice
from random import Random
from typing import NamedTuple

from games.bots.lookahead import Lookahead
from games.bots.reading import Reading
from games.bots.scene import Stage
from games.bots.solver import Solver, TooHard
from games.bots.strong import Budget
from games.bots.unseen import guesses, hands_known
from games.bots.weighing import Weigher
from games.bots.worth import mask_of
from games.domain.moves import Move
from games.domain.notation import write_move
from games.domain.perspective import Perspective

BUDGET = Budget(work=16_000, guesses=400, moves=6, widths=(1, 3, 1, 2, 1, 1), trust=0.0, belief=1.0)
EXACT_NODES = 6000


class Valued(NamedTuple):
    """A move, and its average lead for the side in the round, in points; winning the game counts."""

    move: Move
    value: float


def valued(sight: Perspective, played: Move, luck: Random, budget: Budget) -> tuple[Valued, ...]:
    """Return the moves that look best and the one that was played, best first.

    The hidden cards are sampled from what the viewer knew, never read from what they were; where counting the cards
    reveals them, the rest of the round is solved.
    """
    weigher = Weigher(Stage(sight))
    moves = _worth_a_look(weigher, played, budget.moves)
    values = _solved(weigher.stage, moves, luck) or _imagined(weigher, moves, luck, budget)
    found = [Valued(move, value) for move, value in zip(moves, values, strict=True)]
    return tuple(sorted(found, key=lambda each: (-each.value, each.move != played, write_move(each.move))))


def _worth_a_look(weigher: Weigher, played: Move, most: int) -> list[Move]:
    moves = [move for _, move in weigher.ranked(weigher.stage.moves(weigher.scene))[:most]]
    return moves if played in moves else [*moves, played]


def _solved(stage: Stage, moves: list[Move], luck: Random) -> list[float]:
    """Return exact values where the other hand is known and the end is near enough, else an empty list."""
    if not hands_known(stage.sight):
        return []
    scene, solver = stage.guessed(next(guesses(stage.sight, luck))), Solver(stage, EXACT_NODES)
    try:
        return [solver.value(stage.after(scene, move)) for move in moves]
    except TooHard:
        return []


def _imagined(weigher: Weigher, moves: list[Move], luck: Random, budget: Budget) -> list[float]:
    """Return the average values over the same guesses for all moves."""
    stage, look = weigher.stage, Lookahead(weigher.stage, budget.widths, weigher.boards)
    starts = [look.start(weigher.scene, move) for move in moves]
    sums, tries = [0.0] * len(moves), 0
    reading = Reading(stage, weigher.boards, weigher.risk)
    for way in islice(reading.likely(luck, budget.belief), budget.guesses):
        hands, stock = tuple(map(mask_of, way.hands)), way.stock if stage.draws else ()
        for place, start in enumerate(starts):
            sums[place] += look.from_start(start, hands, stock)
        tries += 1
        if look.work >= budget.work:
            break
    return [total / tries for total in sums]
