"""Metrics from the database, for the site's operators (`casino/metrics.py`)."""

from collections.abc import Iterator

from django.db.models import Count, Min
from django_tasks_db.models import DBTaskResult

from accounts.models import Person
from casino.clock import now
from casino.hooks import Figure
from casino.worker import seconds_late
from games.models import Game


def database_metrics() -> Iterator[Figure]:
    counted = Game.objects.order_by().values_list("status").annotate(Count("pk"))
    yield "casino_games", "Games in the database", "status", {status: float(number) for status, number in counted}
    late = {"task": seconds_late(), "clock": clock_late()}
    yield "casino_seconds_late", "How long overdue work has waited", "what", late
    waiting = DBTaskResult.objects.ready().order_by().values_list("queue_name").annotate(Count("pk"))
    yield "casino_tasks_waiting", "Tasks that are due", "queue", {queue: float(number) for queue, number in waiting}
    kinds = dict(Person.objects.values_list("is_guest").annotate(Count("pk")))
    people = {"member": float(kinds.get(False, 0)), "guest": float(kinds.get(True, 0))}
    yield "casino_people", "People in the database", "kind", people


def clock_late() -> float:
    """The delay of the deadline that passed longest ago, among games in progress."""
    at = now()
    passed = Game.objects.filter(status=Game.Status.PLAYING, deadline__lt=at)
    first = passed.aggregate(first=Min("deadline"))["first"]
    return (at - first).total_seconds() if first else 0.0
