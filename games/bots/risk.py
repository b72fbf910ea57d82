"""The best capture of a hand from a table, and the expected gain of the next rival."""

from collections.abc import Iterable
from itertools import combinations, islice
from math import comb
from random import Random
from typing import NamedTuple

from games.bots.board import Board
from games.bots.boards import Boards
from games.bots.scene import Stage
from games.bots.standing import Piles
from games.bots.unseen import guesses, must_hold, round_seen, unseen_cards
from games.bots.worth import mask_of
from games.domain.cards import ORDER, Card
from games.domain.combining import bits
from games.domain.values import takes_value

SAMPLED = 8
"""Number of sampled rival hands where several cards may be played at once."""

type Together = tuple[int, tuple[int, ...]]
"""Several cards of a hand, and the totals they may count as."""


class Takes:
    """The most valuable captures of a moment."""

    def __init__(self, stage: Stage, boards: Boards) -> None:
        self.taking, self.prices, self.standing = boards.taking, boards.prices, boards.standing
        self.clears = stage.rules.winning.ending == "clear_table"
        self._hand_cards = stage.rules.matching.hand_cards
        self._known: dict[int, list[Together]] = {}
        self._sets: dict[tuple[Board, int, int], list[int]] = {}

    def by_hand(self, board: Board, piles: Piles, seat: int, hand: int) -> float:
        """Return the value of the hand's best capture, 0 if it has none."""
        best = max((self.by_card(board, piles, seat, place) for place in bits(hand)), default=0.0)
        for played, totals in self._together(hand) if self._hand_cards != "one" else ():
            for total in totals:
                taken = self._by_total(board, seat, total)
                if taken:
                    best = max(best, self._best(board, piles, seat, played, taken))
        return best

    def by_card(self, board: Board, piles: Piles, seat: int, place: int) -> float:
        """Return the value of the card's best capture, 0 if it has none."""
        return self._best(board, piles, seat, 1 << place, self.taking.by_card(board, seat, place))

    def _by_total(self, board: Board, seat: int, total: int) -> list[int]:
        """Return the widest sets that several cards of this total may take; many hands share a total."""
        key = board, seat, total
        sets = self._sets.get(key)
        if sets is None:
            sets = self._sets[key] = self.taking.by_value(board, seat, total)
        return sets

    def _best(self, board: Board, piles: Piles, seat: int, played: int, sets: Iterable[int]) -> float:
        best, side = 0.0, self.taking.side_of[seat]
        for taken in sets:
            gain = self._win(piles, side, played | taken, board.cards & ~taken) if self.clears else None
            if gain is None:
                gain = self.prices.of(side, played | taken) + self.taking.besides(board, side, played, taken)
            best = max(best, gain)
        return best

    def _win(self, piles: Piles, side: int, cards: int, left: int) -> float | None:
        """Return the change of the lead if the capture ends the game (8.8), else None."""
        after = (*piles[:side], piles[side] | cards, *piles[side + 1 :])
        if not self.standing.ended(after, left):
            return None
        return self.standing.decided(after, side, side) - self.standing.open_lead(piles, side)

    def _together(self, hand: int) -> list[Together]:
        """Return every way to play several cards of the hand at once (8.1)."""
        known = self._known.get(hand)
        if known is None:
            places = list(bits(hand & ~self.taking.jack))
            most = 2 if self._hand_cards == "pair" else len(places)
            chosen = [each for count in range(2, most + 1) for each in combinations(places, count)]
            known = self._known[hand] = [
                (sum(1 << place for place in each), tuple(self.taking.totals(each))) for each in chosen
            ]
        return known


class Likely(NamedTuple):
    """A kind of card: one of its cards, their average price, and the probability that the rival holds one."""

    place: int
    price: float
    chance: float


class Risk:
    """The next rival's expected gain, by the cards that may be in its hand."""

    def __init__(self, stage: Stage, boards: Boards) -> None:
        self.stage, self.boards = stage, boards
        self.takes = Takes(stage, boards)
        now, sight = round_seen(stage.sight), stage.sight
        self.hidden = unseen_cards(sight)
        side = sight.side_of(sight.viewer)
        self.rival = next(seat for seat in stage.others() if sight.side_of(seat) != side)
        self.held = now.hand_counts[self.rival - 1]
        self._hands: tuple[int, ...] = ()
        self._likely: list[Likely] = []
        if stage.rules.matching.hand_cards == "one":
            self._likely = self._likelihoods()
        else:
            ways = islice(guesses(sight, Random(0)), SAMPLED)  # noqa: S311 - the same ways for all moves
            self._hands = tuple(mask_of(way.hands[self.rival - 1]) for way in ways)
        self._known: dict[tuple[Board, Piles], float] = {}

    def of(self, board: Board, piles: Piles) -> float:
        """Return the rival's average gain if it makes its best capture."""
        key = board, piles if self.takes.clears else ()
        if key not in self._known:
            self._known[key] = self._sampled(board, piles) if self._hands else self._expected(board, piles)
        return self._known[key]

    def _sampled(self, board: Board, piles: Piles) -> float:
        return sum(self.takes.by_hand(board, piles, self.rival, hand) for hand in self._hands) / len(self._hands)

    def _expected(self, board: Board, piles: Piles) -> float:
        each = self.boards.prices.each(self.stage.side_of(self.rival))
        takes = []
        for place, price, chance in self._likely:
            best = self.takes.by_card(board, piles, self.rival, place)
            if best:
                takes.append((best - each[place] + price, chance))
        expected, none = 0.0, 1.0
        for points, chance in sorted(takes, reverse=True):
            expected += none * chance * points
            none *= 1 - chance
        return expected

    def _likelihoods(self) -> list[Likely]:
        """Return the kinds of unseen cards, by rank and values."""
        known = must_hold(self.stage.sight, self.rival)
        each = self.boards.prices.each(self.stage.side_of(self.rival))
        kinds: dict[tuple[str, object], list[Card]] = {}
        for card in self.hidden:
            kinds.setdefault((card.rank, self.boards.short.values[ORDER[card]]), []).append(card)
        likely = []
        for cards in kinds.values():
            sure = any(takes_value(cards[0], value, self.stage.rules.matching) for value in known)
            price = sum(each[ORDER[card]] for card in cards) / len(cards)
            likely.append(Likely(ORDER[cards[0]], price, 1.0 if sure else self._held(len(cards))))
        return likely

    def _held(self, count: int) -> float:
        """Return the probability that one of `count` unseen cards is in the rival's hand."""
        every = len(self.hidden)
        held = min(self.held, every)
        return 1 - comb(every - count, held) / comb(every, held)
