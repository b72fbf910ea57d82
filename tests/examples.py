"""How many examples a test tries: some of them in `make test`, all of them in `make test-all`.

A table of rows is thinned with `some`: the rows left out carry the mark `exhaustive`. A test with Hypothesis takes
`examples(n)`: n with the profile "all", a tenth of that otherwise. `make test` runs what is not exhaustive; the rest of
`make test-all` runs `-m "exhaustive or hypothesis" --hypothesis-profile=all`. One file alone runs all its rows.
"""

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
    kept = {place * len(table) // count for place in range(count)}
    return [row if place in kept else _marked(row) for place, row in enumerate(table)]


def _marked(row: object) -> object:
    return pytest.param(*(row if isinstance(row, tuple) else (row,)), marks=exhaustive)
