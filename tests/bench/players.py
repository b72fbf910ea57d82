"""The computer players: the time of a move, and the exact end of a round. No public yardstick plays Casino."""

from collections.abc import Iterator
from contextlib import suppress
from random import Random
from statistics import median
from time import process_time

from games.bots import LEVELS, MASTER_EXACT_NODES
from games.bots.hidden_hands import is_perfect_information, sample_determinizations
from games.bots.simulation import Simulator
from games.bots.solver import NodeLimitExceeded, Solver
from games.domain.commands import Play
from games.domain.perspective import Perspective, perspective_of
from games.domain.presets import resolve_rules
from tests.bench.registry import Reading, Round, bench
from tests.property.random_games import play_at_random

LAST_DEALS = 20
EVERY = 7
"""One of so many positions is timed."""


def sights(seed: int, rounds: int) -> Iterator[Perspective]:
    """Yield the view of the seat to play, move by move, in random rounds of the game with sweeps."""
    steps = play_at_random(resolve_rules({"preset": "casino-sweeps", "target": 1000}), "", 2, False, Random(seed))
    for step in steps:
        if step.before is not None and step.before.latest_round > rounds:
            return
        if isinstance(step.command, Play) and step.before is not None:
            yield perspective_of(step.before, step.command.seat)


@bench("computer players")
def moves() -> Round:
    """Each level on the same positions."""
    positions = list(sights(11, 2))[::EVERY]

    def once() -> Iterator[Reading]:
        for name, level in LEVELS.items():
            times = []
            for number, perspective in enumerate(positions):
                start = process_time()
                level.choose(perspective, Random(number))
                times.append(process_time() - start)
            yield Reading(f"{name}, median", median(times) * 1e3, "ms", f"{len(positions)} positions")
            yield Reading(f"{name}, worst", max(times) * 1e3, "ms")

    return once


@bench("exact last deals")
def solving() -> Round:
    """Whole last deals of two, four cards in each hand, within the master's bound."""
    ends = [
        perspective
        for perspective in sights(12, LAST_DEALS)
        if is_perfect_information(perspective) and perspective.round
    ]
    ends = [perspective for perspective in ends if perspective.round and sum(perspective.round.hand_counts) == 8]

    def once() -> Iterator[Reading]:
        times, nodes, solved = [], [], 0
        for number, perspective in enumerate(ends):
            simulator = Simulator(perspective)
            solver, start = Solver(simulator, MASTER_EXACT_NODES), process_time()
            with suppress(NodeLimitExceeded):  # not counted as solved
                sample = next(sample_determinizations(perspective, Random(number)))
                solver.best(simulator.from_determinization(sample))
                solved += 1
            times.append(process_time() - start)
            nodes.append(solver.nodes)
        yield Reading("solved", 100 * solved / len(ends), "%", f"{len(ends)} deals")
        yield Reading("a deal, median", median(times) * 1e3, "ms", f"{median(nodes):.0f} nodes")
        yield Reading("a deal, worst", max(times) * 1e3, "ms", f"{max(nodes)} nodes")

    return once
