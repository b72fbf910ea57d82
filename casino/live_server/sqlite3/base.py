"""Django's SQLite backend, which opens a file only for reading and writing, and makes it for its owner alone."""

import os
import sqlite3
from contextlib import suppress
from functools import cached_property, lru_cache
from typing import Any

from django.db import OperationalError
from django.db.backends.sqlite3 import base
from django.db.utils import DatabaseErrorWrapper

DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
PRIMARY_CODE = 0xFF
"""The bits of an error's code that tell its kind; the others tell which one."""


class DamagedFileError(OperationalError):
    """The file is no database, or a part of it makes no sense."""


class ErrorsOfFile(DatabaseErrorWrapper):
    """Raises Django's errors instead of SQLite's, and for a damaged file one that says what to do."""

    def __init__(self, database: "DatabaseWrapper") -> None:
        super().__init__(database)
        self.database = database

    def __exit__(self, kind: Any, error: Any, traceback: Any) -> None:
        if getattr(error, "sqlite_errorcode", 0) & PRIMARY_CODE in DAMAGED:
            file = self.database.settings_dict["NAME"]
            message = (
                f"The database {file} is damaged. Restore the last backup: docs/operations.md, “Backup and restore”."
            )
            raise DamagedFileError(message) from error
        super().__exit__(kind, error, traceback)


@lru_cache(1024)
def placeholders_converted(query: str) -> str:
    return base.FORMAT_QMARK_REGEX.sub("?", query).replace("%%", "%")


class Cursor(base.SQLiteCursorWrapper):
    """Converts Django's placeholders to SQLite's only once in each statement."""

    def convert_query(self, query: str, *, param_names: list[str] | None = None) -> str:
        return super().convert_query(query, param_names=param_names) if param_names else placeholders_converted(query)


class DatabaseWrapper(base.DatabaseWrapper):
    @cached_property
    def wrap_database_errors(self) -> DatabaseErrorWrapper:
        return ErrorsOfFile(self)

    def create_cursor(self, name: str | None = None) -> Any:  # noqa: ARG002  SQLite's have none
        return self.connection.cursor(factory=Cursor)

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        reject_read_only_file(conn_params["database"])
        create_private_file(conn_params["database"])
        return super().get_new_connection(conn_params)


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
