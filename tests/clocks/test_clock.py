"""The clocks of a table, event by event: live, a time per turn, a total for the game."""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from games.clocks import (
    Calendar,
    Clock,
    counted_between,
    deadline,
    from_json,
    night_of,
    time_left,
    to_json,
    update_clock,
)
from games.domain.commands import (
    Command,
    CompensateTime,
    ExpireTurn,
    FixTableSettings,
    OpenGame,
    Play,
    ReturnToSeat,
    SetTimeZone,
    SetVacation,
    StartRound,
    SubstituteBot,
    TakeOverSeat,
)
from games.domain.events import Event, TurnStarted
from games.domain.evolve import fold
from games.domain.move_generation import legal_moves
from games.domain.notation import read_cards
from games.domain.perspective import perspective_of
from games.domain.presets import resolve_rules
from games.domain.state import GameState
from games.domain.table_settings import DAY, TableSettings
from tests.domain.packs import COUPLE, stack
from tests.domain.perspectives import decided

MONDAY = 1_795_392_000.0  # 2026-11-23 00:00 UTC
HOLIDAYS = (("2026-11-24", "2026-11-25"),)


class Table:
    """A table of two; `do` makes something happen at a moment, in seconds after Monday morning."""

    def __init__(self, **table_settings: Any) -> None:
        self.state: GameState | None = None
        self.clock: Clock | None = None
        self.log: list[tuple[Event, float]] = []
        self.do(OpenGame(resolve_rules("casino"), "casino", 2, False, 2), 0)
        self.do(FixTableSettings(TableSettings(**table_settings)), 0)
        self.do(StartRound(read_cards(stack(COUPLE, ["9S"], ""))), 0)

    def do(self, command: Command, at: float) -> None:
        made = decided(self.state, command)
        self.state = fold(made, self.state)
        self.clock = update_clock(self.clock, made, self.state, MONDAY + at)
        self.log += [(event, MONDAY + at) for event in made]

    def play(self, at: float) -> None:
        assert self.state
        moves = legal_moves(perspective_of(self.state, self.state.turn).position())
        self.do(Play(self.state.turn, moves[0]), at)

    def left(self, seat: int, at: float = 0) -> tuple[float, float]:
        assert self.clock
        assert self.state
        return time_left(self.clock, self.state.table_settings, seat, MONDAY + at)

    @property
    def until(self) -> float | None:
        assert self.state
        found = deadline(self.clock, self.state)
        return None if found is None else found - MONDAY


def test_without_a_clock_nothing_runs() -> None:
    table = Table()
    assert (table.clock, table.until) == (None, None)


def test_live_time_is_taken_off_and_the_increment_added() -> None:
    table = Table(clock="live", time=300, increment=5)
    assert table.until == 300
    table.play(20)
    assert (table.left(1), table.until) == ((285, 0), 320)
    table.play(50)
    assert (table.left(1, at=55), table.left(2)) == ((280, 0), (275, 0))
    assert table.until == 50 + 285


def test_the_reserve_is_used_when_the_time_is_and_does_not_come_back() -> None:
    table = Table(clock="live", time=60, increment=10, reserve=30)
    assert table.until == 90
    assert table.left(1, at=75) == (0, 15)
    table.play(75)
    assert table.left(1) == (10, 15)
    table.play(80)
    assert table.until == 80 + 25


def test_each_turn_has_its_whole_time() -> None:
    table = Table(clock="turn", time=3 * DAY)
    table.play(2.5 * DAY)
    assert (table.left(1), table.until) == ((3 * DAY, 0), 5.5 * DAY)
    assert table.left(2, at=3.5 * DAY) == (2 * DAY, 0)


def test_a_total_over_days_rests_at_night() -> None:
    table = Table(clock="bank", time=20 * 3600, increment=3600, days_off="nights", time_zone="UTC")
    assert table.until == DAY + 14 * 3600  # fourteen hours on Monday, six on Tuesday
    table.play(9 * 3600)
    assert table.left(1) == (20 * 3600, 0)  # an hour used, an hour won


def test_a_live_clock_knows_no_rest() -> None:
    assert Table(clock="live", time=300, days_off="both", time_zone="UTC").until == 300


def test_the_clock_stands_still_on_holidays_where_the_host_allows_them() -> None:
    for allowed, until in ((True, 4 * DAY), (False, 2 * DAY)):
        table = Table(clock="turn", time=2 * DAY, vacations=allowed, time_zone="UTC")
        table.do(SetVacation(1, HOLIDAYS), 60)
        assert table.until == until


def test_anothers_holidays_stop_only_that_ones_clock() -> None:
    table = Table(clock="turn", time=2 * DAY, time_zone="UTC")
    table.do(SetVacation(2, HOLIDAYS), 60)
    assert table.until == 2 * DAY
    table.play(3600)
    assert table.until == 4 * DAY + 3600


