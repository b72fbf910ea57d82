"""Collect the events of a command; each is folded at once so that the next can depend on it."""

from . import events as facts
from .evolve import evolve, round_of
from .state import GameState, RoundState


class Recorder:
    """The events that a command leads to, and the state after them."""

    def __init__(self, state: GameState) -> None:
        self.state = state
        self.events: tuple[facts.Event, ...] = ()

    def add(self, event: facts.Event) -> None:
        self.events = (*self.events, event)
        self.state = evolve(self.state, event)

    @property
    def round(self) -> RoundState:
        """The round in progress. Raises ValueError if there is none."""
        return round_of(self.state)

    def give(self, side: int, key: str, points: int) -> None:
        """Add points to a side's total at once; zero points are not recorded."""
        if points:
            self.add(facts.PointsGiven(side, key, points))

    def win(self, sides: tuple[int, ...], reason: str, totals: tuple[int, ...]) -> None:
        """End the game; the event names the winning sides' seats."""
        seats = sorted(seat for side in sides for seat in self.state.seats_of(side))
        self.add(facts.GameWon(tuple(seats), reason, totals))
