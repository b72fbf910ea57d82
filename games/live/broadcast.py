"""Telling that a game has changed: those who look on, when it is certain; the site itself, while it happens."""

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
"""Sent with `game`, its `seats` and the new `facts` inside the transaction in which its log has grown: what is written
then belongs to it."""

message_said = Signal()
"""Sent with the `message` inside the transaction in which somebody said it at a table."""

LOBBY = "lobby"
"""The channel group of those who look at the open tables."""

PATIENCE = 2.0  # seconds after which a channel layer that does not answer counts as down


def group_of(public_id: str) -> str:
    """The channel group of those who look on."""
    return f"game.{public_id}"


def person_group(person_id: int) -> str:
    """The channel group of a person's open pages."""
    return f"person.{person_id}"


def preferences_group(person_id: int) -> str:
    """The channel group of a person's open pages that are written in a language of the person's choice."""
    return f"preferences.{person_id}"


def preferences_changed(person_id: int) -> None:
    """Tell the person's pages, after the commit, that something else is preferred."""
    _tell_after_commit({preferences_group(person_id): {"type": "preferences.changed"}})


def blocks_changed(person_id: int) -> None:
    """Tell the person's pages, after the commit, that other messages and tables are hidden from them."""
    _tell_after_commit({preferences_group(person_id): {"type": "blocks.changed"}})


def way_in_ended(person_id: int) -> None:
    """Tell the person's sockets, after the commit, to look whether their session still works."""
    groups = (preferences_group(person_id), person_group(person_id))
    _tell_after_commit({group: {"type": "way.in.ended"} for group in groups})


def game_changed(public_id: str, seq: int, by: int = 0, people: Iterable[int] = (), lobby: bool = False) -> None:
    """Tell them when the transaction has been committed: only which game, how far and by which seat, never what
    happened. `people` are those for whom more or fewer games wait now, `lobby` whether other tables are open."""
    messages: Messages = {group_of(public_id): {"type": "game.changed", "game": public_id, "seq": seq, "by": by}}
    messages |= {person_group(each): {"type": "person.changed"} for each in people}
    _tell_after_commit(messages | ({LOBBY: {"type": "lobby.changed"}} if lobby else {}))


def lobby_changed() -> None:
    """Tell those who look at the open tables, after the commit, that others are open."""
    _tell_after_commit({LOBBY: {"type": "lobby.changed"}})


def people_changed(public_id: str) -> None:
    """Tell them, after the commit, that somebody has come to the table or gone, or need be waited for no longer."""
    _tell_after_commit({group_of(public_id): {"type": "people.changed"}})


def said(public_id: str) -> None:
    """Tell them, after the commit, that somebody at the table has said something."""
    _tell_after_commit({group_of(public_id): {"type": "table.said"}})


def messages_changed(public_id: str) -> None:
    """Tell them, after the commit, that a message reads otherwise than before."""
    _tell_after_commit({group_of(public_id): {"type": "messages.changed"}})


def _tell_after_commit(messages: Messages) -> None:
    transaction.on_commit(lambda: _tell(messages))


def _tell(messages: Messages) -> None:
    leave(_send, messages)


async def _send(messages: Messages) -> None:
    """What was done is done: when it cannot be told, whoever looks on sees it at the next message or reload."""
    try:
        async with asyncio.timeout(PATIENCE):
            for group, message in messages.items():
                await get_channel_layer().group_send(group, message)
    except Exception:
        logger.exception("Something has changed, but this could not be announced: %s", messages)
