"""Lists of games: the viewer's own, open tables that anyone can join, games in progress to watch."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from games.domain import events
from games.domain.perspective import Perspective, VisibleEvent
from games.domain.table_settings import DAY, TableSettings

from .cards import join_with_and
from .catalogue import Seating
from .event_lines import describe
from .names import Names
from .offers import open_offer_text
from .portraits import PlayerFace, Portrait
from .results import result_view
from .seats import SeatDetails, SeatView
from .table import TableView, table_view
from .table_settings import HOUR, MINUTE, clock_words
from .timeline import in_effect

# --- a game in a few words -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A game as a viewer may know it. `round` is 0 before the first; `result` and `reason` are empty before the end;
    `won` and `lost` are the viewer's; `offer` is the open one."""

    last_move: str
    round: int
    score: str
    result: str = ""
    reason: str = ""
    won: bool = False
    lost: bool = False
    offer: str = ""


def game_summary(perspective: Perspective, log: Sequence[VisibleEvent], last_seq: int) -> GameSummary:
    """The summary; `log` holds the latest events and ends with event `last_seq`."""
    names, result = Names(perspective), result_view(perspective)
    return GameSummary(
        last_move=_last_move(log, last_seq, names),
        round=perspective.latest_round,
        score=_score(perspective, names) if perspective.latest_round else "",
        result=result.headline if result else "",
        reason=result.reason if result else "",
        won=bool(result and result.won),
        lost=bool(result and result.lost),
        offer=open_offer_text(perspective),
    )


def _last_move(log: Sequence[VisibleEvent], last_seq: int, names: Names) -> str:
    """The last move that was not undone, in a sentence; empty if there is none among these events."""
    for _seq, event in reversed(in_effect(log, last_seq)):
        if isinstance(event, events.PLAYS):
            line = describe(event, names)
            return line.text if line else ""
    return ""


def _score(perspective: Perspective, names: Names) -> str:
    """“You 11 · Bob 8”: the viewer's side first."""
    own = perspective.side_of(perspective.viewer) if perspective.viewer else 0
    sides = sorted(range(len(perspective.totals)), key=lambda side: side != own)
    return " · ".join(f"{names.side(side)} {perspective.totals[side]}" for side in sides)


# --- the lists -----------------------------------------------------------------------------------------------------


WAITS = {
    "turn": lazy("your turn"),
    "offer": lazy("your answer"),
    "dispute": lazy("dispute"),
}
"""Why a game waits for the viewer."""


@dataclass(frozen=True, slots=True)
class GameRow:
    """One of the viewer's games.

    `faces` are those of the other players, the `opponents`; `waits`: why it waits for the viewer, in words;
    `time_left` is the time to the end of the turn, the `deadline`; `time_short`: the viewer has little of it;
    `vacations`: the players on vacation, each with the last day; `updated`: the time of the latest move.
    """

    public_id: str
    name: str
    opponents: str
    status: str
    waits: tuple[str, ...]
    time_left: str = ""
    time_short: bool = False
    vacations: tuple[tuple[str, date], ...] = ()
    faces: tuple[PlayerFace, ...] = ()
    deadline: datetime | None = None
    updated: datetime | None = None
    summary: GameSummary | None = None
    pass_and_play: bool = False


def game_row(
    public_id: str,
    name: str,
    others: Sequence[PlayerFace],
    status: str,
    reasons: Collection[str],
    seconds_left: float | None = None,
    vacations: Iterable[tuple[str, date]] = (),
) -> GameRow:
    """The row of a game that waits for the viewer for these `reasons`, keys of `WAITS`."""
    theirs = bool(reasons) and "turn" not in reasons  # the viewer is waited for, but another player's clock runs
    return GameRow(
        public_id=public_id,
        name=name,
        opponents=join_with_and(face.name for face in others),
        status=status,
        waits=tuple(str(WAITS[reason]) for reason in reasons),
        time_left="" if seconds_left is None or theirs else time_left_words(seconds_left),
        vacations=tuple(vacations),
        faces=tuple(others),
        time_short="turn" in reasons and seconds_left is not None and seconds_left < HOUR,
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
    name: str,
    seating: Seating,
    table_settings: TableSettings,
    faces: Sequence[PlayerFace],
    *,
    ratings: Sequence[int | None],
    mine: bool,
    commitment: str,
) -> OpenTable:
    """The row of an open table. `faces` are those of all its players, the host's first, with their `ratings`."""
    names = [face.name for face in faces]
    rated_names = [f"{name} ({points})" if points else name for name, points in zip(names, ratings, strict=True)]
    return OpenTable(
        public_id=public_id,
        name=name,
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


# --- games to watch ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SmallSeat:
    """A player at a small table, with the rating in its game; None for a guest or a computer player."""

    seat: SeatView
    rating: int | None


@dataclass(frozen=True, slots=True)
class SmallTable:
    """A game in progress, and the number of its spectators."""

    public_id: str
    table: TableView
    seats: tuple[SmallSeat, ...]
    spectators: int
    rated: bool


def small_table(
    public_id: str,
    perspective: Perspective,
    portraits: Mapping[int, Portrait],
    ratings: Mapping[int, int | None],
    spectators: int,
) -> SmallTable:
    """The small table. The perspective must be a spectator's; portraits and ratings are by seat."""
    if perspective.viewer:
        raise ValueError("a small table shows what spectators see")
    table = table_view(perspective, (), details=SeatDetails(portraits=portraits))
    seats = tuple(SmallSeat(seat, ratings.get(seat.number)) for seat in table.seats)
    return SmallTable(public_id, table, seats, spectators, perspective.table_settings.rated)
