"""A budget of processor time for work that a request may ask for step by step."""

from collections.abc import Iterable, Iterator
from time import thread_time


class TooMuchWork(Exception):
    """Raised when the steps take more processor time than they may."""


def within_budget[T](seconds: float, steps: Iterable[T]) -> Iterator[T]:
    """Yield the steps while this thread has used no more processor time than that: other requests count for nothing.

    Raises TooMuchWork between two steps, so a single step has to be bounded by itself.
    """
    end = thread_time() + seconds
    for step in steps:
        if thread_time() > end:
            raise TooMuchWork
        yield step
