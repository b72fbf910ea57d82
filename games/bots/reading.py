"""Inference from the others' plays: a player who played a card probably had no much better play."""

from collections.abc import Iterator
from itertools import islice
from math import exp
from random import Random
from typing import NamedTuple

from games.bots.board import Board, Step
from games.bots.boards import Boards
from games.bots.risk import Risk
from games.bots.scene import Stage
from games.bots.standing import Piles
from games.bots.unseen import Guess, guesses, hands_known, round_seen
from games.bots.worth import mask_of
from games.domain.combining import bits
from games.domain.table import Shown

RECENT = 4
"""Number of a seat's latest plays that are considered."""

BATCH = 64
"""Number of guesses compared with each other."""

CHOSEN = 16
"""Number of guesses drawn from each batch by likelihood; some may be drawn twice."""

LATER = 0.4
"""The fraction of its best next capture that a seat is assumed to count on."""

SHARPNESS = 3.0
"""How reliably a seat is assumed to choose the better of two plays, per point of difference."""

CARELESS = 0.05
"""The assumed probability of a play made for no visible reason."""


class Told(NamedTuple):
    """A play of another seat, cards as bits: the table before it, and the cards played since. `taken` as in Step."""

    seat: int
    board: Board
    played: int
    taken: int
    since: int


class Left(dict[int, float]):
    """A table as a seat leaves it: `danger` is the next rival's expected gain; by card, the seat's next capture."""

    def __init__(self, risk: Risk, board: Board, seat: int, nothing: Piles) -> None:
        super().__init__()
        self._risk, self._board, self._seat, self._nothing = risk, board, seat, nothing
        self.danger = risk.of(board, nothing)

    def __missing__(self, place: int) -> float:
        take = self[place] = self._risk.takes.by_card(self._board, self._nothing, self._seat, place)
        return take


class Reading:
    """The likelihood of guesses at the hidden cards, given the others' plays in this deal."""

    def __init__(self, stage: Stage, boards: Boards, risk: Risk) -> None:
        self.stage, self.boards, self.risk = stage, boards, risk
        self._nothing = (0,) * stage.sides
        self._left: list[dict[Board, Left]] = [{} for _ in range(stage.seats + 1)]
        self._told = [] if hands_known(stage.sight) else list(self._plays())
        self._chances: list[dict[int, float]] = [{} for _ in self._told]

    def likely(self, luck: Random, belief: float) -> Iterator[Guess]:
        """Yield guesses without end, likelier ones more often. `belief` (0 to 1) is the weight of the likelihood."""
        ways = guesses(self.stage.sight, luck)
        if not (self._told and belief):
            yield from ways
        while True:
            batch = list(islice(ways, BATCH))
            yield from luck.choices(batch, [self.likelihood(way) ** belief for way in batch], k=CHOSEN)

    def likelihood(self, way: Guess) -> float:
        """Return the likelihood of the others' plays with these hands."""
        hands, likelihood = tuple(map(mask_of, way.hands)), 1.0
        for told, known in zip(self._told, self._chances, strict=True):
            hand = hands[told.seat - 1] | told.since | told.played
            chance = known.get(hand)
            if chance is None:
                chance = known[hand] = self._chance(told, hand)
            likelihood *= chance
        return likelihood

    def _plays(self) -> Iterator[Told]:
        recent = 1 if self.stage.draws else RECENT
        for seat, shown in enumerate(round_seen(self.stage.sight).shown, 1):
            since = 0
            for play in reversed(shown[-recent:]) if seat != self.stage.sight.viewer else ():
                yield self._one(seat, play, since)
                since |= mask_of(play.played)

    def _one(self, seat: int, play: Shown, since: int) -> Told:
        played = mask_of(play.played)
        taken = played | mask_of(play.taken) if play.taken else 0
        return Told(seat, self.boards.of(play.table), played, taken, since)

    def _chance(self, told: Told, hand: int) -> float:
        """Return the probability of the play among all that the seat could have made with this hand."""
        steps = self.boards.steps(told.board, told.seat, hand)
        looks = [self._look(step, told.seat, hand) for step in steps]
        best = max(looks)
        odds = [exp(SHARPNESS * (look - best)) for look in looks]
        made = [odd for step, odd in zip(steps, odds, strict=True) if _is(step, told)]
        return CARELESS + (1 - CARELESS) * made[0] / sum(odds) if made else 1.0

    def _look(self, step: Step, seat: int, hand: int) -> float:
        """Return the step's value as the seat sees it: its gain, less the danger it leaves, plus the next capture."""
        left = self._left[seat].get(step.board)
        if left is None:
            left = self._left[seat][step.board] = Left(self.risk, step.board, seat, self._nothing)
        kept = max([left[place] for place in bits(hand ^ step.spent)], default=0.0)
        return step.gain - left.danger + LATER * kept


def _is(step: Step, told: Told) -> bool:
    """Return True if the step is the play: the same cards taken, or none taken and the card left loose."""
    if step.spent != told.played or step.taken != told.taken:
        return False
    return bool(step.taken or step.board.loose & step.spent)
