"""Broadcasts of changes to open pages, after the commit."""

import asyncio
import logging
from collections.abc import Iterable
from time import time

from channels.layers import get_channel_layer
from django.db import transaction

from casino.live_server.after_response import run_after_response

logger = logging.getLogger(__name__)

type Messages = dict[str, dict[str, str | float | list[int]]]
"""By channel group."""

LOBBY = "lobby"
"""The channel group of open lobby pages."""

SEND_TIMEOUT = 2.0  # seconds after which a channel layer that does not answer counts as down


def table_group(public_id: str) -> str:
    """The channel group of a game's open pages."""
    return f"game.{public_id}"


def person_group(person_id: int) -> str:
    """The channel group of a person's open pages that depend on their list of games."""
    return f"person.{person_id}"


def club_group(club_id: int) -> str:
    """The channel group of a club's open pages."""
    return f"club.{club_id}"


def preferences_group(person_id: int) -> str:
    """The channel group of all open pages of a person, which depend on their preferences and sessions."""
    return f"preferences.{person_id}"


def publish_preferences_changed(person_id: int) -> None:
    """Notify the person's pages, after the commit, that preferences have changed."""
    _publish_after_commit({preferences_group(person_id): {"type": "preferences.changed"}})


def publish_blocks_changed(person_id: int) -> None:
    """Notify the person's pages, after the commit, that other messages and tables are hidden from them."""
    _publish_after_commit({preferences_group(person_id): {"type": "blocks.changed"}})


def publish_chat_ban_changed(person_id: int) -> None:
    """Notify the person's pages, after the commit, that the person may not write in chats now, or may again."""
    _publish_after_commit({preferences_group(person_id): {"type": "chat_ban.changed"}})


def publish_session_ended(person_id: int) -> None:
    """Notify the person's sockets, after the commit, to check if their session is still valid."""
    _publish_after_commit({preferences_group(person_id): {"type": "session.ended"}})


def publish_game_changed(
    public_id: str, seq: int, by: int = 0, people: Iterable[int] = (), lobby: bool = False
) -> None:
    """Notify the game's pages after the commit of the sequence number and the acting seat, never of the events.

    `people` are those whose lists of games have changed; `lobby` is True if the list of open tables has.
    """
    messages: Messages = {
        table_group(public_id): {"type": "game.changed", "game": public_id, "seq": seq, "by": by, "at": time()}
    }
    _publish_after_commit(messages | _to_people(people) | ({LOBBY: {"type": "lobby.changed"}} if lobby else {}))


def publish_people_changed(people: Iterable[int]) -> None:
    """Notify the pages of these people, after the commit, that their lists of games, invitations or notices changed."""
    _publish_after_commit(_to_people(people))


def _to_people(people: Iterable[int]) -> Messages:
    return {person_group(person): {"type": "person.changed"} for person in people}


def publish_lobby_changed() -> None:
    """Notify lobby pages, after the commit, that the list of open tables has changed."""
    _publish_after_commit({LOBBY: {"type": "lobby.changed"}})


def publish_club_changed(club_id: int) -> None:
    """Notify the club's pages, after the commit, that what they list has changed."""
    _publish_after_commit({club_group(club_id): {"type": "lobby.changed"}})


def tournament_group(tournament_id: int) -> str:
    """The channel group of a tournament's open pages."""
    return f"tournament.{tournament_id}"


def publish_tournament_changed(tournament_id: int) -> None:
    """Notify the tournament's pages, after the commit, that something on them has changed."""
    _publish_after_commit({tournament_group(tournament_id): {"type": "lobby.changed"}})


def publish_room_changed(room: str) -> None:
    """Notify the pages that show the talk in this room, which is their channel group, after the commit."""
    _publish_after_commit({room: {"type": "chat.changed"}})


def publish_presence_changed(public_id: str, seats: Iterable[int] = ()) -> None:
    """Notify the game's pages, after the commit, that pages of these seats (0: of spectators) have come or gone; or,
    without seats, that the wait for a player has changed."""
    _publish_after_commit({table_group(public_id): {"type": "presence.changed", "seats": sorted(seats)}})


def publish_chat_posted(public_id: str, audience: str) -> None:
    """Notify the game's pages, after the commit, of a new chat message to the table or to spectators."""
    _publish_after_commit({table_group(public_id): {"type": "chat.posted", "audience": audience}})


def publish_chat_changed(public_id: str) -> None:
    """Notify the game's pages, after the commit, that existing messages have changed."""
    _publish_after_commit({table_group(public_id): {"type": "chat.changed"}})


def _publish_after_commit(messages: Messages) -> None:
    transaction.on_commit(lambda: _publish(messages))


def _publish(messages: Messages) -> None:
    run_after_response(_send, messages)


async def _send(messages: Messages) -> None:
    """Send the messages. A failure is only logged: pages see the change with the next message or reload."""
    try:
        async with asyncio.timeout(SEND_TIMEOUT):
            for group, message in messages.items():
                await get_channel_layer().group_send(group, message)
    except TimeoutError:  # no traceback: with hundreds waiting it takes longer than their broadcasts
        logger.warning("A change could not be broadcast in time: %s", messages)
    except Exception:
        logger.exception("A change could not be broadcast: %s", messages)
