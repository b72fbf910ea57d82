"""Results of games with the same cards, and their ranking."""

from datetime import datetime, time, timedelta
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils import timezone

from casino.clock import now, today
from games.deals.models import Attempt, SharedDeal
from games.log.store import load
from games.models import Game

MAX_ROWS = 100


PLAYED_OUT = frozenset(
    ["target", "in-order", "instant", "restriction", "claim", "wrong-claim", "rounds", "all-points", "cleared", "cards"]
)
"""The reasons for the end of a game that was neither given up nor aborted."""


class RankedAttempt(NamedTuple):
    """A finished attempt and its rank, 0 without one; equal results share a rank."""

    rank: int
    attempt: Attempt


def record_result(game: Game) -> None:
    """Record the result of a finished game of a shared deal, in the same transaction."""
    if game.status not in (Game.Status.OVER, Game.Status.CANCELLED):
        return
    if attempt := Attempt.objects.filter(game=game, finished__isnull=True).first():
        attempt.finished = now()
        attempt.margin, attempt.sweeps = margin_of(game, attempt.seat), sweeps_of(game, attempt.seat)
        attempt.save(update_fields=["finished", "margin", "sweeps"])


def margin_of(game: Game, seat: int) -> int | None:
    """The lead of this seat's person in points; None for a game that was given up or aborted."""
    result = load(game)[0].result
    if result is None or result.reason not in PLAYED_OUT:
        return None
    mine, other = game.totals[seat - 1], game.totals[2 - seat]
    return int(mine - other)


def sweeps_of(game: Game, seat: int) -> int:
    return game.events.filter(type="sweep_made", payload__seat=seat).count()


def ranking_of(deal: SharedDeal) -> list[RankedAttempt]:
    """Members who have finished, best first: by lead, then by sweeps.

    For the deal of a day only games finished on that day count: afterwards the moves of others can be viewed.
    """
    rows = list(counted_attempts(deal).filter(ranked=True)[:MAX_ROWS])
    ranks: dict[tuple[int | None, int], int] = {}
    for rank, row in enumerate(rows, start=1):
        ranks.setdefault((row.margin, row.sweeps), rank)
    return [RankedAttempt(ranks[row.margin, row.sweeps], row) for row in rows]


def guest_results_of(deal: SharedDeal) -> list[RankedAttempt]:
    """The same for guests, without ranks: a guest can play the same cards any number of times."""
    return [RankedAttempt(0, row) for row in counted_attempts(deal).filter(ranked=False)[:MAX_ROWS]]


def counted_attempts(deal: SharedDeal) -> QuerySet[Attempt]:
    rows = deal.attempts.filter(margin__isnull=False).select_related("game")
    rows = rows.prefetch_related("game__taken_seats__person").order_by("-margin", "-sweeps", "finished")
    return rows.filter(finished__lt=day_end(deal)) if deal.day else rows


def day_end(deal: SharedDeal) -> datetime:
    """The end of the deal's day in the site's time zone."""
    day = (deal.day or today()) + timedelta(days=1)
    return datetime.combine(day, time(), timezone.get_default_timezone())
