"""The people at the table, and the messages that they write, as one viewer reads them."""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, NamedTuple, Protocol

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from games.domain.perspective import SPECTATOR, Perspective
from games.domain.table import NO_SEAT

from .names import Names
from .portraits import Portrait, person_portrait

# --- the people at the table ---------------------------------------------------------------------------------------


STATUS_TEXTS = {"visible": lazy("online"), "hidden": lazy("away"), "gone": lazy("offline")}


@dataclass(frozen=True, slots=True)
class OtherPlayer:
    """Another person at the table.

    `told`: how one who is not here is told of the turn; empty in a live game. `needs_link`: someone must tell them.
    """

    number: int
    name: str
    status: str
    status_text: str
    told: str = ""
    needs_link: bool = False


@dataclass(frozen=True, slots=True)
class TakeoverView:
    """A request to take over a seat, in words; and what the viewer may do about it, if anything."""

    number: int
    text: str
    action: Literal["answer", "withdraw", ""]


def takeover_view(
    names: Names, number: int, asker: str, missing: Sequence[int], *, mine: bool, answers: bool
) -> TakeoverView:
    """A request to take the seat over, which the people on the seats in `missing` have not answered. It is the
    viewer's, or the viewer is one of those."""
    asked = _("You asked to take over the seat of %(player)s.") % {"player": names.seat(number)}
    waiting = _("Waiting for: %(players)s") % {"players": names.seats(missing)}
    text = f"{asked if mine else takeover_words(names, number, asker)} {waiting}"
    return TakeoverView(number, text, "withdraw" if mine else "answer" if answers else "")


def takeover_words(names: Names, number: int, asker: str) -> str:
    return _("%(asker)s asks to take over the seat of %(player)s.") % {"player": names.seat(number), "asker": asker}


@dataclass(frozen=True, slots=True)
class PresencePanel:
    """The other people at the table.

    `absent`: the player to move, for whom the viewer need not wait any longer; `remindable`: one who can be reminded;
    `recheck_seconds`: seconds after which the view must be refreshed; `follows_turn`: it must be after each move too,
    because someone has gone; `two_seats`: the game can end, by a win of the player who stays if it is `live`; `away`:
    the player to move is not here, and is told of the turn; `takeovers`: requests to take over a seat.
    """

    others: tuple[OtherPlayer, ...]
    spectators: int
    two_seats: bool
    absent: OtherPlayer | None
    recheck_seconds: int | None
    follows_turn: bool
    live: bool
    remindable: OtherPlayer | None
    away: OtherPlayer | None
    takeovers: tuple[TakeoverView, ...] = ()

    @property
    def awaited(self) -> OtherPlayer | None:
        """The player about whom the viewer can do something."""
        return self.absent or self.remindable


def presence_panel(
    perspective: Perspective,
    statuses: Mapping[int, str],
    spectators: int,
    turn: int,
    wait: float | None,
    methods: Mapping[int, Collection[str]],
    remindable: bool,
    takeovers: tuple[TakeoverView, ...] = (),
) -> PresencePanel:
    """The other people at the table.

    `statuses`: the presence of each person by seat; `wait`: seconds that the viewer must still wait for the seat to
    play, `turn`, whose player lets the others wait; None if there is nothing to wait for. `methods`: how the players
    who are not here are told of their turn, by seat; `remindable`: the one to play can be reminded.
    """
    names, live = Names(perspective), perspective.table_settings.live
    here = sorted((seat, status) for seat, status in statuses.items() if seat != perspective.viewer)
    others = tuple(_other_player(names, seat, status, methods.get(seat)) for seat, status in here)
    playing = next((player for player in others if player.number == turn), None)
    return PresencePanel(
        others=others,
        spectators=spectators,
        two_seats=perspective.seats == 2,
        absent=playing if wait == 0 else None,
        recheck_seconds=math.ceil(wait) + 1 if wait and live else None,
        follows_turn=perspective.viewer != SPECTATOR and any(player.status == "gone" for player in others),
        live=live,
        remindable=playing if remindable and playing and methods.get(playing.number) else None,
        away=playing if playing and playing.told else None,
        takeovers=takeovers,
    )


def _other_player(names: Names, seat: int, status: str, methods: Collection[str] | None) -> OtherPlayer:
    told = "" if methods is None else _told(methods)
    needs_link = methods is not None and not methods
    return OtherPlayer(seat, names.seat(seat), status, str(STATUS_TEXTS[status]), told, needs_link)


def _told(methods: Collection[str]) -> str:
    if "email" in methods:
        return _("An email tells them when it’s their turn.")
    if methods:
        return _("A notification tells them when it’s their turn.")
    return _("We can’t notify them.")


# --- the chat ------------------------------------------------------------------------------------------------------


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


SPECTATORS = "spectators"
"""The audience of messages by spectators."""

