"""Channel layer of a site that runs as one process."""

import time

from channels.layers import InMemoryChannelLayer

CLEANUP_INTERVAL = 5.0  # seconds


class OneProcessChannelLayer(InMemoryChannelLayer):
    """In-memory layer that looks for expired channels and groups only every few seconds. Channels' own does so with
    every message sent or received: with a thousand open pages that is most of the cost of a push."""

    _cleaned_at = 0.0

    def _clean_expired(self) -> None:
        now = time.monotonic()
        if now >= self._cleaned_at + CLEANUP_INTERVAL:
            self._cleaned_at = now
            super()._clean_expired()  # type: ignore[no-untyped-call]
