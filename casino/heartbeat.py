"""The server's heartbeats: one when it begins, one every few seconds, one when it ends.

Game clocks use them to leave out the time when no one could have played. The machine's own clock is watched too: where
it has moved further than the monotonic time, it was put forward, or the machine slept.
"""

import logging
import time
from threading import Event
from typing import Literal

from django.conf import settings
from django.db import connection
from django.utils import timezone

from casino import hooks

logger = logging.getLogger(__name__)

type HeartbeatKind = Literal["begin", "beat", "jump", "end"]

STUCK_AFTER = 60.0  # seconds that a heartbeat may take
CLOCK_JUMP = 5.0  # seconds by which the clock may be off without having been put forward


class Heartbeat:
    """Sends heartbeats until it is stopped."""

    def __init__(self) -> None:
        self._stopping = Event()
        self._last_times = self._times()

    def start(self) -> None:
        """Send the first heartbeat, before anything is served: clocks get back the time that the server was down."""
        self._record("begin")

    def run(self) -> None:
        try:
            while not self._stopping.wait(settings.HEARTBEAT):
                self.tick()
            self._record("end")
        finally:
            connection.close()

    def stop(self) -> None:
        self._stopping.set()

    def is_stuck(self) -> bool:
        return time.monotonic() - self._last_times[1] > settings.HEARTBEAT + STUCK_AFTER

    def tick(self) -> None:
        (wall, steady), self._last_times = self._last_times, self._times()
        wall_now, steady_now = self._last_times
        self._record("jump" if (wall_now - wall) - (steady_now - steady) > CLOCK_JUMP else "beat")

    @staticmethod
    def _times() -> tuple[float, float]:
        """Return the time of day, and a monotonic time that no one can put forward."""
        return timezone.now().timestamp(), time.monotonic()

    @staticmethod
    def _record(kind: HeartbeatKind) -> None:
        """Report a heartbeat. If it fails, as when the database is away, the next one makes up for it."""
        try:
            hooks.heartbeat(kind)
        except Exception:
            logger.exception("No heartbeat could be recorded; clocks stand still until one can.")
            connection.close()
