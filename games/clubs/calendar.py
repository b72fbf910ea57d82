"""A club's calendar: its only writers, and the feed for the members' own calendars."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from django.core import signing
from django.db.models import F, OuterRef, QuerySet, Subquery
from icalendar import Calendar, Event

from accounts.models import Person
from casino.clock import now
from games.clubs.models import Club, ClubDate, Membership
from games.clubs.outcomes import no
from games.clubs.services import locked_club
from games.domain.refusal import Refusal

MAX_DATES = 100
"""Maximum number of dates to come."""

FARTHEST = timedelta(days=2 * 366)
KEPT = timedelta(days=90)
"""Time for which the feed still has a date that is over."""

SHOWN_AFTER = timedelta(hours=3)
"""Time for which a page shows a date that has begun."""

FEED = "games.clubs.calendar"
"""The purpose of the feed's signature."""


def coming_dates(club: Club | OuterRef) -> QuerySet[ClubDate]:
    return ClubDate.objects.filter(club=club, starts__gt=now() - SHOWN_AFTER).order_by("starts", "pk")


class ClubNext(NamedTuple):
    """A club of a person, with its next date if it has one."""

    club: Club
    title: str | None
    starts: datetime | None


def next_of(person: Person) -> ClubNext | None:
    """The person's club with the earliest date to come, or else the one joined last."""
    title, starts = (Subquery(coming_dates(OuterRef("club")).values(name)[:1]) for name in ("title", "starts"))
    own = Membership.objects.filter(person=person).select_related("club").annotate(title=title, starts=starts)
    row = own.order_by(F("starts").asc(nulls_last=True), "-pk").first()
    return ClubNext(row.club, row.title, row.starts) if row else None


def add_date(club: Club, organizer: Person, title: str, text: str, starts: datetime) -> Refusal | None:
    with locked_club(club, organizer) as (locked, mine):
        if not mine.organizes:
            return no("club-not-organizer")
        if not now() <= starts <= now() + FARTHEST:
            return no("club-date-wrong")
        if coming_dates(locked).count() >= MAX_DATES:
            return no("club-dates-many", most=MAX_DATES)
        ClubDate.objects.create(club=locked, title=title, text=text, starts=starts, made=now())
    return None


def delete_date(club: Club, organizer: Person, date: int) -> Refusal | None:
    with locked_club(club, organizer) as (locked, mine):
        if not mine.organizes:
            return no("club-not-organizer")
        ClubDate.objects.filter(club=locked, pk=date).delete()
    return None


# --- the feed -------------------------------------------------------------------------------------------------------


def feed_token(membership: int) -> str:
    """The secret part of a member's feed, which a calendar reads without logging in. It ends with the membership."""
    return signing.dumps(membership, salt=FEED)


def club_of_feed(address: str, token: str) -> Club | None:
    try:
        membership = signing.loads(token, salt=FEED)
    except signing.BadSignature:
        return None
    found = Membership.objects.filter(pk=membership, club__address=address, person__is_active=True)
    row = found.select_related("club").first()
    return row.club if row else None


def feed_of(club: Club, link: str, host: str, more: Iterable[Event] = ()) -> bytes:
    """The calendar in the iCalendar format (RFC 5545). `link`: the club's page; `host`: of the site, in the IDs;
    `more`: what else the club plans."""
    calendar = Calendar()
    calendar.add("prodid", "-//Casino//Clubs//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", club.name)
    for row in ClubDate.objects.filter(club=club, starts__gt=now() - KEPT).order_by("starts", "pk"):
        entry = Event()
        entry.add("uid", f"club-date-{row.pk}@{host}")
        entry.add("dtstamp", row.made)
        entry.add("dtstart", row.starts)
        entry.add("summary", row.title)
        entry.add("url", link)
        if row.text:
            entry.add("description", row.text)
        calendar.add_component(entry)
    for event in more:
        calendar.add_component(event)
    return bytes(calendar.to_ical())
