"""The site's clock, also where a test has put the time forward."""

from datetime import timedelta
from pathlib import Path

from django.utils import timezone
from pytest_django import Settings

from casino.clock import clock_offset, now


def test_without_more_ado_it_is_what_the_clock_says() -> None:
    before = timezone.now()
    assert before <= now() <= timezone.now()
    assert clock_offset() == timedelta()


def test_a_test_puts_the_time_forward_by_a_file(settings: Settings, tmp_path: Path) -> None:
    settings.TEST_CLOCK = str(tmp_path / "ahead")
    assert clock_offset() == timedelta()
    (tmp_path / "ahead").write_text("3600.5")
    assert clock_offset() == timedelta(seconds=3600.5)
    assert now() > timezone.now() + timedelta(minutes=59)
