"""Channel layer of a site that runs as one process."""

import time

from channels.layers import InMemoryChannelLayer

TIDY = 5.0  # seconds


class OneProcessChannelLayer(InMemoryChannelLayer):
    """Channels' layer in memory, which looks through all channels and groups of the process for expired ones with every
    message sent or received. With a thousand open pages that is most of the cost of a push. This one does it now and
    then."""

    _tidied = 0.0

    def _clean_expired(self) -> None:
        at = time.monotonic()
        if at >= self._tidied + TIDY:
            self._tidied = at
            super()._clean_expired()  # type: ignore[no-untyped-call]
