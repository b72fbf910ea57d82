"""Remembers every card: weighs a move's gain against the captures it offers to unseen hands."""

from random import Random

from games.bots.announcements import announcement
from games.bots.base import Decision
from games.bots.one_ply import OnePly
from games.bots.simulation import Simulator
from games.domain.perspective import Perspective

NEXT_CAPTURE_WEIGHT = 0.45
"""The fraction of its own next capture that it counts on: it worries more about losing cards than about taking them."""


class Steady:
    """Makes the best move by points, safety and its own next capture, one turn ahead."""

    def choose(self, perspective: Perspective, rng: Random) -> Decision:
        return announcement(perspective) or best_scored_move(perspective, rng)


def best_scored_move(perspective: Perspective, rng: Random) -> Decision:
    """The move that weighs most; ties are broken at random."""
    simulator = Simulator(perspective)
    one_ply = OnePly(simulator, NEXT_CAPTURE_WEIGHT)
    weighed = one_ply.ranked(simulator.moves(one_ply.state))
    return rng.choice([move for weight, move in weighed if weight == weighed[0][0]])
