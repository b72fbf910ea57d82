"""Remaining time, in words."""

import pytest

from games.presenters.clocks import duration


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "0:00"), (65, "1:05"), (3599, "59:59"), (3600, "1h 0m"), (86399, "23h 59m"), (183600, "2d 3h")],
)
def test_the_more_is_left_the_less_exact_it_is_told(seconds: int, words: str) -> None:
    assert duration(seconds) == words
