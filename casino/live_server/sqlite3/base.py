"""Django's SQLite backend, with connections that are used again: every request has its own thread, and opening a
connection takes as long as several queries. PostgreSQL's connections are used again by its own pool."""

import atexit
import os
import sqlite3
from collections import defaultdict, deque
from typing import Any

from django.db.backends.sqlite3 import base

MOST_IDLE = 8

type Place = tuple[str, int, int]
"""A file by its name, device and inode: a file put in its place counts as another."""


class Idle:
    """Open connections that are not in use."""

    def __init__(self) -> None:
        self._by_place: dict[Place, deque[Any]] = defaultdict(deque)
        atexit.register(self.close_all)

    def take(self, place: Place) -> Any | None:
        try:
            return self._by_place[place].pop()
        except IndexError:
            return None

    def keep(self, place: Place, connection: Any) -> None:
        if place == place_of(place[0]) and len(self._by_place[place]) < MOST_IDLE:
            self._by_place[place].append(connection)
        else:
            connection.close()

    def close_all(self) -> None:
        """Close all. The last connection that is closed leaves everything in the one file."""
        for connections in self._by_place.values():
            while connections:
                connections.pop().close()


idle = Idle()


def place_of(name: str) -> Place:
    try:
        found = os.stat(name)
    except OSError:
        return name, 0, 0
    return name, found.st_dev, found.st_ino


def refuse_what_can_only_be_read(name: str) -> None:
    """Refuse a file that cannot be written, which SQLite would open all the same. Such a connection stays read-only
    when the file can be written again, and so do all others of this process, for they share the cached log."""
    for file in (name, f"{name}-wal", f"{name}-shm"):
        if os.path.exists(file) and not os.access(file, os.W_OK):
            raise sqlite3.OperationalError(f"{file} can only be read")


class DatabaseWrapper(base.DatabaseWrapper):
    """Keeps a closed connection for reuse, unless something went wrong with it."""

    _place: Place = ("", 0, 0)

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        self._place = place_of(conn_params["database"])
        known = idle.take(self._place)
        if known is None:
            refuse_what_can_only_be_read(self._place[0])
            known = super().get_new_connection(conn_params)
            self._place = place_of(conn_params["database"])
        return known

    def _close(self) -> None:
        if self.connection is None:
            return
        if self.errors_occurred or self.connection.in_transaction:
            super()._close()  # type: ignore[misc]  # the stubs do not know it
        else:
            idle.keep(self._place, self.connection)
