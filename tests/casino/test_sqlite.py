"""Connections to SQLite are kept and used again, as long as nothing is wrong with them."""

import os
import sqlite3
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import DatabaseError, OperationalError
from pytest_django import DjangoDbBlocker

from casino.live_server.sqlite3 import base
from casino.live_server.sqlite3.base import MAX_IDLE, ConnectionPool, DatabaseWrapper

type Connect = Callable[[], DatabaseWrapper]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "some.sqlite3"


@pytest.fixture
def connect(file: Path, monkeypatch: pytest.MonkeyPatch, django_db_blocker: DjangoDbBlocker) -> Iterator[Connect]:
    """Return a function that makes a thread's wrapper, which opens a connection at the first query."""
    monkeypatch.setattr(base, "pool", ConnectionPool())
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
    base.pool.close_all()


def ask(wrapper: DatabaseWrapper, question: str) -> Any:
    with wrapper.cursor() as cursor:
        cursor.execute(question)
        return cursor.fetchone()


def opened(wrapper: DatabaseWrapper) -> sqlite3.Connection:
    ask(wrapper, "SELECT 1")
    found: sqlite3.Connection = wrapper.connection
    return found


def is_open(connection: sqlite3.Connection) -> bool:
    try:
        connection.execute("SELECT 1")
    except sqlite3.ProgrammingError:
        return False
    return True


def test_who_comes_next_gets_the_connection_that_was_put_aside(connect: Connect) -> None:
    first, second = connect(), connect()
    used = opened(first)
    first.close()
    assert opened(second) is used


def test_a_file_that_can_only_be_read_is_not_opened_until_it_can_be_written(
    file: Path, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(connect(), "CREATE TABLE cards (code)")
    with monkeypatch.context() as locked:
        locked.setattr("os.access", lambda name, _: name != f"{file}-wal")
        with pytest.raises(OperationalError, match="sqlite3-wal can only be read"):
            ask(connect(), "SELECT 1")
    ask(connect(), "INSERT INTO cards VALUES ('9H')")


def test_two_at_a_time_never_share_one(connect: Connect) -> None:
    assert opened(connect()) is not opened(connect())


def test_one_that_failed_is_not_used_again(connect: Connect) -> None:
    wrapper = connect()
    used = opened(wrapper)
    with pytest.raises(DatabaseError):
        ask(wrapper, "SELECT nothing FROM nowhere")
    wrapper.close()
    assert not is_open(used)


def test_one_in_the_middle_of_a_transaction_is_not_used_again(connect: Connect) -> None:
    wrapper = connect()
    ask(wrapper, "CREATE TABLE cards (name TEXT)")
    wrapper.set_autocommit(False)
    ask(wrapper, "INSERT INTO cards VALUES ('9S') RETURNING name")
    wrapper.close()
    assert ask(connect(), "SELECT count(*) FROM cards") == (0,)


def test_a_file_that_was_put_in_its_place_is_read_anew(connect: Connect, file: Path) -> None:
    wrapper = connect()
    ask(wrapper, "CREATE TABLE cards (name TEXT)")
    wrapper.close()
    base.pool.close_all()
    copy = file.with_suffix(".copy")
    copy.write_bytes(file.read_bytes())
    used = opened(wrapper)
    ask(wrapper, "INSERT INTO cards VALUES ('9S') RETURNING name")
    wrapper.close()
    for left in file.parent.glob("some.sqlite3*"):
        left.unlink()
    copy.rename(file)
    other = connect()
    assert opened(other) is not used
    assert ask(other, "SELECT count(*) FROM cards") == (0,)


def test_only_so_many_are_kept(connect: Connect) -> None:
    wrappers = [connect() for _ in range(MAX_IDLE + 3)]
    used = [opened(wrapper) for wrapper in wrappers]
    for wrapper in wrappers:
        wrapper.close()
    assert sum(map(is_open, used)) == MAX_IDLE


def test_at_the_end_everything_stands_in_the_one_file(connect: Connect, file: Path) -> None:
    wrapper = connect()
    ask(wrapper, "CREATE TABLE cards (name TEXT)")
    wrapper.close()
    assert file.with_name("some.sqlite3-wal").exists()
    base.pool.close_all()
    assert not file.with_name("some.sqlite3-wal").exists()


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
