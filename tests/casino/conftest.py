"""Fixtures of the tests of the whole site."""

from collections.abc import Iterator

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from accounts.models import Person
from tests.browser import scenes
from tests.games.made_once import made_once
from tests.sessions import session_of
from tests.world import world


@pytest.fixture(scope="module")
def names(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[dict[str, str]]:
    """The world and some more people, made once: each test of a module finds it as it was made."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield made_once("world", world_and_staff)
        transaction.set_rollback(True)


def world_and_staff() -> dict[str, str]:
    people = {
        "passer_by": scenes.guest("Pat"),
        "staff": Person.objects.create_user("stan", password="x", is_staff=True),
        "root": Person.objects.create_superuser("root", password="x"),
    }
    return world() | {who: session_of(person) for who, person in people.items()}
