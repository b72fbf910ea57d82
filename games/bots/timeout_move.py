"""The move that costs its player least: played for a player whose time has run out."""

from games.bots.one_ply import OnePly
from games.bots.simulation import Simulator
from games.domain.moves import Move
from games.domain.notation import write_move
from games.domain.perspective import Perspective


def timeout_move(perspective: Perspective) -> Move:
    """Return the legal move that weighs most by what the seat can see; ties go to the first by its text."""
    one_ply = OnePly(Simulator(perspective))
    moves = sorted(one_ply.simulator.moves(one_ply.state), key=write_move)
    return max(moves, key=one_ply.score)
