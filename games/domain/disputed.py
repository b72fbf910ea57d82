"""Events of disputed moves and of a director's rulings, and the changes they make to a game.

A ruling is an event like any other. Its effects on the game are further events that follow it, so that folding needs no
director, and a later ruling can go back to before it.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from .state import GameState, RoundState


class DisputeOpened(NamedTuple):
    """A seat disputed the move that begins with event `at`.

    `number` counts the disputes of the game. The player's text is stored outside the log, where it can be deleted.
    """

    seat: int
    number: int
    at: int


class DisputeWithdrawn(NamedTuple):
    """A seat withdrew its dispute."""

    seat: int
    number: int


class StopWanted(NamedTuple):
    """A seat asked for the game to be frozen until the dispute is decided."""

    seat: int
    number: int


class ClockStopped(NamedTuple):
    """The game was frozen and its clocks stopped: all people at the table wanted it, or `director` did."""

    number: int
    director: str = ""


class PlayResumed(NamedTuple):
    """Play resumed: by a ruling, because the dispute was withdrawn, or because `director` decided so."""

    director: str = ""


class HandsLookedAt(NamedTuple):
    """The director chose to look at the hidden hands."""

    number: int
    director: str


class RulingMade(NamedTuple):
    """A director ruled; the events that carry the ruling out follow.

    `number` counts the rulings of the game; `dispute` is the number of the dispute it decides (0: none), `at` the event
    it is about, `rule` the number of the rule it is based on, `overrules` the number of a ruling that no longer holds.
    The director's name stays: rulings are signed.
    """

    number: int
    kind: str
    director: str
    reason: str
    rule: str = ""
    dispute: int = 0
    at: int = 0
    overrules: int = 0


class ScoreCorrected(NamedTuple):
    """The totals, by side, from now on. A game that was over is open again unless an event that ends it follows."""

    totals: tuple[int, ...]


class ClocksSet(NamedTuple):
    """All clocks and reserves show these seconds, by seat, from now on."""

    left: tuple[float, ...]
    reserve: tuple[float, ...]


class ClockAdjusted(NamedTuple):
    """A seat's clock got `seconds` more, or less if negative."""

    seat: int
    seconds: float


class PlayerWarned(NamedTuple):
    """The player of a seat was warned."""

    seat: int


class PlayerSuspended(NamedTuple):
    """The player of a seat was suspended until the time `until`, in ISO 8601."""

    seat: int
    until: str


type Disputed = (
    DisputeOpened
    | DisputeWithdrawn
    | StopWanted
    | ClockStopped
    | PlayResumed
    | HandsLookedAt
    | RulingMade
    | ScoreCorrected
    | ClocksSet
    | ClockAdjusted
    | PlayerWarned
    | PlayerSuspended
)


# --- their changes --------------------------------------------------------------------------------------------------


def _same(state: GameState, _: Disputed) -> GameState:
    """Leave the state as it is: the event concerns messages, clocks or people only."""
    return state


def _ruled(state: GameState, _: RulingMade) -> GameState:
    """Close the open offer: it does not outlast a ruling."""
    return state._replace(round=state.round and state.round._replace(offer=None))


def _score_corrected(state: GameState, event: ScoreCorrected) -> GameState:
    """Set the totals, reopen the game, and shift the score that the current round began with by the same points."""
    changed = tuple(new - old for new, old in zip(event.totals, state.totals, strict=True))
    return state._replace(totals=event.totals, result=None, round=state.round and _begun_on(state.round, changed))


def _begun_on(now: RoundState, changed: tuple[int, ...]) -> RoundState:
    return now._replace(before=tuple(score + more for score, more in zip(now.before, changed, strict=True)))


STEPS: dict[type[Any], Callable[[GameState, Any], GameState]] = {
    DisputeOpened: _same,
    DisputeWithdrawn: _same,
    StopWanted: _same,
    ClockStopped: lambda state, _: state._replace(frozen=True),
    PlayResumed: lambda state, _: state._replace(frozen=False),
    HandsLookedAt: _same,
    RulingMade: _ruled,
    ScoreCorrected: _score_corrected,
    ClocksSet: _same,
    ClockAdjusted: _same,
    PlayerWarned: _same,
    PlayerSuspended: _same,
}
