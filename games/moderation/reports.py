"""The queue of reported messages: each with the lines around it and its author's record, and figures of the queue.

The number of queries does not depend on the number of reports.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from statistics import median

from django.db.models import Count, Min, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from accounts.models import Person
from casino.clock import now
from games.community.models import Block
from games.models import ChatBan, Suspension
from games.models.social import ChatMessage, MessageReport
from games.presenters.social import message_text
from games.rulings.models import Sanction

MAX_SHOWN = 20
LINES_AROUND = 3
"""Number of messages shown before the reported one, and after it."""

WEEKS = 8
MAX_COUNTED = 10_000
"""Number of reports, the latest, from which the figures are computed."""

OPEN = Q(reports__state=MessageReport.State.OPEN)


@dataclass(frozen=True, slots=True)
class Line:
    """A message near a reported one, or that one itself (`reported`)."""

    at: datetime
    name: str
    text: str
    reported: bool
    removed: bool


@dataclass(frozen=True, slots=True)
class PersonRecord:
    """A person's record: reports about them and how many were upheld, notices by kind, people who block them, and
    what holds now."""

    reports: int = 0
    upheld: int = 0
    warnings: int = 0
    mutes: int = 0
    suspensions: int = 0
    blocked_by: int = 0
    muted_until: datetime | None = None
    suspended_until: datetime | None = None


@dataclass(frozen=True, slots=True)
class ReportedMessage:
    """A reported message: the number of its open reports, the time of the first, the lines, its author's record."""

    message: ChatMessage
    reports: int
    since: datetime | None
    lines: tuple[Line, ...]
    record: PersonRecord | None

    @property
    def spectators(self) -> bool:
        return self.message.audience == ChatMessage.Audience.SPECTATORS


@dataclass(frozen=True, slots=True)
class Week:
    """The reports made and decided in one week, by its first day."""

    first_day: date
    made: int
    decided: int


@dataclass(frozen=True, slots=True)
class QueueFigures:
    """Open reports, the time of the oldest, the median time to a decision, and the latest weeks, newest first."""

    open: int
    oldest: datetime | None
    median: timedelta | None
    weeks: tuple[Week, ...]


def for_moderator(moderator: Person) -> QuerySet[ChatMessage]:
    """The messages that this moderator may judge: not their own, nor those of games in which they play."""
    messages = ChatMessage.objects.exclude(person=moderator)
    return messages.exclude(game__taken_seats__person=moderator).select_related("game", "person")


def open_reports(moderator: Person) -> list[ReportedMessage]:
    """The messages with open reports, the longest waiting first."""
    waiting = for_moderator(moderator).filter(OPEN).annotate(since=Min("reports__at"), number=Count("reports"))
    return describe(list(waiting.order_by("since", "pk")[:MAX_SHOWN]))


def describe(messages: Sequence[ChatMessage]) -> list[ReportedMessage]:
    """The messages with everything needed to decide. They may carry `since` and `number`."""
    lines = _lines_around(messages)
    records = records_of({message.person_id for message in messages if message.person_id})
    return [
        ReportedMessage(
            message,
            getattr(message, "number", 0),
            getattr(message, "since", None),
            tuple(lines[message.pk]),
            records[message.person_id] if message.person_id else None,
        )
        for message in messages
    ]


