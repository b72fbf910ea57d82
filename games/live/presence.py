"""Presence at tables, by the sockets of their pages: a page is visible, hidden, or gone.

Any process may query it; rows left behind by a process that has died soon count as gone.
"""

import secrets
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Literal

from django.db.models import QuerySet

from casino.clock import now
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


def connect(game: Game, seat: int, channel: str, visible: bool = False) -> None:
    """Record a page at the table, of the player of the seat or of a spectator (0): just opened, or heard again."""
    at = now()
    with write_transaction():
        previous = _visibility_by_seat(game.pk).get(seat) if seat else None
        own = Presence.objects.filter(game=game, seat=seat)
        recent = own.filter(seen__gt=at - RECONNECT_GRACE).order_by("opened").first() if seat else None
        own.exclude(closed=None, seen__gt=at - PRESENCE_TTL).delete()
        opened = recent.opened if recent else at
        page = {"channel": channel, "process": PROCESS, "visible": visible, "opened": opened, "seen": at}
        Presence.objects.create(game=game, seat=seat, **page)
        if previous is None or visible > previous:  # otherwise the others know already
            broadcast.publish_presence_changed(game.public_id)
        if seat and game.public and game.status == Game.Status.OPEN:
            broadcast.publish_lobby_changed()


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
        previous = _visibility_by_seat(page.game_id).get(page.seat)
        page.visible, page.seen = visible, now()
        page.save(update_fields=["visible", "seen"])
        if page.seat and _visibility_by_seat(page.game_id).get(page.seat) != previous:
            broadcast.publish_presence_changed(public_id)


def change_seat(public_id: str, channel: str, seat: int, visible: bool) -> None:
    """Record that the viewer of an open page has another seat now, or none (0)."""
    with write_transaction():
        if Presence.objects.filter(channel=channel, closed=None).update(seat=seat, visible=visible):
            broadcast.publish_presence_changed(public_id)


def disconnect(public_id: str, channel: str) -> None:
    """Record that a page has been closed, or that its line is dead. Of the two, only the first that comes counts."""
    at = now()
    with write_transaction():
        pages = Presence.objects.filter(channel=channel, closed=None)
        page = pages.first()
        if page is None:
            return
        previous = _visibility_by_seat(page.game_id).get(page.seat)
        pages.filter(seat=0).delete()
        pages.update(closed=at, seen=at)
        if not page.seat or _visibility_by_seat(page.game_id).get(page.seat) != previous:
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


def presence_by_seat(game: Game) -> dict[int, PresenceStatus]:
    """The presence of each person at the table, by seat, without computer players."""
    open_at = _visibility_by_seat(game.pk)
    return {seat.number: _status(open_at.get(seat.number)) for seat in game.seats_with_people if not seat.bot}


def _visibility_by_seat(game_id: int) -> dict[int, bool]:
    """The seats with an open page, and True if one of them is visible."""
    visibility: dict[int, bool] = {}
    rows = Presence.objects.filter(game=game_id, closed=None, seen__gt=now() - PRESENCE_TTL)
    for seat, visible in rows.values_list("seat", "visible"):
        visibility[seat] = visible or visibility.get(seat, False)
    return visibility


def _status(visible: bool | None) -> PresenceStatus:
    if visible is None:
        return "gone"
    return "visible" if visible else "hidden"


def spectator_count(game: Game) -> int:
    return present_pages().filter(game=game, seat=0).count()


def present_pages() -> QuerySet[Presence]:
    """All pages that are open now, at any table."""
    return Presence.objects.filter(closed=None, seen__gt=now() - PRESENCE_TTL)


def gone_since(game: Game, seat: int) -> datetime | None:
    """The time since which this seat is gone; a seat without any presence never counts as gone."""
    if seat in _visibility_by_seat(game.pk):
        return None
    rows = Presence.objects.filter(game=game, seat=seat).order_by("-seen")
    return rows.values_list("seen", flat=True).first()


def present_since(game: Game, seat: int) -> datetime | None:
    """The time since which a page has been open at this seat, visible or hidden; None if none is."""
    rows = Presence.objects.filter(game=game, seat=seat, closed=None, seen__gt=now() - PRESENCE_TTL)
    return rows.order_by("opened").values_list("opened", flat=True).first()
