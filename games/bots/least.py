"""The move that costs its player least: played for a player whose time has run out."""

from games.bots.scene import Stage
from games.bots.weighing import Weigher
from games.domain.moves import Move
from games.domain.notation import write_move
from games.domain.perspective import Perspective


def least_costly(sight: Perspective) -> Move:
    """Return the legal move that weighs most by what the seat can see; ties go to the first by its text."""
    weigher = Weigher(Stage(sight))
    moves = sorted(weigher.stage.moves(weigher.scene), key=write_move)
    return max(moves, key=weigher.weigh)
