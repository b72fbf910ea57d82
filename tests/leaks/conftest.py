"""Fixtures of all searches for leaks."""

from collections.abc import Iterator

import pytest
import time_machine

from games.live.batches import audience, batches, panels

NOON = "2026-03-01T12:00:00Z"


@pytest.fixture(autouse=True)
def time_stands_still() -> Iterator[None]:
    with time_machine.travel(NOON, tick=False):
        yield


@pytest.fixture(autouse=True)
def one_transaction(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the connection open: sockets read the test's data in its own thread and transaction."""
    monkeypatch.setattr("channels.db.close_old_connections", lambda: None)


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no push wait for others to be merged with."""
    for queue in (batches, panels, audience):
        monkeypatch.setattr(queue, "_seconds", 0.0)
        monkeypatch.setattr(queue, "_pause", 0.0)
