"""Fixtures of all tests."""

import gc
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import SyncToAsync
from django.conf import settings
from django.core.cache import caches
from django.core.management import call_command
from django.core.management.commands import flush
from django.db import connection, connections
from django.utils import translation
from pytest_django import Settings

from casino.backends import mailer
from casino.rate_limits import limiter
from games.log import triggers
from games.notifications import banners, preferences
from tests import examples
from tests.live import LiveSite, live_site, migrated_database, migrated_file
from tests.post_office import Letters, post_office

MADE_BY_MIGRATING = {"django_content_type", "auth_permission"}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    examples.thin(items)


def pytest_collection_finish() -> None:
    """Exempt all modules and tests from garbage collections, each of which would go through them again."""
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def quick_passwords() -> None:
    """Use a fast password hash: a slow one makes passwords hard to guess and tests slow."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(scope="session", autouse=True)
def static_files_found_when_requested() -> None:
    """Let no client list all static files beforehand, which takes longer than most tests."""
    settings.WHITENOISE_AUTOREFRESH = True


@pytest.fixture(scope="session", autouse=True)
def own_announcements() -> None:
    """Separate the channel layers of two runs on one Redis."""
    layer = settings.CHANNEL_LAYERS["default"]
    if "CONFIG" in layer:
        layer["CONFIG"]["prefix"] = f"test-{os.getpid()}"


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    """Start each test in English: a page leaves its language behind in the thread that made it."""
    with translation.override("en"):
        yield


@pytest.fixture(autouse=True)
def no_announcements(monkeypatch: pytest.MonkeyPatch) -> None:
    """Know of no announcement, and read none, however long the test takes."""
    monkeypatch.setattr(banners, "REFRESH_SECONDS", float("inf"))
    banners.banners.put([])


@pytest.fixture(autouse=True)
def no_quiet_hours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no message wait where a test is run at night; a test of quiet hours chooses some."""
    monkeypatch.setattr(preferences, "QUIET_HOURS", {})


@pytest.fixture(autouse=True)
def nothing_counted(settings: Settings) -> Iterator[None]:
    """Reset the limits, so that no test is refused for those before it, and forget the answers that cost nothing."""
    settings.LIMITS_STORAGE = "process://"
    caches["pages"].clear()
    limiter.cache_clear()
    yield
    limiter.cache_clear()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Use a database for this run alone, a copy of a migrated one. On SQLite it is a file, as on the site: in memory,
    threads share locks."""
    database = settings.DATABASES["default"]
    if on_sqlite():
        database["OPTIONS"]["init_command"] += "; PRAGMA temp_store=MEMORY"  # what each test rolls back
        copy = {"NAME": str(shutil.copy(migrated_file(), tmp_path_factory.mktemp("database")))}
    else:
        copy = {"NAME": f"test_casino_{os.getpid()}", "TEMPLATE": migrated_database()}
    database.setdefault("TEST", {}).update(copy)


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """Use the copied file as it is; it goes with its folder."""
    return on_sqlite()


def on_sqlite() -> bool:
    return bool(settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"))


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> Iterator[None]:
    """Before the database is dropped, close the connection of the thread in which asynchronous tests use it."""
    yield
    SyncToAsync.single_thread_executor.submit(connections.close_all).result()


@pytest.fixture(scope="session", autouse=True)
def log_goes_with_the_test() -> Iterator[None]:
    """Let Django empty all tables between two tests with real transactions, which the triggers would refuse; they are
    put aside for as long as that takes. Permissions stay: to make them anew takes longer than most tests."""
    operations = type(connection.ops)
    flushing = operations.sql_flush

    def flush_past_triggers(self: Any, style: Any, tables: list[str], **options: Any) -> list[str]:
        emptied = [table for table in tables if table not in MADE_BY_MIGRATING]
        statements: list[str] = flushing(self, style, emptied, **options)
        if connection.vendor == "postgresql":  # of tables with so few rows, which take longer to truncate
            statements = [f"DELETE FROM {self.quote_name(table)}" for table in emptied]  # noqa: S608  our own names
            statements.append("SET CONSTRAINTS ALL IMMEDIATE")  # so that the triggers may be made again
        wanted = triggers.expected_triggers(connection.vendor)
        dropped = [triggers.drop_statement(connection.vendor, trigger) for trigger in wanted]
        return [*dropped, *statements, *(statement for trigger in wanted for statement in trigger.creating)]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(operations, "sql_flush", flush_past_triggers)
        patch.setattr(flush, "emit_post_migrate_signal", lambda *_arguments, **_options: None)
        yield


@pytest.fixture
def run_tasks(db: None) -> Callable[[], None]:
    """Run the tasks that are due, and those they enqueue, in this thread."""

    def run() -> None:
        call_command("db_worker", batch=True, interval=0, startup_delay=False, reload=False, verbosity=0)

    return run


@pytest.fixture
def office(settings: Settings) -> Iterator[Letters]:
    """A real mail server on this machine that receives the site's mail."""
    with post_office() as (letters, address):
        settings.MAILERS = {"default": mailer(address)}
        yield letters


@pytest.fixture
def site(tmp_path: Path) -> Iterator[LiveSite]:
    """The whole site in its own process; see tests/live.py."""
    with live_site(tmp_path / "data") as running:
        yield running
