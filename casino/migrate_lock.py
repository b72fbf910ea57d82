"""Migrations at the start of a server, though several may start at once."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management import call_command
from django.db import connection

LOCK_ID = 0x636173696E6F  # "casino": any number that all of them agree on


def migrate() -> None:
    with migration_lock():
        call_command("migrate", interactive=False, verbosity=0)


@contextmanager
def migration_lock() -> Iterator[None]:
    """Let one process migrate at a time; SQLite has only one process. The lock lasts as long as a transaction on a
    connection of its own, which holds behind PgBouncer, too."""
    if connection.vendor != "postgresql":
        yield
        return
    holding = connection.copy()
    try:
        holding.set_autocommit(False)
        with holding.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK_ID])
        yield
    finally:
        holding.rollback()
        holding.close()
