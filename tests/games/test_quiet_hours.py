"""Calls that are delayed by quiet hours follow them when they are changed."""

from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django_tasks_db.models import DBTaskResult
from pytest_django import Settings

from accounts.models import Person
from games.notifications import keeping
from games.notifications.calling import notify
from games.notifications.happenings import CHOSEN, Happening, Way
from games.notifications.models import Call, Wishes
from tests.games.callers import Messages, about, do_tasks, reachable

pytestmark = pytest.mark.django_db

NIGHT = datetime(2027, 3, 10, 23, tzinfo=UTC)


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NIGHT, tick=False) as travelling:
        yield travelling


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Messages:
    settings.CALL_DELAY = 0
    messages = Messages()
    messages.take_over(monkeypatch)
    return messages


@pytest.fixture
def ann(clock: time_machine.Traveller, sent: Messages) -> Person:
    """Ann, who has three calls delayed from ten at night to seven in the morning."""
    ann = reachable("Ann")
    quiet(ann, 22, 7)
    for number in range(3):
        notify(Happening.INVITATION, None, [ann], occasion=f"invitation:{number}")
    do_tasks()
    assert about(Call.Status.HELD) == 3
    return ann


def quiet(someone: Person, begin: int | None, end: int | None, zone: str = "UTC") -> None:
    """Save the page of notifications with these hours."""
    hours = [None if hour is None else time(hour) for hour in (begin, end)]
    ways = {each.value: list(Way.values) for each in CHOSEN}
    keeping.save_wishes(someone, keeping.Wanted(ways, False, False, hours[0], hours[1], zone, 6))


TOGETHER = [("invitation", "invitation", "invitation")]


def test_hours_that_end_now_let_go_what_was_held(ann: Person, sent: Messages) -> None:
    quiet(ann, 22, 23)
    do_tasks()
    assert sent.to("Ann") == TOGETHER


def test_no_quiet_hours_any_more_let_go_what_was_held(ann: Person, sent: Messages) -> None:
    quiet(ann, None, None)
    do_tasks()
    assert sent.to("Ann") == TOGETHER


def test_hours_that_end_earlier_bring_it_earlier(ann: Person, sent: Messages, clock: time_machine.Traveller) -> None:
    quiet(ann, 22, 2)
    clock.shift(timedelta(hours=2, minutes=59))
    do_tasks()
    assert sent == []
    clock.shift(timedelta(minutes=1))
    do_tasks()
    assert sent.to("Ann") == TOGETHER


def test_hours_that_end_later_bring_it_later_and_once(
    ann: Person, sent: Messages, clock: time_machine.Traveller
) -> None:
    quiet(ann, 22, 9)
    clock.shift(timedelta(hours=8))
    do_tasks()
    assert sent == []
    clock.shift(timedelta(hours=2))
    do_tasks()
    assert sent.to("Ann") == TOGETHER


def test_another_time_zone_counts_too(ann: Person, sent: Messages) -> None:
    quiet(ann, 22, 7, "America/Santo_Domingo")  # where it is seven in the evening
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
    assert about(Call.Status.HELD) == 3


def test_the_page_does_it(ann: Person, sent: Messages, client: Client) -> None:
    client.force_login(ann)
    boxes = {each.value: list(Way.values) for each in CHOSEN}
    rest = {"time_zone": "UTC", "remind_before": "6", "quiet_from": "", "quiet_until": ""}
    client.post(reverse("games:calls"), boxes | rest)
    assert Wishes.objects.get(person=ann).quiet_from is None
    do_tasks()
    assert sent.to("Ann") == TOGETHER
