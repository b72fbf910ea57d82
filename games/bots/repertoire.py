"""The moves of a simulated moment with their immediate gain, computed once per table for all hands."""

from collections.abc import Iterator
from typing import assert_never

from games.bots.scene import Scene, Stage
from games.bots.worth import capture_worth, card_worth
from games.domain.cards import Card
from games.domain.moves import Capture, MakeBuild, Move, Play, Plucked, TableBuild, Trail
from games.domain.position import Position
from games.domain.table import Table, Value
from games.domain.values import card_values

type Weighed = tuple[float, Move]

BUILT = 0.4
"""The fraction of a new build's worth that its maker counts on."""


class Repertoire:
    """All moves, most promising first."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self._worth = card_worth(stage.rules)
        self._values = card_values(stage.rules.matching)
        self._each_alone = stage.rules.matching.hand_cards == "one" and not stage.rules.specials.pluck
        self._alone: dict[tuple[int, Table, Card], list[Weighed]] = {}
        self._kept: dict[tuple[int, Table, Card, tuple[Value, ...]], list[tuple[Value, Weighed]]] = {}

    def ordered(self, scene: Scene) -> list[Weighed]:
        """Return the moves of the seat to play with their immediate gain, highest first."""
        free = self._each_alone and not any(build.owner == scene.turn for build in scene.table.builds)
        if free and not any(scene.proved):
            weighed = [each for card in scene.hands[scene.turn - 1] for each in self._of_card(scene, card)]
        else:
            weighed = [(self.at_once(move, scene.table), move) for move in self.stage.moves(scene)]
        weighed.sort(key=_first, reverse=True)
        return weighed

    def _of_card(self, scene: Scene, card: Card) -> Iterator[Weighed]:
        """Yield the plays of a card for a seat without builds: by itself, and with the values of the cards it keeps."""
        yield from self._by_itself(scene, card)
        done: set[Value] = set()
        for kept in scene.hands[scene.turn - 1] if self.stage.rules.building.building else ():
            values: tuple[Value, ...] = self._values[kept] or (kept.rank,)
            if kept != card and not done.issuperset(values):
                yield from (each for value, each in self._keeping(scene, card, kept, values) if value not in done)
                done.update(values)

    def _by_itself(self, scene: Scene, card: Card) -> list[Weighed]:
        key = (scene.turn, scene.table, card)
        if key not in self._alone:
            self._alone[key] = [(self.at_once(play, scene.table), play) for play in self._plays(scene, (card,))]
        return self._alone[key]

    def _keeping(self, scene: Scene, card: Card, kept: Card, values: tuple[Value, ...]) -> list[tuple[Value, Weighed]]:
        key = (scene.turn, scene.table, card, values)
        if key not in self._kept:
            self._kept[key] = [
                (play.value, (self.at_once(play, scene.table), play))
                for play in self._plays(scene, (card, kept))
                if (isinstance(play, MakeBuild) and play.card == card)
                or (isinstance(play, TableBuild) and play.trailed == card)
            ]
        return self._kept[key]

    def _plays(self, scene: Scene, hand: tuple[Card, ...]) -> Iterator[Play]:
        position = Position(self.stage.rules, scene.turn, hand, scene.table)
        return map(self.stage.called, self.stage.legality(position).plays())

    def at_once(self, move: Move, table: Table) -> float:
        """Return the move's immediate gain in points."""
        if isinstance(move, Plucked):
            return self._worth[move.card] + self._play_at_once(move.play, table)
        return self._play_at_once(move, table)

    def _play_at_once(self, play: Play, table: Table) -> float:
        match play:
            case Capture():
                return capture_worth(play, table, self.stage.rules)
            case MakeBuild(card, loose, builds):
                cards = (card, *loose, *(each for name in builds for each in name))
                return BUILT * sum(self._worth[each] for each in cards)
            case TableBuild(trailed, loose):
                return BUILT * sum(self._worth[each] for each in loose) - self._worth[trailed]
            case Trail(card):
                return -self._worth[card]
            case other:
                assert_never(other)


def _first(weighed: Weighed) -> float:
    return weighed[0]
