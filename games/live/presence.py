"""Presence at tables, by the sockets of their pages: a page is visible, hidden, or gone.

Any process may query it; rows left behind by a process that has died soon count as gone.
"""

import secrets
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import batched, groupby
from typing import Literal, NamedTuple

from django.db.models import Count, Min, QuerySet

from casino.clock import now
from casino.live_server.concurrency import MAX_BATCH
from casino.prepared_queries import PreparedQuery
from casino.transactions import write_transaction
from games.domain.table_settings import TableSettings
from games.live import broadcast
from games.models import Game
from games.models.social import Presence

type PresenceStatus = Literal["visible", "hidden", "gone"]

PROCESS = secrets.token_hex(16)
REFRESH_SECONDS = 20.0
"""Seconds between two refreshes by a process."""

PRESENCE_TTL = timedelta(seconds=60)
"""Time without a refresh after which a page is gone."""

PING_LATE = 2.0
"""Seconds for which a ping may be late before its page is gone."""

RECONNECT_GRACE = timedelta(seconds=30)
"""A player who is back within this time was never away: the page was reloaded."""

RETENTION = timedelta(days=2)


def ping_interval(table_settings: TableSettings) -> int:
    """Milliseconds between two pings of a page in view.

    A dead line is noticed within 5 seconds where a live clock runs, within 8 elsewhere: by the page, which waits 3.4
    seconds for an answer (`static/js/table.js`), and by the others, who see its player gone.
    """
    return 1500 if table_settings.live else 4000


# --- recording ----------------------------------------------------------------------------------------------------


class Arrival(NamedTuple):
    """A page at the table, of the player of the seat or of a spectator (0): just opened, or heard again."""

    game: Game
    seat: int
    channel: str
    visible: bool = False


class Departure(NamedTuple):
    """A page that has been closed, or whose line is dead. Of the two, only the first that comes counts."""

    public_id: str
    channel: str


def record(changes: Sequence[Arrival | Departure]) -> None:
    """Record what has happened, in order, with few queries."""
    with write_transaction():
        for _, group in groupby(changes, type):
            same = list(group)
            _arrive([change for change in same if isinstance(change, Arrival)])
            _depart({change.channel: change.public_id for change in same if isinstance(change, Departure)})


def connect(game: Game, seat: int, channel: str, visible: bool = False) -> None:
    record([Arrival(game, seat, channel, visible)])


def disconnect(public_id: str, channel: str) -> None:
    record([Departure(public_id, channel)])


def _arrive(arrivals: Sequence[Arrival]) -> None:
    at, pages = now(), []
    told: defaultdict[str, set[int]] = defaultdict(set)
    rows = _rows_by_seat({each.game.pk for each in arrivals if each.seat})
    for game, seat, channel, visible in arrivals:
        own = rows[game.pk, seat] if seat else []
        there = [row.visible for row in own if _is_open(row, at)]
        opened = min([at, *(row.opened for row in own if row.seen > at - RECONNECT_GRACE)])
        page = Presence(game=game, seat=seat, channel=channel, process=PROCESS, visible=visible, opened=opened, seen=at)
        if not there or visible > any(there):  # otherwise the others know already
            told[game.public_id].add(seat)
        if seat and game.public and game.status == Game.Status.OPEN:
            broadcast.publish_lobby_changed()
        pages.append(page)
        own.append(page)
    seats = [(each.game.pk, each.seat) for each in arrivals if each.seat]
    old = {row.pk for seat in seats for row in rows[seat] if row.pk and not _is_open(row, at)}
    if old:
        Presence.objects.filter(pk__in=old).delete()
    Presence.objects.bulk_create(pages)
    _tell(told)


def _depart(games: Mapping[str, str]) -> None:
    """Record the end of pages, whose games are given by channel."""
    at = now()
    pages = _rows_of(_open_pages, games)
    seated = [page for page in pages if page.seat]
    if len(pages) > len(seated):
        Presence.objects.filter(pk__in=[page.pk for page in pages if not page.seat]).delete()
    if seated:
        Presence.objects.filter(pk__in=[page.pk for page in seated]).update(closed=at, seen=at)
    rows = _rows_by_seat({page.game_id for page in seated})
    told: defaultdict[str, set[int]] = defaultdict(set)
    for page in pages:
        there = [row.visible for row in rows[page.game_id, page.seat] if _is_open(row, at)]
        if not there or page.visible > any(there):
            told[games[page.channel]].add(page.seat)
    _tell(told)


def _rows_by_seat(games: Collection[int]) -> defaultdict[tuple[int, int], list[Presence]]:
    """The pages of these games' players, by game and seat."""
    rows: defaultdict[tuple[int, int], list[Presence]] = defaultdict(list)
    for row in _rows_of(_player_pages, games):
        rows[row.game_id, row.seat].append(row)
    return rows


