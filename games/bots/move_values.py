"""The value of a move compared with the others, by what its seat could see when it was made."""

from itertools import islice
from random import Random
from typing import NamedTuple

from games.bots.card_worth import mask_of
from games.bots.hidden_hands import is_perfect_information, sample_determinizations
from games.bots.inference import HandInference
from games.bots.one_ply import OnePly
from games.bots.search import Search
from games.bots.simulation import Simulator
from games.bots.solver import NodeLimitExceeded, Solver
from games.bots.strong import STRONG, Budget
from games.domain.moves import Move
from games.domain.notation import write_move
from games.domain.perspective import Perspective

BUDGET = STRONG._replace(work=16_000, candidates=6, prior_weight=0.0, inference_weight=1.0)
EXACT_NODES = 6000


class MoveValue(NamedTuple):
    """A move, and its average lead for the side in the round, in points; winning the game counts."""

    move: Move
    value: float


def value_moves(perspective: Perspective, played: Move, rng: Random, budget: Budget) -> tuple[MoveValue, ...]:
    """The moves that look best and the one that was played, best first.

    The hidden cards are sampled from what the viewer knew, never read from what they were; where counting the cards
    reveals them, the rest of the round is solved.
    """
    one_ply = OnePly(Simulator(perspective))
    moves = _candidates(one_ply, played, budget.candidates)
    values = _exact_values(one_ply.simulator, moves, rng) or _sampled_values(one_ply, moves, rng, budget)
    valued = [MoveValue(move, value) for move, value in zip(moves, values, strict=True)]
    return tuple(sorted(valued, key=lambda item: (-item.value, item.move != played, write_move(item.move))))


def _candidates(one_ply: OnePly, played: Move, limit: int) -> list[Move]:
    moves = [move for _, move in one_ply.ranked(one_ply.simulator.moves(one_ply.state))[:limit]]
    return moves if played in moves else [*moves, played]


def _exact_values(simulator: Simulator, moves: list[Move], rng: Random) -> list[float]:
    """Exact values where the other hand is known and the end is near enough, else an empty list."""
    if not is_perfect_information(simulator.perspective):
        return []
    state = simulator.from_determinization(next(sample_determinizations(simulator.perspective, rng)))
    solver = Solver(simulator, EXACT_NODES)
    try:
        return [solver.value(simulator.next_state(state, move)) for move in moves]
    except NodeLimitExceeded:
        return []


def _sampled_values(one_ply: OnePly, moves: list[Move], rng: Random, budget: Budget) -> list[float]:
    """The average values over the same samples for all moves."""
    simulator, search = one_ply.simulator, Search(one_ply.simulator, budget.beam_widths, one_ply.move_table)
    roots = [search.root_after(one_ply.state, move) for move in moves]
    sums, count = [0.0] * len(moves), 0
    inference = HandInference(simulator, one_ply.move_table, one_ply.threats)
    for sample in islice(inference.resample(rng, budget.inference_weight), budget.max_samples):
        hands, stock = tuple(map(mask_of, sample.hands)), sample.stock if simulator.draws else ()
        for index, root in enumerate(roots):
            sums[index] += search.value_from(root, hands, stock)
        count += 1
        if search.work >= budget.work:
            break
    return [total / count for total in sums]
