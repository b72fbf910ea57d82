"""Fixtures of all searches for leaks."""

from collections.abc import Iterator

import pytest
import time_machine

NOON = "2026-03-01T12:00:00Z"


@pytest.fixture(autouse=True)
def time_stands_still() -> Iterator[None]:
    with time_machine.travel(NOON, tick=False):
        yield


@pytest.fixture(autouse=True)
def one_transaction(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the connection open: sockets read the test's data in its own thread and transaction."""
    monkeypatch.setattr("channels.db.close_old_connections", lambda: None)
