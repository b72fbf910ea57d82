"""Presence at tables, by the sockets of their pages: a page is visible, hidden, or gone.

Any process may query it; rows left behind by a process that has died soon count as gone.
"""

import secrets
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import Literal

from casino.clock import now
from casino.writes import write_transaction
from games.live import broadcast
from games.models import Game
from games.models.social import Presence

type Whereabouts = Literal["visible", "hidden", "gone"]

PROCESS = secrets.token_hex(16)
BEAT = 20.0
"""Seconds between two refreshes by a process."""

FRESH = timedelta(seconds=60)
"""Time without a refresh after which a page is gone."""

RETURNING = timedelta(seconds=30)
"""A player who is back within this time was never away: the page was reloaded."""

KEPT = timedelta(days=2)


# --- recording ----------------------------------------------------------------------------------------------------


def arrive(game: Game, seat: int, channel: str) -> None:
    """Record a page opened at the table, by the player of the seat or by a spectator (0)."""
    at = now()
    with write_transaction():
        before = _open_at(game.pk).get(seat) if seat else None
        own = Presence.objects.filter(game=game, seat=seat)
        recent = own.filter(seen__gt=at - RETURNING).order_by("opened").first() if seat else None
        own.exclude(closed=None, seen__gt=at - FRESH).delete()
        opened = recent.opened if recent else at
        Presence.objects.create(game=game, seat=seat, channel=channel, process=PROCESS, opened=opened, seen=at)
        if before is None:  # otherwise the others know already
            broadcast.people_changed(game.public_id)
        if seat and game.public and game.status == Game.Status.OPEN:
            broadcast.lobby_changed()


def show(public_id: str, channel: str, visible: bool) -> None:
    """Record that a page has become visible or hidden. Spectators are only counted."""
    with write_transaction():
        page = Presence.objects.filter(channel=channel).exclude(visible=visible).first()
        if page is None:
            return
        before = _open_at(page.game_id).get(page.seat)
        page.visible, page.seen = visible, now()
        page.save(update_fields=["visible", "seen"])
        if page.seat and _open_at(page.game_id).get(page.seat) != before:
            broadcast.people_changed(public_id)


def change_seat(public_id: str, channel: str, seat: int, visible: bool) -> None:
    """Record that the viewer of an open page has another seat now, or none (0)."""
    with write_transaction():
        if Presence.objects.filter(channel=channel, closed=None).update(seat=seat, visible=visible):
            broadcast.people_changed(public_id)


def leave(public_id: str, channel: str) -> None:
    """Record that a page has been closed."""
    at = now()
    with write_transaction():
        pages = Presence.objects.filter(channel=channel)
        page = pages.first()
        if page is None:
            return
        before = _open_at(page.game_id).get(page.seat)
        pages.filter(seat=0).delete()
        pages.update(closed=at, seen=at)
        if not page.seat or _open_at(page.game_id).get(page.seat) != before:
            broadcast.people_changed(public_id)


def beat(channels: Collection[str]) -> None:
    """Refresh these pages. Open pages of this process that are not among them were cut off, and expire."""
    at = now()
    with write_transaction():
        here = Presence.objects.filter(process=PROCESS, closed=None)
        here.filter(channel__in=channels).update(seen=at)
        Presence.objects.filter(seen__lt=at - KEPT).delete()


# --- reading ------------------------------------------------------------------------------------------------------


def of(game: Game) -> dict[int, Whereabouts]:
    """Return the presence of each person at the table, by seat, without computer players."""
    open_at = _open_at(game.pk)
    return {seat.number: _whereabouts(open_at.get(seat.number)) for seat in game.at_table if not seat.bot}


def _open_at(game_id: int) -> dict[int, bool]:
    """Return the seats with an open page, and True if one of them is visible."""
    found: dict[int, bool] = {}
    rows = Presence.objects.filter(game=game_id, closed=None, seen__gt=now() - FRESH)
    for seat, visible in rows.values_list("seat", "visible"):
        found[seat] = visible or found.get(seat, False)
    return found


def _whereabouts(visible: bool | None) -> Whereabouts:
    if visible is None:
        return "gone"
    return "visible" if visible else "hidden"


def watching(game: Game) -> int:
    """Return the number of spectators."""
    return Presence.objects.filter(game=game, seat=0, closed=None, seen__gt=now() - FRESH).count()


def gone_since(game: Game, seats: Iterable[int]) -> dict[int, datetime]:
    """Return the time since which these seats are gone; a seat without any presence never counts as gone."""
    open_at = _open_at(game.pk)
    found: dict[int, datetime] = {}
    for seat, seen in Presence.objects.filter(game=game, seat__in=seats).values_list("seat", "seen"):
        if seat not in open_at:
            found[seat] = max(seen, found.get(seat, seen))
    return found


def here_since(game: Game, seat: int) -> datetime | None:
    """Return the time since which a page has been open at this seat, visible or hidden; None if none is."""
    rows = Presence.objects.filter(game=game, seat=seat, closed=None, seen__gt=now() - FRESH)
    return rows.order_by("opened").values_list("opened", flat=True).first()