FOR_SPECTATORS = ("hello", "sweep", "well_played", "nice", "thanks", "good_game")


class StoredMessage(Protocol):
    """A stored message."""

    pk: int
    seat: int
    person_id: int | None
    audience: str
    phrase: str
    text: str
    removed: datetime | None

    @property
    def speaker(self) -> str: ...

    @property
    def username(self) -> str: ...


@dataclass(frozen=True, slots=True)
class MessageView:
    """One message, without its text if staff have `removed` it.

    `reportable`: the viewer can report it; `mutable_seat`: the other seat that the viewer can mute for it, else 0;
    `username`: the account that the viewer can block for it, else empty; `spectator`: its author has no seat.
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
    spectator: bool = False


@dataclass(frozen=True, slots=True)
class ChatView:
    """The chat of one viewer.

    `phrases` are offered if the viewer may write, `free` text if the table allows it; `audience` is that of what the
    viewer writes. `muted` are pairs of seat and name, `muted_spectators` of message and name, `blocked` of username
    and name. `invited`: the viewer could write after logging in.
    """

    messages: tuple[MessageView, ...]
    phrases: tuple[tuple[str, str], ...]
    free: bool
    muted: tuple[tuple[int, str], ...]
    blocked: tuple[tuple[str, str], ...] = ()
    muted_spectators: tuple[tuple[int, str], ...] = ()
    audience: str = ""
    invited: bool = False

    @property
    def latest(self) -> int:
        return self.messages[-1].id if self.messages else 0

    @property
    def newest(self) -> MessageView | None:
        """The last message, if it is another player's and so to be read out; else None."""
        last = self.messages[-1] if self.messages else None
        return None if last is None or last.mine or last.removed else last


class Readers(NamedTuple):
    """The viewer of a chat by `person`, who may be a spectator (`spectates`), and the others at the table.

    `muted`, `blocked`: seats whose messages the viewer does not want to read; `people`: the seats that no computer has;
    `members`: the usernames, by seat, of players with an account, who can be blocked; `portraits`: those of the seats.
    """

    person: int | None
    spectates: bool
    muted: Collection[int]
    muted_spectators: Sequence[tuple[int, str]]
    blocked: Collection[int]
    people: Collection[int]
    members: Mapping[int, str]
    portraits: Mapping[int, Portrait]


def chat_view(perspective: Perspective, messages: Iterable[StoredMessage], readers: Readers) -> ChatView:
    names, allowed = Names(perspective), perspective.table_settings.chat
    speaks = allowed != "off" and (bool(perspective.viewer) or readers.spectates)
    offered = FOR_SPECTATORS if readers.spectates else tuple(PHRASES)
    hidden = {*readers.muted, *readers.blocked}
    return ChatView(
        messages=tuple(
            _message_view(message, perspective, names, readers) for message in messages if message.seat not in hidden
        ),
        phrases=tuple((key, str(PHRASES[key])) for key in offered) if speaks else (),
        free=speaks and allowed == "free",
        muted=tuple((seat, names.seat(seat)) for seat in sorted(readers.muted)),
        blocked=tuple(
            (readers.members[seat], names.seat(seat)) for seat in sorted(readers.blocked) if seat in readers.members
        ),
        muted_spectators=tuple(readers.muted_spectators),
        audience=SPECTATORS if readers.spectates else "",
        invited=readers.person is None and allowed != "off" and bool(perspective.latest_round),
    )


def _message_view(message: StoredMessage, perspective: Perspective, names: Names, readers: Readers) -> MessageView:
    seated, author = bool(perspective.viewer), speaker(message, names)
    by_spectator = message.audience == SPECTATORS
    portrait = readers.portraits.get(message.seat) or person_portrait(
        author, message.person_id if by_spectator else None
    )
    mine = (
        message.person_id == readers.person is not None
        if by_spectator
        else (seated and message.seat == perspective.viewer)
    )
    if message.removed:
        text = _("Message removed")
        return MessageView(message.pk, author, text, mine, False, 0, portrait, removed=True, spectator=by_spectator)
    text = message_text(message)
    if by_spectator:
        reportable = not mine and (seated or readers.spectates)
        return MessageView(message.pk, author, text, mine, reportable, 0, portrait, message.username, spectator=True)
    present = seated and not mine and message.seat in readers.people
    seat, username = (message.seat, readers.members.get(message.seat, "")) if present else (0, "")
    reportable = present or (seated and message.seat == NO_SEAT)
    return MessageView(message.pk, author, text, mine, reportable, seat, portrait, username)


def message_text(message: StoredMessage) -> str:
    """The text of a message, in the reader's language if it is a ready phrase."""
    return str(PHRASES.get(message.phrase, message.phrase)) if message.phrase else message.text


def speaker(message: StoredMessage, names: Names) -> str:
    """The name of the message's author, also of one who has left the seat."""
    return names.seat(message.seat) if message.seat else message.speaker or _("A former player")
