"""Lists of games: the viewer's own, and the open tables that anyone can join."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.domain.table_settings import DAY, TableSettings

from .cards import join_with_and
from .catalogue import Seating
from .game_summary import GameSummary
from .portraits import PlayerFace
from .rules import game_name
from .table_settings import HOUR, MINUTE, clock_words


@dataclass(frozen=True, slots=True)
class GameRow:
    """One of the viewer's games.

    `faces` are those of the other players, the `opponents`; `time_left` is the time to the end of the turn, the
    `deadline`; `time_short`: there is little of it; `vacations`: the players on vacation, each with the last day;
    `updated`: the time of the latest move.
    """

    public_id: str
    name: str
    opponents: str
    status: str
    my_turn: bool
    time_left: str = ""
    time_short: bool = False
    vacations: tuple[tuple[str, date], ...] = ()
    faces: tuple[PlayerFace, ...] = ()
    deadline: datetime | None = None
    updated: datetime | None = None
    summary: GameSummary | None = None


def game_row(
    public_id: str,
    preset: str,
    others: Sequence[PlayerFace],
    status: str,
    my_turn: bool,
    seconds_left: float | None = None,
    vacations: Iterable[tuple[str, date]] = (),
) -> GameRow:
    return GameRow(
        public_id=public_id,
        name=game_name(preset),
        opponents=join_with_and(face.name for face in others),
        status=_("your turn") if my_turn else status,
        my_turn=my_turn,
        time_left="" if seconds_left is None else time_left_words(seconds_left),
        vacations=tuple(vacations),
        faces=tuple(others),
        time_short=my_turn and seconds_left is not None and seconds_left < HOUR,
    )


def time_left_words(seconds: float) -> str:
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
    """A table with a free seat. `faces` are those of its players; `mine`: the viewer has a seat already.

    `message` is the host's to an invited viewer. A player who joins adds a client seed to the `commitment`; if the
    table is `sealed`, first the seed's hash.
    """

    public_id: str
    name: str
    host: str
    players: str
    seating: str
    taken: int
    seats: int
    clock: str
    rated: bool
    mine: bool
    commitment: str
    sealed: bool
    faces: tuple[PlayerFace, ...]
    message: str = ""


def open_table(
    public_id: str,
    preset: str,
    seating: Seating,
    table_settings: TableSettings,
    faces: Sequence[PlayerFace],
    *,
    ratings: Sequence[int | None],
    mine: bool,
    commitment: str,
) -> OpenTable:
    """Return the row of an open table. `faces` are those of all its players, the host's first, with their `ratings`."""
    names = [face.name for face in faces]
    rated_names = [f"{name} ({points})" if points else name for name, points in zip(names, ratings, strict=True)]
    return OpenTable(
        public_id=public_id,
        name=game_name(preset),
        host=names[0],
        players=join_with_and(rated_names),
        seating=seating.label,
        taken=len(names),
        seats=seating.seats,
        clock=clock_words(table_settings),
        rated=table_settings.rated,
        mine=mine,
        commitment=commitment,
        sealed=not table_settings.correspondence,
        faces=tuple(faces),
    )
