"""The moves of a simulated state with their immediate gain, computed once per table for all hands."""

from collections.abc import Iterator
from typing import assert_never

from games.bots.card_worth import call_orange, capture_worth, card_worth
from games.bots.simulation import SimState, Simulator
from games.domain.cards import Card
from games.domain.moves import AddAndPlay, Capture, MakeBuild, Move, Play, PluckAndPlay, TableBuild, Trail, stolen_in
from games.domain.position import Position
from games.domain.table import Table, Value
from games.domain.values import hand_values

type ScoredMove = tuple[float, Move]

BUILD_WEIGHT = 0.4
"""The fraction of a new build's worth that its maker counts on."""


class MoveOrdering:
    """All moves, most promising first."""

    def __init__(self, simulator: Simulator) -> None:
        self.simulator = simulator
        self._worth = card_worth(simulator.rules)
        self._values = hand_values(simulator.rules.matching)
        specials = simulator.rules.specials
        self._cards_independent = (
            simulator.rules.matching.hand_cards == "one" and not specials.pluck and not specials.steal
        )
        self._without_kept: dict[tuple[int, Table, Card], list[ScoredMove]] = {}
        self._with_kept: dict[tuple[int, Table, Card, tuple[Value, ...]], list[tuple[Value, ScoredMove]]] = {}

    def ordered(self, state: SimState) -> list[ScoredMove]:
        """The moves of the seat to play with their immediate gain, highest first."""
        free = self._cards_independent and not any(build.owner == state.turn for build in state.table.builds)
        if free and not any(state.proved):
            scored = [move for card in state.hands[state.turn - 1] for move in self._of_card(state, card)]
        else:
            scored = []
        if not scored:
            scored = [(self.immediate_gain(move, state.table), move) for move in self.simulator.moves(state)]
        scored.sort(key=_score, reverse=True)
        return scored

    def _of_card(self, state: SimState, card: Card) -> Iterator[ScoredMove]:
        """Yield the plays of a card for a seat without builds: by itself, and with the values of the cards it keeps."""
        yield from self._by_itself(state, card)
        done: set[Value] = set()
        for kept in state.hands[state.turn - 1] if self.simulator.rules.building.building else ():
            values: tuple[Value, ...] = self._values[kept] or (kept.rank,)
            if kept != card and not done.issuperset(values):
                yield from (move for value, move in self._keeping(state, card, kept, values) if value not in done)
                done.update(values)

    def _by_itself(self, state: SimState, card: Card) -> list[ScoredMove]:
        key = (state.turn, state.table, card)
        if key not in self._without_kept:
            self._without_kept[key] = [
                (self.immediate_gain(play, state.table), play) for play in self._plays(state, (card,))
            ]
        return self._without_kept[key]

    def _keeping(
        self, state: SimState, card: Card, kept: Card, values: tuple[Value, ...]
    ) -> list[tuple[Value, ScoredMove]]:
        key = (state.turn, state.table, card, values)
        if key not in self._with_kept:
            self._with_kept[key] = [
                (play.value, (self.immediate_gain(play, state.table), play))
                for play in self._plays(state, (card, kept))
                if (isinstance(play, MakeBuild) and play.card == card)
                or (isinstance(play, TableBuild) and play.trailed == card)
            ]
        return self._with_kept[key]

    def _plays(self, state: SimState, hand: tuple[Card, ...]) -> Iterator[Play]:
        position = Position(self.simulator.rules, state.turn, hand, state.table)
        plays = self.simulator.generator(position).regular_plays()
        return (call_orange(play, self.simulator.rules) for play in plays)

    def immediate_gain(self, move: Move, table: Table) -> float:
        if isinstance(move, PluckAndPlay):
            return self._worth[move.card] + self.immediate_gain(move.play, table)
        if isinstance(move, AddAndPlay):
            added = (*move.loose, *(top.card for top in move.stolen))
            return BUILD_WEIGHT * sum(self._worth[card] for card in added) + self._play_gain(move.play, table)
        return self._play_gain(move, table)

    def _play_gain(self, play: Play, table: Table) -> float:
        match play:
            case Capture():
                return capture_worth(play, table, self.simulator.rules)
            case MakeBuild(card, loose, builds):
                stolen = (top.card for top in stolen_in(play))
                cards = (card, *loose, *(other for build in builds for other in build), *stolen)
                return BUILD_WEIGHT * sum(self._worth[other] for other in cards)
            case TableBuild(trailed, loose):
                return BUILD_WEIGHT * sum(self._worth[other] for other in loose) - self._worth[trailed]
            case Trail(card):
                return -self._worth[card]
            case other:
                assert_never(other)


def _score(scored: ScoredMove) -> float:
    return scored[0]
