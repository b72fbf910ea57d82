"""The only way to write."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import IntegrityError, OperationalError, connection, transaction

from accounts.models import Person
from casino.transactions import do_each, write_transaction

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def in_threads() -> Callable[..., list[None]]:
    """Run a function once for each value, each in its own thread, all at once."""

    def run(function: Callable[[str], None], values: list[str]) -> list[None]:
        def then_close(value: str) -> None:
            try:
                function(value)
            finally:
                connection.close()

        with ThreadPoolExecutor(len(values)) as pool:
            return list(pool.map(then_close, values))

    return run


def test_of_many_items_one_that_fails_holds_up_no_other(caplog: pytest.LogCaptureFixture) -> None:
    assert do_each([2, 0, 4], lambda divisor: 8 // divisor) == 2
    assert "ZeroDivisionError" in caplog.text


def test_without_a_database_no_item_is_tried_after_the_first() -> None:
    tried: list[int] = []

    def fail(item: int) -> None:
        tried.append(item)
        raise OperationalError

    with pytest.raises(OperationalError):
        do_each([1, 2], fail)
    assert tried == [1]


def test_many_writers_at_once_all_succeed(in_threads: Callable[..., list[None]]) -> None:
    ready = threading.Barrier(8)

    def write(name: str) -> None:
        ready.wait(10)
        for number in range(5):
            with write_transaction():
                Person.objects.create(username=f"{name}-{number}")

    in_threads(write, [f"writer-{number}" for number in range(8)])
    assert Person.objects.count() == 40


def test_an_error_undoes_all_of_it() -> None:
    Person.objects.create(username="there before")

    def write_then_fail() -> None:
        with write_transaction():
            Person.objects.create(username="gone")
            Person.objects.create(username="there before")

    with pytest.raises(IntegrityError):
        write_then_fail()
    assert [person.username for person in Person.objects.all()] == ["there before"]


def test_one_may_stand_in_another() -> None:
    with write_transaction(), write_transaction():
        Person.objects.create(username="kept")
    assert Person.objects.count() == 1


def test_what_waits_for_the_commit_runs_once_it_is_visible_to_others(in_threads: Callable[..., list[None]]) -> None:
    seen: list[int] = []

    def look() -> None:
        in_threads(lambda _: seen.append(Person.objects.count()), ["another"])

    with write_transaction():
        Person.objects.create(username="new")
        transaction.on_commit(look)
    assert seen == [1]


def test_sqlite_is_set_up_for_safety() -> None:
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            found = [cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")]
        assert found == ["wal", 2]
    else:
        assert "pool" in connection.settings_dict["OPTIONS"]
