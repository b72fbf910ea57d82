"""Time accounting of a game: pure functions of its terms, its log, and the times of its events."""

from games.clocks.history import clock_after
from games.clocks.reckoning import Clock, counted_between, deadline, kept, read, reckon, time_left

__all__ = ["Clock", "clock_after", "counted_between", "deadline", "kept", "read", "reckon", "time_left"]
