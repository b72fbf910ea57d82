"""Time accounting of a game: pure functions of its terms, its log, and the times of its events."""

from games.clocks.clock import Clock, counted_between, deadline, from_json, time_left, to_json, update_clock
from games.clocks.history import clock_after

__all__ = ["Clock", "clock_after", "counted_between", "deadline", "from_json", "time_left", "to_json", "update_clock"]
