"""People who have a page open, in the cache that all processes share: nothing is stored, and it soon expires."""

import logging
from collections.abc import Collection

from django.core.cache import cache

logger = logging.getLogger(__name__)

REFRESH_SECONDS = 60.0
"""Seconds between two refreshes by a process."""

ONLINE_TTL = 150
"""Seconds after which a person whose pages are not refreshed counts as offline."""


def mark_online(person_ids: Collection[int]) -> None:
    """Record that these people have a page open. Without the cache, they count as offline."""
    try:
        cache.set_many(dict.fromkeys(map(_key, person_ids), 1), timeout=ONLINE_TTL)
    except Exception:
        logger.exception("It could not be recorded who is online.")


def online_among(person_ids: Collection[int]) -> set[int]:
    """Those of these people who have a page open."""
    keys = {_key(person_id): person_id for person_id in person_ids}
    try:
        return {keys[key] for key in cache.get_many(keys)}
    except Exception:
        logger.exception("It is not known who is online.")
        return set()


def _key(person_id: int) -> str:
    return f"online:{person_id}"
