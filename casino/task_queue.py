"""The statements of the task queue that run with every task, in SQL: composing them with the ORM takes half the
processor time of a quick task."""

import json
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from threading import Event, Thread
from typing import Any

import psycopg
from django.db import connection
from django.db.models import Min
from django.tasks import TaskResult, TaskResultStatus
from django.tasks.signals import task_enqueued
from django.utils import timezone
from django_tasks_db.models import DBTaskResult, get_date_max

TABLE = DBTaskResult._meta.db_table

NOT_WAITING = "set_config('synchronous_commit', 'off', true) IS NOT NULL"
"""For PostgreSQL: commit without waiting for the disk. If the server dies, the task is still or again to be run, and
every task can be run twice."""

LISTENING = 0.5
"""Seconds after which the listener looks up, and before it connects again."""

OWN_PARAMETERS = ("dbname", "host", "port", "user", "password", "connect_timeout", "sslmode", "options")

logger = logging.getLogger(__name__)

CHANNEL = "casino_tasks"
"""The channel on which PostgreSQL tells all workers of a new task."""


def claim_next(worker_id: str, queues: Sequence[str], *, excluded: bool) -> DBTaskResult[..., object] | None:
    """Claim the first due task of these queues, or of all others if they are excluded; return None if there is none."""
    postgres = connection.vendor == "postgresql"
    in_queues = (
        f"queue_name {'NOT IN' if excluded else 'IN'} ({', '.join(['%s'] * len(queues))})" if queues else "1 = 1"
    )
    statement = f"""
        UPDATE {TABLE} SET status = %s, started_at = %s, worker_ids = %s
        WHERE {NOT_WAITING if postgres else "1 = 1"} AND id = (
            SELECT id FROM {TABLE}
            WHERE status = %s AND backend_name = 'default' AND (run_after = %s OR run_after <= %s) AND {in_queues}
            ORDER BY priority DESC, run_after, enqueued_at LIMIT 1 {"FOR UPDATE SKIP LOCKED" if postgres else ""}
        ) RETURNING *"""  # noqa: S608  only constants are put together
    now = _stored(timezone.now())
    started = (TaskResultStatus.RUNNING, now, json.dumps([worker_id]))
    due = (TaskResultStatus.READY, _stored(get_date_max()), now)
    return next(iter(DBTaskResult.objects.raw(statement, (*started, *due, *queues))), None)


def finish(task: DBTaskResult[..., object]) -> None:
    """Mark the task as done. None of the site's tasks returns a value."""
    not_waiting = f"AND {NOT_WAITING}" if connection.vendor == "postgresql" else ""
    task.status, task.finished_at = TaskResultStatus.SUCCESSFUL, timezone.now()
    pk: Any = DBTaskResult._meta.pk.get_db_prep_value(task.pk, connection)
    statement = f"UPDATE {TABLE} SET status = %s, finished_at = %s WHERE id = %s {not_waiting}"  # noqa: S608  the same
    with connection.cursor() as cursor:
        cursor.execute(statement, (str(task.status), _stored(task.finished_at), pk))


def seconds_late(queue: str = "") -> float:
    """Return the delay of the task, of this queue or any, that has been due longest. A task without a due time is due
    when enqueued."""
    waiting, at = DBTaskResult.objects.ready().filter(**{"queue_name": queue} if queue else {}), timezone.now()
    since = [
        waiting.filter(run_after__lte=at).aggregate(first=Min("run_after"))["first"],
        waiting.filter(run_after=get_date_max()).aggregate(first=Min("enqueued_at"))["first"],
    ]
    return max(((at - first).total_seconds() for first in since if first), default=0.0)


def notify_workers(task_result: TaskResult[..., Any], **_: Any) -> None:
    """Tell the workers in all processes of a new task, once the transaction is committed (PostgreSQL only)."""
    if connection.vendor == "postgresql" and task_result.task.run_after is None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", (CHANNEL, task_result.task.queue_name))


task_enqueued.connect(notify_workers, dispatch_uid="notify workers")


@contextmanager
def listening(wake: Callable[[str], None]) -> Iterator[None]:
    """Call `wake` with the queue of every new task of any process (PostgreSQL only; through a pooler of transactions
    nothing is heard, and the worker finds the tasks with its next poll)."""
    if connection.vendor != "postgresql":
        yield
        return
    stopped = Event()
    thread = Thread(target=_listen, args=(wake, stopped), name="listener", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stopped.set()
        thread.join(2 * LISTENING)


def _listen(wake: Callable[[str], None], stopped: Event) -> None:
    """Listen on a connection of its own until stopped; connect again whenever it is lost."""
    while not stopped.is_set():
        try:
            with psycopg.connect(**_own_connection(), autocommit=True) as own:
                own.execute(f"LISTEN {CHANNEL}")
                while not stopped.is_set():
                    for heard in own.notifies(timeout=LISTENING):
                        wake(heard.payload)
        except Exception:
            logger.exception("The task worker could not listen for new tasks; it will try again.")
            stopped.wait(LISTENING)
    connection.close()


def _own_connection() -> dict[str, Any]:
    """Return the parameters of a connection beside Django's pool."""
    parameters = connection.get_connection_params()
    return {name: value for name, value in parameters.items() if name in OWN_PARAMETERS}


def _stored(moment: datetime) -> Any:
    return connection.ops.adapt_datetimefield_value(moment)
