"""Dispute a move, and freeze the game meanwhile: the events that follow, or the refusal.

Most of it is possible in games that are over, too, so it does not go through `decide`. Logs are whole: their first
event has the number 1.
"""

from collections.abc import Sequence

from . import dispute_events, events
from .dispute_events import DisputeEvent
from .events import Event
from .refusal import Refusal, refuse
from .state import GameState

OF_A_TURN = (
    *events.MOVE_EVENTS,
    *(events.SweepMade, events.PointsAwarded, events.OrangeCalled, events.BuildsReleased, events.ClaimBanLifted),
)
SAID = (events.ClaimMade, events.OrangeCalled, events.SeatResigned, events.SeatForfeited, events.TurnExpired)
DISPUTABLE = (*events.MOVE_EVENTS, *SAID, events.RoundScored)


def move_start_seq(log: Sequence[Event], at: int) -> int | Refusal:
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
    return next((number for number in range(first, at) if isinstance(log[number - 1], events.MOVE_EVENTS)), at)


def open_dispute(log: Sequence[Event], seat: int, number: int, at: int) -> dispute_events.DisputeOpened | Refusal:
    """Dispute the move that event `at` belongs to, for a seat."""
    first = move_start_seq(log, at)
    return first if isinstance(first, Refusal) else dispute_events.DisputeOpened(seat, number, first)


def pause_game(state: GameState, number: int, director: str = "") -> tuple[DisputeEvent, ...] | Refusal:
    """Freeze the game for this dispute."""
    if state.result is not None:
        return refuse("over", "7.1", "game-over")
    if not state.latest_round:
        return refuse("bad-request", "", "not-started")
    if state.paused:
        return refuse("bad-request", "", "frozen-already")
    return (dispute_events.GamePaused(number, director),)


def resume_game(state: GameState, director: str = "") -> tuple[DisputeEvent, ...] | Refusal:
    """Let the game continue."""
    return (dispute_events.GameResumed(director),) if state.paused else refuse("bad-request", "", "not-frozen")
