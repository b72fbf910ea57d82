"""Texts and view models of clubs."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from .portraits import PlayerFace


@dataclass(frozen=True, slots=True)
class ClubCard:
    """A club in a list: its address, name, picture, and a line about it."""

    address: str
    name: str
    crest: str
    line: str


@dataclass(frozen=True, slots=True)
class MemberRow:
    """A member, or a person at the door. `username`: of a member of the site, for a link; `role`: in words, empty for
    an ordinary member; `ranks`: the roles that the viewer can give; `removable`: by the viewer."""

    pk: int
    face: PlayerFace
    username: str = ""
    role: str = ""
    ranks: tuple[tuple[str, str], ...] = ()
    removable: bool = False
    mine: bool = False
    challengeable: bool = False


@dataclass(frozen=True, slots=True)
class LeaderRow:
    """A place on the club's leaderboard, by games won."""

    place: int
    face: PlayerFace
    won: int
    played: int
    mine: bool = False

    @property
    def words(self) -> str:
        return ngettext("%(n)d game", "%(n)d games", self.played) % {"n": self.played}


@dataclass(frozen=True, slots=True)
class TalkLine:
    """A message of the club's talk. `answerable`: the viewer can mute its author or report it."""

    pk: int
    face: PlayerFace
    text: str
    at: datetime
    mine: bool
    removed: bool = False
    answerable: bool = False


@dataclass(frozen=True, slots=True)
class NewsRow:
    pk: int
    text: str
    at: datetime
    author: str


def news_title(club: str) -> str:
    return _("News from %(club)s") % {"club": club}


OWN_NEWS = {
    "invited": lazy("You’re invited to %(club)s"),
    "joined": lazy("You’re now a member of %(club)s"),
    "owner": lazy("You’re now the owner of %(club)s"),
    "removed": lazy("You’re no longer a member of %(club)s"),
    "asked": lazy("Someone has asked to join %(club)s"),
}
"""What one person is told of a club, in words."""


def size_words(members: int) -> str:
    return ngettext("%(n)d member", "%(n)d members", members) % {"n": members}


def access_words(*, private: bool, guests: bool) -> str:
    """Who sees the club and how one joins, in a few words."""
    if private:
        return _("private, by link or invitation")
    return _("open, anyone can ask to join") if guests else _("open to everyone who has signed up")


def club_line(members: int, *, private: bool, guests: bool) -> str:
    return f"{size_words(members)} · {access_words(private=private, guests=guests)}"


RANKS = {
    "organizer": lazy("Make an organizer"),
    "member": lazy("Make an ordinary member"),
}
"""The words of the buttons that give a role."""


def ranks_on_offer(role: str) -> tuple[tuple[str, str], ...]:
    """The roles that an owner can give at one tap to a member who has this one."""
    return tuple((key, str(words)) for key, words in RANKS.items() if key != role)
