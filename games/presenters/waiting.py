"""A table that waits for its players: the seats, taken and free, and the viewer's options."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from django.utils.translation import gettext as _

from games.domain.perspective import Perspective
from games.domain.state import playing_order
from games.domain.table import NO_SEAT

from .catalogue import Seating
from .portraits import level_choices
from .rulebook.page import play_in_short
from .rules import played_name
from .table_settings import LEVELS, clock_words, terms_lines

type KeptFor = Literal["", "challenged", "previous"]


@dataclass(frozen=True, slots=True)
class WaitingSeat:
    """One seat. `level` is a computer player's; `side` counts partnerships from 1, or is 0."""

    number: int
    name: str
    me: bool
    host: bool
    level: str
    side: int

    @property
    def free(self) -> bool:
        return not self.name


@dataclass(frozen=True, slots=True)
class WaitingView:
    """The waiting table.

    `hosting`: the viewer opened this table, or became the host when the person who did left. `invited`: the people who
    were invited and have no seat; true for those who have declined. `seats_matter`: who sits where makes a difference.
    `kept_for`: the player challenged, or those of the game before, for whom the free seats are kept; `kept_from_me`:
    the viewer isn't one of them. `invitation` goes with the link and says who invites to what, `question` heads the
    page; `message` is the host's to whoever is invited by name; `name` is the one that a guest may change here, empty
    for a visitor, None for a member.
    """

    seats: tuple[WaitingSeat, ...]
    hosting: bool
    seated: bool
    seats_matter: bool
    public: bool
    rated: bool
    table_settings: tuple[str, ...]
    levels: tuple[tuple[str, str], ...]
    default_level: str
    invitation: str
    question: str
    rules: str
    message: str = ""
    name: str | None = None
    invited: tuple[tuple[str, bool], ...] = ()
    kept_for: KeptFor = ""
    kept_from_me: bool = False

    @property
    def may_sit(self) -> bool:
        """True if the viewer may take a free seat."""
        return bool(self.free) and not self.seated and not self.kept_from_me

    @property
    def may_choose(self) -> bool:
        """True if it makes a difference which of the free seats the viewer takes."""
        return self.may_sit and self.seats_matter and len(self.free) > 1

    @property
    def may_leave(self) -> bool:
        """True if the viewer may leave; a host without other people cancels the game instead."""
        others = any(not (seat.free or seat.me or seat.level) for seat in self.seats)
        return self.seated and (others or not self.hosting)

    @property
    def free(self) -> tuple[int, ...]:
        return tuple(seat.number for seat in self.seats if seat.free)


def waiting_view(
    perspective: Perspective,
    bots: Mapping[int, str],
    host_seat: int,
    default_level: str,
    invited: Iterable[tuple[str, bool]] = (),
    kept_for: KeptFor = "",
    kept_from_me: bool = False,
    *,
    message: str = "",
    name: str | None = None,
) -> WaitingView:
    """The waiting table. `bots` are the levels of computer players by seat, `host_seat` is the host's."""
    return WaitingView(
        seats=tuple(_waiting_seat(perspective, number, bots, host_seat) for number in range(1, perspective.seats + 1)),
        hosting=bool(perspective.viewer) and perspective.viewer == host_seat,
        seated=bool(perspective.viewer),
        # two who draw for the deal are alike, and those of a challenge stay where they are
        seats_matter=perspective.seats > 2 or (perspective.dealer != NO_SEAT and kept_for != "challenged"),
        public=perspective.table_settings.public,
        rated=perspective.table_settings.rated,
        table_settings=(*terms_lines(perspective.table_settings), *_first_player(perspective)),
        levels=tuple(level_choices()),
        default_level=default_level,
        invitation=_invitation(perspective, host_seat),
        question=_("%(host)s wants to play %(game)s with you") % _host_and_game(perspective, host_seat),
        rules=play_in_short(perspective.rules),
        message=message,
        name=name,
        invited=tuple(invited),
        kept_for=kept_for,
        kept_from_me=kept_from_me,
    )


def _invitation(perspective: Perspective, host_seat: int) -> str:
    """“Anna invites you to Casino, 2 players, 3 days per turn”."""
    return _("%(host)s invites you to %(game)s, %(players)s, %(clock)s") % {
        **_host_and_game(perspective, host_seat),
        "players": Seating(perspective.seats, perspective.partners).label,
        "clock": clock_words(perspective.table_settings),
    }


def _host_and_game(perspective: Perspective, host_seat: int) -> dict[str, str]:
    return {
        "host": perspective.players[host_seat - 1],
        "game": played_name(perspective.rules, perspective.preset),
    }


def _first_player(perspective: Perspective) -> list[str]:
    """“seat 2 plays first”, if the dealer is not drawn."""
    if perspective.dealer == NO_SEAT:
        return []
    direction = perspective.rules.dealing.play_direction
    first = playing_order(perspective.dealer, perspective.seats, direction)[0]
    return [_("seat %(number)s plays first") % {"number": first}]


def _waiting_seat(perspective: Perspective, number: int, bots: Mapping[int, str], host_seat: int) -> WaitingSeat:
    return WaitingSeat(
        number=number,
        name=perspective.players[number - 1],
        me=number == perspective.viewer,
        host=number == host_seat,
        level=_("computer, %(level)s") % {"level": LEVELS[bots[number]]} if number in bots else "",
        side=perspective.side_of(number) + 1 if perspective.partners else 0,
    )
