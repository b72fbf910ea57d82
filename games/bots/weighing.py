"""What a move is worth by looking one turn ahead, from public knowledge alone."""

from heapq import nlargest
from math import comb

from games.bots.board import Board
from games.bots.boards import Boards
from games.bots.repertoire import Repertoire, Weighed
from games.bots.scene import Scene, Stage
from games.bots.unseen import must_hold, round_seen, unseen_cards
from games.bots.worth import mask_of
from games.domain.cards import ORDER, Card
from games.domain.combining import bits
from games.domain.moves import Move
from games.domain.table import Table
from games.domain.values import takes_value

LATER = 0.7
"""What a capture that one may make next turn is worth beside one made now."""

MOST_WEIGHED = 12
"""So many moves are weighed, those that look best at first sight."""


class Weigher:
    """Weighs the moves of one sight."""

    def __init__(self, stage: Stage) -> None:
        self.stage, sight = stage, stage.sight
        now = round_seen(sight)
        self.seat, self.side = sight.viewer, sight.side_of(sight.viewer)
        self.hidden = unseen_cards(sight)
        self.scene = stage.scene(self._hands())
        self.boards = Boards(stage)
        self.standing, self.prices = self.boards.standing, self.boards.prices
        self.rival = next(seat for seat in self._following() if sight.side_of(seat) != self.side)
        self.held = now.hand_counts[self.rival - 1]
        self.left = sum(now.hand_counts) - len(now.hand)
        self._likely = self._likelihoods()
        self._dangers: dict[Board, float] = {}

    def _following(self) -> list[int]:
        """The other seats, in the order in which they play."""
        seats = [self.stage.following(self.seat)]
        while len(seats) < self.stage.seats - 1:
            seats.append(self.stage.following(seats[-1]))
        return seats

    def _hands(self) -> tuple[tuple[Card, ...], ...]:
        """One's own hand, and for the others as many cards as they hold: they stand there only to be counted."""
        now = round_seen(self.stage.sight)
        own = self.seat - 1
        return tuple(now.hand if seat == own else self.hidden[:count] for seat, count in enumerate(now.hand_counts))

    def _likelihoods(self) -> list[tuple[int, float, float]]:
        """For each kind of card one may not see: one of them, what they cost, how likely the next rival holds one."""
        known, each = must_hold(self.stage.sight, self.rival), self.prices.each(self.stage.side_of(self.rival))
        kinds: dict[tuple[str, object], list[Card]] = {}
        for card in self.hidden:
            kinds.setdefault((card.rank, self.boards.short.values[ORDER[card]]), []).append(card)
        likely = []
        for cards in kinds.values():
            sure = any(takes_value(cards[0], value, self.stage.rules.matching) for value in known)
            price = sum(each[ORDER[card]] for card in cards) / len(cards)
            likely.append((ORDER[cards[0]], price, 1.0 if sure else self._held(len(cards))))
        return likely

    def _held(self, count: int) -> float:
        every = len(self.hidden)
        held = min(self.held, every)
        return 1 - comb(every - count, held) / comb(every, held)

    def ranked(self, moves: list[Move], most: int = MOST_WEIGHED) -> list[Weighed]:
        """The moves that look best at first sight with what they weigh, the heaviest first; equals stay in order."""
        seen = Repertoire(self.stage)
        promising = nlargest(most, moves, key=lambda move: seen.at_once(move, self.scene.table))
        return sorted(((self.weigh(move), move) for move in promising), key=lambda weighed: -weighed[0])

    def weigh(self, move: Move) -> float:
        """Points gained, less what the next hand is likely to take, and what is left for one's own next turn."""
        after = self.stage.after(self.scene, move)
        gained = self.standing.lead(after, self.side) if after.won is None else 100.0
        board = self.boards.of(after.table)
        danger = self._danger(board) if self.left else 0.0
        kept = self._kept(board, after)
        return round(gained - danger + LATER * kept + self._last_capture(after), 6)

    def danger(self, table: Table) -> float:
        """What the next hand takes on average, if it takes the best it can."""
        return self._danger(self.boards.of(table))

    def _danger(self, board: Board) -> float:
        if board not in self._dangers:
            self._dangers[board] = self._expected(board)
        return self._dangers[board]

    def _expected(self, board: Board) -> float:
        each = self.prices.each(self.stage.side_of(self.rival))
        takes = []
        for place, price, likely in self._likely:
            best = self.boards.best_take(board, self.rival, place)
            if best:
                takes.append((best - each[place] + price, likely))
        expected, none = 0.0, 1.0
        for points, likely in sorted(takes, reverse=True):
            expected += none * likely * points
            none *= 1 - likely
        return expected

    def _kept(self, board: Board, after: Scene) -> float:
        """The best that the rest of the hand could take."""
        places = bits(mask_of(after.hands[self.seat - 1]))
        return max((self.boards.best_take(board, self.seat, place) for place in places), default=0.0)

    def _last_capture(self, after: Scene) -> float:
        """What the table may bring to the side that captures last (6.1)."""
        if not self.stage.last_deal or after.last is None:
            return 0.0
        left = self.left + sum(map(len, after.hands))
        table = self.prices.of(after.last, mask_of(after.table.cards)) / (1 + left)
        return table if after.last == self.side else -table
