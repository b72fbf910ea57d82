"""Who may not play for a time, by a director's ruling; who may not write in the chat."""

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
    """Raised where somebody who is suspended opens a table."""


EVER = f"SELECT 1 FROM {Suspension._meta.db_table} WHERE person_id = %s"  # noqa: S608  our own name
"""Plain SQL: it is asked with every move, almost always in vain, and Django takes ten times as long to write it."""


def suspended(person: Person) -> Refused | None:
    """Why this person may not play now."""
    return suspension_of(person.pk)


def suspension_of(person_id: int | None) -> Refused | None:
    """The same for whoever has a seat."""
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
    """Raises SuspendedError."""
    found = suspended(person)
    if found:
        raise SuspendedError(TEMPLATES["suspended"], **dict(found.refusal.args))


def _words(until: datetime) -> str:
    """By the site's time zone, which is named."""
    there = timezone.localtime(until)
    return f"{date_format(there, 'DATETIME_FORMAT')} ({there.tzname()})"
