"""The announcements that run now, held in memory: a page asks the database nothing for them."""

import logging
from collections.abc import Collection, Mapping
from datetime import datetime
from time import monotonic
from typing import NamedTuple

from django.conf import settings
from django.db import DatabaseError
from django.utils.translation import get_language

from casino.clock import now
from games.notifications.models import Announcement

logger = logging.getLogger(__name__)

REFRESH_SECONDS = 30.0
"""Time after which a process reads the announcements again."""

MAX_SHOWN = 3


class Banner(NamedTuple):
    """An announcement, with its words by language."""

    pk: int
    starts: datetime
    ends: datetime
    words: Mapping[str, str]


class ShownBanner(NamedTuple):
    """An announcement in one language: the viewer's if it has that, else the site's, else its first."""

    pk: int
    language: str
    text: str


class Banners:
    """The announcements that have not ended, as read from the database a moment ago."""

    def __init__(self) -> None:
        self._banners: list[Banner] = []
        self._read_at: float | None = None

    def put(self, banners: list[Banner]) -> None:
        self._banners, self._read_at = banners, monotonic()

    def forget(self) -> None:
        """Read the announcements again for the next page."""
        self._read_at = None

    def running(self) -> list[Banner]:
        if self._read_at is None or monotonic() > self._read_at + REFRESH_SECONDS:
            try:
                self.put(_read())
            except DatabaseError:
                logger.exception("The announcements could not be read; those known before are shown.")
        at = now()
        return [banner for banner in self._banners if banner.starts <= at < banner.ends][:MAX_SHOWN]


def _read() -> list[Banner]:
    rows = Announcement.objects.filter(ends__gt=now()).prefetch_related("texts")[:100]
    return [
        Banner(row.pk, row.starts, row.ends, {text.language: text.text for text in row.texts.all()}) for row in rows
    ]


banners = Banners()


def shown_banners(dismissed: Collection[int]) -> list[ShownBanner]:
    """The running announcements that the viewer has not dismissed, in the viewer's language."""
    running = [banner for banner in banners.running() if banner.pk not in dismissed and banner.words]
    return [_in_words(banner) for banner in running]


def _in_words(banner: Banner) -> ShownBanner:
    language = get_language() or settings.LANGUAGE_CODE
    wanted = (language, language.partition("-")[0], settings.LANGUAGE_CODE, *banner.words)
    chosen = next(code for code in wanted if code in banner.words)
    return ShownBanner(banner.pk, chosen, banner.words[chosen])
