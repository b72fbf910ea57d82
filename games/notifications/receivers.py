"""Posts to the addresses that people entered. None of them, and no one with many of them, may hold up the others."""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from threading import Lock
from time import monotonic
from urllib.parse import urlsplit

from django.utils import timezone

from casino.safe_http import TimedOut, post
from casino.transactions import give_back_connection, write_transaction
from games.notifications.kinds import DeliveryMethod
from games.notifications.models import Device, Notification, Receiver, Webhook

MAX_TIMEOUTS = 3
PAUSE = timedelta(hours=1)

PER_PERSON = 1
PER_HOST = 2
SLOW = 1
"""How many posts at the same time, in each process: for one person, to one host, for all people and to all hosts that
were slow the last time."""

SLOW_AFTER = 2.0  # seconds


MODELS: dict[str, type[Device | Webhook]] = {DeliveryMethod.PUSH: Device, DeliveryMethod.WEBHOOK: Webhook}


def receiver_of(notification: Notification) -> Receiver | None:
    """The device or webhook; None for email, and for one that has been removed."""
    model = MODELS.get(notification.method)
    return model.objects.filter(pk=notification.destination).first() if model else None


def post_to(receiver: Receiver, body: bytes, headers: Mapping[str, str]) -> int:
    """Post, and return the status of the response. A receiver that times out several times in a row is paused."""
    give_back_connection()
    try:
        status = post(receiver.address, body, headers)
    except TimedOut:
        set_timeouts(receiver, receiver.timeouts + 1)
        raise
    if receiver.timeouts:
        set_timeouts(receiver, 0)
    return status


def set_timeouts(receiver: Receiver, timeouts: int) -> None:
    receiver.timeouts = timeouts
    receiver.paused_until = timezone.now() + PAUSE if timeouts >= MAX_TIMEOUTS else None
    with write_transaction():
        receiver.save(update_fields=["timeouts", "paused_until"])


class Shares:
    """The posts under way in this process, counted by what they share."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.under_way: Counter[str] = Counter()
        self.slow: set[str] = set()

    @contextmanager
    def one(self, notification: Notification) -> Iterator[bool]:
        """Take part in the shares until the end of the block; yield False if one of them is used up."""
        receiver = receiver_of(notification)
        if receiver is None:
            yield True
            return
        own = {
            f"person {notification.person_id}": PER_PERSON,
            f"host {urlsplit(receiver.address).hostname}": PER_HOST,
        }
        with self.lock:
            limits = own | {"slow": SLOW} if own.keys() & self.slow else own
            granted = all(self.under_way[share] < limit for share, limit in limits.items())
            self.under_way.update(limits.keys() if granted else ())
        began = monotonic()
        try:
            yield granted
        finally:
            if granted:
                with self.lock:
                    self.under_way.subtract(limits.keys())
                    self.under_way += Counter()  # forgets those at zero
                    self.slow = self.slow | own.keys() if monotonic() - began > SLOW_AFTER else self.slow - own.keys()


shares = Shares()
