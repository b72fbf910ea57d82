"""The site's clock. All clocks of games read it, so that a test can put the time forward instead of waiting."""

from datetime import date, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.utils import timezone


def now() -> datetime:
    """The current time, as games count it."""
    return timezone.now() + clock_offset()


def today() -> date:
    """Today's date in the site's time zone, by which there is a new deal and a new puzzle each day."""
    return timezone.localdate(now(), timezone.get_default_timezone())


def clock_offset() -> timedelta:
    """The time by which a test has put the clock forward: zero on a real site (see TEST_CLOCK in settings)."""
    if not settings.TEST_CLOCK:
        return timedelta()
    file = Path(settings.TEST_CLOCK)
    return timedelta(seconds=float(file.read_text(encoding="ascii"))) if file.exists() else timedelta()
