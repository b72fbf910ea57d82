"""The clocks of a table, ready to be drawn."""

from collections.abc import Container, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime

from django.utils.translation import gettext as _

from games.clocks import Clock, time_left
from games.domain.perspective import Perspective

from .table import TableView

HOUR, DAY = 3600, 24 * 3600
LOW = {"live": 20, "turn": 3 * HOUR, "bank": 3 * HOUR}
"""Seconds left at which a clock is marked, by kind of clock."""


@dataclass(frozen=True, slots=True)
class ClockView:
    """One seat's clock: `seconds` left, in `words`; marked from `low` on.

    `until`: the time at which a running clock runs out, in games over days. `reserve` says how much of it is the
    reserve, which is what is left when the clock is marked.
    """

    words: str
    seconds: int
    low: int
    running: bool
    until: datetime | None
    reserve: str

    @property
    def short(self) -> bool:
        return self.running and self.seconds <= self.low


def clock_views(
    clock: Clock | None, deadline: datetime | None, sight: Perspective, at: datetime, computers: Container[int]
) -> dict[int, ClockView]:
    """The clocks of all people that have one, by seat. With a time limit for each turn, only the running one."""
    if clock is None or sight.result or sight.round is None:
        return {}
    views = {}
    for seat in range(1, sight.seats + 1):
        running = seat == clock.seat and deadline is not None
        if seat not in computers and (running or sight.terms.clock != "turn"):
            views[seat] = _view(clock, deadline if running else None, sight, at, seat)
    return views


def _view(clock: Clock, until: datetime | None, sight: Perspective, at: datetime, seat: int) -> ClockView:
    """A seat's clock. A running one shows the time until its deadline, including pauses such as nights off."""
    terms = sight.terms
    own, reserve = time_left(clock, terms, seat, at.timestamp())
    left = (until - at).total_seconds() if until else own + reserve
    seconds = max(0, int(left))
    return ClockView(
        words=duration(seconds),
        seconds=seconds,
        low=max(LOW[terms.clock], int(reserve)),
        running=until is not None,
        until=until if terms.over_days else None,
        reserve=_("%(reserve)s in reserve") % {"reserve": duration(int(reserve))} if reserve >= 1 else "",
    )


def duration(seconds: int) -> str:
    """1d 5h, 3h 20min, 12:05: the more there is, the less exact."""
    days, hours, minutes = seconds // DAY, seconds % DAY // HOUR, seconds % HOUR // 60
    if days:
        return _("%(days)sd %(hours)sh") % {"days": days, "hours": hours}
    if hours:
        return _("%(hours)sh %(minutes)smin") % {"hours": hours, "minutes": minutes}
    return f"{minutes}:{seconds % 60:02}"


def with_clocks(table: TableView, clocks: Mapping[int, ClockView], away: Mapping[int, date]) -> TableView:
    """The table with the clocks of its seats, and the last day of their players' holidays."""
    seats = (replace(seat, clock=clocks.get(seat.number), away=away.get(seat.number)) for seat in table.seats)
    return replace(table, seats=tuple(seats))
