"""Delivery of notifications: each once, a moment after the event, if it is still useful.

A notification is claimed before it is sent, and its status is set after. If a process dies in between, its claim runs
out and the notification is sent again with the same ID, so that the receiver can recognize it.
"""

import logging
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import groupby
from typing import Any, NamedTuple

from django.db.models import F, QuerySet
from django.tasks import task
from django.utils import timezone

from accounts.models import Person
from accounts.time_zones import time_zone_of
from casino.safe_http import Unreachable
from casino.transactions import write_transaction
from games.notifications import emails, push, webhooks
from games.notifications.destinations import destinations_of
from games.notifications.exceptions import PermanentDeliveryError
from games.notifications.kinds import TO_ACT_ON, TO_RECEIVERS, DeliveryMethod, NotificationKind
from games.notifications.models import MAX_REASON_LENGTH, PENDING, Notification, Webhook
from games.notifications.preferences import methods_for, preferences_by_person, quiet_hours_end
from games.notifications.receivers import shares
from games.notifications.suppression import deferred_until, suppression_reason

logger = logging.getLogger(__name__)

QUEUE = "notifications"
"""A queue of its own, so that a slow mail server delays no computer player and no clock."""

RECEIVERS_QUEUE = "web_receivers"
"""Another one for addresses that people entered, so that they delay no mail."""

FIRST = 50
"""The priority of what is useless once it is done, above all others."""

HELD_BACK = 1
"""Seconds at least, and twice as many at most, that a message waits for others to the same person or host."""

BACK_OFF = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 120, 360, 720))
"""Delays after each failure; after the last one a notification is given up."""

AT_ONCE = 50
"""How many deferred notifications are merged at most."""

CLAIM_TIMEOUT = timedelta(minutes=5)
"""Time after which a notification that was being sent counts as interrupted."""

SENDERS = {DeliveryMethod.PUSH: push.send, DeliveryMethod.EMAIL: emails.send, DeliveryMethod.WEBHOOK: webhooks.send}
RETENTION = timedelta(days=30)
Status = Notification.Status


def enqueue(notifications: Sequence[Notification]) -> None:
    """Store the notifications of one event and enqueue their tasks, all or none; those that exist remain."""
    same_event, due = Notification.objects.filter(dedup_key=notifications[0].dedup_key), notifications[0].due
    with write_transaction():
        existing = list(same_event.values_list("pk", flat=True))
        Notification.objects.bulk_create(notifications, ignore_conflicts=True)
        for notification in same_event.exclude(pk__in=existing):
            schedule([notification], due)


def schedule(notifications: Sequence[Notification], due: datetime) -> None:
    """Enqueue the delivery of a message; where it is deferred, with everything deferred that goes the same way."""
    first = notifications[0]
    options: dict[str, Any] = {
        "queue_name": RECEIVERS_QUEUE if first.method in TO_RECEIVERS else QUEUE,
        "priority": FIRST if any(notification.kind in TO_ACT_ON for notification in notifications) else 0,
        "run_after": due,
    }
    if first.status == Status.DEFERRED:
        deliver_deferred.using(**options).enqueue(first.person_id, first.method)
    else:
        deliver.using(**options).enqueue(first.pk)


@task(queue_name=QUEUE)
def deliver(pk: int) -> None:
    """Send one notification that is due."""
    interrupted = Notification.objects.filter(pk=pk, status=Status.SENDING, due__gt=timezone.now()).first()
    if interrupted:  # or still being sent by another worker: look again when its claim has run out
        with write_transaction():
            schedule([interrupted], interrupted.due)
    for notifications in claim(Notification.objects.filter(pk=pk).exclude(status=Status.DEFERRED)):
        send_in_turn(notifications)


@task(queue_name=QUEUE)
def deliver_deferred(person_id: int, method: str) -> None:
    """Send the deferred notifications of this person by this method, merged into one message per destination."""
    deferred = Notification.objects.filter(person=person_id, method=method, status=Status.DEFERRED)
    for notifications in claim(deferred):
        send_in_turn(notifications)
    if rest := deferred.filter(due__lte=timezone.now()).first():
        with write_transaction():
            schedule([rest], timezone.now())


def requeue_pending() -> None:
    """Enqueue every notification not yet sent, as after a crash; repeating this is harmless."""
    now = timezone.now()
    with write_transaction():
        for notification in Notification.objects.filter(status__in=PENDING):
            schedule([notification], max(now, notification.due))


def old_notifications() -> QuerySet[Notification]:
    return Notification.objects.exclude(status__in=PENDING).filter(created__lt=timezone.now() - RETENTION)


# --- claiming -------------------------------------------------------------------------------------------------------


def claim(notifications: QuerySet[Notification]) -> list[list[Notification]]:
    """Claim the notifications that are due and useful, grouped into one message per destination; of many, the first
    ones. Whatever takes time is decided before the transaction, in which others cannot write."""
    now = timezone.now()
    ready = notifications.filter(status__in=PENDING, due__lte=now).select_related("person", "game")
    rows = ready.order_by("method", "destination", "created", "pk")[:AT_ONCE]
    decided = [(row, decide(row, now)) for row in rows]
    with write_transaction():
        claimed = [row for row, decision in decided if carry_out(row, decision)]
    return [list(group) for _, group in groupby(claimed, key=lambda row: (row.method, row.destination))]


