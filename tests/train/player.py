"""Plays by the value network: looks at the position after each of its moves."""

from random import Random

import numpy as np

from games.bots import MASTER
from games.bots.card_worth import mask_of
from games.bots.hidden_hands import visible_round
from games.bots.master import Master
from games.domain.move_generation import legal_moves
from games.domain.moves import Move, play_of, played_cards
from games.domain.perspective import Perspective
from tests.train.network import Net, gains
from tests.train.sight import Encoder, points_of, sight_of

EXACT_NODES = 4000
"""Maximum number of positions searched to solve the last deal."""


class Learned(Master):
    """Makes the move after which the network expects most; solves the last deal as the master does.

    Only for two, in the presets of PRESETS and others with the same cards and moves.
    """

    def __init__(self, net: Net, exact_nodes: int = EXACT_NODES) -> None:
        super().__init__(MASTER, exact_nodes)
        self.net = net

    def best_move(self, perspective: Perspective, rng: Random) -> Move:
        """An exactly best move if one can be computed, else the best by the network."""
        return self._solved(perspective, rng) or self._judged(perspective)

    def _judged(self, perspective: Perspective) -> Move:
        moves, hand = legal_moves(perspective.position()), mask_of(visible_round(perspective).hand)
        if len(moves) == 1:
            return moves[0]
        seat, sight, encoder = perspective.viewer, sight_of(perspective), Encoder(perspective.rules)
        after = [sight.after(seat, move) for move in moves]
        rest = (hand & ~mask_of(played_cards(play_of(move))) for move in moves)
        inputs = [encoder.inputs(left, seat, kept) for (left, _), kept in zip(after, rest, strict=True)]
        expected = gains(self.net, *zip(*inputs, strict=True)) + np.array([gain for _, gain in after], np.float32)
        return moves[int(np.argmax(expected @ np.array(points_of(perspective.rules), np.float32)))]


PRESETS = """
    casino casino-sweeps cassino-21 cassino-sudden-death cassino-difference portuguese california spade spade-25
""".split()
"""The games whose moves and points the network learns."""
