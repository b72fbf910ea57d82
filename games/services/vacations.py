"""Vacations: chosen in advance, limited per year, visible to everyone the person plays with."""

from datetime import UTC, date, timedelta

from django.utils import timezone

from accounts.models import Person
from accounts.time_zones import time_zone_of
from casino.clock import now
from casino.transactions import write_transaction
from games.domain.commands import SetVacation
from games.log.store import lock_game, seat_actor
from games.models import Game, Seat, Vacation
from games.services.game_transaction import GameTransaction
from games.services.outcomes import Refused, refused

DAYS_A_YEAR = 30


def today_of(person: Person) -> date:
    """Today's date where the person is."""
    return timezone.localdate(now(), time_zone_of(person))


def add_vacation(person: Person, first: date, last: date) -> Vacation | Refused:
    """Add a vacation that begins today or later. It stops the person's clocks in all games that allow it."""
    with write_transaction():
        Person.objects.select_for_update().get(pk=person.pk)
        refusal = _vacation_refusal(person, first, last)
        if refusal:
            return refusal
        vacation = Vacation.objects.create(person=person, first=first, last=last)
        _record_vacations(person)
        return vacation


def cancel_vacation(person: Person, pk: int) -> None:
    """Cancel a vacation, or end with today one that has begun; one that no longer exists is ignored."""
    with write_transaction():
        today = today_of(person)
        vacation = Vacation.objects.filter(person=person, pk=pk, last__gte=today).first()
        if vacation is None:
            return
        if vacation.first > today:
            vacation.delete()
        else:
            vacation.last = today
            vacation.save(update_fields=["last"])
        _record_vacations(person)


def days_left(person: Person, year: int) -> int:
    """The number of vacation days that the person may still choose in a year."""
    return DAYS_A_YEAR - sum(_days_in(year, vacation.first, vacation.last) for vacation in person.vacations.all())


def away_until(person_ids: list[int]) -> dict[int, date]:
    """Those of these people who are on vacation today, where each is, with the last day."""
    day, one = timezone.localdate(now(), UTC), timedelta(days=1)  # today is one of three days somewhere
    near = Vacation.objects.filter(person__in=person_ids, first__lte=day + one, last__gte=day - one)
    near = near.select_related("person__preferences").order_by("last")
    return {each.person_id: each.last for each in near if each.first <= today_of(each.person) <= each.last}


def _vacation_refusal(person: Person, first: date, last: date) -> Refused | None:
    if last < first:
        return refused("holiday-backwards")
    today = today_of(person)
    if first < today:
        return refused("holiday-late")
    if last > today + timedelta(days=365):
        return refused("holiday-far")
    if person.vacations.filter(first__lte=last, last__gte=first).exists():
        return refused("holiday-twice")
    for year in range(first.year, last.year + 1):
        left = days_left(person, year)
        if _days_in(year, first, last) > left:
            return refused("holiday-many", year=year, left=left, most=DAYS_A_YEAR)
    return None


def _days_in(year: int, first: date, last: date) -> int:
    begin, end = max(first, date(year, 1, 1)), min(last, date(year, 12, 31))
    return max(0, (end - begin).days + 1)


def _record_vacations(person: Person) -> None:
    """Write the person's vacations into the logs of the games that they stop."""
    seats = Seat.objects.filter(person=person, game__status=Game.Status.PLAYING, game__table_settings__vacations=True)
    for number, game_id in seats.filter(game__correspondence=True).values_list("number", "game"):
        tx = GameTransaction(lock_game(game_id))
        tx.execute_trusted(SetVacation(number, vacation_days(person)), seat_actor(number))
        tx.commit()


def vacation_days(person: Person) -> tuple[tuple[str, str], ...]:
    """A person's vacations as they are written to the log."""
    days = person.vacations.values_list("first", "last")
    return tuple((first.isoformat(), last.isoformat()) for first, last in days)
