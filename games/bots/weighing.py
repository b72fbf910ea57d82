"""The value of a move by looking one turn ahead, from public knowledge alone."""

from heapq import nlargest

from games.bots.boards import Boards
from games.bots.repertoire import Repertoire, Weighed
from games.bots.risk import Risk
from games.bots.scene import Scene, Stage
from games.bots.unseen import round_seen, unseen_cards
from games.bots.worth import mask_of
from games.domain.cards import Card
from games.domain.moves import Move

LATER = 0.7
"""The worth of a capture possible next turn compared with one made now, to a player that looks closely."""

MOST_WEIGHED = 12
"""Maximum number of moves weighed, those that look best at first sight."""


class Weigher:
    """Weighs the moves of one view. `later` is the fraction of its own next capture that it counts on."""

    def __init__(self, stage: Stage, later: float = LATER) -> None:
        self.stage, self.later, sight = stage, later, stage.sight
        now = round_seen(sight)
        self.seat, self.side = sight.viewer, sight.side_of(sight.viewer)
        self.hidden = unseen_cards(sight)
        self.scene = stage.scene(self._hands())
        self.boards = Boards(stage)
        self.standing, self.prices = self.boards.standing, self.boards.prices
        self.risk = Risk(stage, self.boards)
        self.left = sum(now.hand_counts) - len(now.hand)

    def _hands(self) -> tuple[tuple[Card, ...], ...]:
        """Return the viewer's hand, and for the others as many cards as they hold: only their number matters."""
        now = round_seen(self.stage.sight)
        own = self.seat - 1
        return tuple(now.hand if seat == own else self.hidden[:count] for seat, count in enumerate(now.hand_counts))

    def ranked(self, moves: list[Move], most: int = MOST_WEIGHED) -> list[Weighed]:
        """Return the moves that look best at first sight with their weights, heaviest first; ties keep their order."""
        seen = Repertoire(self.stage)
        promising = nlargest(most, moves, key=lambda move: seen.at_once(move, self.scene.table))
        return sorted(((self.weigh(move), move) for move in promising), key=lambda weighed: -weighed[0])

    def weigh(self, move: Move) -> float:
        """Return the points gained, less the next hand's expected gain, plus part of the viewer's next capture."""
        after = self.stage.after(self.scene, move)
        gained = self.standing.lead(after, self.side)
        if after.won is not None:
            return round(gained, 6)
        board = self.boards.of(after.table)
        danger = self.risk.of(board, after.piles) if self.left else 0.0
        hand = mask_of(after.hands[self.seat - 1])
        kept = self.risk.takes.by_hand(board, after.piles, self.seat, hand) if hand else 0.0
        return round(gained - danger + self.later * kept + self._last_capture(after), 6)

    def _last_capture(self, after: Scene) -> float:
        """Return the expected worth of the table to the side that captures last (6.1)."""
        if not self.stage.last_deal or after.last is None:
            return 0.0
        left = self.left + sum(map(len, after.hands))
        table = self.prices.of(after.last, mask_of(after.table.cards)) / (1 + left)
        return table if after.last == self.side else -table
