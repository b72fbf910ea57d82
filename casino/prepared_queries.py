"""Queries of every page and every move, and what every move writes. Django would build their SQL anew each time, which
takes longer than running it."""

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from threading import local
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import Model, QuerySet

type Value = int | str | datetime

STAND_INS: dict[type[Value], Callable[[int], Value]] = {
    int: lambda place: 32_000 + place,
    str: "\0{}".format,
    datetime: lambda place: datetime(1000, 1, 1 + place, tzinfo=UTC),
}
"""By type, for each place a value that stands for the one given later: none that a query has."""

A_TIME = re.compile(r"\d{4}-\d\d-\d\d ")


class PreparedQuery[Row]:
    """A query that is built once, and then asked with other values.

    `build` gets a value for each of `types` and returns a queryset. It hands them on to filters as they are: what it
    computes itself, such as the time, would stay as it was.
    """

    def __init__(self, build: Callable[..., "QuerySet[Any, Row]"], *types: type[Value]) -> None:
        self._build, self._types, self._here = build, types, local()

    def __call__(self, *values: Value) -> list[Row]:
        """Ask the database of this thread."""
        here, connection = self._here, connections[DEFAULT_DB_ALIAS]
        if getattr(here, "connection", None) is not connection:
            here.connection, here.rows, here.params = connection, *self._prepared(connection)
        given = dict(zip(range(len(self._types)), map(_as_param, values), strict=True))
        here.asked = tuple(given.get(place, param) for place, param in here.params)
        return list(here.rows)

    def _prepared(self, connection: Any) -> tuple[Any, list[tuple[int | None, Any]]]:
        """The rows, read anew whenever they are iterated over, and the parameters with the places of their values."""
        stand_ins = [STAND_INS[kind](place) for place, kind in enumerate(self._types)]
        places = {_as_param(value): place for place, value in enumerate(stand_ins)}
        queryset: Any = self._build(*stand_ins)
        compiler = queryset.query.get_compiler(connection=connection)
        sql, params = compiler.as_sql()
        if any(isinstance(each, datetime) or A_TIME.match(str(each)) for each in {*params} - places.keys()):
            raise ValueError(f"A time in a query that is kept: {sql}")
        converters = compiler.get_converters([column for column, *_ in compiler.select[: compiler.col_count]])
        compiler.get_converters = lambda _: converters
        compiler.execute_sql = lambda *_, **__: [_executed(connection, sql, self._here.asked)]
        queryset.query.get_compiler = lambda *_, **__: compiler
        return queryset._iterable_class(queryset), [(places.get(param), param) for param in params]


def _executed(connection: Any, sql: str, params: Sequence[Any]) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return cursor.fetchall()


def _as_param(value: Value) -> Any:
    """The value as Django hands it to the database."""
    return connection.ops.adapt_datetimefield_value(value) if isinstance(value, datetime) else value


class PreparedWrite:
    """Inserts rows with these fields of a model; with `where`, updates the row in which those have the last values."""

    def __init__(self, model: type[Model], fields: Sequence[str], where: Sequence[str] = ()) -> None:
        known = {field.attname: field for field in model._meta.concrete_fields}
        self._fields = [known[name] for name in (*fields, *where)]
        table, columns = model._meta.db_table, [f'"{field.column}"' for field in self._fields]
        if where:
            given = [f"{column} = %s" for column in columns]
            written, matched = ", ".join(given[: len(fields)]), " AND ".join(given[len(fields) :])
            self._sql = f"UPDATE {table} SET {written} WHERE {matched}"  # noqa: S608
        else:
            self._sql = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join(['%s'] * len(columns))})"  # noqa: S608

    def __call__(self, *rows: Iterable[Any]) -> int:
        """Write these values, one row after the other, and return the number of rows that were written."""
        here = connections[DEFAULT_DB_ALIAS]
        pairs = (zip(self._fields, row, strict=True) for row in rows)
        values = [[field.get_db_prep_save(value, here) for field, value in row] for row in pairs]
        with here.cursor() as cursor:
            cursor.executemany(self._sql, values)
            return int(cursor.rowcount)
