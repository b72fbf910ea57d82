"""Broadcasts to open pages: after the commit, from whichever process wrote it, or not at all."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest
from asgiref.sync import sync_to_async
from channels.layers import InMemoryChannelLayer, get_channel_layer
from django.conf import settings
from django.db import connection, transaction
from django.http import HttpResponse
from pytest_django import DjangoCaptureOnCommitCallbacks

from casino.backends import channel_layer
from casino.live_server.channel_layer import messages_lost
from casino.transactions import write_transaction
from games.live import broadcast
from games.live.broadcast import publish_game_changed, table_group
from games.views.table import render_table
from tests.games.viewers import laid

SHARED = "CONFIG" in settings.CHANNEL_LAYERS["default"]  # by several processes, through Redis


def tell(seq: int) -> None:
    with write_transaction():
        publish_game_changed("abcdefghij", seq)


def tell_from_elsewhere(seq: int) -> None:
    """Announce as another process does: from a thread that knows nothing of this event loop."""

    def run() -> None:
        try:
            tell(seq)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as thread:
        thread.submit(run).result()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("way", [tell, *([tell_from_elsewhere] if SHARED else [])])
async def test_it_reaches_who_listens(way: Callable[..., Any]) -> None:
    layer = get_channel_layer()
    channel = await layer.new_channel()
    await layer.group_add(table_group("abcdefghij"), channel)
    await sync_to_async(way)(7)
    async with asyncio.timeout(5):
        heard = await layer.receive(channel)
    assert 0 <= time.time() - heard.pop("at") < 5
    assert heard == {"type": "game.changed", "game": "abcdefghij", "seq": 7, "by": 0}
    await layer.group_discard(table_group("abcdefghij"), channel)


@pytest.mark.django_db
def test_nothing_is_told_before_the_commit(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    told: list[int] = []
    monkeypatch.setattr(broadcast, "_publish", lambda messages: told.append(messages[table_group("abcdefghij")]["seq"]))
    with django_capture_on_commit_callbacks(execute=True):
        tell(3)
        assert told == []
    assert told == [3]


@pytest.mark.django_db(transaction=True)
def test_nothing_is_told_of_what_was_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []
    monkeypatch.setattr(broadcast, "_publish", told.append)
    with transaction.atomic():
        tell(3)
        transaction.set_rollback(True)
    assert told == []


async def down(*_: object) -> None:
    raise ConnectionRefusedError("nobody there")


async def silent(*_: object) -> None:
    await asyncio.Event().wait()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("layer_does", [down, silent])
def test_a_layer_that_fails_is_logged_and_disturbs_nobody(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, layer_does: Callable[..., Any]
) -> None:
    monkeypatch.setattr(broadcast, "SEND_TIMEOUT", 0.01)
    monkeypatch.setattr(broadcast, "get_channel_layer", InMemoryChannelLayer)
    monkeypatch.setattr(InMemoryChannelLayer, "group_send", layer_does)
    tell(3)
    (record,) = caplog.records
    assert "could not be broadcast" in record.message
    assert bool(record.exc_info) == (layer_does is down), "no traceback where the layer only did not answer"


@pytest.mark.django_db(transaction=True)
def test_who_has_moved_has_the_answer_first(monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []

    def answered(*given: Any) -> HttpResponse:
        order.append("answered")
        return render_table(*given)

    async def told(*_: Any) -> None:
        order.append("told")

    ann, _ = laid("casino", "9S 4H", "8D 3C", table="5H KS QS JS")
    page = ann.look()
    monkeypatch.setattr("games.views.turns.render_table", answered)
    monkeypatch.setattr(broadcast, "_send", told)
    ann.post("play", htmx=True, move="4H", seq=page.seq)
    assert order == ["answered", "told"]


async def test_messages_may_be_lost_when_a_connection_to_redis_is_made_again() -> None:
    (host,) = channel_layer(["redis://localhost"])["CONFIG"]["hosts"]
    connections = [Mock(on_connect=AsyncMock()) for _ in range(2)]
    for connection_ in connections:
        await host["redis_connect_func"](connection_)
    assert not messages_lost.is_set()
    await host["redis_connect_func"](connections[0])
    assert [each.on_connect.await_count for each in connections] == [2, 1]
    assert messages_lost.is_set()
    messages_lost.clear()
