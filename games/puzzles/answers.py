"""The answer to a move tried at a puzzle: its cost, and the play that follows it."""

from functools import lru_cache
from random import Random
from typing import NamedTuple

from casino.work_budget import OneAtATime
from games.analysis.line_of_play import line_of_play
from games.analysis.positions import LEARNER
from games.bots.hidden_hands import sample_determinizations
from games.bots.simulation import Simulator
from games.bots.solver import Solver
from games.domain.move_generation import legal_moves
from games.domain.moves import Move
from games.domain.notation import NotationError, read_move, write_move
from games.domain.perspective import Perspective, perspective_of
from games.presenters.hints import Continuation
from games.puzzles.catalog import Puzzle, all_puzzles
from games.puzzles.proof import MAX_NODES

MAX_PLIES = 8
"""More than the moves left after the first one."""

answer_queue = OneAtATime(most=8, timeout=10.0)


class Answer(NamedTuple):
    """The move, the points it leaves behind (0 for the best one), and the best play by both after it."""

    move: Move
    solves: bool
    cost: float
    line: Continuation


def view_of(puzzle: Puzzle, opponent: str) -> Perspective:
    return perspective_of(puzzle.state(opponent), LEARNER)


def read_legal_move(puzzle: Puzzle, text: str) -> str | None:
    """The move as it is stored; None if it is not a legal one."""
    try:
        move = read_move(text)
    except NotationError:
        return None
    return write_move(move) if move in legal_moves(view_of(puzzle, "").position()) else None


@lru_cache(maxsize=4096)
def answer_to(number: int, text: str) -> Answer:
    """The answer to a legal move. One is computed at a time: no turn at a table waits for several. Raises
    TooManyWaiting."""
    puzzle, move = all_puzzles()[number - 1], read_move(text)
    perspective = view_of(puzzle, "")
    with answer_queue.turn():
        line = line_of_play(perspective, move, Random(0), MAX_PLIES, MAX_NODES)  # noqa: S311  the hands are known
        cost = _cost(perspective, puzzle.solution, move)
    return Answer(move, move == puzzle.solution, cost, line)


def _cost(perspective: Perspective, best: Move, move: Move) -> float:
    """By how many points the move falls short of the best one."""
    simulator = Simulator(perspective)
    state = simulator.from_determinization(next(sample_determinizations(perspective, Random(0))))  # noqa: S311  known
    solver = Solver(simulator, 10 * MAX_NODES)  # the proof of all moves together took fewer than MAX_NODES
    values = [solver.value(simulator.next_state(state, each)) for each in (best, move)]
    return values[0] - values[1]
