"""Who may not play for a time, by a director's ruling."""

from datetime import datetime

from django.db.models import QuerySet, Subquery
from django.utils import timezone
from django.utils.formats import date_format

from accounts.models import Person
from casino.clock import now
from games.domain.sentences import ToldError
from games.rulings.models import Suspension
from games.services.outcomes import TEMPLATES, Refused, refused


class SuspendedError(ToldError):
    """Raised where somebody who is suspended opens a table."""


def suspended(person: Person) -> Refused | None:
    """Why this person may not play now."""
    return refused_until(_suspensions(person.pk).values_list("until", flat=True).first())


def check_suspended(person: Person) -> None:
    """Raises SuspendedError."""
    found = suspended(person)
    if found:
        raise SuspendedError(TEMPLATES["suspended"], **dict(found.refusal.args))


def end_of_suspension(person_id: int | None) -> Subquery:
    """Until when this person may not play, for another query to read along."""
    return Subquery(_suspensions(person_id).values("until")[:1])


def refused_until(until: datetime | None) -> Refused | None:
    return refused("suspended", until=_words(until)) if until else None


def _suspensions(person_id: int | None) -> QuerySet[Suspension]:
    """Those that hold now, the longest first."""
    return Suspension.objects.filter(person=person_id, until__gt=now()).order_by("-until")


def _words(until: datetime) -> str:
    """By the site's time zone, which is named."""
    there = timezone.localtime(until)
    return f"{date_format(there, 'DATETIME_FORMAT')} ({there.tzname()})"
