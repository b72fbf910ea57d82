"""The status of the site, on a page for its host and by mail when something turns red."""

import logging
import os
import shutil
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

import pytest
from django.conf import settings as django_settings
from django.core import mail
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.db import DatabaseError, connection
from django.test import Client
from django.utils import timezone, translation
from django_tasks_db.models import DBTaskResult
from pytest_django import Settings

from accounts.models import Person
from accounts.tasks import send_mail
from casino import health, metrics, smtp, status
from casino.status import Line, Watch, lines
from tests.live import PROJECT
from tests.load.cluster.process import free_port
from tests.post_office import post_office

pytestmark = pytest.mark.django_db


class Usage(NamedTuple):
    total: float
    free: float


@pytest.fixture(autouse=True)
def well(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A site on which nothing is wrong."""
    settings.DATA_DIR = tmp_path
    (tmp_path / "last_backup").touch()
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(10e9, 2e9))
    monkeypatch.setattr(metrics, "_errors", metrics._errors.copy())
    metrics._errors.clear()
    monkeypatch.setattr(status, "blocking_failures", no_failures)  # which asks over a connection of its own
    yield
    health.write_failed.clear()
    cache.clear()


async def no_failures() -> list[str]:
    return ["the database cannot be written"] if health.write_failed.is_set() else []


def red() -> list[str]:
    with translation.override("en"):
        return [str(line.check.name) for line in lines() if line.red]


def be_late() -> None:
    send_mail.enqueue("", "", [])
    DBTaskResult.objects.update(enqueued_at=timezone.now() - timedelta(hours=1))


def log_errors() -> None:
    for _ in range(6):
        metrics.ErrorCount(logging.ERROR).emit(logging.makeLogRecord({"name": "games.test"}))


def fail_to_send() -> None:
    with pytest.raises(ConnectionRefusedError):
        send_by(free_port())


def send_by(port: int) -> None:
    smtp.EmailBackend(alias="default", host="127.0.0.1", port=port).send_messages(
        [EmailMessage("", "", to=["a@b.example"])]
    )


def forget_backups(monkeypatch: pytest.MonkeyPatch) -> None:
    os.utime(django_settings.DATA_DIR / "last_backup", (0, 0))


def fill_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(10e9, 9e8))


def lose_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> None:
        raise DatabaseError

    monkeypatch.setattr(status, "database_metrics", away)


TROUBLES: list[tuple[Callable[[pytest.MonkeyPatch], None], list[str]]] = [
    (lambda _: health.write_failed.set(), ["Server"]),
    (lambda _: be_late(), ["Tasks and clocks"]),
    (forget_backups, ["Backup"]),
    (fill_the_disk, ["Disk"]),
    (lambda _: fail_to_send(), ["Mail"]),
    (lambda _: log_errors(), ["Errors"]),
    (lose_the_database, ["Tasks and clocks", "Games and people"]),
]


@pytest.mark.parametrize(("trouble", "expected"), TROUBLES)
def test_a_line_turns_red_with_its_trouble(
    trouble: Callable[[pytest.MonkeyPatch], None], expected: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert red() == []
    trouble(monkeypatch)
    assert red() == expected


def test_mail_that_is_sent_again_is_well() -> None:
    fail_to_send()
    with post_office() as (_, address):
        send_by(int(address.rpartition(":")[2].partition("?")[0]))
    assert red() == []
    refused = next(line.text for line in lines() if line.check.find == status.mail)
    assert "ConnectionRefusedError" in refused


def test_a_public_site_without_any_backup_is_told_so(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "last_backup").unlink()
    assert red() == []
    settings.HTTPS = True
    assert red() == (["Backup"] if connection.vendor == "sqlite" else [])


def test_the_alert_for_prometheus_has_the_same_bound() -> None:
    rules = (PROJECT / "deploy" / "prometheus.yml").read_text(encoding="utf-8")
    assert f"casino_backup_age_seconds) > {metrics.BACKUP_LATE:.0f}\n" in rules


def test_the_page_shows_red_lines_first_with_what_helps() -> None:
    root = Client()
    root.force_login(Person.objects.create_superuser("root", password="x"))
    django_settings.DATA_DIR.joinpath("last_backup").touch()
    assert "needs attention" not in root.get("/admin/status/").content.decode()
    log_errors()
    page = root.get("/admin/status/").content.decode()
    assert page.index("<dt>Errors") < page.index("<dt>Server")
    assert page.count("needs attention") == page.count("<code>journalctl") == 1
    assert "games.test" in page
    assert 'href="/admin/status/"' in root.get("/admin/").content.decode()


# --- mail to the administrators --------------------------------------------------------------------------------------


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    monkeypatch.setattr(connection, "close", lambda: None)  # the test's transaction is open
    Person.objects.create_superuser("root", email="root@club.example", password="x")
    return Watch()


def looks(watch: Watch, number: int) -> list[str]:
    """Look so many times, and return the subjects of what was sent meanwhile."""
    sent = len(mail.outbox)
    for _ in range(number):
        watch.tell(lines())
    return [str(letter.subject) for letter in mail.outbox[sent:]]


def test_what_stays_red_is_told_once(watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    assert looks(watch, 3) == []
    fill_the_disk(monkeypatch)
    assert looks(watch, 1) == []  # a moment is no trouble
    assert looks(watch, 5) == ["Casino: Disk"]
    assert mail.outbox[-1].to == ["root@club.example"]
    assert "/admin/status/" in mail.outbox[-1].body
    assert "df -h" in mail.outbox[-1].body
    log_errors()
    assert looks(watch, 5) == ["Casino: Errors"]


def test_it_is_told_again_when_it_has_been_well_for_an_hour(watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    fill_the_disk(monkeypatch)
    assert looks(watch, 2) == ["Casino: Disk"]
    for away, told in ((600, []), (status.QUIET + 1, ["Casino: Disk"])):
        with monkeypatch.context() as better:
            better.setattr(shutil, "disk_usage", lambda _: Usage(10e9, 2e9))
            assert looks(watch, 2) == []
        now += away
        assert looks(watch, 3) == told


def test_a_mail_that_cannot_be_sent_is_tried_again(
    watch: Watch, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    fill_the_disk(monkeypatch)
    with monkeypatch.context() as away:
        away.setattr(EmailMessage, "send", lambda _: send_by(free_port()))
        watch.look()
        watch.look()
    assert "could not be told" in caplog.text
    assert looks(watch, 1)[0].startswith("Casino: Disk")


def test_without_the_database_the_administrators_are_still_known(watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    log_errors()
    looks(watch, 2)

    def away() -> list[str]:
        raise DatabaseError

    monkeypatch.setattr(status, "administrators", away)
    lose_the_database(monkeypatch)
    assert looks(watch, 2) == ["Casino: Tasks and clocks, Games and people"]
    assert mail.outbox[-1].to == ["root@club.example"]


def test_one_server_looks_for_all(watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.set("casino-status-watch", "another")
    seen: list[Line] = []
    monkeypatch.setattr(watch, "tell", seen.extend)
    watch.look()
    assert seen == []
    cache.delete("casino-status-watch")
    watch.look()
    assert len(seen) == len(status.CHECKS)
