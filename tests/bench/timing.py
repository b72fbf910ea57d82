"""Processor time of this program alone, which a busy machine disturbs less than wall-clock time."""

from collections.abc import Callable
from time import process_time

EACH = 0.3
"""Seconds for which one thing is measured in a round."""


def seconds(work: Callable[[], object], times: int = 1) -> float:
    """Return the seconds the work takes once, as the mean of so many times."""
    start = process_time()
    for _ in range(times):
        work()
    return (process_time() - start) / times


def a_second(work: Callable[[], int], least: float = EACH) -> float:
    """Return the rate per second: the work returns the number it did, and is done again until the time is up."""
    start, done = process_time(), 0
    while (passed := process_time() - start) < least:
        done += work()
    return done / passed
