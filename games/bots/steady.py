"""Remembers every card: weighs a move's gain against the captures it offers to unseen hands."""

from random import Random

from games.bots.base import Decision
from games.bots.scene import Stage
from games.bots.speaking import says
from games.bots.weighing import Weigher
from games.domain.perspective import Perspective

LATER = 0.45
"""The fraction of its own next capture that it counts on: it worries more about losing cards than about taking them."""


class Steady:
    """Makes the best move by points, safety and its own next capture, one turn ahead."""

    def choose(self, sight: Perspective, luck: Random) -> Decision:
        return says(sight) or best_weighed(sight, luck)


def best_weighed(sight: Perspective, luck: Random) -> Decision:
    """Return the move that weighs most; ties are broken at random."""
    stage = Stage(sight)
    weigher = Weigher(stage, LATER)
    weighed = weigher.ranked(stage.moves(weigher.scene))
    return luck.choice([move for weight, move in weighed if weight == weighed[0][0]])
