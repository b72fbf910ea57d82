"""The clocks of a table, as pure functions of its terms, its log, and the times of its events: each seat's time left,
the running clock, and its deadline.

No clock runs at night, on weekends or on holidays, if the table's terms say so. Times are seconds since 1970; days and
hours are those of the time zone of the seat's player.
"""

from collections.abc import Iterable, Iterator
from datetime import date, datetime, time, timedelta
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from games.domain import dispute_events, events, setup_events
from games.domain.codec import from_json_value, to_json_value
from games.domain.events import Event, RolledBack
from games.domain.evolve import evolve, fold
from games.domain.state import GameState
from games.domain.table import NO_SEAT, replace_at
from games.domain.table_settings import TableSettings

# --- the hours that count -------------------------------------------------------------------------------------------


MORNING, EVENING = time(8), time(22)
SATURDAY = 5
NIGHTS_OFF = ("nights", "both")
BOUNDARIES = (time(0), MORNING, EVENING)


class Calendar(NamedTuple):
    """The hours that count. `rest` as in the terms; `holidays` are first and last days."""

    time_zone: str = "UTC"
    days_off: str = "none"
    vacations: tuple[tuple[str, str], ...] = ()

    @property
    def always(self) -> bool:
        """True if every hour counts."""
        return self.days_off == "none" and not self.vacations

    def rests(self, at: float) -> bool:
        local = datetime.fromtimestamp(at, ZoneInfo(self.time_zone))
        night = self.days_off in NIGHTS_OFF and not MORNING <= local.time() < EVENING
        weekend = self.days_off in ("weekends", "both") and local.weekday() >= SATURDAY
        return night or weekend or self._holiday(local.date())

    def _holiday(self, day: date) -> bool:
        return any(first <= day.isoformat() <= last for first, last in self.vacations)

    def night(self, at: float) -> tuple[datetime, datetime]:
        """The beginning and the end of the night that begins on that day."""
        zone = ZoneInfo(self.time_zone)
        day = datetime.fromtimestamp(at, zone).date()
        return datetime.combine(day, EVENING, zone), datetime.combine(day + timedelta(days=1), MORNING, zone)

    def next_change(self, at: float) -> float:
        """The next moment after `at` at which counting may start or stop."""
        zone = ZoneInfo(self.time_zone)
        today = datetime.fromtimestamp(at, zone).date()
        days = (today, today + timedelta(days=1), today + timedelta(days=2))
        moments = (datetime.combine(day, hour, zone).timestamp() for day in days for hour in BOUNDARIES)
        return next(moment for moment in moments if moment > at)

    def counted(self, start: float, end: float) -> float:
        """The number of seconds between the two moments that count."""
        if self.always:
            return max(0.0, end - start)
        return sum((stop - begin for begin, stop in self._running(start, end)), 0.0)

    def after(self, start: float, seconds: float) -> float:
        """The moment at which so many seconds will have counted."""
        if self.always:
            return start + seconds
        at = start
        while True:
            stop = self.next_change(at)
            if not self.rests(at):
                if seconds <= stop - at:
                    return at + seconds
                seconds -= stop - at
            at = stop

    def _running(self, start: float, end: float) -> Iterator[tuple[float, float]]:
        """Yield the intervals between the two moments that count."""
        at = start
        while at < end:
            stop = min(self.next_change(at), end)
            if not self.rests(at):
                yield at, stop
            at = stop


# --- the clocks -----------------------------------------------------------------------------------------------------


type Holidays = tuple[tuple[str, str], ...]

ROUNDING = 3  # milliseconds are enough


class Clock(NamedTuple):
    """Seconds left by seat, in addition to the `reserve`; with a time per turn, those of the seat's next turn.

    `time_zones` are empty for seats whose nights and days are those of the table.

    The clock of `seat` has been running since `since`, with so many seconds `compensated`; `has_moved`: it has made its
    move.
    """

    remaining: tuple[float, ...]
    reserve: tuple[float, ...]
    vacations: tuple[Holidays, ...]
    seat: int = NO_SEAT
    since: float = 0.0
    compensated: float = 0.0
    has_moved: bool = False
    time_zones: tuple[str, ...] = ()


