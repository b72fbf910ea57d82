"""Hours that count: nights, weekends and holidays, also where clocks are put forward or back."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from games.clocks.calendar import Calendar

HOUR, DAY = 3600, 24 * 3600
MADRID = ZoneInfo("Europe/Madrid")


def at(text: str, zone: ZoneInfo = MADRID) -> float:
    """Return the moment of a text such as 2026-11-21 22:30."""
    return datetime.fromisoformat(text).replace(tzinfo=zone).timestamp()


def shown(moment: float) -> str:
    return datetime.fromtimestamp(moment, MADRID).strftime("%Y-%m-%d %H:%M")


NIGHTS, WEEKENDS, BOTH = (Calendar("Europe/Madrid", rest) for rest in ("nights", "weekends", "both"))
CHRISTMAS = Calendar("Europe/Madrid", "none", (("2026-12-24", "2026-12-26"), ("2027-01-01", "2027-01-01")))


def test_without_rest_every_second_counts() -> None:
    plain = Calendar()
    assert plain.after(1000.0, 5 * DAY) == 1000.0 + 5 * DAY
    assert plain.counted(1000.0, 1234.5) == 234.5
    assert plain.counted(1000.0, 900.0) == 0


@pytest.mark.parametrize(
    ("calendar", "start", "hours", "end"),
    [
        (NIGHTS, "2026-11-23 21:00", 2, "2026-11-24 09:00"),
        (NIGHTS, "2026-11-23 21:00", 1, "2026-11-23 22:00"),
        (NIGHTS, "2026-11-23 23:00", 14, "2026-11-24 22:00"),
        (NIGHTS, "2026-11-24 03:00", 15, "2026-11-25 09:00"),
        (WEEKENDS, "2026-11-20 23:00", 2, "2026-11-23 01:00"),
        (WEEKENDS, "2026-11-21 12:00", 24, "2026-11-24 00:00"),
        (BOTH, "2026-11-20 21:00", 2, "2026-11-23 09:00"),
        (CHRISTMAS, "2026-12-23 23:00", 2, "2026-12-27 01:00"),
        (CHRISTMAS, "2026-12-31 23:00", 2, "2027-01-02 01:00"),
        (CHRISTMAS, "2026-12-28 12:00", 24, "2026-12-29 12:00"),
    ],
)
def test_time_runs_only_when_it_counts(calendar: Calendar, start: str, hours: int, end: str) -> None:
    assert shown(calendar.after(at(start), hours * HOUR)) == end
    assert calendar.counted(at(start), at(end)) == hours * HOUR


def test_nothing_counts_within_a_rest() -> None:
    assert NIGHTS.counted(at("2026-11-23 23:00"), at("2026-11-24 07:00")) == 0


def test_a_day_on_which_clocks_change_has_its_own_length() -> None:
    """On 25 October 2026 the hour from two to three comes twice, on 28 March 2027 never."""
    assert Calendar("Europe/Madrid", "nights").counted(at("2026-10-24 12:00"), at("2026-10-25 12:00")) == 14 * HOUR
    assert WEEKENDS.counted(at("2026-10-23 12:00"), at("2026-10-26 12:00")) == 24 * HOUR
    assert shown(WEEKENDS.after(at("2027-03-26 23:00"), 2 * HOUR)) == "2027-03-29 01:00"


@pytest.mark.parametrize("calendar", [NIGHTS, WEEKENDS, BOTH, CHRISTMAS])
def test_counting_and_adding_are_each_others_reverse(calendar: Calendar) -> None:
    start = at("2026-12-18 10:17")
    for minutes in range(1, 40 * 24 * 60, 977):
        assert calendar.counted(start, calendar.after(start, minutes * 60)) == pytest.approx(minutes * 60)