def _lines_around(messages: Sequence[ChatMessage]) -> dict[int, list[Line]]:
    """The neighboring lines of each message, read in two queries."""
    same_place = Q(game=OuterRef("game")) | Q(game=None, room=OuterRef("room"))
    same_chat = ChatMessage.objects.filter(same_place, audience=OuterRef("audience")).order_by()
    before = same_chat.filter(pk__lt=OuterRef("pk")).order_by("-pk").values("pk")[LINES_AROUND - 1 : LINES_AROUND]
    after = same_chat.filter(pk__gt=OuterRef("pk")).order_by("pk").values("pk")[LINES_AROUND - 1 : LINES_AROUND]
    keys = [message.pk for message in messages]
    bounds = ChatMessage.objects.filter(pk__in=keys).annotate(first=Subquery(before), last=Subquery(after))
    ranges = {key: (first, last) for key, first, last in bounds.values_list("pk", "first", "last")}
    near, lines = Q(pk__in=keys), defaultdict[int, list[Line]](list)
    for message in messages:
        near |= _between(message, *ranges[message.pk])
    read = ChatMessage.objects.filter(near).select_related("person").order_by("pk") if messages else ()
    for row in read:
        for message in messages:
            first, last = ranges[message.pk]
            same = (row.game_id, row.room, row.audience) == (message.game_id, message.room, message.audience)
            if same and (first or 0) <= row.pk <= (last or row.pk):
                lines[message.pk].append(_line(row, reported=row.pk == message.pk))
    return lines


def _between(message: ChatMessage, first: int | None, last: int | None) -> Q:
    around = Q(game=message.game_id, room=message.room, audience=message.audience, pk__gte=first or 0)
    return around & Q(pk__lte=last) if last else around


def _line(row: ChatMessage, reported: bool) -> Line:
    return Line(row.at, row.speaker, message_text(row), reported, row.removed is not None)


def records_of(people: Collection[int]) -> dict[int, PersonRecord]:
    about = MessageReport.objects.filter(message__person__in=people).order_by().values_list("message__person")
    upheld = ~Q(outcome__in=["", MessageReport.Outcome.DISMISSED])
    reports = {person: counts for person, *counts in about.annotate(Count("pk"), upheld=Count("pk", filter=upheld))}
    notices = Counter(Sanction.objects.filter(person__in=people).order_by().values_list("person", "kind"))
    ruled = Counter(
        Suspension.objects.filter(person__in=people, ruling__isnull=False).order_by().values_list("person", flat=True)
    )
    blocks = Counter(Block.objects.filter(blocked__in=people).order_by().values_list("blocked", flat=True))
    muted, suspended = (_ends(rows, people) for rows in (ChatBan.objects.all(), Suspension.objects.all()))
    return {
        person: PersonRecord(
            reports=reports.get(person, (0, 0))[0],
            upheld=reports.get(person, (0, 0))[1],
            warnings=notices[person, Sanction.Kind.WARNED],
            mutes=notices[person, Sanction.Kind.MUTED],
            suspensions=notices[person, Sanction.Kind.SUSPENDED] + ruled[person],
            blocked_by=blocks[person],
            muted_until=muted.get(person),
            suspended_until=suspended.get(person),
        )
        for person in people
    }


def _ends(rows: QuerySet[ChatBan] | QuerySet[Suspension], people: Collection[int]) -> dict[int, datetime]:
    """The latest end that is still to come, by person."""
    current = rows.filter(person__in=people, until__gt=now()).order_by("until")
    return dict(current.values_list("person", "until"))


def queue_figures() -> QueueFigures:
    """The figures of the last weeks, over all reports."""
    waiting = MessageReport.objects.filter(state=MessageReport.State.OPEN).order_by()
    counted = waiting.aggregate(number=Count("pk"), oldest=Min("at"))
    monday = timezone.localdate() - timedelta(days=timezone.localdate().weekday())
    mondays = [monday - timedelta(weeks=number) for number in range(WEEKS)]
    since = timezone.make_aware(datetime.combine(mondays[-1], datetime.min.time()))
    times = MessageReport.objects.filter(at__gte=since).order_by("-at").values_list("at", "decided")[:MAX_COUNTED]
    pairs = list(times)
    made = Counter(_monday(at) for at, _ in pairs)
    decided = Counter(_monday(at) for _, at in pairs if at)
    waits = [end - start for start, end in pairs if end]
    middle = timedelta(seconds=median(wait.total_seconds() for wait in waits)) if waits else None
    weeks = tuple(Week(day, made[day], decided[day]) for day in mondays)
    return QueueFigures(counted["number"], counted["oldest"], middle, weeks)


def _monday(at: datetime) -> date:
    day = timezone.localdate(at)
    return day - timedelta(days=day.weekday())
