"""Plays legally but carelessly: considers one or two of its moves and makes the one that takes the most cards."""

from random import Random

from games.bots.announcements import announcement
from games.bots.base import Decision
from games.bots.casual import with_orange_call
from games.domain.move_generation import legal_moves
from games.domain.moves import Capture, Move, PluckAndPlay, play_of
from games.domain.notation import write_move
from games.domain.perspective import Perspective

MOVES_CONSIDERED = (1, 2)
"""The numbers of moves it may consider; one of them is drawn each turn."""


class Beginner:
    """Counts cards, not points, and overlooks most of what it could do."""

    def choose(self, perspective: Perspective, rng: Random) -> Decision:
        return announcement(perspective) or _careless_move(perspective, rng)


def _careless_move(perspective: Perspective, rng: Random) -> Move:
    position = perspective.position()
    moves = sorted(legal_moves(position), key=write_move)
    noticed = rng.sample(moves, min(rng.choice(MOVES_CONSIDERED), len(moves)))
    return with_orange_call(max(noticed, key=_cards_taken), position)


def _cards_taken(move: Move) -> int:
    play = play_of(move)
    taken = len(play.loose) + sum(map(len, play.builds)) + len(play.stolen) if isinstance(play, Capture) else 0
    return taken + isinstance(move, PluckAndPlay)
