"""The task worker: inside the server process, or by `manage.py worker` in a separate one.

Inside it shares the process with the websockets, so that with the in-memory channel layer what a task announces
reaches them.
"""

import logging
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from threading import Event, Thread
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.tasks import TaskResult, TaskResultStatus
from django.tasks.signals import task_enqueued
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.module_loading import import_string
from django_tasks_db.management.commands.db_worker import Worker
from django_tasks_db.models import DBTaskResult

from casino.writes import write_transaction

logger = logging.getLogger(__name__)

INTERVAL = 0.25  # seconds between two looks for tasks that have become due, in all queues
HELPERS_INTERVAL = 1.0  # the same for helpers, whom the worker wakes when it sees something for them
PATIENCE = 1.0  # seconds to leave a database alone after it failed
GRACE = 3.0  # seconds that the end waits for helpers
KEPT = timedelta(days=2)  # how long finished tasks stay for those who look for what went wrong


class TaskWorker(Worker):
    """Runs due tasks one after the other until it is stopped; woken at once by tasks that this process enqueues. Queues
    that wait for outside servers have a helper thread each."""

    def __init__(self, helps_with: str = "") -> None:
        super().__init__(
            queue_names=[helps_with or "*"],
            interval=HELPERS_INTERVAL if helps_with else INTERVAL,
            batch=False,
            backend_name="default",
            startup_delay=False,
            max_tasks=None,
            worker_id=get_random_string(32),
            excluded_queue_names=[] if helps_with else settings.WORKER_HELPERS,
        )
        self.helpers = [] if helps_with else [TaskWorker(queue) for queue in settings.WORKER_HELPERS]
        self.woken = Event()
        self.looked = time.monotonic()

    def run(self) -> None:
        task_enqueued.connect(self.wake_after_commit)
        try:
            self.attempt(tidy_up)
            self.attempt(begin)
            with helping(self.helpers):
                while self.running:
                    self.attempt(self.work_through)
                    self.attempt(self.look_after)
                    self.pause()
        finally:
            task_enqueued.disconnect(self.wake_after_commit)
            connection.close()

    def help_out(self) -> None:
        """Run as a helper: nothing but the tasks of its queue."""
        task_enqueued.connect(self.wake_after_commit)
        try:
            while self.running:
                self.attempt(self.work_through)
                self.pause()
        except Exception:
            logger.critical("A helper of the task worker has ended: nobody is called any more.", exc_info=True)
        finally:
            task_enqueued.disconnect(self.wake_after_commit)
            connection.close()

    def pause(self) -> None:
        self.woken.wait(self.interval)
        self.woken.clear()

    def stop(self) -> None:
        """Let the task at hand end, then return from `run`. May be called from another thread."""
        self.running = False
        self.woken.set()

    def wake_after_commit(self, task_result: TaskResult[..., Any], **_: Any) -> None:
        """Wake up for a new task once it is committed. A task for later is found in time: looking at once would only
        slow down the process that enqueued it."""
        if task_result.task.run_after is None:
            transaction.on_commit(self.woken.set)

    def attempt(self, work: Callable[[], None]) -> None:
        """Do the work; wait and try again later if the database is away."""
        try:
            work()
        except DatabaseError:
            logger.exception("The task worker could not reach the database; it will try again.")
            connection.close()
            self.woken.wait(PATIENCE)

    def work_through(self) -> None:
        """Run all tasks that are due now."""
        while self.running and (task := self.claim_next()):
            self.run_task(task)

    def look_after(self) -> None:
        """Run the apps' periodic checks now and then: a task may have got lost."""
        if time.monotonic() - self.looked >= settings.HEARTBEAT:
            self.looked = time.monotonic()
            call_all(settings.WORKER_LOOKS_AFTER)

    def claim_next(self) -> DBTaskResult[..., Any] | None:
        due = DBTaskResult.objects.ready().filter(backend_name=self.backend_name)
        mine = self.wanted_in(set(due.order_by().values_list("queue_name", flat=True).distinct()))
        if not mine:  # most looks find nothing, and a look takes no lock
            return None
        with write_transaction():
            task = due.filter(queue_name__in=mine).get_locked()
            if task:
                task.claim(self.worker_id)
        return task

    def wanted_in(self, queues: set[str]) -> set[str]:
        """Return those of these queues with due tasks that are this worker's own; wake the helpers of the others."""
        for helper in self.helpers:
            if queues.intersection(helper.queue_names):
                helper.woken.set()
        return (
            queues.difference(self.excluded_queue_names) if self.process_all_queues else queues & set(self.queue_names)
        )


@contextmanager
def helping(helpers: Sequence[TaskWorker]) -> Iterator[None]:
    """Run the helpers, once interrupted tasks have been taken up. At the end a helper that still waits for an outside
    server is left behind; its task is run again the next time."""
    threads = [Thread(target=helper.help_out, name="helper", daemon=True) for helper in helpers]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        for helper in helpers:
            helper.stop()
        for thread in threads:
            thread.join(GRACE)


def begin() -> None:
    """Run the apps' hooks for the start of a worker."""
    call_all(settings.WORKER_BEGINS_WITH)


def call_all(names: Iterable[str]) -> None:
    for name in names:
        import_string(name)()


def tidy_up() -> None:
    """Delete old tasks; run interrupted ones again."""
    with write_transaction():
        DBTaskResult.objects.finished().filter(finished_at__lt=timezone.now() - KEPT).delete()
        if connection.vendor == "sqlite":
            run_again_what_was_cut_off()


def run_again_what_was_cut_off() -> None:
    """Queue interrupted tasks again. On SQLite one process runs all tasks: those under way when it starts were cut off
    when it last ended."""
    DBTaskResult.objects.running().update(status=TaskResultStatus.READY)
