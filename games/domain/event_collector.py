"""Collect the events of a command; each is folded at once so that the next can depend on it."""

from . import events
from .evolve import evolve, round_of
from .state import EndReason, GameState, RoundState


class EventCollector:
    """The events that a command leads to, and the state after them."""

    def __init__(self, state: GameState) -> None:
        self.state = state
        self.events: tuple[events.Event, ...] = ()

    def add(self, event: events.Event) -> None:
        self.events = (*self.events, event)
        self.state = evolve(self.state, event)

    @property
    def round(self) -> RoundState:
        """The round in progress. Raises ValueError if there is none."""
        return round_of(self.state)

    def award(self, side: int, key: str, points: int) -> None:
        """Add points to a side's total at once; zero points are not recorded."""
        if points:
            self.add(events.PointsAwarded(side, key, points))

    def end_game(self, sides: tuple[int, ...], reason: EndReason, totals: tuple[int, ...]) -> None:
        """End the game; the event names the winning sides' seats."""
        seats = sorted(seat for side in sides for seat in self.state.seats_of(side))
        self.add(events.GameWon(tuple(seats), reason, totals))
