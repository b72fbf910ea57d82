"""The hours in which a clock runs: not at night, on weekends or on holidays, if the table's terms say so.

Times are seconds since 1970; days and hours are those of one time zone.
"""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

MORNING, EVENING = time(8), time(22)
SATURDAY = 5
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
        night = self.days_off in ("nights", "both") and not MORNING <= local.time() < EVENING
        weekend = self.days_off in ("weekends", "both") and local.weekday() >= SATURDAY
        return night or weekend or self._holiday(local.date())

    def _holiday(self, day: date) -> bool:
        return any(first <= day.isoformat() <= last for first, last in self.vacations)

    def next_change(self, at: float) -> float:
        """Return the next moment after `at` at which counting may start or stop."""
        zone = ZoneInfo(self.time_zone)
        today = datetime.fromtimestamp(at, zone).date()
        days = (today, today + timedelta(days=1), today + timedelta(days=2))
        moments = (datetime.combine(day, hour, zone).timestamp() for day in days for hour in BOUNDARIES)
        return next(moment for moment in moments if moment > at)

    def counted(self, start: float, end: float) -> float:
        """Return the number of seconds between the two moments that count."""
        if self.always:
            return max(0.0, end - start)
        return sum((stop - begin for begin, stop in self._running(start, end)), 0.0)

    def after(self, start: float, seconds: float) -> float:
        """Return the moment at which so many seconds will have counted."""
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
