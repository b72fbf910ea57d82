"""Write transactions: the only way to write; on SQLite one writer at a time in this process."""

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from threading import RLock

from django.db import InterfaceError, OperationalError, connection, transaction

logger = logging.getLogger(__name__)

_writer = RLock()


def give_back_connection() -> None:
    """Give PostgreSQL's connection back to the pool before waiting for something else; the next query takes another."""
    if connection.vendor == "postgresql" and not connection.in_atomic_block:
        connection.close()


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


def do_each[T](items: Iterable[T], work: Callable[[T], object]) -> int:
    """Do the work for each item, and return for how many it gave a true result. A fault in one is logged and holds up
    none of the others; but if the database is away, all of them would fail."""
    done = 0
    for item in items:
        try:
            done += bool(work(item))
        except (OperationalError, InterfaceError):
            raise
        except Exception:
            logger.exception("%s has failed for %s.", work.__qualname__, getattr(item, "pk", item))
    return done
