"""What a move is worth by looking one turn ahead, from public knowledge alone."""

from math import comb

from games.bots.scene import Scene, Stage
from games.bots.standing import Standing
from games.bots.unseen import must_hold, round_seen, unseen_cards
from games.bots.worth import card_worth, sweep_worth, taken_by
from games.domain.cards import Card
from games.domain.moves import Capture, Move
from games.domain.position import Position
from games.domain.table import Table
from games.domain.values import card_values, takes_value

LATER = 0.7
"""What a capture that one may make next turn is worth beside one made now."""


class Weigher:
    """Weighs the moves of one sight."""

    def __init__(self, stage: Stage) -> None:
        self.stage, sight = stage, stage.sight
        now = round_seen(sight)
        self.seat, self.side = sight.viewer, sight.side_of(sight.viewer)
        self.hidden = unseen_cards(sight)
        self.scene = stage.scene(self._hands())
        self.standing = Standing(stage)
        self.worth = card_worth(stage.rules)
        self.values = card_values(stage.rules.matching)
        self.rival = next(seat for seat in range(1, sight.seats + 1) if sight.side_of(seat) != self.side)
        self.held = now.hand_counts[self.rival - 1]
        self.left = sum(now.hand_counts) - len(now.hand)
        self._takes: dict[tuple[Card, Table, int], float] = {}
        self._likely = self._likelihoods()

    def _hands(self) -> tuple[tuple[Card, ...], ...]:
        """One's own hand, and for the others as many cards as they hold: they stand there only to be counted."""
        now = round_seen(self.stage.sight)
        own = self.seat - 1
        return tuple(now.hand if seat == own else self.hidden[:count] for seat, count in enumerate(now.hand_counts))

    def _likelihoods(self) -> dict[str, tuple[Card, float]]:
        """For each rank one may not see, a card of it and how likely the next hand holds one."""
        known = must_hold(self.stage.sight, self.rival)
        ranks: dict[str, list[Card]] = {}
        for card in self.hidden:
            ranks.setdefault(card.rank + self._kind(card), []).append(card)
        likely = {}
        for key, cards in ranks.items():
            sure = any(takes_value(cards[0], value, self.stage.rules.matching) for value in known)
            likely[key] = cards[0], 1.0 if sure else self._held(len(cards))
        return likely

    def _kind(self, card: Card) -> str:
        """Cards of a rank differ where one of them has a value of its own."""
        return ",".join(map(str, self.values[card]))

    def _held(self, count: int) -> float:
        every = len(self.hidden)
        held = min(self.held, every)
        return 1 - comb(every - count, held) / comb(every, held)

    def weigh(self, move: Move) -> float:
        """Points gained, less what the next hand is likely to take, and what is left for one's own next turn."""
        after = self.stage.after(self.scene, move)
        gained = self.standing.lead(after, self.side) if after.won is None else 100.0
        danger = self.danger(after.table) if self.left else 0.0
        kept = self._kept(after)
        return round(gained - danger + LATER * kept + self._last_capture(after), 6)

    def danger(self, table: Table) -> float:
        """What the next hand takes on average, if it takes the best it can."""
        takes = sorted(
            ((self._best_take(card, table, self.rival), likely) for card, likely in self._likely.values()), reverse=True
        )
        expected, none = 0.0, 1.0
        for points, likely in takes:
            expected += none * likely * points
            none *= 1 - likely
        return expected

    def _kept(self, after: Scene) -> float:
        """The best that the rest of the hand could take."""
        hand = after.hands[self.seat - 1]
        return max((self._best_take(card, after.table, self.seat) for card in hand), default=0.0)

    def _best_take(self, card: Card, table: Table, seat: int) -> float:
        key = (card, table, seat)
        if key not in self._takes:
            self._takes[key] = self._take(card, table, seat)
        return self._takes[key]

    def _take(self, card: Card, table: Table, seat: int) -> float:
        if table.empty:
            return 0.0
        captures = self.stage.legality(Position(self.stage.rules, seat, (card,), table)).captures
        best = 0.0
        for mask in captures.by((card,)):
            loose, builds = captures.items.names(mask)
            taken = taken_by(Capture((card,), loose, builds))
            points = sum(self.worth[other] for other in taken) + self.worth[card]
            if len(taken) == len(table.cards):
                points += sweep_worth(len(taken), False, self.stage.rules)
            best = max(best, points)
        return best

    def _last_capture(self, after: Scene) -> float:
        """What the table may bring to the side that captures last (6.1)."""
        if not self.stage.last_deal or after.last is None:
            return 0.0
        left = self.left + sum(map(len, after.hands))
        table = sum(self.worth[card] for card in after.table.cards) / (1 + left)
        return table if after.last == self.side else -table
