"""Write transactions: the only way to write; on SQLite one writer at a time in this process."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock

from django.db import connection, transaction

_writer = RLock()


@contextmanager
def write_transaction() -> Iterator[None]:
    """Open an atomic block. SQLite has one writer at a time: waiting for a lock here is fair and quick, where waiting
    inside SQLite means sleeping and trying again. Callbacks of `transaction.on_commit` run before the lock is
    released."""
    if connection.vendor != "sqlite":
        with transaction.atomic():
            yield
        return
    with _writer, transaction.atomic():
        yield
