"""The task worker: inside the server process, or by `manage.py worker` in one of its own.

Inside it shares the process with the websockets, so that with the in-memory channel layer what a task announces
reaches them.
"""

import logging
import time
from collections.abc import Callable, Iterable
from datetime import timedelta
from threading import Event
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.tasks import TaskResultStatus
from django.tasks.signals import task_enqueued
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.module_loading import import_string
from django_tasks_db.management.commands.db_worker import Worker
from django_tasks_db.models import DBTaskResult

from casino.writes import write_transaction

logger = logging.getLogger(__name__)

INTERVAL = 0.1  # seconds between two looks for tasks that have become due
PATIENCE = 1.0  # seconds to leave a database alone after it failed
KEPT = timedelta(days=2)  # how long finished tasks stay for those who look for what went wrong


class TaskWorker(Worker):
    """Runs due tasks one after the other until told to stop; woken at once by what this process enqueues."""

    def __init__(self) -> None:
        super().__init__(
            queue_names=["*"],
            interval=INTERVAL,
            batch=False,
            backend_name="default",
            startup_delay=False,
            max_tasks=None,
            worker_id=get_random_string(32),
            excluded_queue_names=[],
        )
        self.woken = Event()
        self.looked = time.monotonic()

    def run(self) -> None:
        task_enqueued.connect(self.wake_after_commit)
        try:
            self.attempt(tidy_up)
            self.attempt(begin)
            while self.running:
                self.attempt(self.work_through)
                self.attempt(self.look_after)
                self.woken.wait(self.interval)
                self.woken.clear()
        finally:
            task_enqueued.disconnect(self.wake_after_commit)
            connection.close()

    def stop(self) -> None:
        """Let the task at hand end, then return from `run`. May be called from another thread."""
        self.running = False
        self.woken.set()

    def wake_after_commit(self, **_: Any) -> None:
        transaction.on_commit(self.woken.set)

    def attempt(self, work: Callable[[], None]) -> None:
        """A database may be away for a while; the worker is still there when it comes back."""
        try:
            work()
        except DatabaseError:
            logger.exception("The task worker could not reach the database; it will try again.")
            connection.close()
            self.woken.wait(PATIENCE)

    def work_through(self) -> None:
        """All tasks that are due now."""
        while self.running and (task := self.claim_next()):
            self.run_task(task)

    def look_after(self) -> None:
        """Now and then, what the apps want looked after: a task may have got lost."""
        if time.monotonic() - self.looked >= settings.HEARTBEAT:
            self.looked = time.monotonic()
            call_all(settings.WORKER_LOOKS_AFTER)

    def claim_next(self) -> DBTaskResult[..., Any] | None:
        due = DBTaskResult.objects.ready().filter(backend_name=self.backend_name)
        if not due.exists():  # most looks find nothing, and a look locks nobody out
            return None
        with write_transaction():
            task = due.get_locked()
            if task:
                task.claim(self.worker_id)
        return task


def begin() -> None:
    """What the apps want done whenever a worker begins."""
    call_all(settings.WORKER_BEGINS_WITH)


def call_all(names: Iterable[str]) -> None:
    for name in names:
        import_string(name)()


def tidy_up() -> None:
    """Forgets old tasks; takes up those that were cut off."""
    with write_transaction():
        DBTaskResult.objects.finished().filter(finished_at__lt=timezone.now() - KEPT).delete()
        if connection.vendor == "sqlite":
            run_again_what_was_cut_off()


def run_again_what_was_cut_off() -> None:
    """On SQLite one process runs all tasks: what is under way when it starts was cut off when it last ended."""
    DBTaskResult.objects.running().update(status=TaskResultStatus.READY)
