"""Old rows are deleted once a day, some at a time; what is still needed stays."""

from datetime import datetime, timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.tasks import TaskResultStatus
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from accounts.services import create_guest
from accounts.tasks import send_mail
from casino import worker
from casino.worker import TaskWorker, clean_up
from games.models import ImportedRecord, Presence
from games.notifications.models import Notification
from tests.games.tables import game_by_hand, person

pytestmark = pytest.mark.django_db

TODAY = timezone.now()
LONG_AGO, TOMORROW = TODAY - timedelta(days=100), TODAY + timedelta(days=1)


def make_session(key: str, expires: datetime) -> None:
    Session.objects.create(session_key=key, session_data="", expire_date=expires)


def fill() -> None:
    """Make an old row and a new one in each table."""
    ann, guest, (game, _) = person("Ann"), create_guest(), game_by_hand()
    for name, at in (("old", LONG_AGO), ("new", TODAY)):
        task = send_mail.enqueue(name, "", []).id
        DBTaskResult.objects.filter(id=task).update(status=TaskResultStatus.SUCCESSFUL, finished_at=at)
        make_session(name, TOMORROW if name == "new" else at)
        UserSession.objects.create(user=ann, session_key=name, ip="192.0.2.1", last_seen_at=at)
        ImportedRecord.objects.create(owner=guest, public_id=name, preset="", players=[], log=[], created=at)
        Presence.objects.create(game=game, seat=0, channel=name, process=name, opened=at, seen=at)
        status = Notification.Status.SENT
        Notification.objects.create(person=ann, dedup_key=name, created=at, due=at, status=status)


def kept() -> list[list[str]]:
    return [
        [row.args_kwargs["args"][0] for row in DBTaskResult.objects.all()],
        list(Session.objects.values_list("session_key", flat=True)),
        list(UserSession.objects.values_list("session_key", flat=True)),
        list(Presence.objects.values_list("channel", flat=True)),
        list(Notification.objects.values_list("dedup_key", flat=True)),
        list(ImportedRecord.objects.values_list("public_id", flat=True)),
    ]


def test_old_rows_are_deleted_from_each_table_and_new_ones_stay() -> None:
    fill()
    assert all("old" in rows for rows in kept())
    assert not clean_up()
    assert kept() == [["new"]] * 6


def test_what_waits_is_never_old() -> None:
    send_mail.enqueue("waiting", "", [])
    DBTaskResult.objects.update(enqueued_at=LONG_AGO)
    Notification.objects.create(person=person("Ann"), dedup_key="waiting", created=LONG_AGO, due=LONG_AGO)
    clean_up()
    assert (DBTaskResult.objects.count(), Notification.objects.count()) == (1, 1)


def test_one_step_deletes_a_bounded_number_of_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "MAX_ROWS", 2)
    for number in range(5):
        make_session(str(number), LONG_AGO)
    assert [(clean_up(), Session.objects.count()) for _ in range(3)] == [(True, 3), (True, 1), (False, 0)]


def test_the_worker_cleans_up_step_by_step_and_then_once_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "MAX_ROWS", 2)
    running, now = TaskWorker(), 1000.0
    monkeypatch.setattr("casino.worker.time.monotonic", lambda: now)
    running.hooks_ran_at = running.clean_up_at = 0.0
    left = []
    for hours in (0, 0.1, 0.2, 23, 25):
        now = 1000.0 + hours * 3600
        if hours in (0, 23):
            for number in range(3):
                make_session(f"{hours} {number}", LONG_AGO)
        running.run_periodic_hooks()
        left.append(Session.objects.count())
    assert left == [1, 0, 0, 3, 1]
