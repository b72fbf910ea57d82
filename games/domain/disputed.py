"""What happens when a move is disputed and a director rules on it, as facts, and what they change in a game.

A ruling is a fact like any other. What it does to the game are further facts that follow it, so that folding asks no
director, and a later ruling can go back to before it.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from .state import GameState, RoundState


class DisputeOpened(NamedTuple):
    """A seat disputes the move that begins with event `at`. `number` counts the disputes of the game; what was said
    stands beside the log, where it can be deleted."""

    seat: int
    number: int
    at: int


class DisputeWithdrawn(NamedTuple):
    """A seat no longer disputes the move."""

    seat: int
    number: int


class StopWanted(NamedTuple):
    """A seat wants the game to stand still until the dispute is decided."""

    seat: int
    number: int


class ClockStopped(NamedTuple):
    """The game stands still, no clock runs: because all people at the table wanted it, or `director` did."""

    number: int
    director: str = ""


class PlayResumed(NamedTuple):
    """The game goes on: by a ruling, because the dispute was withdrawn, or because `director` says so."""

    director: str = ""


class HandsLookedAt(NamedTuple):
    """The director chose to look at the hidden hands."""

    number: int
    director: str


class RulingMade(NamedTuple):
    """A director has ruled; the facts that carry it out follow. `number` counts the rulings of the game, `dispute` is
    the number of what it decides (0: nothing that was disputed), `at` the event it is about, `rule` the number of the
    rule it stands on, `overrules` the number of a ruling that holds no longer. The director's name stays: whoever
    rules, signs.
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
    """The totals are these from now on. A game that was over is so still only if its end follows anew."""

    totals: tuple[int, ...]


class ClocksSet(NamedTuple):
    """All clocks show this from now on, by seat."""

    left: tuple[float, ...]
    reserve: tuple[float, ...]


class ClockAdjusted(NamedTuple):
    """So many seconds were added to a seat's clock, or taken off it."""

    seat: int
    seconds: float


class PlayerWarned(NamedTuple):
    """The player of a seat was warned."""

    seat: int


class PlayerSuspended(NamedTuple):
    """The player of a seat may not play until then, a time in ISO 8601."""

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


# --- what they change -----------------------------------------------------------------------------------------------


def _same(state: GameState, _: Disputed) -> GameState:
    """What is said, and what concerns clocks and people alone."""
    return state


def _ruled(state: GameState, _: RulingMade) -> GameState:
    """What was offered before a ruling is no longer open."""
    return state._replace(round=state.round and state.round._replace(offer=None))


def _score_corrected(state: GameState, event: ScoreCorrected) -> GameState:
    """The round that is on began on the corrected score, too."""
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
