"""What time it is. All clocks of games ask here, so that a test can put the time forward instead of waiting."""

from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.utils import timezone


def now() -> datetime:
    """The time by which games are played."""
    return timezone.now() + ahead()


def ahead() -> timedelta:
    """How far a test has put the time forward: nothing where the site is played on (see TEST_CLOCK in settings)."""
    if not settings.TEST_CLOCK:
        return timedelta()
    kept = Path(settings.TEST_CLOCK)
    return timedelta(seconds=float(kept.read_text(encoding="ascii"))) if kept.exists() else timedelta()
