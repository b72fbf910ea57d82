"""Bringing the database up to date when a server starts, though several may start at once."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management import call_command
from django.db import connection

LOCK = 0x636173696E6F  # "casino": any number that all of them agree on


def migrate() -> None:
    with alone():
        call_command("migrate", interactive=False, verbosity=0)


@contextmanager
def alone() -> Iterator[None]:
    """Let one process migrate at a time; SQLite has only one process."""
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        try:
            yield
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK])
