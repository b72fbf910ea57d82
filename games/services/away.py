"""Holidays: chosen in advance, limited per year, visible to everyone the person plays with."""

from datetime import date, timedelta

from django.db.models import Max
from django.utils import timezone

from accounts.models import Person
from casino.clock import now
from casino.writes import write_transaction
from games.domain.commands import NoteHolidays
from games.log.store import locked
from games.models import Game, Holiday, Seat
from games.services.outcomes import Refused, refused
from games.services.recorder import Recorder
from games.services.turns import actor_of

DAYS_A_YEAR = 30


def today() -> date:
    """Return today's date in the site's time zone."""
    return timezone.localdate(now())


def add_holiday(person: Person, first: date, last: date) -> Holiday | Refused:
    """Add a holiday that begins tomorrow or later. It stops the person's clocks in all games that allow it."""
    with write_transaction():
        Person.objects.select_for_update().get(pk=person.pk)
        trouble = _trouble(person, first, last)
        if trouble:
            return trouble
        holiday = Holiday.objects.create(person=person, first=first, last=last)
        _note(person)
        return holiday


def cancel_holiday(person: Person, number: int) -> Refused | None:
    """Cancel a holiday that has not begun; one that no longer exists is ignored."""
    with write_transaction():
        holiday = Holiday.objects.filter(person=person, pk=number).first()
        if holiday is None:
            return None
        if holiday.first <= today():
            return refused("holiday-begun")
        holiday.delete()
        _note(person)
        return None


def days_left(person: Person, year: int) -> int:
    """Return the number of holiday days that the person may still choose in a year."""
    return DAYS_A_YEAR - sum(_days_in(year, each.first, each.last) for each in person.holidays.all())


def away_until(person_ids: list[int]) -> dict[int, date]:
    """Return those of these people who are on holiday today, with the last day."""
    found = Holiday.objects.filter(person__in=person_ids, first__lte=today(), last__gte=today())
    return dict(found.values_list("person").annotate(Max("last")).order_by())


def _trouble(person: Person, first: date, last: date) -> Refused | None:
    """Return the reason why this holiday cannot be chosen, or None."""
    if last < first:
        return refused("holiday-backwards")
    if first <= today():
        return refused("holiday-late")
    if last > today() + timedelta(days=365):
        return refused("holiday-far")
    if person.holidays.filter(first__lte=last, last__gte=first).exists():
        return refused("holiday-twice")
    for year in range(first.year, last.year + 1):
        left = days_left(person, year)
        if _days_in(year, first, last) > left:
            return refused("holiday-many", year=year, left=left, most=DAYS_A_YEAR)
    return None


def _days_in(year: int, first: date, last: date) -> int:
    begin, end = max(first, date(year, 1, 1)), min(last, date(year, 12, 31))
    return max(0, (end - begin).days + 1)


def _note(person: Person) -> None:
    """Write the person's holidays into the logs of the games that they stop."""
    seats = Seat.objects.filter(person=person, game__status=Game.Status.PLAYING, game__terms__holidays=True)
    for number, game_id in seats.filter(game__over_days=True).values_list("number", "game"):
        recorder = Recorder(locked(game_id))
        recorder.order(NoteHolidays(number, noted(person)), actor_of(number))
        recorder.record()


def noted(person: Person) -> tuple[tuple[str, str], ...]:
    """Return a person's holidays as they are written to the log."""
    days = person.holidays.values_list("first", "last")
    return tuple((first.isoformat(), last.isoformat()) for first, last in days)
