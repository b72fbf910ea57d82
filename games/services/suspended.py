"""Suspensions from play by a director's ruling, and bans from writing in the chat."""

from datetime import datetime

from django.db import connection
from django.db.models import Value
from django.utils import timezone
from django.utils.formats import date_format

from accounts.models import Person
from casino.clock import now
from games.domain.sentences import ToldError
from games.rulings.models import ChatBan, Suspension
from games.services.outcomes import TEMPLATES, Refused, refused


class SuspendedError(ToldError):
    """Raised when a suspended person opens a table."""


EVER = f"SELECT 1 FROM {Suspension._meta.db_table} WHERE person_id = %s"  # noqa: S608  our own name
"""Plain SQL: it runs with every move, almost always without a result, and Django takes ten times as long."""


def suspended(person: Person) -> Refused | None:
    """Return why this person may not play now, or None."""
    return suspension_of(person.pk)


def suspension_of(person_id: int | None) -> Refused | None:
    """Return the same by the person's key, as a seat has it; None for a computer player."""
    with connection.cursor() as cursor:
        cursor.execute(EVER, [person_id])
        if cursor.fetchone() is None:
            return None
    holds = Suspension.objects.filter(person=person_id, until__gt=now()).order_by("-until").first()
    return refused("suspended", until=_words(holds.until)) if holds else None


def barred_from_chat(person_id: int | None) -> Refused | None:
    """Return why this person may not write in any chat now: suspended, or muted by staff."""
    rows = [
        bars.objects.filter(person=person_id, until__gt=now()).order_by().values_list("until", Value(case))
        for case, bars in (("suspended-chat", Suspension), ("chat-muted", ChatBan))
    ]
    until, case = max(rows[0].union(rows[1]), default=(None, ""))
    return refused(case, until=_words(until)) if until else None


def check_suspended(person: Person) -> None:
    """Raise SuspendedError if the person is suspended."""
    found = suspended(person)
    if found:
        raise SuspendedError(TEMPLATES["suspended"], **dict(found.refusal.args))


def _words(until: datetime) -> str:
    """Return the time in the site's time zone, with the zone's name."""
    there = timezone.localtime(until)
    return f"{date_format(there, 'DATETIME_FORMAT')} ({there.tzname()})"
