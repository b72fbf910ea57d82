"""Functions that a lower layer calls and a higher one adds when the site starts (`games/tasks/hooks.py`): the one way
in which a call runs against the imports."""

from collections.abc import Callable, Iterable
from typing import Any

from django.db.models import QuerySet


class Hook[**P, R](list[Callable[P, R]]):
    """Functions, in the order in which they are called."""

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> list[R]:
        return [function(*args, **kwargs) for function in self]


type Figure = tuple[str, str, str, dict[str, float]]
"""Name, help, the label's name, and a number by the label's value."""

worker_started: Hook[[], object] = Hook()
"""Called before the first task, for tasks that were lost with a crash."""

worker_ticked: Hook[[], object] = Hook()
"""Called by the worker every few seconds."""

heartbeat: Hook[[str], object] = Hook()
"""Called with the kind of a heartbeat; clocks run only while the server sends these."""

old_rows: Hook[[], QuerySet[Any]] = Hook()
"""Return the rows of one table that are deleted because of their age."""

database_metrics: Hook[[], Iterable[Figure]] = Hook()
"""Return figures read from the database."""
