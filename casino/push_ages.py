"""How old pushes to players are: for `/readyz` and the metrics."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

RECENT = 30.0
"""Seconds for which the metric tells the age of the oldest push: twice as long as from scrape to scrape."""


class PushAges:
    """How old pushes to players are: from the change until they are handed to the connection."""

    def __init__(self) -> None:
        self._under_way: dict[object, float] = {}
        self._oldest = (0.0, 0.0)  # of those lately handed over: when that was, and its age

    @contextmanager
    def measure(self, changed_at: float) -> Iterator[None]:
        push = object()
        self._under_way[push] = changed_at
        try:
            yield
        finally:
            del self._under_way[push]
            now, (at, age) = time.time(), self._oldest
            if now - changed_at >= age or now > at + RECENT:
                self._oldest = now, now - changed_at

    def age(self, recent: float = 0.0) -> float:
        """The seconds of the oldest push that is under way, or was within the last seconds."""
        now, (at, age) = time.time(), self._oldest
        waiting = now - min((*self._under_way.values(), now))
        return max(waiting, age if now < at + recent else 0.0)


push_ages = PushAges()
