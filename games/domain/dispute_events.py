"""Events of disputed moves and of a director's rulings, and the changes they make to a game.

A ruling is an event like any other. Its effects on the game are further events that follow it, so that folding needs no
director, and a later ruling can go back to before it.
"""

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from .state import GameState, RoundState

type RulingKind = Literal[
    "upheld",
    "rolled_back",
    "move_replaced",
    "score_corrected",
    "win_awarded",
    "drawn",
    "annulled",
    "clock_adjusted",
    "warned",
    "suspended",
]


class DisputeOpened(NamedTuple):
    """A seat disputed the move that begins with event `event_seq`.

    `dispute_no` counts the disputes of the game. The player's text is stored outside the log, where it can be deleted.
    """

    seat: int
    dispute_no: int
    event_seq: int


class DisputeWithdrawn(NamedTuple):
    """A seat withdrew its dispute."""

    seat: int
    dispute_no: int


class PauseRequested(NamedTuple):
    """A seat asked for the game to be frozen until the dispute is decided."""

    seat: int
    dispute_no: int


class GamePaused(NamedTuple):
    """The game was frozen and its clocks stopped: all people at the table wanted it, or `director` did."""

    dispute_no: int
    director: str = ""


class GameResumed(NamedTuple):
    """Play resumed: by a ruling, because the dispute was withdrawn, or because `director` decided so."""

    director: str = ""


class HandsRevealedToDirector(NamedTuple):
    """The director chose to look at the hidden hands."""

    dispute_no: int
    director: str


class RulingMade(NamedTuple):
    """A director ruled; the events that carry the ruling out follow.

    `ruling_no` counts the rulings of the game; `dispute_no` is the dispute it decides (0: none), `event_seq` the event
    it is about, `rule` the number of the rule it is based on, `overrules` the number of a ruling that no longer holds.
    The director's name stays: rulings are signed.
    """

    ruling_no: int
    kind: RulingKind
    director: str
    reason: str
    rule: str = ""
    dispute_no: int = 0
    event_seq: int = 0
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


type DisputeEvent = (
    DisputeOpened
    | DisputeWithdrawn
    | PauseRequested
    | GamePaused
    | GameResumed
    | HandsRevealedToDirector
    | RulingMade
    | ScoreCorrected
    | ClocksSet
    | ClockAdjusted
    | PlayerWarned
    | PlayerSuspended
)


# --- their changes --------------------------------------------------------------------------------------------------


def unchanged(state: GameState, _: object) -> GameState:
    """Leave the state as it is: the event concerns messages, clocks or people, or announces events that change it."""
    return state


def without_offer(state: GameState) -> GameState:
    return state._replace(round=state.round and state.round._replace(offer=None))


def _score_corrected(state: GameState, event: ScoreCorrected) -> GameState:
    """Set the totals, reopen the game, and shift the score that the current round began with by the same points."""
    changed = tuple(new - old for new, old in zip(event.totals, state.totals, strict=True))
    return state._replace(totals=event.totals, result=None, round=state.round and _shift_start(state.round, changed))


def _shift_start(round_: RoundState, changed: tuple[int, ...]) -> RoundState:
    return round_._replace(
        totals_at_start=tuple(score + more for score, more in zip(round_.totals_at_start, changed, strict=True))
    )


HANDLERS: dict[type[Any], Callable[[GameState, Any], GameState]] = {
    **dict.fromkeys((DisputeOpened, DisputeWithdrawn, PauseRequested, HandsRevealedToDirector), unchanged),
    **dict.fromkeys((ClocksSet, ClockAdjusted, PlayerWarned, PlayerSuspended), unchanged),
    GamePaused: lambda state, _: state._replace(paused=True),
    GameResumed: lambda state, _: state._replace(paused=False),
    RulingMade: lambda state, _: without_offer(state),  # no offer outlasts a ruling
    ScoreCorrected: _score_corrected,
}
