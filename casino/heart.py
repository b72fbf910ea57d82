"""The server's signs of life: one when it begins, one every few seconds, one when it ends.

Game clocks use them to leave out the time when no one could have played. The machine's own clock is watched too: where
it has moved further than the monotonic time, it was put forward, or the machine slept.
"""

import logging
import time
from threading import Event

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone
from django.utils.module_loading import import_string

logger = logging.getLogger(__name__)

JUMP = 5.0  # seconds by which the clock may be off without having been put forward


class Heart:
    """Sends signs of life until it is stopped."""

    def __init__(self) -> None:
        self._stopping = Event()
        self._seen = self._times()

    def begin(self) -> None:
        """Send the first sign, before anything is served: clocks get back the time that the server was down."""
        self._sign("begin")

    def run(self) -> None:
        try:
            while not self._stopping.wait(settings.HEARTBEAT):
                self.beat()
            self._sign("end")
        finally:
            connection.close()

    def stop(self) -> None:
        self._stopping.set()

    def beat(self) -> None:
        before, self._seen = self._seen, self._times()
        (wall, steady), (wall_now, steady_now) = before, self._seen
        self._sign("jump" if (wall_now - wall) - (steady_now - steady) > JUMP else "beat")

    @staticmethod
    def _times() -> tuple[float, float]:
        """Return the time of day, and a monotonic time that no one can put forward."""
        return timezone.now().timestamp(), time.monotonic()

    @staticmethod
    def _sign(word: str) -> None:
        """Report a sign of life. If the database is away, no one can play either, and the next sign makes up for it."""
        try:
            import_string(settings.SIGN_OF_LIFE)(word)
        except DatabaseError:
            logger.exception("No sign of life could be given; clocks stand still until one can.")
            connection.close()
