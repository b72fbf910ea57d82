"""The clocks of a table, ready to be drawn."""

from collections.abc import Container
from dataclasses import dataclass
from datetime import datetime

from django.utils.formats import time_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from games.clocks import Clock, time_left
from games.domain.perspective import Perspective
from games.domain.table_settings import DAY

from .table_settings import HOUR

LOW_SECONDS = {"live": 20, "turn": 3 * HOUR, "bank": 3 * HOUR}
"""Seconds left at which a clock is marked, by kind of clock."""


@dataclass(frozen=True, slots=True)
class ClockView:
    """One seat's clock: `seconds` left, in `words`; marked from `low_seconds` on.

    `until`: the time at which a running clock runs out, in games over days. `reserve` says how much of it is the
    reserve, which is what is left when the clock is marked.
    """

    words: str
    seconds: int
    low_seconds: int
    running: bool
    until: datetime | None
    reserve: str

    @property
    def running_low(self) -> bool:
        return self.running and self.seconds <= self.low_seconds


def clock_views(
    clock: Clock | None, deadline: datetime | None, perspective: Perspective, now: datetime, computers: Container[int]
) -> dict[int, ClockView]:
    """The clocks of all people that have one, by seat. With a time limit for each turn, only the running one."""
    if clock is None or perspective.result or perspective.round is None:
        return {}
    views = {}
    for seat in range(1, perspective.seats + 1):
        running = seat == clock.seat and deadline is not None
        if seat not in computers and (running or perspective.table_settings.clock != "turn"):
            views[seat] = _view(clock, deadline if running else None, perspective, now, seat)
    return views


def _view(clock: Clock, until: datetime | None, perspective: Perspective, now: datetime, seat: int) -> ClockView:
    """A seat's clock. A running one shows the time until its deadline, including pauses such as nights off."""
    table_settings = perspective.table_settings
    own, reserve = time_left(clock, table_settings, seat, now.timestamp())
    remaining = (until - now).total_seconds() if until else own + reserve
    seconds = max(0, int(remaining))
    return ClockView(
        words=duration(seconds),
        seconds=seconds,
        low_seconds=max(LOW_SECONDS[table_settings.clock], int(reserve)),
        running=until is not None,
        until=until if table_settings.correspondence else None,
        reserve=_("%(reserve)s in reserve") % {"reserve": duration(int(reserve))} if reserve >= 1 else "",
    )


def night_words(begin: datetime, end: datetime) -> str:
    """“nights off 10 p.m. to 8 a.m.”, in the reader's time zone."""
    hours = {name: time_format(localtime(at), "TIME_FORMAT") for name, at in (("begin", begin), ("end", end))}
    return _("nights off %(begin)s to %(end)s") % hours


def duration(seconds: int) -> str:
    """1d 5h, 3h 20min, 12:05: the more there is, the less exact."""
    days, hours, minutes = seconds // DAY, seconds % DAY // HOUR, seconds % HOUR // 60
    if days:
        return _("%(days)sd %(hours)sh") % {"days": days, "hours": hours}
    if hours:
        return _("%(hours)sh %(minutes)sm") % {"hours": hours, "minutes": minutes}
    return f"{minutes}:{seconds % 60:02}"
