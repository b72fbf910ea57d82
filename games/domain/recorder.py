"""Facts written down one after the other, each folded at once so that the next can look at what it led to."""

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
        """The round that is on."""
        return round_of(self.state)

    def give(self, side: int, key: str, points: int) -> None:
        """Points that enter a total at once; none are not recorded."""
        if points:
            self.add(facts.PointsGiven(side, key, points))

    def win(self, sides: tuple[int, ...], reason: str, totals: tuple[int, ...]) -> None:
        """The end of the game, its winning sides told as seats."""
        seats = sorted(seat for side in sides for seat in self.state.seats_of(side))
        self.add(facts.GameWon(tuple(seats), reason, totals))
