"""Plays legally but carelessly: considers one or two of its moves and makes the one that takes the most cards."""

from random import Random

from games.bots.base import Decision
from games.bots.casual import calling
from games.bots.speaking import says
from games.domain.legality import legal_moves
from games.domain.moves import Capture, Move, Plucked, play_of
from games.domain.notation import write_move
from games.domain.perspective import Perspective

LOOKS_AT = (1, 2)
"""The numbers of moves it may consider; one of them is drawn each turn."""


class Beginner:
    """Counts cards, not points, and overlooks most of what it could do."""

    def choose(self, sight: Perspective, luck: Random) -> Decision:
        return says(sight) or _careless_move(sight, luck)


def _careless_move(sight: Perspective, luck: Random) -> Move:
    position = sight.position()
    moves = sorted(legal_moves(position), key=write_move)
    noticed = luck.sample(moves, min(luck.choice(LOOKS_AT), len(moves)))
    return calling(max(noticed, key=_cards_won), position)


def _cards_won(move: Move) -> int:
    play = play_of(move)
    taken = len(play.loose) + sum(map(len, play.builds)) if isinstance(play, Capture) else 0
    return taken + isinstance(move, Plucked)
