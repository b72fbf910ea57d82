"""Suspensions from play by a director's ruling, and bans from writing in the chat."""

from datetime import datetime
from typing import Any

from django.db.models import Max, QuerySet, Value
from django.utils import timezone
from django.utils.formats import date_format

from accounts.models import Person
from casino.clock import now
from casino.prepared_queries import PreparedQuery
from games.domain.messages import UserFacingError
from games.models import ChatBan, Seat, Suspension
from games.services.outcomes import TEMPLATES, Refused, refused

_suspended_until = PreparedQuery(
    lambda seat, person: (
        Seat.objects.filter(pk=seat, person=person).order_by().values_list(Max("person__suspensions__until"), flat=True)
    ),
    int,
    int,
)


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
    process that has read it a while ago doesn't know. One query tells both; a computer's seat needs none."""
    if seat.person_id is None:
        return None
    suspended = _suspended_until(seat.pk, seat.person_id)
    if not suspended:
        return refused("not-at-table")
    until = suspended[0]
    return refused("suspended", until=_local_time(until)) if until and until > now() and not while_suspended else None


def chat_refusal(person_id: int | None) -> Refused | None:
    """Why this person may not write in any chat now: suspended, or muted by staff."""
    until, case = max(_chat_bars(person_id, now()) if person_id else (), default=(None, ""))
    return refused(case, until=_local_time(until)) if until else None


def _barred(person_id: int, at: datetime) -> QuerySet[Any, tuple[datetime, str]]:
    rows = [
        bars.objects.filter(person=person_id, until__gt=at).order_by().values_list("until", Value(case))
        for case, bars in (("suspended-chat", Suspension), ("chat-muted", ChatBan))
    ]
    return rows[0].union(rows[1])


_chat_bars = PreparedQuery(_barred, int, datetime)


def check_suspended(person: Person) -> None:
    """Raise SuspendedError if the person is suspended."""
    barred = suspension_refusal(person.pk)
    if barred:
        raise SuspendedError(TEMPLATES["suspended"], **dict(barred.refusal.args))


def _local_time(until: datetime) -> str:
    """The time in the site's time zone, with the zone's name."""
    local = timezone.localtime(until)
    return f"{date_format(local, 'DATETIME_FORMAT')} ({local.tzname()})"
