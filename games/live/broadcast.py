"""Announcements of changes: to open pages after the commit, and by signals inside the transaction."""

import asyncio
import logging
from collections.abc import Iterable

from channels.layers import get_channel_layer
from django.db import transaction
from django.dispatch import Signal

from casino.live_server.after_response import leave

logger = logging.getLogger(__name__)

type Messages = dict[str, dict[str, str | int]]
"""By channel group."""

game_advanced = Signal()
"""Sent with `game`, its `seats` and the new `facts` inside the transaction that extended the log."""

message_said = Signal()
"""Sent with the `message` inside the transaction in which it was posted at a table."""

LOBBY = "lobby"
"""The channel group of open lobby pages."""

PATIENCE = 2.0  # seconds after which a channel layer that does not answer counts as down


def group_of(public_id: str) -> str:
    """Return the channel group of a game's open pages."""
    return f"game.{public_id}"


def person_group(person_id: int) -> str:
    """Return the channel group of a person's open pages."""
    return f"person.{person_id}"


def preferences_group(person_id: int) -> str:
    """Return the channel group of a person's open pages that depend on the person's preferences."""
    return f"preferences.{person_id}"


def preferences_changed(person_id: int) -> None:
    """Notify the person's pages, after the commit, that preferences have changed."""
    _tell_after_commit({preferences_group(person_id): {"type": "preferences.changed"}})


def blocks_changed(person_id: int) -> None:
    """Notify the person's pages, after the commit, that other messages and tables are hidden from them."""
    _tell_after_commit({preferences_group(person_id): {"type": "blocks.changed"}})


def way_in_ended(person_id: int) -> None:
    """Notify the person's sockets, after the commit, to check if their session is still valid."""
    groups = (preferences_group(person_id), person_group(person_id))
    _tell_after_commit({group: {"type": "way.in.ended"} for group in groups})


def game_changed(public_id: str, seq: int, by: int = 0, people: Iterable[int] = (), lobby: bool = False) -> None:
    """Notify the game's pages after the commit of the sequence number and the acting seat, never of the events.

    `people` are those whose number of waiting games may have changed; `lobby` is True if the list of open tables has.
    """
    messages: Messages = {group_of(public_id): {"type": "game.changed", "game": public_id, "seq": seq, "by": by}}
    messages |= {person_group(each): {"type": "person.changed"} for each in people}
    _tell_after_commit(messages | ({LOBBY: {"type": "lobby.changed"}} if lobby else {}))


def lobby_changed() -> None:
    """Notify lobby pages, after the commit, that the list of open tables has changed."""
    _tell_after_commit({LOBBY: {"type": "lobby.changed"}})


def people_changed(public_id: str) -> None:
    """Notify the game's pages, after the commit, that presence at the table or the wait for a player has changed."""
    _tell_after_commit({group_of(public_id): {"type": "people.changed"}})


def said(public_id: str) -> None:
    """Notify the game's pages, after the commit, of a new chat message."""
    _tell_after_commit({group_of(public_id): {"type": "table.said"}})


def messages_changed(public_id: str) -> None:
    """Notify the game's pages, after the commit, that existing messages have changed."""
    _tell_after_commit({group_of(public_id): {"type": "messages.changed"}})


def _tell_after_commit(messages: Messages) -> None:
    transaction.on_commit(lambda: _tell(messages))


def _tell(messages: Messages) -> None:
    leave(_send, messages)


async def _send(messages: Messages) -> None:
    """Send the messages. A failure is only logged: pages see the change with the next message or reload."""
    try:
        async with asyncio.timeout(PATIENCE):
            for group, message in messages.items():
                await get_channel_layer().group_send(group, message)
    except Exception:
        logger.exception("Something has changed, but this could not be announced: %s", messages)
