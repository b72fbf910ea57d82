"""The task worker: inside the server process, or by `manage.py worker` in a separate one. Once a day it deletes old
rows, so that no table only grows.

Inside, it shares the process with the WebSockets, so that broadcasts of a task reach them through the in-memory channel
layer.
"""

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import timedelta
from threading import Event, Thread
from typing import Any

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import connection, transaction
from django.db.models import Min, QuerySet
from django.tasks import TaskResult, TaskResultStatus
from django.tasks.signals import task_enqueued, task_finished, task_started
from django.utils import timezone
from django.utils.crypto import get_random_string
from django_tasks_db import DatabaseBackend
from django_tasks_db.management.commands.db_worker import Worker
from django_tasks_db.models import DBTaskResult, get_date_max

from casino import hooks
from casino.hooks import Hook, old_rows
from casino.transactions import give_back_connection, write_transaction

# --- old rows -------------------------------------------------------------------------------------------------------


MAX_ROWS = 2000
"""Rows of one table deleted in one step, so that no one waits for it."""

TASK_RETENTION = timedelta(days=2)  # finished tasks are kept for this time, for troubleshooting
DAY = timedelta(days=1)


def finished_tasks() -> QuerySet[Any]:
    return DBTaskResult.objects.finished().filter(finished_at__lt=timezone.now() - TASK_RETENTION)


def expired_sessions() -> QuerySet[Session]:
    return Session.objects.filter(expire_date__lt=timezone.now())


def ended_logins() -> QuerySet[UserSession]:
    """Rows of the list of logins whose session is gone."""
    old = UserSession.objects.filter(last_seen_at__lt=timezone.now() - DAY)
    return old.exclude(session_key__in=Session.objects.values("session_key"))  # type: ignore[no-any-return]  # allauth ships no types


def clean_up() -> bool:
    """Delete some old rows of each table; return whether there may be more."""
    full_steps = [delete_some(rows) for rows in [finished_tasks, expired_sessions, ended_logins, *old_rows]]
    return any(full_steps)


def delete_some(query: Callable[[], QuerySet[Any]]) -> bool:
    with write_transaction():
        old = list(query().order_by().values_list("pk", flat=True)[:MAX_ROWS])
        query().model._default_manager.filter(pk__in=old).delete()
    return len(old) == MAX_ROWS


# --- the worker -----------------------------------------------------------------------------------------------------


logger = logging.getLogger(__name__)

INTERVAL = 0.25  # seconds between two polls for due tasks, in all queues
HELPERS_INTERVAL = 1.0  # the same for helpers, which the worker wakes when it finds a task for them
RETRY_DELAY = 1.0  # seconds to wait after an error
STUCK_AFTER = 60.0  # seconds that a task or a hook may take
HELPER_STUCK_AFTER = 900.0  # the same in the queues of helpers: a long game is analyzed for minutes
HELPER_STOP_TIMEOUT = 3.0  # seconds that the shutdown waits for all helpers together
CLEANUP_INTERVAL = 24 * 3600.0  # seconds between two times when old rows are deleted


