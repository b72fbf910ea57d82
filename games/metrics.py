"""Metrics from the database, for the site's operators (`casino/metrics.py`)."""

from collections.abc import Iterator
from datetime import datetime

from django.db.models import Count, Min
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from casino.clock import now
from games.models import Game

type Figure = tuple[str, str, str, dict[str, float]]
"""Name, help, the label's name, and a number by the label's value."""


def database_metrics() -> Iterator[Figure]:
    counted = Game.objects.order_by().values_list("status").annotate(Count("pk"))
    yield "casino_games", "Games in the database", "status", {status: float(number) for status, number in counted}
    yield "casino_seconds_late", "How long what is due has waited", "what", {"task": task_late(), "clock": clock_late()}


def task_late() -> float:
    """Return the delay of the task that has been due longest. A task without a due time is due when enqueued."""
    waiting, at = DBTaskResult.objects.ready(), timezone.now()
    since = [
        waiting.filter(run_after__lte=at).aggregate(first=Min("run_after"))["first"],
        waiting.filter(run_after__gt=at).aggregate(first=Min("enqueued_at"))["first"],
    ]
    return max((seconds_since(first, at) for first in since if first), default=0.0)


def clock_late() -> float:
    """Return the delay of the deadline that passed longest ago, among games in progress."""
    at = now()
    passed = Game.objects.filter(status=Game.Status.PLAYING, deadline__lt=at)
    first = passed.aggregate(first=Min("deadline"))["first"]
    return seconds_since(first, at) if first else 0.0


def seconds_since(moment: datetime, at: datetime) -> float:
    return (at - moment).total_seconds()