def _for_one_or_many(
    build: Callable[..., QuerySet[Presence]], kind: type[int | str]
) -> dict[int, PreparedQuery[Presence]]:
    return {number: PreparedQuery(build, *[kind] * number) for number in (1, MAX_BATCH)}


_open_pages = _for_one_or_many(lambda *channels: Presence.objects.filter(channel__in=channels, closed=None), str)
_player_pages = _for_one_or_many(lambda *games: Presence.objects.filter(game__in=games, seat__gt=0), int)


def _rows_of(queries: dict[int, PreparedQuery[Presence]], values: Collection[int | str]) -> list[Presence]:
    """The rows of these values, with as many values in each query as it was built for: the last one is repeated."""
    number = 1 if len(values) == 1 else MAX_BATCH
    parts = batched(values, number)
    return [row for part in parts for row in queries[number](*part, *part[-1:] * (number - len(part)))]


def _is_open(page: Presence, at: datetime) -> bool:
    return page.closed is None and page.seen > at - PRESENCE_TTL


def _tell(told: Mapping[str, Collection[int]]) -> None:
    """Notify the pages of these games, once each, of the seats whose pages have come or gone."""
    for public_id, seats in told.items():
        broadcast.publish_presence_changed(public_id, seats)


def note_request(game: Game, seat: int, channel: str) -> None:
    """Record a page in view that has no socket and asks for news by requests. Most of them write nothing."""
    page = Presence.objects.filter(channel=channel, closed=None, seen__gt=now() - PRESENCE_TTL).first()
    if page is None:
        connect(game, seat, channel, visible=True)
    elif page.seen < now() - PRESENCE_TTL / 3:
        Presence.objects.filter(pk=page.pk).update(seen=now())


def set_visibility(public_id: str, channel: str, visible: bool) -> None:
    """Record that a page has become visible or hidden. Spectators are only counted."""
    with write_transaction():
        page = Presence.objects.filter(channel=channel).exclude(visible=visible).first()
        if page is None:
            return
        before = pages_by_seat(page.game_id).get(page.seat)
        page.visible, page.seen = visible, now()
        page.save(update_fields=["visible", "seen"])
        if page.seat and _status(pages_by_seat(page.game_id).get(page.seat)) != _status(before):
            broadcast.publish_presence_changed(public_id, [page.seat])


def change_seat(public_id: str, channel: str, seat: int, visible: bool) -> None:
    """Record that the viewer of an open page has another seat now, or none (0)."""
    with write_transaction():
        if Presence.objects.filter(channel=channel, closed=None).update(seat=seat, visible=visible):
            broadcast.publish_presence_changed(public_id)


def refresh(channels: Collection[str]) -> None:
    """Refresh these pages. Open pages of this process that are not among them were cut off, and expire."""
    at = now()
    with write_transaction():
        open_pages = Presence.objects.filter(process=PROCESS, closed=None)
        open_pages.filter(channel__in=channels).update(seen=at)


def stale_presences() -> QuerySet[Presence]:
    return Presence.objects.filter(seen__lt=now() - RETENTION)


# --- reading ------------------------------------------------------------------------------------------------------


class SeatPages(NamedTuple):
    """The open pages of a seat, or of all spectators (0): how many, if one is visible, and since when one is open."""

    number: int
    visible: bool
    since: datetime


_pages_by_seat = PreparedQuery(
    lambda game, since: (
        Presence.objects.filter(closed=None, seen__gt=since, game=game)
        .values_list("seat", "visible")
        .annotate(Count("pk"), Min("opened"))
    ),
    int,
    datetime,
)


def pages_by_seat(game_id: int) -> dict[int, SeatPages]:
    """The open pages of a table; no seat without one is in it."""
    pages: dict[int, SeatPages] = {}
    for seat, visible, number, since in _pages_by_seat(game_id, now() - PRESENCE_TTL):
        other = pages.get(seat, SeatPages(0, False, since))
        pages[seat] = SeatPages(number + other.number, visible or other.visible, min(since, other.since))
    return pages


def presence_by_seat(game: Game, pages: Mapping[int, SeatPages] | None = None) -> dict[int, PresenceStatus]:
    """The presence of each person at the table, by seat, without computer players."""
    pages = pages_by_seat(game.pk) if pages is None else pages
    return {seat.number: _status(pages.get(seat.number)) for seat in game.seats_with_people if not seat.bot}


def _status(pages: SeatPages | None) -> PresenceStatus:
    if pages is None:
        return "gone"
    return "visible" if pages.visible else "hidden"


def present_pages() -> QuerySet[Presence]:
    """All pages that are open now, at any table."""
    return Presence.objects.filter(closed=None, seen__gt=now() - PRESENCE_TTL)


def gone_since(game: Game, seat: int) -> datetime | None:
    """The time since which this seat, without an open page, is gone; one without any presence never counts as gone."""
    rows = Presence.objects.filter(game=game, seat=seat).order_by("-seen")
    return rows.values_list("seen", flat=True).first()