class Handling(NamedTuple):
    """The next state of a notification, with the reason."""

    status: Notification.Status
    due: datetime
    reason: str


def decide(notification: Notification, now: datetime) -> Handling:
    """Drop a notification that is no longer useful, defer one that would disturb, send all others."""
    if reason := suppression_reason(notification):
        return Handling(Status.DROPPED, notification.due, reason)
    if until := deferred_until(notification, now):
        return Handling(Status.DEFERRED, until, notification.reason)
    return Handling(Status.SENDING, now + CLAIM_TIMEOUT, notification.reason)


def carry_out(notification: Notification, decision: Handling) -> bool:
    """Store the decision unless another worker has stored its own. Return True if the notification is to be sent."""
    unchanged = Notification.objects.filter(pk=notification.pk, status=notification.status, due=notification.due)
    notification.status, notification.due, notification.reason = decision
    notification.attempts += decision.status == Status.SENDING
    if not unchanged.update(**decision._asdict(), attempts=notification.attempts):
        return False
    if decision.status == Status.DEFERRED:
        schedule([notification], decision.due)
    return decision.status == Status.SENDING


def reschedule_deferred(person: Person) -> None:
    """Move the person's deferred notifications to the end of the current quiet hours, or to now."""
    now = timezone.now()
    due = quiet_hours_end(preferences_by_person([person])[person.pk], time_zone_of(person), now) or now
    deferred = Notification.objects.filter(person=person, status=Status.DEFERRED)
    moved = list(deferred.exclude(due=due).order_by("method"))
    deferred.update(due=due)
    for _, notifications in groupby(moved, key=lambda row: row.method):
        schedule(list(notifications), due)


# --- sending --------------------------------------------------------------------------------------------------------


def send_in_turn(notifications: list[Notification]) -> None:
    """Send the message, unless others to the same person or host are under way: then hold it back."""
    with shares.one(notifications[0]) as granted:
        if granted:
            send(notifications)
        else:
            hold_back(notifications)


def hold_back(notifications: list[Notification]) -> None:
    """Send the message in a moment, as one with all others of this person that wait as long. It was no attempt."""
    first, kinds = notifications[0], {notification.kind for notification in notifications}
    due = datetime.fromtimestamp((timezone.now().timestamp() // HELD_BACK + 2) * HELD_BACK, UTC)
    waiting = Notification.objects.filter(person=first.person, method=first.method, status=Status.DEFERRED, due=due)
    with write_transaction():
        scheduled = waiting.filter(kind__in=kinds & TO_ACT_ON or kinds).exists()
        set_status(notifications, Status.DEFERRED, "", due=due, attempts=F("attempts") - 1)
        if not scheduled:
            first.status = Status.DEFERRED
            schedule(notifications, due)


def send(notifications: list[Notification]) -> None:
    """Send one message to one destination about all of these notifications."""
    first = notifications[0]
    try:
        SENDERS[DeliveryMethod(first.method)](first.person, notifications)
    except PermanentDeliveryError as error:
        set_status(notifications, Status.FAILED, str(error))
        report_disabled_webhook(first)
    except Unreachable as error:
        retry(notifications, str(error))
        report_disabled_webhook(first)
    except Exception:
        logger.exception("Notification %s could not be sent.", first.pk)
        retry(notifications, "a fault of the program")
    else:
        set_status(notifications, Status.SENT, "")


def set_status(notifications: Sequence[Notification], status: str, reason: str, **more: object) -> None:
    rows = Notification.objects.filter(pk__in=[notification.pk for notification in notifications])
    with write_transaction():
        rows.update(status=status, reason=reason[:MAX_REASON_LENGTH], **more)


def retry(notifications: list[Notification], reason: str) -> None:
    """Retry after a delay that grows with each attempt, until the notifications are given up."""
    attempts = max(notification.attempts for notification in notifications)
    if attempts > len(BACK_OFF):
        set_status(notifications, Status.FAILED, reason)
        return
    first, due = notifications[0], timezone.now() + BACK_OFF[attempts - 1]
    first.status = Status.DEFERRED if len(notifications) > 1 else Status.WAITING
    with write_transaction():
        set_status(notifications, first.status, reason, due=due)
        schedule(notifications, due)


def report_disabled_webhook(notification: Notification) -> None:
    """If this failure disabled a webhook, notify its owner by the other methods."""
    person, kind = notification.person, NotificationKind.WEBHOOK_OFF
    webhook = Webhook.objects.filter(pk=notification.destination, person=person, disabled=True).first()
    if notification.method != DeliveryMethod.WEBHOOK or webhook is None:
        return
    methods = methods_for(preferences_by_person([person])[person.pk], kind, None) - {DeliveryMethod.WEBHOOK}
    common = {
        "person": person,
        "kind": kind,
        "dedup_key": f"{kind}:{webhook.pk}:{webhook.failing_since}",
        "due": timezone.now(),
    }
    if destinations := [destination for destination in destinations_of([person]) if destination.method in methods]:
        enqueue([Notification(method=method, destination=pk, **common) for _, method, pk in destinations])
