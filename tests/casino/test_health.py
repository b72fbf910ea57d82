"""The addresses for the operation of the site."""

import re
import resource
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from unittest.mock import Mock

import pytest
import requests
from asgiref.sync import sync_to_async
from django.db import OperationalError
from django.test import override_settings
from django.utils import timezone
from django_tasks_db.models import DBTaskResult
from pytest_django import Settings

from accounts.tasks import send_mail
from casino import health
from casino.asgi import application
from casino.push_ages import push_ages
from casino.version import VERSION, build, dated_release, release
from tests.examples import exhaustive
from tests.http import get
from tests.live import live_site


async def ask(path: str) -> tuple[int, str]:
    status, body = await get(application, path)
    return status, body.strip()


@pytest.fixture(autouse=True)
def staying() -> Iterator[None]:
    yield
    health.shutting_down.clear()
    health.write_failed.clear()


async def test_a_process_that_answers_is_well_whatever_host_it_is_asked_by() -> None:
    with override_settings(ALLOWED_HOSTS=["casino.example"], SECURE_SSL_REDIRECT=True):
        assert await ask("/healthz") == (200, "ok")


@pytest.mark.django_db(transaction=True)
async def test_it_is_ready_when_all_it_needs_is_there() -> None:
    assert await ask("/readyz") == (200, "ok")


@pytest.mark.django_db(transaction=True)
async def test_without_its_database_it_is_well_but_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> str:
        raise OperationalError("secret-host refused the connection")

    monkeypatch.setattr(health, "check_migrations", away)
    assert await ask("/readyz") == (503, "no database")
    assert await ask("/healthz") == (200, "ok")


@pytest.mark.django_db(transaction=True)
async def test_a_database_that_is_not_up_to_date_cannot_be_served(monkeypatch: pytest.MonkeyPatch) -> None:
    class Behind:
        def __init__(self, _: object) -> None:
            self.loader = self
            self.graph = self

        def leaf_nodes(self) -> list[str]:
            return []

        def migration_plan(self, _: object) -> list[str]:
            return ["one more"]

    monkeypatch.setattr(health, "MigrationExecutor", Behind)
    monkeypatch.setattr(health, "_up_to_date", False)
    assert await ask("/readyz") == (503, "migrations are waiting")


@pytest.mark.django_db(transaction=True)
async def test_without_its_channel_layer_it_serves_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    class Away:
        async def group_send(self, *_: object) -> None:
            raise ConnectionError

    monkeypatch.setattr(health, "get_channel_layer", Away)
    assert await ask("/readyz") == (200, "ok, but no channel layer")


@pytest.mark.django_db(transaction=True)
async def test_without_the_workers_beside_it_it_serves_and_says_so(settings: Settings) -> None:
    settings.WORKER_INSIDE = False
    await sync_to_async(send_mail.enqueue)("", "", [])
    assert await ask("/readyz") == (200, "ok")
    await DBTaskResult.objects.aupdate(enqueued_at=timezone.now() - timedelta(seconds=61))
    assert await ask("/readyz") == (200, "ok, but no task worker")
    settings.WORKER_INSIDE = True
    assert await ask("/readyz") == (200, "ok")


@pytest.mark.django_db(transaction=True)
async def test_whoever_brings_moves_to_the_other_players_too_late_is_not_ready() -> None:
    with push_ages.measure(time.time() - 4):
        assert await ask("/readyz") == (200, "ok")
        with push_ages.measure(time.time() - 6):
            assert await ask("/readyz") == (503, "pushes are 6 s late")
    assert await ask("/readyz") == (200, "ok")
    assert push_ages.age() == 0 < 6 <= push_ages.age(recent=60)  # what was late is told for a while


async def test_version_and_commit_are_told() -> None:
    status, told = await ask("/version")
    assert status == 200
    assert re.fullmatch(rf"{re.escape(VERSION)}(\+[0-9a-f]{{10}} \(\d{{4}}-\d\d-\d\d\))?", told)


def test_an_image_is_told_its_commit_and_a_plain_copy_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("subprocess.run", Mock(side_effect=FileNotFoundError))
    for told, shown in (
        ("", VERSION),
        ("0123456789", f"{VERSION}+0123456789"),
        ("0123456789 2026-11-26", f"{VERSION}+0123456789 (2026-11-26)"),
    ):
        monkeypatch.setenv("CASINO_COMMIT", told)
        build.cache_clear()
        assert dated_release() == shown
        assert release() == shown.partition(" ")[0]
    build.cache_clear()


async def test_who_is_about_to_end_is_not_ready_any_more() -> None:
    health.shutting_down.set()
    assert await ask("/readyz") == (503, "about to end")


# --- a full disk -----------------------------------------------------------------------------------------------------


@contextmanager
def disk_full_for(process: int) -> Iterator[None]:
    """Let the process write no file beyond its first bytes, as on a full disk."""
    before = resource.prlimit(process, resource.RLIMIT_FSIZE)
    resource.prlimit(process, resource.RLIMIT_FSIZE, (1, before[1]))
    try:
        yield
    finally:
        resource.prlimit(process, resource.RLIMIT_FSIZE, before)


@exhaustive
@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="only Linux changes the limits of another process")
def test_a_server_that_cannot_write_is_not_ready_until_it_can(tmp_path: Path) -> None:
    given = {"CASINO_HEARTBEAT": "0.3", "DATABASE_URL": ""}
    with live_site(tmp_path / "data", given) as site:
        assert site.process
        assert_becomes(site.url, 200, "ok\n")
        with disk_full_for(site.process.pid):
            assert_becomes(site.url, 503, "the database cannot be written\n")
            assert requests.get(f"{site.url}/healthz", timeout=20).status_code == 200
        assert_becomes(site.url, 200, "ok\n")


def assert_becomes(url: str, status: int, text: str) -> None:
    end = time.monotonic() + 20
    while time.monotonic() < end:
        answer = requests.get(f"{url}/readyz", timeout=20)
        if (answer.status_code, answer.text) == (status, text):
            return
    pytest.fail(f"{answer.status_code} {answer.text}")