def test_time_given_back_moves_the_deadline_and_costs_nothing() -> None:
    table = Table(clock="live", time=300)
    table.do(CompensateTime(1, 100.0, "server"), 150)
    assert table.until == 400
    assert table.left(1, at=150) == (250, 0)
    table.play(150)
    assert table.left(1) == (250, 0)
    table.play(160)
    assert table.until == 160 + 250


def test_a_clock_that_was_put_back_takes_nothing() -> None:
    table = Table(clock="live", time=300)
    table.play(-3600)
    assert table.left(1) == (300, 0)


def test_no_clock_runs_while_the_computer_plays_and_it_starts_anew_with_the_player() -> None:
    table = Table(clock="turn", time=DAY, timeout="computer")
    table.do(ExpireTurn(1, "steady"), DAY)
    assert table.until is None
    table.do(ReturnToSeat(1), 2 * DAY)
    assert table.until == 3 * DAY


def test_who_comes_back_when_it_is_anothers_turn_changes_no_clock() -> None:
    table = Table(clock="turn", time=DAY, timeout="computer")
    table.do(ExpireTurn(1, "steady"), DAY)
    table.play(DAY)
    table.do(ReturnToSeat(1), DAY + 60)
    assert table.until == 2 * DAY


def test_what_a_computer_takes_for_a_player_is_not_the_players_time() -> None:
    table = Table(clock="live", time=300, increment=5)
    table.do(SubstituteBot(1, "steady"), 100)
    assert table.left(1, at=100) == (200, 0)
    table.play(150)
    table.play(160)
    table.do(ReturnToSeat(1), 170)
    assert table.left(1, at=170) == (200, 0)
    assert table.until == 370
    assert one_by_one(table.log) == table.clock


@pytest.mark.parametrize("seat", [1, 2])
def test_whoever_takes_over_has_all_the_time_and_nights_and_holidays_of_nobody_else(seat: int) -> None:
    table = Table(clock="bank", time=DAY, reserve=60, days_off="nights", vacations=True, timeout="computer")
    for number in (1, 2):
        table.do(SetTimeZone(number, "Asia/Kolkata"), 0)
        table.do(SetVacation(number, HOLIDAYS), 0)
    at = 12 * 3600
    table.do(SubstituteBot(seat, "steady", final=True), at)
    table.do(TakeOverSeat(seat, "Eve"), at)
    assert table.left(seat, at) == (DAY, 60)
    assert table.clock
    assert (table.clock.time_zones[seat - 1], table.clock.vacations[seat - 1]) == ("", ())
    assert (table.clock.time_zones[2 - seat], table.clock.vacations[2 - seat]) == ("Asia/Kolkata", HOLIDAYS)
    if seat == 2:
        assert table.left(1, at) != (DAY, 60)


def test_after_the_end_no_clock_runs() -> None:
    table = Table(clock="live", time=60)
    table.do(ExpireTurn(1, "steady"), 60)
    assert table.until is None
    assert table.left(1, at=100) == (0, 0)
    assert table.clock
    assert counted_between(table.clock, TableSettings(clock="live"), MONDAY, MONDAY + 50) == 0


def test_a_whole_round_is_reckoned_the_same_event_by_event() -> None:
    table = Table(clock="live", time=600, increment=3, reserve=20)
    moment = 0.0
    while table.state and table.state.round:
        moment += 7.25
        table.play(moment)
    assert any(isinstance(event, TurnStarted) for event, _ in table.log)
    assert one_by_one(table.log) == table.clock


def one_by_one(log: Sequence[tuple[Event, float]]) -> Clock | None:
    state, clock = None, None
    for event, at in log:
        state = fold([event], state)
        clock = update_clock(clock, [event], state, at)
    return clock


def test_how_much_of_a_time_has_run_on_the_clock() -> None:
    table = Table(clock="turn", time=3 * DAY, days_off="nights", time_zone="UTC")
    table.play(9 * 3600)
    assert table.clock
    assert table.state
    table_settings = table.state.table_settings
    assert counted_between(table.clock, table_settings, MONDAY, MONDAY + 10 * 3600) == 3600
    assert counted_between(table.clock, table_settings, MONDAY + 23 * 3600, MONDAY + DAY) == 0


@pytest.mark.parametrize("clock", ["turn", "none"])
@pytest.mark.parametrize("time_zone", ["", "Asia/Kolkata"])
def test_a_clock_is_kept_and_read_back(clock: str, time_zone: str) -> None:
    table = Table(clock=clock, time=DAY)
    table.do(SetVacation(2, HOLIDAYS), 60)
    table.do(SetTimeZone(2, time_zone), 60)
    assert from_json(to_json(table.clock)) == table.clock


