"""What the tests of games share."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from pytest_django import Settings

from games.eventlog import recent


@pytest.fixture(scope="session", autouse=True)
def log_goes_with_the_test() -> Iterator[None]:
    """Between two tests with transactions of their own Django empties all tables. On SQLite it does so by deleting,
    which the triggers refuse; they are put aside for as long as that takes."""
    operations = type(connection.ops)
    flushing = operations.sql_flush

    def flush_past_triggers(self: Any, *arguments: Any, **options: Any) -> list[str]:
        statements: list[str] = flushing(self, *arguments, **options)
        if connection.vendor != "sqlite":
            return statements
        with connection.cursor() as cursor:
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
            triggers = dict(cursor.fetchall())
        return [*(f"DROP TRIGGER {name}" for name in triggers), *statements, *triggers.values()]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(operations, "sql_flush", flush_past_triggers)
        yield


@pytest.fixture(autouse=True)
def computers_play_at_once(settings: Settings) -> None:
    settings.COMPUTER_PAUSE = 0


@pytest.fixture(autouse=True)
def nothing_remembered() -> None:
    """Every test begins as a fresh process does."""
    recent.clear()
