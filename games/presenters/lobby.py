"""Lists of games: the viewer's own, and the open tables that anyone can join."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.domain.terms import DAY, Terms

from .cards import words_and
from .catalogue import Company
from .rules import game_name
from .terms import HOUR, MINUTE, clock_words


@dataclass(frozen=True, slots=True)
class GameRow:
    """One of the viewer's games.

    `left` is the time to the end of the turn; `late`: there is little of it; `away`: the players on holiday, each with
    its last day.
    """

    public_id: str
    name: str
    players: str
    status: str
    my_turn: bool
    left: str = ""
    late: bool = False
    away: tuple[tuple[str, date], ...] = ()


def game_row(
    public_id: str,
    preset: str,
    others: Iterable[str],
    status: str,
    my_turn: bool,
    seconds_left: float | None = None,
    away: Iterable[tuple[str, date]] = (),
) -> GameRow:
    players = words_and(others)
    return GameRow(
        public_id=public_id,
        name=game_name(preset),
        players=_("with %(players)s") % {"players": players} if players else "",
        status=_("your turn") if my_turn else status,
        my_turn=my_turn,
        left="" if seconds_left is None else left_words(seconds_left),
        away=tuple(away),
        late=my_turn and seconds_left is not None and seconds_left < HOUR,
    )


def left_words(seconds: float) -> str:
    """“2 days left”: whole days, hours or minutes, never more than there are."""
    if seconds <= 0:
        return _("time is up")
    if seconds < MINUTE:
        return _("less than a minute left")
    if seconds < HOUR:
        count = int(seconds // MINUTE)
        return ngettext("%(n)d minute left", "%(n)d minutes left", count) % {"n": count}
    if seconds < 2 * DAY:
        count = int(seconds // HOUR)
        return ngettext("%(n)d hour left", "%(n)d hours left", count) % {"n": count}
    count = int(seconds // DAY)
    return ngettext("%(n)d day left", "%(n)d days left", count) % {"n": count}


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table with a free seat. `mine`: the viewer has a seat already.

    A player who joins adds a client seed to the `commitment`; if the table is `sealed`, first the seed's hash.
    """

    public_id: str
    name: str
    host: str
    players: str
    company: str
    taken: int
    seats: int
    clock: str
    rated: bool
    mine: bool
    commitment: str
    sealed: bool


def open_table(
    public_id: str, preset: str, company: Company, terms: Terms, names: Sequence[str], *, mine: bool, commitment: str
) -> OpenTable:
    """Return the row of an open table. `names` are those of all its players, the host's first."""
    return OpenTable(
        public_id=public_id,
        name=game_name(preset),
        host=names[0],
        players=words_and(names),
        company=company.label,
        taken=len(names),
        seats=company.seats,
        clock=clock_words(terms),
        rated=terms.rated,
        mine=mine,
        commitment=commitment,
        sealed=not terms.over_days,
    )
