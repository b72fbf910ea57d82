"""Simulated play: the sides take turns with given hands, each for itself, until the deal is played out."""

from collections.abc import Sequence
from math import inf
from typing import NamedTuple

from games.bots.board import Board, Step
from games.bots.boards import Boards
from games.bots.scene import Scene, Stage
from games.bots.unseen import round_seen
from games.bots.worth import mask_of
from games.domain.cards import ORDER, Card
from games.domain.moves import Move

TO_COME = 0.3
"""The fraction of the table's worth that the next seat is expected to get once all hands are played out."""

TO_MOVE = 0.5
"""The fraction of its best capture's value credited to the seat to play where the simulation stops."""


class SpentError(Exception):
    """The work allowed for the search has been used up."""


class Moment(NamedTuple):
    """A moment of a simulated round, all cards as bits. `lead` is the viewer's, by the prices of the real moment."""

    board: Board
    hands: tuple[int, ...]
    turn: int
    piles: tuple[int, ...]
    extra: tuple[float, ...]
    last: int | None
    lead: float
    stock: tuple[int, ...]


class Start(NamedTuple):
    """The moment after a move of the viewer, and whether the game is decided by it."""

    moment: Moment
    decided: bool


class Lookahead:
    """Plays a deal on in simulation. `widths` is the number of moves tried at each step, until it stops."""

    def __init__(self, stage: Stage, widths: tuple[int, ...], boards: Boards | None = None) -> None:
        self.stage, self.widths = stage, widths
        self.boards = boards or Boards(stage)
        self.standing, self.prices = self.boards.standing, self.boards.prices
        self.nodes = 0
        self.most_work = inf
        self.side = stage.side_of(stage.sight.viewer)
        self._side_of = self.boards.side_of
        self._following = [0, *(stage.following(seat) for seat in range(1, stage.seats + 1))]
        self._shares = [1.0 if side == self.side else -1 / (stage.sides - 1) for side in range(stage.sides)]
        self._clears = stage.rules.winning.ending == "clear_table"

    @property
    def work(self) -> int:
        """The work done so far, in nodes: steps visited, and the cost of the tables computed for them."""
        return self.nodes + self.boards.work

    def value(self, scene: Scene) -> float:
        """Return the scene's value to the viewer's side, playing for itself with all others against it."""
        at, decided = self._started(scene)
        return at.lead if decided else self._value(at._replace(stock=_bits(scene.stock)))

    def start(self, scene: Scene, move: Move) -> Start:
        """Return the moment after the viewer's move, which is the same for all guesses at the other hands."""
        return self._started(self.stage.after(scene, move))

    def _started(self, scene: Scene) -> Start:
        lead, hands = self.standing.lead(scene, self.side), tuple(map(mask_of, scene.hands))
        board = self.boards.of(scene.table)
        moment = Moment(board, hands, scene.turn, scene.piles, scene.extra, scene.last, lead, ())
        return Start(moment, decided=scene.won is not None)

    def from_start(self, start: Start, hands: tuple[int, ...], stock: Sequence[Card]) -> float:
        """Return the move's value if the others hold these cards, and these are drawn from the stock."""
        at, own = start.moment, self.stage.sight.viewer - 1
        if start.decided:
            return at.lead
        drawn = _bits(stock[: len(self.widths) + 1])
        mine = at.hands[own] | (drawn[0] if drawn else 0)
        hands = (*hands[:own], mine, *hands[own + 1 :])
        return self._value(at._replace(hands=hands, stock=drawn[1:]))

    def _value(self, at: Moment, step: int = 0, low: float = -inf, high: float = inf) -> float:
        if not any(at.hands):
            return self._end(at)
        if step >= len(self.widths):
            return self._stop(at)
        hand, width = at.hands[at.turn - 1], self.widths[step]
        if width == 1:
            return self._reached(at, self.boards.greediest(at.board, at.turn, hand), step, low, high)
        steps = self.boards.in_order(at.board, at.turn, hand)
        best_for = max if self._side_of[at.turn] == self.side else min
        best = -inf if best_for is max else inf
        for each in steps[:width]:
            best = best_for(best, self._reached(at, each, step, low, high))
            if best_for is max:
                low = max(low, best)
            else:
                high = min(high, best)
            if low >= high:
                break
        return best

    def _reached(self, at: Moment, step: Step, number: int, low: float, high: float) -> float:
        self.nodes += 1
        if self.work > self.most_work:
            raise SpentError
        after = self.after(at, step)
        if self._clears and step.taken and self.standing.ended(after.piles, after.board.cards):
            return self.standing.decided(after.piles, self._side_of[at.turn], self.side)
        return self._value(after, number + 1, low, high)

    def after(self, at: Moment, step: Step) -> Moment:
        """Return the moment when the next seat is to play, or the deal is played out."""
        seat = at.turn
        side, hands, stock, piles, extra, last = self._side_of[seat], at.hands, at.stock, at.piles, at.extra, at.last
        mine = hands[seat - 1] ^ step.spent
        if stock:
            mine, stock = mine | stock[0], stock[1:]
        hands = (*hands[: seat - 1], mine, *hands[seat:])
        if step.taken:
            piles = (*piles[:side], piles[side] | step.taken, *piles[side + 1 :])
            last = side
        if step.extra:
            extra = (*extra[:side], extra[side] + step.extra, *extra[side + 1 :])
        turn = self._following[seat]
        while not hands[turn - 1] and turn != seat:
            turn = self._following[turn]
        return Moment(step.board, hands, turn, piles, extra, last, at.lead + step.gain * self._shares[side], stock)

    def _end(self, at: Moment) -> float:
        """Return the value at the end of a deal: its outcome, and the table's worth to the side that plays next."""
        if self.stage.last_deal and not at.stock:
            return self.standing.final(at.piles, at.extra, at.last, at.board.cards, self.side)
        if not at.board.cards:
            return at.lead
        first = self.stage.following(round_seen(self.stage.sight).dealer)
        side = self._side_of[first]
        return at.lead + TO_COME * self.prices.of(side, at.board.cards) * self._shares[side]

    def _stop(self, at: Moment) -> float:
        """Return the value where the simulation stops: the lead, and part of the best capture of the seat to play."""
        best = max(0.0, self.boards.in_order(at.board, at.turn, at.hands[at.turn - 1])[0].order)
        return at.lead + TO_MOVE * best * self._shares[self._side_of[at.turn]]


def _bits(cards: Sequence[Card]) -> tuple[int, ...]:
    return tuple([1 << ORDER[card] for card in cards])
