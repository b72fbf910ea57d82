"""Results of games with the same cards, and their ranking."""

from datetime import datetime, time, timedelta
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.dispatch import receiver
from django.utils import timezone

from casino.clock import now
from games.deals.models import SharedDeal, Try
from games.live.broadcast import game_advanced
from games.log.store import load
from games.models import Game

MOST_ROWS = 100


PLAYED_OUT = frozenset("target in-order instant restriction claim wrong-claim rounds all-points cleared cards".split())
"""The reasons for the end of a game that was neither given up nor aborted."""


class Placed(NamedTuple):
    """A finished try and its place, 0 without one; equal results share a place."""

    place: int
    tried: Try


@receiver(game_advanced, dispatch_uid="same deal")
def note_result(game: Game, **_: Any) -> None:
    """Record the result of a finished game of a shared deal, in the same transaction."""
    if game.status not in (Game.Status.OVER, Game.Status.CANCELLED):
        return
    found = Try.objects.filter(game=game, finished__isnull=True).first()
    if found:
        found.finished, found.margin, found.sweeps = now(), margin_of(game, found.seat), sweeps_of(game, found.seat)
        found.save(update_fields=["finished", "margin", "sweeps"])


def margin_of(game: Game, seat: int) -> int | None:
    """Return the lead of this seat's person in points; None for a game that was given up or aborted."""
    result = load(game)[0].result
    if result is None or result.reason not in PLAYED_OUT:
        return None
    mine, other = game.totals[seat - 1], game.totals[2 - seat]
    return int(mine - other)


def sweeps_of(game: Game, seat: int) -> int:
    return game.events.filter(type="sweep_made", payload__seat=seat).count()


def table_of(deal: SharedDeal) -> list[Placed]:
    """Return members who have finished, best first: by lead, then by sweeps.

    For the deal of a day only games finished on that day count: afterwards the moves of others can be viewed.
    """
    rows = list(counted(deal).filter(ranked=True)[:MOST_ROWS])
    places: dict[tuple[int | None, int], int] = {}
    for number, row in enumerate(rows, start=1):
        places.setdefault((row.margin, row.sweeps), number)
    return [Placed(places[row.margin, row.sweeps], row) for row in rows]


def guests_of(deal: SharedDeal) -> list[Placed]:
    """Return the same for guests, without places: a guest can play the same cards any number of times."""
    return [Placed(0, row) for row in counted(deal).filter(ranked=False)[:MOST_ROWS]]


def counted(deal: SharedDeal) -> QuerySet[Try]:
    rows = deal.tries.filter(margin__isnull=False).select_related("game").prefetch_related("game__taken_seats__person")
    rows = rows.order_by("-margin", "-sweeps", "finished")
    return rows.filter(finished__lt=end_of(deal)) if deal.day else rows


def end_of(deal: SharedDeal) -> datetime:
    """Return the end of the deal's day in the site's time zone."""
    day = (deal.day or timezone.localdate()) + timedelta(days=1)
    return timezone.make_aware(datetime.combine(day, time()))
