"""The messages written at the table, as one viewer reads them."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from games.domain.perspective import Perspective
from games.domain.table import NOBODY

from .names import Names

PHRASES = {
    "hello": lazy("Hello!"),
    "sweep": lazy("Sweep!"),
    "last": lazy("Last."),
    "well_played": lazy("Well played."),
    "nice": lazy("Nice one!"),
    "thanks": lazy("Thank you."),
    "oops": lazy("Oops."),
    "moment": lazy("One moment, please."),
    "good_game": lazy("Good game."),
}


class Said(Protocol):
    """A stored message."""

    pk: int
    seat: int
    phrase: str
    text: str
    removed: datetime | None

    @property
    def speaker(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Utterance:
    """One message, without its text if staff have `removed` it.

    `others`: the viewer can report it; `number`: the other seat that the viewer can mute for it, else 0; `username`:
    the account that the viewer can block for it, else empty.
    """

    id: int
    name: str
    text: str
    mine: bool
    others: bool
    number: int
    username: str = ""
    removed: bool = False


@dataclass(frozen=True, slots=True)
class ChatView:
    """The chat of one viewer.

    `phrases` are offered if the viewer may write, `free` text if the table allows it; `muted` are pairs of seat and
    name, `blocked` pairs of username and name.
    """

    utterances: tuple[Utterance, ...]
    phrases: tuple[tuple[str, str], ...]
    free: bool
    muted: tuple[tuple[int, str], ...]
    blocked: tuple[tuple[str, str], ...] = ()

    @property
    def latest(self) -> int:
        return self.utterances[-1].id if self.utterances else 0

    @property
    def newest(self) -> Utterance | None:
        """The last message, if it is another player's and so to be read out; else None."""
        last = self.utterances[-1] if self.utterances else None
        return None if last is None or last.mine or last.removed else last


def chat_view(
    sight: Perspective,
    said: Iterable[Said],
    *,
    muted: Collection[int],
    blocked: Collection[int],
    people: Collection[int],
    members: Mapping[int, str],
) -> ChatView:
    """Return the chat of one viewer.

    `muted`, `blocked`: seats whose messages the viewer does not want to read; `people`: the seats that no computer has;
    `members`: the usernames, by seat, of players with an account, who can be blocked.
    """
    names = Names(sight)
    speaks = bool(sight.viewer) and sight.terms.chat != "off"
    return ChatView(
        utterances=tuple(
            _utterance(each, sight, names, people, members) for each in said if each.seat not in {*muted, *blocked}
        ),
        phrases=tuple((key, str(words)) for key, words in PHRASES.items()) if speaks else (),
        free=speaks and sight.terms.chat == "free",
        muted=tuple((seat, names.seat(seat)) for seat in sorted(muted)),
        blocked=tuple((members[seat], names.seat(seat)) for seat in sorted(blocked) if seat in members),
    )


def _utterance(
    said: Said, sight: Perspective, names: Names, people: Collection[int], members: Mapping[int, str]
) -> Utterance:
    mine = bool(sight.viewer) and said.seat == sight.viewer
    here = bool(sight.viewer) and not mine and said.seat in people
    gone = bool(sight.viewer) and said.seat == NOBODY
    if said.removed:
        return Utterance(said.pk, speaker(said, names), _("Message removed"), mine, False, 0, removed=True)
    number, username = (said.seat, members.get(said.seat, "")) if here else (0, "")
    return Utterance(said.pk, speaker(said, names), words_of(said), mine, here or gone, number, username)


def words_of(said: Said) -> str:
    """Return the text of a message, in the reader's language if it is a ready phrase."""
    return str(PHRASES.get(said.phrase, said.phrase)) if said.phrase else said.text


def speaker(said: Said, names: Names) -> str:
    """The name of the message's author, also of one who has left the seat."""
    return names.seat(said.seat) if said.seat else said.speaker or _("Somebody who left")