class TaskWorker(Worker):
    """Runs due tasks one after the other until it is stopped; woken at once by new tasks of this process. Queues that
    block on network I/O or compute for long have helper threads."""

    def __init__(self, helper_queue: str = "") -> None:
        super().__init__(
            queue_names=[helper_queue or "*"],
            interval=HELPERS_INTERVAL if helper_queue else INTERVAL,
            batch=False,
            backend_name="default",
            startup_delay=False,
            max_tasks=None,
            worker_id=get_random_string(32),
            excluded_queue_names=[] if helper_queue else settings.WORKER_HELPER_QUEUES,
        )
        self.helpers = [] if helper_queue else [TaskWorker(queue) for queue in settings.WORKER_HELPER_QUEUES]
        self.wake = Event()
        self.stuck_after = HELPER_STUCK_AFTER if helper_queue else STUCK_AFTER
        self.hooks_ran_at = self.progress_at = self.clean_up_at = time.monotonic()

    def run(self) -> None:
        task_enqueued.connect(self.wake_after_commit)
        try:
            self.attempt(requeue_interrupted)
            self.call_each(hooks.worker_started)
            with running_helpers(self.helpers):
                while self.running:
                    self.attempt(self.run_due_tasks)
                    self.attempt(self.run_periodic_hooks)
                    self.pause()
        finally:
            task_enqueued.disconnect(self.wake_after_commit)
            connection.close()

    def run_as_helper(self) -> None:
        """Run as a helper: nothing but the tasks of its queue."""
        task_enqueued.connect(self.wake_after_commit)
        try:
            while self.running:
                self.attempt(self.run_due_tasks)
                self.pause()
        finally:
            task_enqueued.disconnect(self.wake_after_commit)
            connection.close()

    def pause(self) -> None:
        """Wait until the clock shows a multiple of the interval: the moment at which a task for later is found must not
        tell how long the task before has taken, as a computer's thinking would."""
        give_back_connection()
        self.wake.wait(self.interval - time.time() % self.interval)
        self.wake.clear()

    def stop(self) -> None:
        """Let the current task end, then return from `run`. May be called from another thread."""
        self.running = False
        self.wake.set()

    def wake_after_commit(self, task_result: TaskResult[..., Any], **_: Any) -> None:
        """Wake up for a new task once it is committed. A task for later is found in time: polling at once would only
        slow down the process that enqueued it."""
        if task_result.task.run_after is None and self.runs(task_result.task.queue_name):
            transaction.on_commit(self.wake.set)

    def runs(self, queue: str) -> bool:
        return queue not in self.excluded_queue_names if self.process_all_queues else queue in self.queue_names

    def attempt(self, work: Callable[[], object]) -> None:
        """Do the work. If it fails, by the database or a fault of the program, log that, wait, and go on: without the
        worker computers, clocks and mail stand still. `sys.exit` and a canceled broadcast are no `Exception`."""
        self.progress_at = time.monotonic()
        try:
            work()
        except BaseException:
            logger.exception("The task worker could not finish its work; it will try again.")
            connection.close()
            self.wake.wait(RETRY_DELAY)

    def is_stuck(self) -> bool:
        """True if this worker or one of its helpers has made no progress for too long."""
        now = time.monotonic()
        return any(now - each.progress_at > each.stuck_after for each in (self, *self.helpers))

    def run_due_tasks(self) -> None:
        """Run all tasks that are due now."""
        while self.running and self.is_due():
            self.run_tasks_until(time.monotonic() + self.interval)

    def run_tasks_until(self, end: float) -> None:
        """Run due tasks up to this time, then look again for those of helpers."""
        while self.running and time.monotonic() < end and (task := self.claim_next()):
            self.progress_at = time.monotonic()
            self.run_task(task)

    def run_task(self, db_task_result: DBTaskResult[..., Any]) -> None:
        """Run the task, and mark it as done or failed."""
        try:
            result = db_task_result.task_result
            task_started.send(sender=DatabaseBackend, task_result=result)
            db_task_result.set_successful(result.task.call(*result.args, **result.kwargs))
        except BaseException as error:  # for instance that no task has this name any more
            logger.exception("The task %s has failed.", db_task_result.task_path)
            db_task_result.set_failed(error)
        with suppress(ImportError):  # as before
            task_finished.send(sender=DatabaseBackend, task_result=db_task_result.task_result)

    def run_periodic_hooks(self) -> None:
        """Run the periodic hooks if they are due: a task may have been lost. Once a day, delete old rows."""
        if time.monotonic() - self.hooks_ran_at >= settings.HEARTBEAT:
            self.hooks_ran_at = time.monotonic()
            self.call_each(hooks.worker_ticked)
            self.attempt(self.clean_up_daily)

    def clean_up_daily(self) -> None:
        if time.monotonic() >= self.clean_up_at and not clean_up():
            self.clean_up_at = time.monotonic() + CLEANUP_INTERVAL

    def call_each(self, hook: Hook[[], object]) -> None:
        """Call the functions; one that fails keeps no other from being called."""
        for function in hook:
            self.attempt(function)

    def is_due(self) -> bool:
        """True if a task of this worker is due, and wake the helpers of the others. Most polls find nothing, and
        this takes no lock."""
        due = DBTaskResult.objects.ready().filter(backend_name=self.backend_name).order_by()
        queues = set(due.values_list("queue_name", flat=True).distinct())
        for helper in self.helpers:
            if queues.intersection(helper.queue_names):
                helper.wake.set()
        return any(map(self.runs, queues))

    def claim_next(self) -> DBTaskResult[..., Any] | None:
        """Claim the next due task of this worker."""
        due = DBTaskResult.objects.ready().filter(backend_name=self.backend_name)
        due = due.exclude(queue_name__in=self.excluded_queue_names)
        if not self.process_all_queues:
            due = due.filter(queue_name__in=self.queue_names)
        with write_transaction():
            if task := due.get_locked():
                task.claim(self.worker_id)
            return task


@contextmanager
def running_helpers(helpers: Sequence[TaskWorker]) -> Iterator[None]:
    """Run the helpers, once interrupted tasks have been queued again.

    At the end a helper that still waits for a server is abandoned; its task is run again the next time.
    """
    threads = [Thread(target=helper.run_as_helper, name="helper", daemon=True) for helper in helpers]
    for helper, thread in zip(helpers, threads, strict=True):
        helper.progress_at = time.monotonic()
        thread.start()
    try:
        yield
    finally:
        for helper in helpers:
            helper.stop()
        end = time.monotonic() + HELPER_STOP_TIMEOUT
        for thread in threads:
            thread.join(max(0.0, end - time.monotonic()))


def requeue_interrupted() -> None:
    """Queue interrupted tasks again: on SQLite one process runs all tasks, so none can be running when it starts."""
    if connection.vendor == "sqlite":
        with write_transaction():
            DBTaskResult.objects.running().update(status=TaskResultStatus.READY)


def seconds_late(queue: str = "") -> float:
    """The delay of the task, of this queue or any, that has been due longest. A task without a due time is due when
    enqueued."""
    waiting, at = DBTaskResult.objects.ready().filter(**{"queue_name": queue} if queue else {}), timezone.now()
    since = [
        waiting.filter(run_after__lte=at).aggregate(first=Min("run_after"))["first"],
        waiting.filter(run_after=get_date_max()).aggregate(first=Min("enqueued_at"))["first"],
    ]
    return max(((at - first).total_seconds() for first in since if first), default=0.0)
