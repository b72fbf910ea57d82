"""The messages written at the table, as one viewer reads them."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from games.domain.perspective import Perspective
from games.domain.table import NO_SEAT

from .names import Names
from .portraits import Portrait, person_portrait

PHRASES = {
    "hello": lazy("Hello!"),
    "sweep": lazy("Sweep!"),
    "last": lazy("Last card!"),
    "well_played": lazy("Well played."),
    "nice": lazy("Nice one!"),
    "thanks": lazy("Thank you."),
    "oops": lazy("Oops."),
    "moment": lazy("One moment, please."),
    "good_game": lazy("Good game."),
}


class StoredMessage(Protocol):
    """A stored message."""

    pk: int
    seat: int
    phrase: str
    text: str
    removed: datetime | None

    @property
    def speaker(self) -> str: ...


@dataclass(frozen=True, slots=True)
class MessageView:
    """One message, without its text if staff have `removed` it.

    `reportable`: the viewer can report it; `mutable_seat`: the other seat that the viewer can mute for it, else 0;
    `username`: the account that the viewer can block for it, else empty.
    """

    id: int
    name: str
    text: str
    mine: bool
    reportable: bool
    mutable_seat: int
    portrait: Portrait
    username: str = ""
    removed: bool = False


@dataclass(frozen=True, slots=True)
class ChatView:
    """The chat of one viewer.

    `phrases` are offered if the viewer may write, `free` text if the table allows it; `muted` are pairs of seat and
    name, `blocked` pairs of username and name.
    """

    messages: tuple[MessageView, ...]
    phrases: tuple[tuple[str, str], ...]
    free: bool
    muted: tuple[tuple[int, str], ...]
    blocked: tuple[tuple[str, str], ...] = ()

    @property
    def latest(self) -> int:
        return self.messages[-1].id if self.messages else 0

    @property
    def newest(self) -> MessageView | None:
        """The last message, if it is another player's and so to be read out; else None."""
        last = self.messages[-1] if self.messages else None
        return None if last is None or last.mine or last.removed else last


def chat_view(
    perspective: Perspective,
    messages: Iterable[StoredMessage],
    *,
    muted: Collection[int],
    blocked: Collection[int],
    people: Collection[int],
    members: Mapping[int, str],
    portraits: Mapping[int, Portrait],
) -> ChatView:
    """Return the chat of one viewer.

    `muted`, `blocked`: seats whose messages the viewer does not want to read; `people`: the seats that no computer has;
    `members`: the usernames, by seat, of players with an account, who can be blocked; `portraits`: those of the seats.
    """
    names = Names(perspective)
    speaks = bool(perspective.viewer) and perspective.table_settings.chat != "off"
    return ChatView(
        messages=tuple(
            _message_view(message, perspective, names, people, members, portraits)
            for message in messages
            if message.seat not in {*muted, *blocked}
        ),
        phrases=tuple((key, str(words)) for key, words in PHRASES.items()) if speaks else (),
        free=speaks and perspective.table_settings.chat == "free",
        muted=tuple((seat, names.seat(seat)) for seat in sorted(muted)),
        blocked=tuple((members[seat], names.seat(seat)) for seat in sorted(blocked) if seat in members),
    )


def _message_view(
    message: StoredMessage,
    perspective: Perspective,
    names: Names,
    people: Collection[int],
    members: Mapping[int, str],
    portraits: Mapping[int, Portrait],
) -> MessageView:
    seated, author = bool(perspective.viewer), speaker(message, names)
    portrait = portraits.get(message.seat) or person_portrait(author)
    mine = seated and message.seat == perspective.viewer
    if message.removed:
        return MessageView(message.pk, author, _("Message removed"), mine, False, 0, portrait, removed=True)
    present = seated and not mine and message.seat in people
    seat, username = (message.seat, members.get(message.seat, "")) if present else (0, "")
    reportable = present or (seated and message.seat == NO_SEAT)
    return MessageView(message.pk, author, message_text(message), mine, reportable, seat, portrait, username)


def message_text(message: StoredMessage) -> str:
    """Return the text of a message, in the reader's language if it is a ready phrase."""
    return str(PHRASES.get(message.phrase, message.phrase)) if message.phrase else message.text


def speaker(message: StoredMessage, names: Names) -> str:
    """The name of the message's author, also of one who has left the seat."""
    return names.seat(message.seat) if message.seat else message.speaker or _("A former player")
