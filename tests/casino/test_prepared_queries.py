from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import Person
from casino.prepared_queries import PreparedQuery, PreparedWrite

pytestmark = pytest.mark.django_db


def people(*names: str) -> list[Person]:
    return [Person.objects.create_user(name) for name in names]


def test_it_is_built_once_and_asked_with_other_values() -> None:
    built = []

    def build(pk: int, name: str) -> QuerySet[Person]:
        built.append((pk, name))
        return Person.objects.filter(Q(pk=pk) | Q(username=name)).select_related("preferences").order_by("username")

    query = PreparedQuery(build, int, str)
    ann, bob, cleo = people("ann", "bob", "cleo")
    assert query(bob.pk, "cleo") == [bob, cleo]
    assert query(ann.pk, "nobody") == [ann]
    assert query(0, "") == []
    assert len(built) == 1


def test_values_and_times_are_asked_for_too() -> None:
    since = PreparedQuery(
        lambda name, at: Person.objects.filter(username__gt=name, date_joined__gte=at).values_list(
            "username", flat=True
        ),
        str,
        datetime,
    )
    people("ann", "bob")
    assert since("a", timezone.now() - timedelta(days=1)) == ["ann", "bob"]
    assert since("b", timezone.now() - timedelta(days=1)) == ["bob"]
    assert since("a", timezone.now() + timedelta(days=1)) == []


@pytest.mark.django_db(transaction=True)
def test_each_thread_asks_over_its_own_connection() -> None:
    query = PreparedQuery(lambda pk: Person.objects.filter(pk=pk), int)
    (ann,) = people("ann")

    def ask() -> tuple[list[Person], Any]:
        try:
            return query(ann.pk), connection.connection
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as threads:
        found, other = threads.submit(ask).result()
    assert found == query(ann.pk) == [ann]
    assert other is not connection.connection


def test_a_time_that_would_stay_as_it_was_is_refused() -> None:
    frozen = PreparedQuery(lambda pk: Person.objects.filter(pk=pk, date_joined__lt=timezone.now()), int)
    with pytest.raises(ValueError, match="A time in a query that is kept"):
        frozen(1)
    with pytest.raises(ValueError, match="A time in a query that is kept"):
        PreparedQuery(lambda: Person.objects.filter(date_joined__lt=datetime(2026, 1, 1, tzinfo=UTC)))()


def test_too_few_values_are_an_error() -> None:
    with pytest.raises(ValueError, match="zip"):
        PreparedQuery(lambda pk, name: Person.objects.filter(pk=pk, username=name), int, str)(1)


def test_rows_are_inserted_and_updated_where_they_are_as_expected() -> None:
    insert = PreparedWrite(Session, ["session_key", "session_data", "expire_date"])
    assert insert(["a", "old", timezone.now()], ["b", "old", timezone.now()]) == 2
    update = PreparedWrite(Session, ["session_data"], where=["session_key", "session_data"])
    assert update(["new", "a", "old"]) == 1
    assert update(["new", "b", "other"]) == 0
    assert dict(Session.objects.values_list("session_key", "session_data")) == {"a": "new", "b": "old"}
