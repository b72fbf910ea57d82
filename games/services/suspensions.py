"""Suspensions from play by a director's ruling, and bans from writing in the chat."""

from datetime import datetime

from django.db import connection
from django.db.models import Value
from django.utils import timezone
from django.utils.formats import date_format

from accounts.models import Person
from casino.clock import now
from games.domain.messages import UserFacingError
from games.models import ChatBan, Seat, Suspension
from games.services.outcomes import TEMPLATES, Refused, refused

OWNER_SQL = f"""
    SELECT EXISTS (SELECT 1 FROM {Suspension._meta.db_table} suspension WHERE suspension.person_id = seat.person_id)
    FROM {Seat._meta.db_table} seat WHERE seat.id = %s AND seat.person_id = %s
"""  # noqa: S608  our own names
"""Whether the owner of a seat was ever suspended. Plain SQL: it runs with every move, and Django takes far longer."""


class SuspendedError(UserFacingError):
    """Raised when a suspended person opens a table."""


def suspension_refusal(person_id: int | None) -> Refused | None:
    """Why this person may not play now, or None; None for a computer player."""
    if person_id is None:
        return None
    until = max(Suspension.objects.filter(person=person_id).order_by().values_list("until", flat=True), default=None)
    return refused("suspended", until=_local_time(until)) if until and until > now() else None


def seat_refusal(seat: Seat, while_suspended: bool = False) -> Refused | None:
    """Why the seat's person may not play now, or None: suspended, or no longer the owner of the seat, which a
    process that has read it a while ago doesn't know. For most, one query tells both; a computer's seat needs none."""
    if seat.person_id is None:
        return None
    with connection.cursor() as cursor:
        cursor.execute(OWNER_SQL, [seat.pk, seat.person_id])
        owner = cursor.fetchone()
    if owner is None:
        return refused("not-at-table")
    return suspension_refusal(seat.person_id) if owner[0] and not while_suspended else None


def chat_refusal(person_id: int | None) -> Refused | None:
    """Why this person may not write in any chat now: suspended, or muted by staff."""
    rows = [
        bars.objects.filter(person=person_id, until__gt=now()).order_by().values_list("until", Value(case))
        for case, bars in (("suspended-chat", Suspension), ("chat-muted", ChatBan))
    ]
    until, case = max(rows[0].union(rows[1]), default=(None, ""))
    return refused(case, until=_local_time(until)) if until else None


def check_suspended(person: Person) -> None:
    """Raise SuspendedError if the person is suspended."""
    barred = suspension_refusal(person.pk)
    if barred:
        raise SuspendedError(TEMPLATES["suspended"], **dict(barred.refusal.args))


def _local_time(until: datetime) -> str:
    """The time in the site's time zone, with the zone's name."""
    local = timezone.localtime(until)
    return f"{date_format(local, 'DATETIME_FORMAT')} ({local.tzname()})"
