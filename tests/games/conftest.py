"""Fixtures of the tests of games."""

import pytest
from pytest_django import Settings

from accounts.models import Person
from games.log.recent_states import recent_states
from games.notifications import delivery
from games.notifications.kinds import DeliveryMethod
from tests.games.recipients import Messages
from tests.games.tables import person


@pytest.fixture(autouse=True)
def computers_play_at_once(settings: Settings) -> None:
    settings.COMPUTER_PAUSE = 0


@pytest.fixture(autouse=True)
def nothing_remembered() -> None:
    """Clear the caches, so that every test begins as a fresh process does."""
    recent_states.clear()


@pytest.fixture
def ann(db: None) -> Person:
    return person("Ann")


@pytest.fixture
def bob(db: None) -> Person:
    return person("Bob")


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Messages:
    """All messages to people, which are sent at once and leave the site no more."""
    settings.NOTIFICATION_DELAY = 0
    messages = Messages()
    monkeypatch.setattr(delivery, "SENDERS", dict.fromkeys(DeliveryMethod, messages.note))
    return messages
