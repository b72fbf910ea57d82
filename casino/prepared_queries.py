"""Queries of every page and every move. Django would build their SQL anew each time, which takes longer than running
them."""

import re
from collections.abc import Callable
from copy import copy
from datetime import UTC, datetime
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import QuerySet

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
        self._build, self._types = build, types
        self._built: dict[str, tuple[QuerySet[Any, Row], Any, str, tuple[Any, ...], Any]] = {}

    def __call__(self, *values: Value) -> list[Row]:
        """Ask the database of this thread."""
        stand_ins = [STAND_INS[kind](place) for place, kind in enumerate(self._types)]
        given = {_as_param(key): _as_param(value) for key, value in zip(stand_ins, values, strict=True)}
        if connection.vendor not in self._built:
            queryset = self._build(*stand_ins)
            compiler = queryset.query.get_compiler(connection=connection)
            sql, params = compiler.as_sql()
            if any(isinstance(each, datetime) or A_TIME.match(str(each)) for each in {*params} - given.keys()):
                raise ValueError(f"A time in a query that is kept: {sql}")
            converters = compiler.get_converters([column for column, *_ in compiler.select[: compiler.col_count]])
            self._built[connection.vendor] = queryset, compiler, sql, params, converters
        queryset, compiler, sql, params, converters = self._built[connection.vendor]
        compiler = copy(compiler)
        compiler.connection = connections[DEFAULT_DB_ALIAS]  # the proxy would look it up a hundred times
        compiler.get_converters = lambda _: converters
        compiler.as_sql = lambda *_, **__: (sql, tuple(given.get(param, param) for param in params))
        asked = queryset.all()
        asked.query.get_compiler = lambda *_, **__: compiler  # type: ignore[method-assign]
        return list(asked)


def _as_param(value: Value) -> Any:
    """The value as Django hands it to the database."""
    return connection.ops.adapt_datetimefield_value(value) if isinstance(value, datetime) else value
