"""Fixtures of the tests of games."""

import pytest
from pytest_django import Settings

from games.log.store import recent


@pytest.fixture(autouse=True)
def computers_play_at_once(settings: Settings) -> None:
    settings.COMPUTER_PAUSE = 0


@pytest.fixture(autouse=True)
def nothing_remembered() -> None:
    """Clear the caches, so that every test begins as a fresh process does."""
    recent.clear()
