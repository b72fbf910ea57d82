"""Telling that a game has changed: those who look on, when it is certain; the site itself, while it happens."""

import asyncio
import logging

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction
from django.dispatch import Signal

logger = logging.getLogger(__name__)

game_advanced = Signal()
"""Sent with `game` inside the transaction in which its log has grown: what is written then belongs to it."""

PATIENCE = 2.0  # seconds after which a channel layer that does not answer counts as down


def group_of(public_id: str) -> str:
    """The channel group of those who look on."""
    return f"game.{public_id}"


def game_changed(public_id: str, seq: int) -> None:
    """Tell them when the transaction has been committed: only which game and how far, never what happened."""
    transaction.on_commit(lambda: _tell(public_id, seq))


def _tell(public_id: str, seq: int) -> None:
    """What was done is done: when it cannot be told, whoever looks on sees it at the next message or reload."""
    try:
        async_to_sync(_send)(group_of(public_id), {"type": "game.changed", "game": public_id, "seq": seq})
    except Exception:
        logger.exception("Game %s has changed, but this could not be announced.", public_id)


async def _send(group: str, message: dict[str, str | int]) -> None:
    async with asyncio.timeout(PATIENCE):
        await get_channel_layer().group_send(group, message)
