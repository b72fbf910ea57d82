"""Playing on in the imagination: the sides take turns on given hands, each for itself, down to the end of the deal."""

from math import inf

from games.bots.repertoire import Repertoire
from games.bots.scene import Scene, Stage
from games.bots.standing import Standing
from games.bots.unseen import round_seen
from games.bots.worth import card_worth
from games.domain.moves import Move

TO_COME = 0.3
"""What part of the cards on the table the next seat is likely to have of them, when hands are played out."""

TO_MOVE = 0.5
"""What part of its best capture the seat to play is credited with, where the imagination stops."""


class Lookahead:
    """Imagines how a deal goes on. `widths`: how many moves are tried at each step; after those, none are."""

    def __init__(self, stage: Stage, widths: tuple[int, ...]) -> None:
        self.stage = stage
        self.standing = Standing(stage)
        self.ordered = Repertoire(stage).ordered
        self.widths = widths
        self.nodes = 0
        self._side = stage.side_of(stage.sight.viewer)
        self._worth = card_worth(stage.rules)

    def value(self, scene: Scene, step: int = 0, low: float = -inf, high: float = inf) -> float:
        """What the scene is worth to the viewer's side, if it plays on for itself and all others against it."""
        if scene.over:
            return self.standing.lead(scene, self._side) + self._left_over(scene)
        moves = self.ordered(scene)
        if step >= len(self.widths) or not moves:
            return self._stop(scene, moves)
        mine = self.stage.side_of(scene.turn) == self._side
        best = -inf if mine else inf
        for _, move in moves[: self.widths[step]]:
            self.nodes += 1
            reached = self.value(self.stage.after(scene, move), step + 1, low, high)
            if mine:
                best = max(best, reached)
                low = max(low, best)
            else:
                best = min(best, reached)
                high = min(high, best)
            if low >= high:
                break
        return best

    def _stop(self, scene: Scene, moves: list[tuple[float, Move]]) -> float:
        """Where the imagination stops: the standing, and a part of what the seat to play can take."""
        more = TO_MOVE * max(0.0, moves[0][0]) if moves else 0.0
        mine = self.stage.side_of(scene.turn) == self._side
        return self.standing.lead(scene, self._side) + (more if mine else -more)

    def _left_over(self, scene: Scene) -> float:
        """What the table is worth to the seat that begins the next deal."""
        if self.stage.last_deal or scene.won is not None or scene.table.empty:
            return 0.0
        more = TO_COME * sum(self._worth[card] for card in scene.table.cards)
        first = self.stage.following(round_seen(self.stage.sight).dealer)
        return more if self.stage.side_of(first) == self._side else -more
