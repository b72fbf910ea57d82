"""Remembers every card: weighs what a move brings against what it lays open to the hands it cannot see."""

from random import Random

from games.bots.base import Decision
from games.bots.scene import Stage
from games.bots.speaking import says
from games.bots.weighing import Weigher
from games.domain.perspective import Perspective

LATER = 0.45
"""What part of its own next capture it counts on: it thinks of what may be taken from it rather."""


class Steady:
    """The best move by points, safety and what it leaves to take later, one turn ahead."""

    def choose(self, sight: Perspective, luck: Random) -> Decision:
        return says(sight) or best_weighed(sight, luck)


def best_weighed(sight: Perspective, luck: Random) -> Decision:
    """The move that weighs most; among equals luck decides."""
    stage = Stage(sight)
    weigher = Weigher(stage, LATER)
    weighed = weigher.ranked(stage.moves(weigher.scene))
    return luck.choice([move for weight, move in weighed if weight == weighed[0][0]])
