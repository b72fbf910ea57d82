"""The clocks of a table, computed from its log: each seat's time left, the running clock, and its deadline."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from games.clocks.calendar import Calendar
from games.domain import disputed
from games.domain import events as facts
from games.domain.events import Event
from games.domain.plain import from_plain, to_plain
from games.domain.state import GameState
from games.domain.table import NOBODY
from games.domain.terms import Terms

type Holidays = tuple[tuple[str, str], ...]

PLAYED = (facts.CardTrailed, facts.CardsCaptured, facts.BuildMade)
ROUNDING = 3  # milliseconds are enough


class Clock(NamedTuple):
    """Seconds left by seat, in addition to the `reserve`; with a time per turn, those of the seat's next turn.

    The clock of `seat` has been running since `since`, with so many seconds `given` back; `played`: it has made its
    move.
    """

    left: tuple[float, ...]
    reserve: tuple[float, ...]
    away: tuple[Holidays, ...]
    seat: int = NOBODY
    since: float = 0.0
    given: float = 0.0
    played: bool = False


def reckon(clock: Clock | None, log: Iterable[Event], state: GameState, at: float) -> Clock | None:
    """Return the clocks after these events, which led to `state` at the moment `at`; None if the table has no clock."""
    if state.terms.clock == "none":
        return None
    for fact in log:
        clock = _step(clock, fact, state, at) if clock else _set(fact, state)
    return _turned(clock, state, at) if clock else None


def _set(fact: Event, state: GameState) -> Clock | None:
    """Return the initial clocks when the terms are agreed, else None."""
    if not isinstance(fact, facts.TermsAgreed):
        return None
    seats, terms = state.seats, fact.terms
    return Clock((float(terms.time),) * seats, (float(terms.reserve),) * seats, ((),) * seats)


def _step(clock: Clock, fact: Event, state: GameState, at: float) -> Clock:
    match fact:
        case facts.TurnPassed(seat):
            return _started(_stopped(clock, state, at), seat, at)
        case facts.RoundScored() | facts.GameWon():
            return _stopped(clock, state, at)
        case facts.TermsAgreed():
            return _set(fact, state) or clock
        case facts.TimeGiven(_, seconds):
            return clock._replace(given=clock.given + seconds)
        case facts.SeatGiven(seat) if seat == clock.seat:
            return _started(_charged(clock, state.terms, at), seat, at)
        case facts.SeatReturned(seat) if seat == clock.seat:
            return _started(clock, seat, at)
        case facts.HolidaysNoted(seat, days):
            return clock._replace(away=_put(clock.away, seat, days))
        case _ if isinstance(fact, PLAYED) and fact.seat == clock.seat:
            return clock._replace(played=True)
        case _:
            return _by_dispute(clock, fact, state, at)


def _by_dispute(clock: Clock, fact: Event, state: GameState, at: float) -> Clock:
    """Apply the events of disputes and rulings to the clocks."""
    match fact:
        case disputed.ClockStopped():
            return _held(clock, state, at)
        case disputed.PlayResumed() if not clock.seat and state.turn:
            return clock._replace(seat=state.turn, since=at)
        case disputed.ClocksSet(left, reserve):
            return _started(clock._replace(left=left, reserve=reserve), NOBODY, at)
        case disputed.ClockAdjusted(seat, seconds):
            return _adjusted(clock, state.terms, seat, seconds)
        case _:
            return clock


def _turned(clock: Clock, state: GameState, at: float) -> Clock:
    """Run the clock of the seat to play, however the turn came to it."""
    return clock if clock.seat == state.turn else _started(_stopped(clock, state, at), state.turn, at)


def _started(clock: Clock, seat: int, at: float) -> Clock:
    return clock._replace(seat=seat, since=at if seat else 0.0, given=0.0, played=False)


def _stopped(clock: Clock, state: GameState, at: float) -> Clock:
    """Stop the running clock. Time used by a computer that substitutes for a player is not charged."""
    if not clock.seat:
        return clock
    counted = clock if clock.seat in state.left else _charged(clock, state.terms, at)
    return _started(counted, NOBODY, at)


def _held(clock: Clock, state: GameState, at: float) -> Clock:
    """Stop the clock in the middle of a turn. With a time per turn, the part used becomes negative time `given`."""
    if state.terms.clock != "turn" or not clock.seat:
        return _stopped(clock, state, at)
    return _started(clock, NOBODY, at)._replace(given=round(-_used(clock, state.terms, at), ROUNDING))


def _adjusted(clock: Clock, terms: Terms, seat: int, seconds: float) -> Clock:
    if terms.clock == "turn":
        return clock._replace(given=clock.given + seconds)
    return clock._replace(left=_put(clock.left, seat, max(0.0, clock.left[seat - 1] + seconds)))


def _charged(clock: Clock, terms: Terms, at: float) -> Clock:
    """Subtract the time used, and add the increment if the seat has played."""
    if terms.clock == "turn":
        return clock
    seat = clock.seat
    over = clock.left[seat - 1] - _used(clock, terms, at)
    left = max(0.0, over) + (terms.increment if clock.played else 0)
    reserve = max(0.0, clock.reserve[seat - 1] + min(0.0, over))
    return clock._replace(
        left=_put(clock.left, seat, round(left, ROUNDING)), reserve=_put(clock.reserve, seat, round(reserve, ROUNDING))
    )


def _used(clock: Clock, terms: Terms, at: float) -> float:
    """Return the time that the seat of the running clock has used in this turn."""
    return max(0.0, _calendar(clock, terms, clock.seat).counted(clock.since, at) - clock.given)


def _calendar(clock: Clock, terms: Terms, seat: int) -> Calendar:
    if not terms.over_days:
        return Calendar()
    return Calendar(terms.zone or "UTC", terms.rest, clock.away[seat - 1] if terms.holidays else ())


def _put[T](values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return (*values[: seat - 1], value, *values[seat:])


# --- reading the clocks -------------------------------------------------------------------------------------------


def deadline(clock: Clock | None, state: GameState) -> float | None:
    """Return the moment at which the time of the seat to play runs out; None if no clock runs, or a computer plays."""
    if clock is None or not clock.seat or clock.seat in state.left:
        return None
    whole = clock.left[clock.seat - 1] + clock.reserve[clock.seat - 1] + clock.given
    return round(_calendar(clock, state.terms, clock.seat).after(clock.since, whole), ROUNDING)


def time_left(clock: Clock, terms: Terms, seat: int, at: float) -> tuple[float, float]:
    """Return the seconds that a seat has left at the moment `at`, and those of its reserve."""
    left, reserve = clock.left[seat - 1], clock.reserve[seat - 1]
    over = left - (_used(clock, terms, at) if seat == clock.seat else 0.0)
    return max(0.0, over), max(0.0, reserve + min(0.0, over))


def counted_between(clock: Clock, terms: Terms, start: float, end: float) -> float:
    """Return the seconds between two moments that were charged to the running clock."""
    return _calendar(clock, terms, clock.seat).counted(max(start, clock.since), end) if clock.seat else 0.0


# --- storing the clocks -------------------------------------------------------------------------------------------


def kept(clock: Clock | None) -> dict[str, Any] | None:
    """Return the clocks as stored in a game's row."""
    plain: dict[str, Any] | None = clock and to_plain(clock)
    return plain


def read(row: dict[str, Any] | None) -> Clock | None:
    """Return the clocks from a game's row."""
    return None if row is None else from_plain(Clock, row)
