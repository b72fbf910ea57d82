"""Calls that are delayed by quiet hours follow them when they are changed."""

from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django_tasks_db.models import DBTaskResult

from accounts.models import Person
from accounts.person_preferences import save_preferences
from games.notifications import services
from games.notifications.dispatch import notify
from games.notifications.kinds import CONFIGURABLE, DeliveryMethod, NotificationKind
from games.notifications.models import Notification, NotificationPreferences
from tests.games.recipients import Messages, about, do_tasks, reachable

pytestmark = pytest.mark.django_db

NIGHT = datetime(2027, 3, 10, 23, tzinfo=UTC)


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NIGHT, tick=False) as travelling:
        yield travelling


@pytest.fixture
def ann(clock: time_machine.Traveller, sent: Messages) -> Person:
    """Ann, who has three calls delayed from ten at night to seven in the morning."""
    ann = reachable("Ann")
    quiet(ann, 22, 7)
    for number in range(3):
        notify(NotificationKind.INVITATION, None, [ann], dedup_key=f"invitation:{number}")
    do_tasks()
    assert about(Notification.Status.DEFERRED) == 3
    return ann


def quiet(someone: Person, begin: int | None, end: int | None, zone: str = "UTC") -> None:
    """Save the page of notifications with these hours, and the settings with this time zone."""
    hours = [None if hour is None else time(hour) for hour in (begin, end)]
    ways = {each.value: list(DeliveryMethod.values) for each in CONFIGURABLE}
    services.save_notification_preferences(
        someone, services.PreferenceValues(ways, False, False, False, None, hours[0], hours[1], 6)
    )
    save_preferences(someone, time_zone=zone)


TOGETHER = [("invitation", "invitation", "invitation")]


@pytest.mark.parametrize(
    ("begin", "end", "zone"),
    [(22, 23, "UTC"), (None, None, "UTC"), (22, 7, "America/Santo_Domingo")],
    ids=["they end now", "there are none any more", "it is seven in the evening there"],
)
def test_changed_hours_let_go_what_was_held(
    ann: Person, sent: Messages, begin: int | None, end: int | None, zone: str
) -> None:
    quiet(ann, begin, end, zone)
    do_tasks()
    assert sent.to("Ann") == TOGETHER


@pytest.mark.parametrize(("end", "hours", "more"), [(2, 2.99, 0.01), (9, 8, 2)], ids=["earlier", "later"])
def test_hours_that_end_earlier_or_later_bring_it_then_and_once(
    ann: Person, sent: Messages, clock: time_machine.Traveller, end: int, hours: float, more: float
) -> None:
    quiet(ann, 22, end)
    clock.shift(timedelta(hours=hours))
    do_tasks()
    assert sent == []
    clock.shift(timedelta(hours=more))
    do_tasks()
    assert sent.to("Ann") == TOGETHER


def test_saving_the_same_hours_again_and_again_makes_no_more_work(ann: Person) -> None:
    tasks = DBTaskResult.objects.count()
    for _ in range(20):
        quiet(ann, 22, 7)
    assert DBTaskResult.objects.count() == tasks


def test_nobody_elses_are_touched(ann: Person, sent: Messages) -> None:
    quiet(reachable("Bob"), None, None)
    do_tasks()
    assert sent == []
    assert about(Notification.Status.DEFERRED) == 3


def test_the_page_does_it(ann: Person, sent: Messages, client: Client) -> None:
    client.force_login(ann)
    boxes = {each.value: list(DeliveryMethod.values) for each in CONFIGURABLE}
    rest = {"remind_before": "6", "quiet_from": "", "quiet_until": ""}
    client.post(reverse("games:notifications"), boxes | rest)
    assert NotificationPreferences.objects.get(person=ann).quiet_from is None
    do_tasks()
    assert sent.to("Ann") == TOGETHER
