"""The proof of a puzzle: every move solved to the end of the round, with both hands known by counting."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from games.bots.hidden_hands import is_perfect_information, sample_determinizations
from games.bots.simulation import SimState, Simulator
from games.bots.solver import NodeLimitExceeded, Solver
from games.domain.moves import Move
from games.domain.notation import write_move
from games.domain.perspective import Perspective

MAX_NODES = 12_000
"""Maximum number of positions searched for one proof."""

MIN_MOVES = 3
"""The least number of legal moves in a puzzle."""

MIN_MARGIN = 1.0
"""The least difference to the next best move, in points of the lead, of a move that is clearly best."""


class Proof(NamedTuple):
    """All moves with their exact values, best first; `lines` are the states after the first two, with best replies."""

    values: tuple[tuple[float, Move], ...]
    lines: tuple[tuple[SimState, ...], ...]
    nodes: int

    @property
    def solution(self) -> Move:
        return self.values[0][1]

    @property
    def margin(self) -> float:
        return self.values[0][0] - self.values[1][0]

    @property
    def is_clear(self) -> bool:
        return self.margin >= MIN_MARGIN


def prove(perspective: Perspective) -> Proof | None:
    """Return the exact value of every move of the viewer.

    None where a hand is hidden, there are few moves, two are equally good, or the search is too long.
    """
    if not is_perfect_information(perspective):
        return None
    simulator = Simulator(perspective)
    start = simulator.from_determinization(next(sample_determinizations(perspective, Random(0))))  # noqa: S311  one only
    solver, moves = Solver(simulator, MAX_NODES), simulator.moves(start)
    try:
        if len(moves) < MIN_MOVES or len(solver.best(start)) > 1:
            return None
        valued = [(solver.value(simulator.next_state(start, move)), move) for move in moves]
        values = sorted(valued, key=lambda each: (-each[0], write_move(each[1])))
        nodes = solver.nodes
        lines = [tuple(_best_line(solver, simulator.next_state(start, move))) for _, move in values[:2]]
    except NodeLimitExceeded:
        return None
    return Proof(tuple(values), tuple(lines), nodes)


def _best_line(solver: Solver, state: SimState) -> Iterator[SimState]:
    """Yield the state and those after each best reply, to the end of the round."""
    simulator = solver.simulator
    yield state
    while not state.over:
        choose = max if state.turn == simulator.perspective.viewer else min
        replies = sorted(simulator.moves(state), key=write_move)
        state = choose((simulator.next_state(state, reply) for reply in replies), key=solver.value)
        yield state
