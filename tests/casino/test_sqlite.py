"""The SQLite file is opened only for reading and writing, and belongs to its owner alone."""

import os
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError
from pytest_django import DjangoDbBlocker

from casino.live_server.sqlite3.base import DamagedFileError, DatabaseWrapper
from tests.examples import exhaustive
from tests.live import PROJECT

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


def test_a_damaged_file_says_what_to_do(file: Path, connect: Connect) -> None:
    ask(first := connect(), "CREATE TABLE cards AS SELECT 'AS' AS code")
    first.close()
    content = bytearray(file.read_bytes())
    content[4096:8192] = b"\xff" * 4096  # the second page, which has the table
    file.write_bytes(content)
    with pytest.raises(DamagedFileError, match=r"some\.sqlite3 is damaged\. Restore the last backup: docs/"):
        ask(connect(), "SELECT code FROM cards")


@exhaustive
@pytest.mark.parametrize("command", ["play", "worker"])
def test_a_site_with_a_damaged_file_ends_with_that_sentence(command: str, tmp_path: Path) -> None:
    (tmp_path / "casino.sqlite3").write_bytes(b"?" * 8192)
    (tmp_path / "casino.sqlite3").chmod(0o600)
    environment = os.environ | {"CASINO_DATA": str(tmp_path), "DATABASE_URL": ""}
    run = [sys.executable, "manage.py", command]
    done = subprocess.run(run, cwd=PROJECT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert [line for line in done.stderr.splitlines() if "Only their owner" not in line] == [
        done.stderr.splitlines()[-1]
    ]
    assert "is damaged. Restore" in done.stderr
