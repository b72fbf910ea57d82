"""How many examples a test tries: some of them in `make test`, all of them in `make test-all`.

A table of rows is thinned with `some`: the rows left out carry the mark `exhaustive`. Where a test uses the database,
all rows but the first do so by themselves. A test with Hypothesis takes `examples(n)`: n with the profile "all", a
tenth of that otherwise. `make test` runs what is not exhaustive; the rest of `make test-all` runs `-m "exhaustive or
hypothesis" --hypothesis-profile=all`. One file alone runs all its rows.
"""

from collections import defaultdict
from collections.abc import Iterable

import pytest
from hypothesis import HealthCheck, settings

exhaustive = pytest.mark.exhaustive

settings.register_profile(
    "all", max_examples=100, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)
settings.register_profile("some", settings.get_profile("all"), max_examples=10)
settings.load_profile("some")


def examples(count: int) -> settings:
    """Return the settings of a test that tries so many examples when all are tried."""
    return settings(max_examples=max(1, count * settings().max_examples // 100))


def some(rows: Iterable[object], count: int = 3) -> list[object]:
    """Return the rows of a table, of which `make test` tries so many, spread over the whole table."""
    table = list(rows)
    kept = _spread(len(table), count)
    return [row if place in kept else _marked(row) for place, row in enumerate(table)]


def in_two(rows: Iterable[object], count: int = 1) -> list[object]:
    """Return two parts of a table, for a test that tries all rows of a part with what it has set up once: so many rows,
    spread over the table, that `make test` tries, and the others."""
    table = list(rows)
    kept = _spread(len(table), count)
    parts = [[row for place, row in enumerate(table) if (place in kept) is first] for first in (True, False)]
    return [pytest.param(parts[0], id="some"), pytest.param(parts[1], id="others", marks=exhaustive)]


def thin(items: Iterable[pytest.Item]) -> None:
    """Keep the first row of each table whose test uses the database, unless `some` has chosen already."""
    tables = defaultdict(list)
    for item in items:
        database = "db" in getattr(item, "fixturenames", ()) or item.get_closest_marker("django_db")
        if database and hasattr(item, "callspec"):
            tables[item.nodeid.partition("[")[0]].append(item)
    for rows in tables.values():
        if not any(row.get_closest_marker("exhaustive") for row in rows):
            for row in rows[1:]:
                row.add_marker(exhaustive)


def _spread(length: int, count: int) -> set[int]:
    """The places of so many rows, the first among them; of all rows if there are no more."""
    return {place * length // count for place in range(count)} if length > count else set(range(length))


def _marked(row: object) -> object:
    return pytest.param(*(row if isinstance(row, tuple) else (row,)), marks=exhaustive)
