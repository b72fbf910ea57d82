"""How time is reckoned in a game: pure functions of its terms, its log, and the times at which things happened."""

from games.clocks.history import clock_after
from games.clocks.reckoning import Clock, counted_between, deadline, kept, read, reckon, time_left

__all__ = ["Clock", "clock_after", "counted_between", "deadline", "kept", "read", "reckon", "time_left"]
