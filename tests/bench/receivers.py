"""Mail and webhooks of others while thirty webhooks of six people, on six hosts, answer one byte after the other."""

import atexit
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack

from tests.bench.registry import AIMS, Reading, Round, at_most, bench
from tests.bench.web import Failed, started
from tests.endpoint import dripping, endpoint
from tests.post_office import post_office

PEOPLE, EACH = 6, 5
PATIENCE = 400  # seconds
AIMS["slow receivers: another person's mail"] = at_most(2, 1)
AIMS["slow receivers: another person's webhook"] = at_most(15, 2)

PREPARED = """
from allauth.account.models import EmailAddress
from accounts.models import Person
from games.notifications.models import Webhook
def told(name, url, number=1):
    someone = Person.objects.create_user(name)
    Webhook.objects.bulk_create(Webhook(person=someone, kind="json", url=f"{{url}}/{{n}}") for n in range(number))
    return someone
for n, url in enumerate({slow}):
    told(f"guest{{n}}", url, {each})
EmailAddress.objects.create(user=Person.objects.create_user("ann"), email="ann@mail.example", verified=True)
told("bob", "{fast}")
"""

ROUND = """
from time import sleep, time
from accounts.models import Person
from games.notifications.dispatch import notify
from games.notifications.models import Notification, Webhook
def tell(people):
    at = time()
    notify("invitation", None, people, dedup_key=f"invitation:{at}")
    return at
Notification.objects.all().delete()
tell(Person.objects.filter(username__startswith="guest"))
sleep(1)
print(tell(Person.objects.filter(username__in=["ann", "bob"])))
"""


@bench("slow receivers")
def slow_receivers() -> Round:
    stack = ExitStack()
    atexit.register(stack.close)
    letters, mail = stack.enter_context(post_office())
    fast = stack.enter_context(endpoint())
    slow = [stack.enter_context(dripping(0.5, f"127.0.1.{number + 1}")) for number in range(PEOPLE)]
    site = started({"EMAIL_URL": mail, "WEBHOOK_ALLOWED_NETWORKS": "127.0.0.0/8", "NOTIFICATION_DELAY": "0"})
    site.run(PREPARED.format(each=EACH, slow=slow, fast=fast.url))

    def once() -> Iterator[Reading]:
        letters.letters.clear()
        fast.posted.clear()
        at = float(site.run(ROUND))
        mailed, posted = arrival(lambda: letters.letters), arrival(lambda: fast.posted)
        yield Reading("another person's mail", mailed - at, "s", f"{PEOPLE * EACH} receivers drip")
        yield Reading("another person's webhook", posted - at, "s")

    return once


def arrival(arrived: Callable[[], object]) -> float:
    """Return the time at which something has arrived."""
    end = time.time() + PATIENCE
    while not arrived():
        if time.time() > end:
            raise Failed(f"nothing has arrived in {PATIENCE} seconds")
        time.sleep(0.01)
    return time.time()
