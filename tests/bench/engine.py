"""The card game: listing legal moves, whole random games, folding a log."""

import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import process_time

from games.domain.codec import decode, encode
from games.domain.commands import Play
from games.domain.events import Event
from games.domain.evolve import fold
from games.domain.json_api import position_asked
from games.domain.move_generation import legal_moves
from games.domain.presets import PRESETS, resolve_rules
from games.domain.rules import Rules
from games.domain.rules_validation import seatings
from tests.bench.registry import Reading, Round, bench
from tests.bench.timing import EACH, seconds
from tests.property.random_games import Step, play_at_random

POSITIONS = Path(__file__).parent.parent / "conformance" / "cases" / "positions.jsonl"
MOVES_OF_LOG = 200
TIMES = 5


@bench("legal moves")
def listing() -> Round:
    """Every position of play among the public cases of the rulebook, each listed a few times."""
    positions = [position_asked(json.loads(line)["ask"]) for line in POSITIONS.read_text().splitlines()]
    moves = sum(len(legal_moves(position)) for position in positions)

    def once() -> Iterator[Reading]:
        times = [seconds(partial(legal_moves, position), TIMES) for position in positions]
        yield Reading("a position, median", median(times) * 1e6, "µs")
        yield Reading("a position, 95th percentile", quantiles(times, n=20)[-1] * 1e6, "µs")
        yield Reading("positions", len(positions) / sum(times), "/s")
        yield Reading("moves listed", moves / sum(times), "/s")

    return once


# --- whole games --------------------------------------------------------------------------------------------------


def game(rules: Rules, preset: str, dice: Random) -> Iterator[Step]:
    """The steps of a random game in the smallest company: list, choose, decide, fold, to the end."""
    seats, partners = min(seatings(rules))
    return play_at_random(rules, preset, seats, partners, dice)


def turns_of(steps: Iterator[Step]) -> int:
    return sum(isinstance(step.command, Play) for step in steps)


@bench("random games")
def games() -> Round:
    """Whole games of every preset, as many as begin in the time."""
    dice = Random(7)
    rules = {preset: resolve_rules(preset) for preset in PRESETS}

    def once() -> Iterator[Reading]:
        turns, time = 0, 0.0
        for preset in PRESETS:
            played, start = 0, process_time()
            while (passed := process_time() - start) < EACH:
                turns += turns_of(game(rules[preset], preset, dice))
                played += 1
            time += passed
            yield Reading(preset, played / passed, "/s")
        yield Reading("turns, all games together", turns / time, "/s")

    return once


# --- a log --------------------------------------------------------------------------------------------------------


def log_of(moves: int) -> tuple[Event, ...]:
    """Return the log of a game after so many moves; its target is out of reach."""
    steps = game(resolve_rules({"preset": "casino-sweeps", "target": 200}), "casino-sweeps", Random(7))
    log: list[Event] = []
    turns = 0
    for step in steps:
        log += step.events
        turns += isinstance(step.command, Play)
        if turns == moves:
            break
    return tuple(log)


@bench("a log of 200 moves")
def folding() -> Round:
    """Folding events, and folding them from their records as they come from the database."""
    log = log_of(MOVES_OF_LOG)
    records = [encode(event) for event in log]

    def from_records() -> object:
        return fold(decode(*record) for record in records)

    works: dict[str, Callable[[], object]] = {"fold": partial(fold, log), "read and fold": from_records}

    def once() -> Iterator[Reading]:
        for name, work in works.items():
            times = [seconds(work) for _ in range(20)]
            yield Reading(name, median(times) * 1e3, "ms", f"{len(log)} events")

    return once
