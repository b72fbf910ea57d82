"""Database triggers that prevent changing or deleting recorded rows: their definitions, and checks that they exist.

They are installed after every migration (SQLite recreates an altered table without its triggers), and `verify` finds
those that are missing, disabled or different.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper

APPEND_ONLY = {
    "games_storedevent": (("id",), ("game_id", "seq")),
    "games_attestation": (("id",),),
    "games_checkpoint": (("number",),),
    "django_admin_log": (("id",),),
}
"""Tables whose rows are never changed, with their unique columns."""

NEVER_DELETED = {"games_game": (("id",), ("public_id",), ("rematch_of_id",))}
"""Tables whose rows change but are never deleted."""

TABLES = {**APPEND_ONLY, **NEVER_DELETED}

FUNCTION = "casino_refuse_change"
SOURCE = " BEGIN RAISE EXCEPTION 'rows of % are never changed or deleted', TG_TABLE_NAME \
USING ERRCODE = 'restrict_violation'; END "
ROW_UPDATE_DELETE, ROW_DELETE, TRUNCATE = 27, 11, 34
"""PostgreSQL's `tgtype` of triggers that run before: for each row, or once for TRUNCATE."""


class Trigger(NamedTuple):
    """A trigger: its name, its definition (SQLite: text, PostgreSQL: catalog entry), and statements to create it."""

    table: str
    name: str
    definition: str
    creating: tuple[str, ...]


def expected_triggers(vendor: str) -> list[Trigger]:
    make = {"sqlite": _on_sqlite, "postgresql": _on_postgresql}[vendor]
    return [trigger for table in TABLES for trigger in make(table)]


def trigger_problems(connection: BaseDatabaseWrapper) -> Iterator[str]:
    """Yield the triggers that are not as they should be, in words."""
    with connection.cursor() as cursor:
        there = _present(cursor, connection.vendor)
    for trigger in expected_triggers(connection.vendor):
        found = there.pop((trigger.table, trigger.name), None)
        if found != trigger.definition:
            said = "is missing" if found is None else "is not as this program made it, or disabled"
            yield f"the trigger {trigger.name} {said}: rows of {trigger.table} can be changed unnoticed"
    yield from (f"the trigger {name} on {table} is not one of this program" for table, name in sorted(there))


def install(connection: BaseDatabaseWrapper) -> None:
    """Install missing or different triggers on the tables that exist."""
    tables = set(connection.introspection.table_names())
    with connection.cursor() as cursor:
        there = _present(cursor, connection.vendor)
        for trigger in expected_triggers(connection.vendor):
            found = there.get((trigger.table, trigger.name))
            if trigger.table in tables and found != trigger.definition:
                _execute(cursor, [drop_statement(connection.vendor, trigger)] * (found is not None))
                _execute(cursor, trigger.creating)


def drop_statement(vendor: str, trigger: Trigger) -> str:
    on = f" ON {trigger.table}" if vendor == "postgresql" else ""
    return f"DROP TRIGGER IF EXISTS {trigger.name}{on}"


def _execute(cursor: CursorWrapper, statements: Iterable[str]) -> None:
    for statement in statements:
        cursor.execute(statement)


# --- SQLite -----------------------------------------------------------------------------------------------------------


def _on_sqlite(table: str) -> list[Trigger]:
    """The triggers of a table.

    REPLACE deletes rows without running the triggers for DELETE; so new rows with an existing key are refused as well.
    """
    same = " OR ".join(f"({' AND '.join(f'{name} = NEW.{name}' for name in key)})" for key in TABLES[table])
    replaces = f"WHEN EXISTS (SELECT 1 FROM {table} WHERE {same})"  # noqa: S608  our own names
    key = TABLES[table][0][0]
    takes = f"WHEN EXISTS (SELECT 1 FROM {table} WHERE {key} <> OLD.{key} AND ({same}))"  # noqa: S608
    update = "" if table in APPEND_ONLY else takes
    return [
        _sqlite_trigger(table, "no_update", "UPDATE", update),
        _sqlite_trigger(table, "no_delete", "DELETE", ""),
        _sqlite_trigger(table, "no_replace", "INSERT", replaces),
    ]


def _sqlite_trigger(table: str, suffix: str, verb: str, when: str) -> Trigger:
    refusal = f"SELECT RAISE(ABORT, 'rows of {table} are never changed or deleted');"
    text = f"CREATE TRIGGER {table}_{suffix} BEFORE {verb} ON {table} {when} BEGIN {refusal} END"
    return Trigger(table, f"{table}_{suffix}", text, (text,))


# --- PostgreSQL -------------------------------------------------------------------------------------------------------


def _on_postgresql(table: str) -> list[Trigger]:
    kept = table not in APPEND_ONLY
    return [
        _postgresql_trigger(table, "append_only", "DELETE" if kept else "UPDATE OR DELETE", kept),
        _postgresql_trigger(table, "no_truncate", "TRUNCATE", kept),
    ]


def _postgresql_trigger(table: str, suffix: str, verb: str, kept: bool) -> Trigger:
    """A trigger that is always enabled, even for a session in the replica role."""
    name, truncate = f"{table}_{suffix}", verb == "TRUNCATE"
    kind = TRUNCATE if truncate else ROW_DELETE if kept else ROW_UPDATE_DELETE
    each = "STATEMENT" if truncate else "ROW"
    creating = (
        f"CREATE OR REPLACE FUNCTION {FUNCTION}() RETURNS trigger LANGUAGE plpgsql AS $${SOURCE}$$",
        f"CREATE TRIGGER {name} BEFORE {verb} ON {table} FOR EACH {each} EXECUTE FUNCTION {FUNCTION}()",
        f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {name}",
    )
    return Trigger(table, name, f"{kind} A {FUNCTION} {SOURCE}", creating)


# --- present triggers -------------------------------------------------------------------------------------------------

_CATALOG = {
    "sqlite": "SELECT tbl_name, name, sql FROM sqlite_master WHERE type = 'trigger'",
    "postgresql": """
        SELECT c.relname, t.tgname,
            concat_ws(' ', t.tgtype, t.tgenabled, p.proname, p.prosrc, t.tgqual, nullif(t.tgattr::text, ''))
        FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid
        WHERE NOT t.tgisinternal AND pg_table_is_visible(c.oid)
    """,
}


def _present(cursor: CursorWrapper, vendor: str) -> dict[tuple[str, str], str]:
    cursor.execute(_CATALOG[vendor])
    return {(table, name): definition for table, name, definition in cursor.fetchall() if table in TABLES}
