"""Announcements in a site of one process: they arrive, those not fetched expire, and pages of others cost nothing."""

import asyncio

import pytest
from channels.layers import InMemoryChannelLayer

from casino.live_server import channel_layer
from casino.live_server.channel_layer import OneProcessChannelLayer

NEWS = {"type": "news"}


@pytest.fixture
def tidied(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A list that grows whenever all channels and groups have been tidied."""
    times: list[int] = []
    clean = InMemoryChannelLayer._clean_expired

    def counting(layer: InMemoryChannelLayer) -> None:
        times.append(len(layer.channels))
        clean(layer)

    monkeypatch.setattr(InMemoryChannelLayer, "_clean_expired", counting)
    return times


def test_what_is_too_old_is_looked_for_now_and_then_and_not_with_every_message(tidied: list[int]) -> None:
    async def talk() -> None:
        layer = OneProcessChannelLayer()
        for page in range(50):
            await layer.group_add("table", f"page{page}")
        for _ in range(20):
            await layer.group_send("table", NEWS)
            assert [await layer.receive(f"page{page}") for page in range(50)] == [NEWS] * 50

    asyncio.run(talk())
    assert len(tidied) == 1


def test_who_does_not_fetch_what_is_for_them_is_told_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    async def talk() -> None:
        layer = OneProcessChannelLayer(expiry=0)
        await layer.group_send("table", NEWS)  # tidies up: not again for a while
        await layer.group_add("table", "gone")
        await layer.group_send("table", NEWS)
        await layer.group_send("table", NEWS)
        assert (layer.channels["gone"].qsize(), list(layer.groups["table"])) == (2, ["gone"])
        monkeypatch.setattr(channel_layer, "CLEANUP_INTERVAL", 0.0)
        await layer.group_send("table", NEWS)
        assert (layer.channels, layer.groups["table"]) == ({}, {})

    asyncio.run(talk())
