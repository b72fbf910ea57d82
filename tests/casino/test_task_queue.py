"""The statements of the task queue: each task is claimed once, in order, and workers hear of new ones."""

from datetime import timedelta
from threading import Event

import pytest
from django.db import connection
from django.tasks import TaskResultStatus, task
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from casino import task_queue
from casino.worker import TaskWorker

pytestmark = pytest.mark.django_db(transaction=True)


@task
def nothing(_: int) -> None:
    """Do nothing."""


@task(queue_name="thinking")
def slow(_: int) -> None:
    """Do nothing, in the queue of those that take long."""


def claimed(*queues: str, excluded: bool = False) -> list[int] | None:
    row = task_queue.claim_next("me", queues, excluded=excluded)
    return list(row.args_kwargs["args"]) if row else None


def test_every_task_is_claimed_once_and_says_by_whom() -> None:
    for number in (1, 2):
        nothing.enqueue(number)
    assert [claimed("default") for _ in range(3)] == [[1], [2], None]
    row = DBTaskResult.objects.first()
    assert row
    assert (row.status, row.worker_ids) == (TaskResultStatus.RUNNING, ["me"])
    assert row.started_at


def test_a_task_for_later_waits_and_one_that_is_due_does_not() -> None:
    nothing.using(run_after=timezone.now() + timedelta(hours=1)).enqueue(1)
    nothing.using(run_after=timezone.now() - timedelta(milliseconds=1)).enqueue(2)
    assert [claimed("default"), claimed("default")] == [[2], None]


def test_only_tasks_of_the_queues_wanted_are_claimed() -> None:
    slow.enqueue(1)
    assert claimed("default") is None
    assert claimed("thinking", excluded=True) is None
    assert claimed("default", excluded=True) == [1]
    slow.enqueue(2)
    assert claimed(excluded=True) == [2]


def test_a_finished_task_is_no_longer_due() -> None:
    nothing.enqueue(1)
    worker = TaskWorker()
    assert worker.is_due()
    worker.run_due_tasks()
    assert not worker.is_due()
    row = DBTaskResult.objects.get()
    assert row.status == TaskResultStatus.SUCCESSFUL
    assert row.finished_at


def test_a_task_wakes_the_worker_of_its_queue_alone() -> None:
    worker = TaskWorker()
    worker.wake_for("thinking")
    assert [each.queue_names for each in worker.helpers if each.wake.is_set()] == [["thinking"]] * 2
    assert not worker.wake.is_set()
    worker.wake_for("default")
    assert worker.wake.is_set()


@pytest.mark.skipif(connection.vendor != "postgresql", reason="one process runs all on SQLite")
def test_workers_in_other_processes_hear_of_a_new_task() -> None:
    heard, queues = Event(), list[str]()

    def wake(queue: str) -> None:
        queues.append(queue)
        heard.set()

    with task_queue.listening(wake):
        for _ in range(20):  # the first may come before the listener does
            slow.enqueue(1)
            if heard.wait(0.5):
                break
    assert set(queues) == {"thinking"}