def update_clock(clock: Clock | None, log: Iterable[Event], state: GameState, at: float) -> Clock | None:
    """The clocks after these events, which led to `state` at the moment `at`; None if the table has no clock."""
    if state.table_settings.clock == "none":
        return None
    for event in log:
        clock = _step(clock, event, state, at) if clock else _set(event, state)
    return _turned(clock, state, at) if clock else None


def _set(event: Event, state: GameState) -> Clock | None:
    """The initial clocks when the terms are agreed, else None."""
    if not isinstance(event, setup_events.TableSettingsFixed):
        return None
    seats, table_settings = state.seats, event.table_settings
    remaining, reserve = (float(table_settings.time),) * seats, (float(table_settings.reserve),) * seats
    return Clock(remaining, reserve, ((),) * seats, time_zones=("",) * seats)


def _step(clock: Clock, event: Event, state: GameState, at: float) -> Clock:
    match event:
        case events.TurnStarted(seat):
            return _started(_stopped(clock, state, at), seat, at)
        case events.RoundScored() | events.GameWon():
            return _stopped(clock, state, at)
        case setup_events.TableSettingsFixed():
            return _set(event, state) or clock
        case events.TimeCompensated(_, seconds):
            return clock._replace(compensated=clock.compensated + seconds)
        case events.BotTookOver(seat) if seat == clock.seat:
            return _started(_charged(clock, state.table_settings, at), seat, at)
        case events.PlayerReturned(seat) if seat == clock.seat:
            return _started(clock, seat, at)
        case _ if isinstance(event, events.PLAYS) and event.seat == clock.seat:
            return clock._replace(has_moved=True)
        case _:
            return _by_player(clock, event, state, at)


def _by_player(clock: Clock, event: Event, state: GameState, at: float) -> Clock:
    """Apply what changes with the player of a seat, and with the player's days."""
    match event:
        case events.SeatTakenOver(seat):
            return _anew(clock, state.table_settings, seat, at)
        case events.VacationSet(seat, days):
            return clock._replace(vacations=replace_at(clock.vacations, seat - 1, days))
        case events.TimeZoneSet(seat, time_zone):
            return clock._replace(time_zones=replace_at(clock.time_zones, seat - 1, time_zone))
        case _:
            return _by_dispute(clock, event, state, at)


def _anew(clock: Clock, table_settings: TableSettings, seat: int, at: float) -> Clock:
    """All the time of the terms for the new player of a seat, whose nights and days are not known yet."""
    clock = clock._replace(
        remaining=replace_at(clock.remaining, seat - 1, float(table_settings.time)),
        reserve=replace_at(clock.reserve, seat - 1, float(table_settings.reserve)),
        vacations=replace_at(clock.vacations, seat - 1, ()),
        time_zones=replace_at(clock.time_zones, seat - 1, ""),
    )
    return _started(clock, seat, at) if seat == clock.seat else clock


def _by_dispute(clock: Clock, event: Event, state: GameState, at: float) -> Clock:
    """Apply the events of disputes and rulings to the clocks."""
    match event:
        case dispute_events.GamePaused():
            return _held(clock, state, at)
        case dispute_events.GameResumed() if not clock.seat and state.turn:
            return clock._replace(seat=state.turn, since=at)
        case dispute_events.ClocksSet(left, reserve):
            return _started(clock._replace(remaining=left, reserve=reserve), NO_SEAT, at)
        case dispute_events.ClockAdjusted(seat, seconds):
            return _adjusted(clock, state.table_settings, seat, seconds)
        case _:
            return clock


def _turned(clock: Clock, state: GameState, at: float) -> Clock:
    """Run the clock of the seat to play, however the turn came to it."""
    return clock if clock.seat == state.turn else _started(_stopped(clock, state, at), state.turn, at)


def _started(clock: Clock, seat: int, at: float) -> Clock:
    return clock._replace(seat=seat, since=at if seat else 0.0, compensated=0.0, has_moved=False)


def _stopped(clock: Clock, state: GameState, at: float) -> Clock:
    """Stop the running clock. Time used by a computer that substitutes for a player is not charged."""
    if not clock.seat:
        return clock
    counted = clock if clock.seat in state.bot_seats else _charged(clock, state.table_settings, at)
    return _started(counted, NO_SEAT, at)


def _held(clock: Clock, state: GameState, at: float) -> Clock:
    """Stop the clock in mid-turn. With a time per turn, the part used becomes negative `compensated` time."""
    if state.table_settings.clock != "turn" or not clock.seat:
        return _stopped(clock, state, at)
    return _started(clock, NO_SEAT, at)._replace(compensated=round(-_used(clock, state.table_settings, at), ROUNDING))


