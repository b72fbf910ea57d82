"""The SQLite file is opened only for reading and writing, and belongs to its owner alone."""

import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError
from pytest_django import DjangoDbBlocker

from casino.live_server.sqlite3.base import DatabaseWrapper

type Connect = Callable[[], DatabaseWrapper]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "some.sqlite3"


@pytest.fixture
def connect(file: Path, django_db_blocker: DjangoDbBlocker) -> Iterator[Connect]:
    """Return a function that makes a thread's wrapper, which opens a connection at the first query."""
    settings: dict[str, Any] = {
        "NAME": str(file),
        "OPTIONS": {"init_command": "PRAGMA journal_mode=WAL"},
        "AUTOCOMMIT": True,
        "TIME_ZONE": None,
        "CONN_MAX_AGE": 0,
        "CONN_HEALTH_CHECKS": False,
        "ATOMIC_REQUESTS": False,
        "TEST": {"NAME": None},
    }
    made: list[DatabaseWrapper] = []

    def wrapper() -> DatabaseWrapper:
        made.append(DatabaseWrapper(settings, "some"))
        return made[-1]

    with django_db_blocker.unblock():
        yield wrapper
    for each in made:
        each.close()


def ask(wrapper: DatabaseWrapper, question: str) -> Any:
    with wrapper.cursor() as cursor:
        cursor.execute(question)
        return cursor.fetchone()


def test_a_file_that_can_only_be_read_is_not_opened_until_it_can_be_written(
    file: Path, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(connect(), "CREATE TABLE cards (code)")
    with monkeypatch.context() as locked:
        locked.setattr("os.access", lambda name, _: name != f"{file}-wal")
        with pytest.raises(OperationalError, match="sqlite3-wal can only be read"):
            ask(connect(), "SELECT 1")
    ask(connect(), "INSERT INTO cards VALUES ('9H')")


def test_a_database_wherever_it_is_belongs_to_its_owner_alone(connect: Connect, file: Path) -> None:
    before = os.umask(0o022)
    try:
        with connect().cursor() as cursor:
            cursor.execute("CREATE TABLE some (thing)")
    finally:
        os.umask(before)
    made = sorted(file.parent.glob(f"{file.name}*"))
    assert [path.name.removeprefix(file.name) for path in made] == ["", "-shm", "-wal"]
    assert {stat.S_IMODE(path.stat().st_mode) for path in made} == {0o600}
