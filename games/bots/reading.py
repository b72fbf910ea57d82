"""What the plays of the others tell of their hands: who has played a card had nothing much better to do."""

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
"""So many of a seat's latest plays are thought about."""

BATCH = 64
"""So many guesses are held against each other."""

CHOSEN = 16
"""So many of them are thought further, the likelier ones mostly, and some twice."""

LATER = 0.4
"""What part of its best next capture a seat is believed to count on."""

SHARPNESS = 3.0
"""How surely a seat is believed to make the better of two plays, by points."""

CARELESS = 0.05
"""How likely a play is that makes no sense."""


class Told(NamedTuple):
    """A play of another seat, cards as bits: the table before it, and what the seat has played since. `taken` as in
    Step."""

    seat: int
    board: Board
    played: int
    taken: int
    since: int


class Left(dict[int, float]):
    """A table as a seat leaves it: `danger`, what the next rival is likely to take; by card, what the seat may then."""

    def __init__(self, risk: Risk, board: Board, seat: int, nothing: Piles) -> None:
        super().__init__()
        self._risk, self._board, self._seat, self._nothing = risk, board, seat, nothing
        self.danger = risk.of(board, nothing)

    def __missing__(self, place: int) -> float:
        take = self[place] = self._risk.takes.by_card(self._board, self._nothing, self._seat, place)
        return take


class Reading:
    """How well guesses at the hidden cards go with what the others have played in this deal."""

    def __init__(self, stage: Stage, boards: Boards, risk: Risk) -> None:
        self.stage, self.boards, self.risk = stage, boards, risk
        self._nothing = (0,) * stage.sides
        self._left: list[dict[Board, Left]] = [{} for _ in range(stage.seats + 1)]
        self._told = [] if hands_known(stage.sight) else list(self._plays())
        self._chances: list[dict[int, float]] = [{} for _ in self._told]

    def likely(self, luck: Random, belief: float) -> Iterator[Guess]:
        """Guesses without end, the likelier ones more often. `belief`: how much of it is believed, from 0 to 1."""
        ways = guesses(self.stage.sight, luck)
        if not (self._told and belief):
            yield from ways
        while True:
            batch = list(islice(ways, BATCH))
            yield from luck.choices(batch, [self.likelihood(way) ** belief for way in batch], k=CHOSEN)

    def likelihood(self, way: Guess) -> float:
        """How likely the others would have played what they have played with these hands."""
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
        """How likely the play is among all that the seat could have done with this hand."""
        steps = self.boards.steps(told.board, told.seat, hand)
        looks = [self._look(step, told.seat, hand) for step in steps]
        best = max(looks)
        odds = [exp(SHARPNESS * (look - best)) for look in looks]
        made = [odd for step, odd in zip(steps, odds, strict=True) if _is(step, told)]
        return CARELESS + (1 - CARELESS) * made[0] / sum(odds) if made else 1.0

    def _look(self, step: Step, seat: int, hand: int) -> float:
        """How good it looks to the seat: what it brings, less what is laid open, and what may be taken next."""
        left = self._left[seat].get(step.board)
        if left is None:
            left = self._left[seat][step.board] = Left(self.risk, step.board, seat, self._nothing)
        kept = max([left[place] for place in bits(hand ^ step.spent)], default=0.0)
        return step.gain - left.danger + LATER * kept


def _is(step: Step, told: Told) -> bool:
    """Whether the step is the play: nothing taken and the card left loose, or these cards taken."""
    if step.spent != told.played or step.taken != told.taken:
        return False
    return bool(step.taken or step.board.loose & step.spent)
