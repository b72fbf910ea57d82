"""Trains the value network by play against itself."""

from argparse import Namespace
from concurrent.futures import Future, ThreadPoolExecutor
from math import cos, pi
from subprocess import run
from time import monotonic, process_time
from typing import Any

import numpy as np

from tests.train.compiled import scratch
from tests.train.ending import ending_room
from tests.train.inputs import CATEGORIES, NUMBERS, SLOTS
from tests.train.learning import Learner, new_net, widened
from tests.train.network import Net, read_network, write_network
from tests.train.simulator import ROWS, play_rounds

STANDARD = np.array([3, 1, 2, 1, 1, 0, 0, 0, 0, 0], float)
"""The rules as inputs, without sweeps."""

ROUNDS = 256
"""Rounds of a phase."""

KEPT = 12
"""Number of phases whose positions are learned from."""

BATCH = 1024
"""Positions of a step of learning."""


def random_rules(rng: np.random.Generator, rounds: int) -> np.ndarray:
    """The points of each category for each round: often the standard game's, with or without sweeps, else near them."""
    rules = np.tile(STANDARD, (rounds, 1))
    kind = rng.random(rounds)
    rules[:, 5] = rng.choice([0, 1, 1, 1, 1, 1, 1, 2], rounds)
    odd = kind < 0.2
    spade = kind < 0.07
    count = int(odd.sum())
    rules[odd, 0] = rng.choice([1, 2, 3, 3, 4], count)
    rules[odd, 1] = rng.choice([0, 1, 1, 2], count)
    rules[odd, 8] = rng.random(count) < 0.4
    count = int(spade.sum())
    rules[spade, 0], rules[spade, 1] = 3, rng.integers(0, 2, count)
    rules[spade, 5:8] = [0, 1, 1]
    rules[:, 9] = (kind > 0.14) & (kind < 0.2)
    return rules


def train(options: Namespace) -> None:
    """Train a network, and store it."""
    rng = np.random.default_rng(options.seed)
    known = read_network(options.start)[0] if options.start else None
    start = new_net(rng, max(options.width, len(known[2]) if known else 0), options.second)
    learner = Learner(widened(known, start) if known else start)
    learn(options, rng, learner)


def learn(options: Namespace, rng: np.random.Generator, learner: Learner) -> None:
    """Play rounds and learn from the latest, at the same time; log and store the averaged weights now and then."""
    phases = -(-options.rounds // ROUNDS)
    batch, rows = positions(KEPT * ROUNDS * ROWS), ROUNDS * ROWS
    description, begun = about(options), monotonic()
    against = widened(read_network(options.against)[0], learner.net) if options.against else None

    def share(phase: int) -> float:
        """How much of the training is done: by rounds, or by time."""
        return min(1.0, max(phase / phases, (monotonic() - begun) / (60 * options.minutes)))

    def play(done: float) -> Future:
        net = tuple(part.copy() for part in learner.net)
        lam = options.lam + (0 if options.start else (0.9 - options.lam) * max(0.0, 1 - 2 * done))
        return player.submit(
            played, net, int(rng.integers(1 << 31)), random_rules(rng, ROUNDS), 0.04 - 0.03 * done, lam
        )

    phase, done = 0, 0.0
    with ThreadPoolExecutor(1) as player:
        coming = play(done)
        while done < 1:
            fresh, coming = coming.result(), play(done)
            for kept, new in zip(batch, fresh, strict=True):
                kept[phase % KEPT * rows : (phase % KEPT + 1) * rows] = new
            decay = options.floor + (1 - options.floor) * (1 + cos(pi * done)) / 2
            rate = options.rate * min(1.0, (phase + 1) / 5) * decay
            known = min(phase + 1, KEPT) * rows
            errors = [
                learner.learn(batch, rng.integers(0, known, BATCH), rate, min(0.9995, 1 - 10 / (learner.step + 10)))
                for _ in range(int(options.passes * rows / BATCH))
            ]
            phase, done = phase + 1, share(phase + 1)
            if phase % 200 == 0 or done == 1:
                write_network(options.out, learner.average, {**description, "rounds": phase * ROUNDS})
                line = f"{phase * ROUNDS} rounds, {process_time():.0f} s, errors {np.round(np.mean(errors, 0), 3)}"
                lead = f", lead {compare(learner.average, against, rng):.2f}" if against else ""
                print(line + lead, flush=True)


def played(net: Net, seed: int, rules: np.ndarray, explore: float, lam: float) -> tuple[np.ndarray, ...]:
    """The positions of rounds played by the network against itself."""
    out = positions(len(rules) * ROWS)
    play_rounds((net, net), seed, rules, explore, lam, scratch(), ending_room(), *out, np.zeros(len(rules)))
    return out


def positions(count: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Room for positions: their columns, their numbers, and their targets."""
    return tuple(np.zeros((count, size), kind) for size, kind in ((SLOTS, "i2"), (NUMBERS, "f4"), (CATEGORIES, "f4")))


def compare(net: Net, other: Net, rng: np.random.Generator, rounds: int = 2000) -> float:
    """The points a round by which the network leads another, each having every seat."""
    rules = np.tile(STANDARD, (rounds, 1))
    rules[:, 5] = 1
    out = positions(rounds * ROWS)
    points, seed, leads = np.zeros(rounds), int(rng.integers(1 << 31)), []
    for nets, sign in (((net, other), 1), ((other, net), -1)):
        play_rounds(nets, seed, rules, 0.0, 1.0, scratch(), ending_room(), *out, points)
        leads.append(sign * points.mean())
    return float(np.mean(leads))


def about(options: Namespace) -> dict[str, Any]:
    """How the weights came about."""
    commit = run(["git", "rev-parse", "HEAD"], capture_output=True, text=True, check=True).stdout.strip()
    start = read_network(options.start)[1] if options.start else None
    return {"seed": options.seed, "commit": commit, "start": start}