def test_a_row_of_before_there_were_time_zones_is_what_is_written_without_any() -> None:
    table = Table(clock="turn", time=DAY)
    row = to_json(table.clock)
    assert row is not None
    assert "time_zones" not in row
    assert from_json(row) == table.clock


# --- nights of each player --------------------------------------------------------------------------------------------


def test_each_clock_rests_in_the_nights_of_its_own_player() -> None:
    table = Table(clock="turn", time=7200, days_off="nights", time_zone="UTC")
    assert table.until == 10 * 3600  # midnight of the table
    table.do(SetTimeZone(1, "Asia/Kolkata"), 0)
    assert table.until == 4.5 * 3600  # half past five there
    table.do(SetTimeZone(2, "America/Los_Angeles"), 0)
    assert table.until == 4.5 * 3600
    table.play(3 * 3600)
    assert table.until == 5 * 3600  # seven in the evening there
    table.play(5 * 3600)
    assert table.until == 7 * 3600
    table.play(5.5 * 3600)
    assert table.until == 5.5 * 3600 + 0.5 * 3600 + 10 * 3600 + 1.5 * 3600
    assert one_by_one(table.log) == table.clock


def test_holidays_are_days_where_the_player_is() -> None:
    for zone, until in (("UTC", 4 * DAY), ("Asia/Kolkata", 4 * DAY), ("America/Los_Angeles", 4 * DAY)):
        table = Table(clock="turn", time=2 * DAY)
        table.do(SetTimeZone(1, zone), 0)
        table.do(SetVacation(1, HOLIDAYS), 60)
        assert table.until == until
    table = Table(clock="turn", time=DAY)
    table.do(SetTimeZone(1, "America/Los_Angeles"), 0)
    table.do(SetVacation(1, (("2026-11-22", "2026-11-22"),)), 60)  # still Sunday there
    assert table.until == DAY + 8 * 3600


def test_the_next_night_of_a_seat_is_known_where_clocks_rest_at_night() -> None:
    for days_off, known in (("nights", True), ("both", True), ("weekends", False), ("none", False)):
        table = Table(clock="turn", time=DAY, days_off=days_off)
        table.do(SetTimeZone(1, "Asia/Kolkata"), 0)
        assert table.clock
        assert table.state
        night = night_of(table.clock, table.state.table_settings, 1, MONDAY)
        assert (night is not None) == known
        if night:
            assert [each.timestamp() - MONDAY for each in night] == [16.5 * 3600, 26.5 * 3600]


def test_terms_agreed_anew_set_the_clocks_anew() -> None:
    table = Table(clock="turn", time=DAY)
    table.do(FixTableSettings(TableSettings(clock="turn", time=2 * DAY)), 10)
    assert table.until == 10 + 2 * DAY


# --- hours that count ------------------------------------------------------------------------------------------------


HOUR = 3600
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


ZONES = {
    "Europe/Berlin": ("2026-10-25", "2027-03-28"),
    "America/New_York": ("2026-11-01", "2027-03-14"),
    "America/Los_Angeles": ("2026-11-01", "2027-03-14"),
    "Asia/Kolkata": ("2026-10-25", "2027-03-28"),  # clocks never change there
    "America/Santiago": ("2026-09-06", "2027-04-04"),  # they do at midnight
}
"""Sundays on which clocks change, by time zone."""


@pytest.mark.parametrize(("zone", "sunday"), [(zone, sunday) for zone in ZONES for sunday in ZONES[zone]])
def test_nights_weekends_and_holidays_are_by_the_clock_on_the_wall_when_it_changes(zone: str, sunday: str) -> None:
    there, day = ZoneInfo(zone), date.fromisoformat(sunday)

    def moment(days: int, hour: int) -> float:
        return datetime.combine(day + timedelta(days=days), time(hour), there).timestamp()

    nights, weekends, holiday = (
        Calendar(zone, "nights"),
        Calendar(zone, "weekends"),
        Calendar(zone, "none", ((sunday, sunday),)),
    )
    for days in (-1, 0, 1):
        assert nights.after(moment(days - 1, 21), 2 * HOUR) == moment(days, 9)
        assert nights.counted(moment(days - 1, 12), moment(days, 12)) == 14 * HOUR
        assert nights.counted(moment(days - 1, 22), moment(days, 8)) == 0
    assert weekends.after(moment(-2, 23), 2 * HOUR) == moment(1, 1)
    assert weekends.counted(moment(-2, 12), moment(1, 12)) == 24 * HOUR
    assert holiday.counted(moment(0, 1), moment(1, 0)) == 0
    assert holiday.counted(moment(0, 12), moment(1, 12)) == 12 * HOUR
