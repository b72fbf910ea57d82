"""Bounds of work that requests ask for: processor time for all steps together, and how many may wait for their turn."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore
from time import thread_time


class TooMuchWork(Exception):
    """Raised when the steps take more processor time than they may."""


class TooManyWaiting(Exception):
    """Raised when the work cannot be begun soon."""


def within_budget[T](seconds: float, steps: Iterable[T]) -> Iterator[T]:
    """Yield the steps while this thread has used no more processor time than that: other requests count for nothing.

    Raises TooMuchWork between two steps, so a single step has to be bounded by itself.
    """
    end = thread_time() + seconds
    for step in steps:
        if thread_time() > end:
            raise TooMuchWork
        yield step


class OneAtATime:
    """Long work in the thread of a request, one piece at a time. Each request that waits keeps a thread from all other
    pages, so only `most` may be here, and none waits longer than `timeout` seconds."""

    def __init__(self, most: int, timeout: float) -> None:
        self.timeout = timeout
        self._here, self._working = BoundedSemaphore(most), BoundedSemaphore(1)

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for a turn to work. Raises TooManyWaiting."""
        if not self._here.acquire(blocking=False):
            raise TooManyWaiting
        try:
            if not self._working.acquire(timeout=self.timeout):
                raise TooManyWaiting
            try:
                yield
            finally:
                self._working.release()
        finally:
            self._here.release()
