"""What carries announcements to the sockets of a site that is one process."""

import time

from channels.layers import InMemoryChannelLayer

TIDY = 5.0  # seconds


class OneProcessChannelLayer(InMemoryChannelLayer):
    """Channels' layer in memory. That goes through all channels and groups of the process with every message, sent or
    received, to see what is too old: with a thousand pages open most of a push. This one does so now and then."""

    _tidied = 0.0

    def _clean_expired(self) -> None:
        at = time.monotonic()
        if at >= self._tidied + TIDY:
            self._tidied = at
            super()._clean_expired()  # type: ignore[no-untyped-call]
