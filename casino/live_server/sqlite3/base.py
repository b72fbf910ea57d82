"""Django's SQLite backend with a connection pool: every request has its own thread, and opening a connection takes as
long as several queries. PostgreSQL has a pool in its driver."""

import atexit
import os
import sqlite3
from collections import defaultdict, deque
from contextlib import suppress
from typing import Any

from django.db.backends.sqlite3 import base

MAX_IDLE = 8

type FileIdentity = tuple[str, int, int]
"""A file by its name, device and inode: a file put in its place counts as another."""


class ConnectionPool:
    """Open connections that are not in use."""

    def __init__(self) -> None:
        self._by_file: dict[FileIdentity, deque[Any]] = defaultdict(deque)
        atexit.register(self.close_all)

    def get(self, file: FileIdentity) -> Any | None:
        try:
            return self._by_file[file].pop()
        except IndexError:
            return None

    def put(self, file: FileIdentity, connection: Any) -> None:
        if file == identify_file(file[0]) and len(self._by_file[file]) < MAX_IDLE:
            self._by_file[file].append(connection)
        else:
            connection.close()

    def close_all(self) -> None:
        """Close all. The last connection that is closed leaves everything in the one file."""
        for connections in self._by_file.values():
            while connections:
                connections.pop().close()


pool = ConnectionPool()


def identify_file(name: str) -> FileIdentity:
    try:
        status = os.stat(name)
    except OSError:
        return name, 0, 0
    return name, status.st_dev, status.st_ino


def reject_read_only_file(name: str) -> None:
    """Refuse a file that cannot be written, which SQLite would open all the same. Such a connection stays read-only
    when the file can be written again, and so do all others of this process, for they share the cached log."""
    for file in (name, f"{name}-wal", f"{name}-shm"):
        if os.path.exists(file) and not os.access(file, os.W_OK):
            raise sqlite3.OperationalError(f"{file} can only be read")


def create_private_file(name: str) -> None:
    """Create the database for its owner alone, before SQLite does for everyone. Its log and journal get the same
    permissions. SQLite itself reports why that is not possible, or that it is no file."""
    if not str(name).startswith((":memory:", "file:")):  # Django passes a path on
        with suppress(OSError):
            os.close(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


class DatabaseWrapper(base.DatabaseWrapper):
    """Keeps a closed connection for reuse, unless something went wrong with it."""

    _file: FileIdentity = ("", 0, 0)

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        self._file = identify_file(conn_params["database"])
        connection = pool.get(self._file)
        if connection is None:
            reject_read_only_file(self._file[0])
            create_private_file(self._file[0])
            connection = super().get_new_connection(conn_params)
            self._file = identify_file(conn_params["database"])
        return connection

    def _close(self) -> None:
        if self.connection is None:
            return
        if self.errors_occurred or self.connection.in_transaction:
            super()._close()  # type: ignore[misc]  # the stubs do not know it
        else:
            pool.put(self._file, self.connection)
