"""Plays as people do: overlooks things by difficulty, forgets cards, hurries at the end. Profiles are data."""

from random import Random
from typing import NamedTuple

from games.bots.announcements import announcement
from games.bots.attention import Attention, Oversights
from games.bots.base import Decision
from games.bots.hidden_hands import visible_round
from games.bots.one_ply import OnePly
from games.bots.simulation import Simulator
from games.domain.moves import Capture, Move, Trail, play_of
from games.domain.perspective import Perspective


class Profile(NamedTuple):
    """A way to play.

    `memory` is the fraction of the captured cards remembered; `caution` and `foresight` are the weights of the
    captures left to the next player and of the player's own next one; `misjudgment` is the standard deviation of its
    guess of a move's worth, in points; `hurry` multiplies the oversights in the last deal of a round.
    """

    oversights: Oversights
    memory: float
    caution: float
    foresight: float
    misjudgment: float
    hurry: float


class Human:
    """Makes the move that looks best among those it sees; takes something rather than trailing."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile

    def choose(self, perspective: Perspective, rng: Random) -> Decision:
        return announcement(perspective) or self._move(perspective, rng)

    def _move(self, perspective: Perspective, rng: Random) -> Move:
        profile = self.profile
        simulator = Simulator(_remembered(perspective, profile.memory, rng))
        one_ply = OnePly(simulator, profile.foresight, profile.caution)
        moves = simulator.moves(one_ply.state)
        hurry = profile.hurry if visible_round(perspective).last_deal else 1.0
        noticed = Attention(profile.oversights, hurry, simulator.rules, rng).noticed(moves) or moves
        if any(isinstance(play_of(move), Capture) for move in noticed):
            noticed = [move for move in noticed if not isinstance(move, Trail)]
        guessed = [(score + rng.gauss(0, profile.misjudgment), move) for score, move in one_ply.ranked(noticed)]
        return max(guessed, key=lambda scored: scored[0])[1]


def _remembered(perspective: Perspective, memory: float, rng: Random) -> Perspective:
    """Return the view without the captured cards that the player has forgotten."""
    round_ = visible_round(perspective)
    piles = tuple(tuple(card for card in pile if rng.random() < memory) for pile in round_.piles)
    return perspective._replace(round=round_._replace(piles=piles))
