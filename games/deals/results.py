"""What became of the games with the same cards, and how they stand beside each other."""

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
"""The reasons for which a game ends that nobody has given up or broken off."""


class Placed(NamedTuple):
    """A finished try and its place, 0 without one; who has done equally well shares one."""

    place: int
    tried: Try


@receiver(game_advanced, dispatch_uid="same deal")
def note_result(game: Game, **_: Any) -> None:
    """A game with the same cards that is over is written down with its result, in the same transaction."""
    if game.status not in (Game.Status.OVER, Game.Status.CANCELLED):
        return
    found = Try.objects.filter(game=game, finished__isnull=True).first()
    if found:
        found.finished, found.margin, found.sweeps = now(), margin_of(game, found.seat), sweeps_of(game, found.seat)
        found.save(update_fields=["finished", "margin", "sweeps"])


def margin_of(game: Game, seat: int) -> int | None:
    """By how many points the person of this seat was ahead; nothing for a game that was given up or broken off."""
    result = load(game)[0].result
    if result is None or result.reason not in PLAYED_OUT:
        return None
    mine, other = game.totals[seat - 1], game.totals[2 - seat]
    return int(mine - other)


def sweeps_of(game: Game, seat: int) -> int:
    return game.events.filter(type="sweep_made", payload__seat=seat).count()


def table_of(deal: SharedDeal) -> list[Placed]:
    """Members who have played to the end, the best first: by points ahead, then by sweeps. For the deal of a day only
    what was finished on that day counts: afterwards everybody's moves can be looked at."""
    rows = list(counted(deal).filter(ranked=True)[:MOST_ROWS])
    places: dict[tuple[int | None, int], int] = {}
    for number, row in enumerate(rows, start=1):
        places.setdefault((row.margin, row.sweeps), number)
    return [Placed(places[row.margin, row.sweeps], row) for row in rows]


def guests_of(deal: SharedDeal) -> list[Placed]:
    """The same of those who started as guests, without places: a guest can play the same cards any number of times."""
    return [Placed(0, row) for row in counted(deal).filter(ranked=False)[:MOST_ROWS]]


def counted(deal: SharedDeal) -> QuerySet[Try]:
    rows = deal.tries.filter(margin__isnull=False).select_related("game").prefetch_related("game__taken_seats__person")
    rows = rows.order_by("-margin", "-sweeps", "finished")
    return rows.filter(finished__lt=end_of(deal)) if deal.day else rows


def end_of(deal: SharedDeal) -> datetime:
    """When the day of a deal is over, by the site's time zone."""
    day = (deal.day or timezone.localdate()) + timedelta(days=1)
    return timezone.make_aware(datetime.combine(day, time()))
