"""Dispute a move, and freeze the game meanwhile: the events that follow, or the refusal.

Most of it is possible in games that are over, too, so it does not go through `decide`. Logs are whole: their first
event has the number 1.
"""

from collections.abc import Sequence

from . import disputed
from . import events as facts
from .disputed import Disputed
from .events import Event
from .refusal import Refusal, refuse
from .state import GameState

PLAYED = (facts.MoveForced, facts.CardPlucked, facts.CardTrailed, facts.CardsCaptured, facts.BuildMade)
OF_A_TURN = (*PLAYED, facts.SweepMade, facts.PointsGiven, facts.OrangeCalled, facts.BuildsDisowned)
SAID = (facts.ClaimMade, facts.OrangeCalled, facts.SeatResigned, facts.SeatAbandoned, facts.TurnExpired)
DISPUTABLE = (*PLAYED, *SAID, facts.RoundScored)


def beginning_of(log: Sequence[Event], at: int) -> int | Refusal:
    """Return the number of the first event of the move that event `at` belongs to, or the refusal.

    A move is a turn, a claim, call or the like, or a score sheet.
    """
    if not 1 <= at <= len(log) or not isinstance(log[at - 1], DISPUTABLE):
        return refuse("bad-request", "", "dispute-no-move")
    if not isinstance(log[at - 1], OF_A_TURN):
        return at
    first = at
    while isinstance(log[first - 2], OF_A_TURN):  # the turn was passed before it, or cards were dealt
        first -= 1
    return next((number for number in range(first, at) if isinstance(log[number - 1], PLAYED)), at)


def open_dispute(log: Sequence[Event], seat: int, number: int, at: int) -> disputed.DisputeOpened | Refusal:
    """Dispute the move that event `at` belongs to, for a seat."""
    first = beginning_of(log, at)
    return first if isinstance(first, Refusal) else disputed.DisputeOpened(seat, number, first)


def stop(state: GameState, number: int, director: str = "") -> tuple[Disputed, ...] | Refusal:
    """Freeze the game for this dispute."""
    if state.result is not None:
        return refuse("over", "7.1", "game-over")
    if not state.latest_round:
        return refuse("bad-request", "", "not-started")
    if state.frozen:
        return refuse("bad-request", "", "frozen-already")
    return (disputed.ClockStopped(number, director),)


def resume(state: GameState, director: str = "") -> tuple[Disputed, ...] | Refusal:
    """Let the game continue."""
    return (disputed.PlayResumed(director),) if state.frozen else refuse("bad-request", "", "not-frozen")