def _adjusted(clock: Clock, table_settings: TableSettings, seat: int, seconds: float) -> Clock:
    if table_settings.clock == "turn":
        return clock._replace(compensated=clock.compensated + seconds)
    return clock._replace(
        remaining=replace_at(clock.remaining, seat - 1, max(0.0, clock.remaining[seat - 1] + seconds))
    )


def _charged(clock: Clock, table_settings: TableSettings, at: float) -> Clock:
    """Subtract the time used, and add the increment if the seat has played."""
    if table_settings.clock == "turn":
        return clock
    seat = clock.seat
    over = clock.remaining[seat - 1] - _used(clock, table_settings, at)
    left = max(0.0, over) + (table_settings.increment if clock.has_moved else 0)
    reserve = max(0.0, clock.reserve[seat - 1] + min(0.0, over))
    return clock._replace(
        remaining=replace_at(clock.remaining, seat - 1, round(left, ROUNDING)),
        reserve=replace_at(clock.reserve, seat - 1, round(reserve, ROUNDING)),
    )


def _used(clock: Clock, table_settings: TableSettings, at: float) -> float:
    """The time that the seat of the running clock has used in this turn."""
    return max(0.0, _calendar(clock, table_settings, clock.seat).counted(clock.since, at) - clock.compensated)


def _calendar(clock: Clock, table_settings: TableSettings, seat: int) -> Calendar:
    if not table_settings.correspondence:
        return Calendar()
    return Calendar(
        clock.time_zones[seat - 1] or table_settings.time_zone or "UTC",
        table_settings.days_off,
        clock.vacations[seat - 1] if table_settings.vacations else (),
    )


# --- reading the clocks -------------------------------------------------------------------------------------------


def deadline(clock: Clock | None, state: GameState) -> float | None:
    """The moment at which the time of the seat to play runs out; None if no clock runs, or a computer plays."""
    if clock is None or not clock.seat or clock.seat in state.bot_seats:
        return None
    whole = clock.remaining[clock.seat - 1] + clock.reserve[clock.seat - 1] + clock.compensated
    return round(_calendar(clock, state.table_settings, clock.seat).after(clock.since, whole), ROUNDING)


def time_left(clock: Clock, table_settings: TableSettings, seat: int, at: float) -> tuple[float, float]:
    """The seconds that a seat has left at the moment `at`, and those of its reserve."""
    left, reserve = clock.remaining[seat - 1], clock.reserve[seat - 1]
    over = left - (_used(clock, table_settings, at) if seat == clock.seat else 0.0)
    return max(0.0, over), max(0.0, reserve + min(0.0, over))


def night_of(clock: Clock, table_settings: TableSettings, seat: int, at: float) -> tuple[datetime, datetime] | None:
    """The next night in which the clock of a seat rests; None if it runs at night."""
    calendar = _calendar(clock, table_settings, seat)
    return calendar.night(at) if calendar.days_off in NIGHTS_OFF else None


def counted_between(clock: Clock, table_settings: TableSettings, start: float, end: float) -> float:
    """The seconds between two moments that were charged to the running clock."""
    return _calendar(clock, table_settings, clock.seat).counted(max(start, clock.since), end) if clock.seat else 0.0


# --- storing the clocks -------------------------------------------------------------------------------------------


def to_json(clock: Clock | None) -> dict[str, Any] | None:
    """The clocks for a game's row; without time zones where there are none, as in rows of before there were any."""
    plain: dict[str, Any] | None = clock and to_json_value(clock)
    if plain and not any(plain["time_zones"]):
        del plain["time_zones"]
    return plain


def from_json(row: dict[str, Any] | None) -> Clock | None:
    return None if row is None else from_json_value(Clock, {"time_zones": [""] * len(row["remaining"]), **row})


def clock_after(log: Iterable[tuple[Event, float]]) -> Clock | None:
    """The clocks after these events, each with its time, starting with the game's first."""
    events: list[Event] = []
    state: GameState | None = None
    clock: Clock | None = None
    for event, at in log:
        events.append(event)
        state = fold(events) if isinstance(event, RolledBack) else evolve(state, event)
        clock = update_clock(clock, [event], state, at)
    return clock
