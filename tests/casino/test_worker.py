"""The task worker inside the server process."""

import asyncio
from collections import Counter
from datetime import timedelta
from threading import Event
from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from channels.layers import get_channel_layer
from django.db import OperationalError, connection
from django.tasks import TaskResultStatus, task
from django.test import override_settings
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from casino import hooks
from casino.asgi import application
from casino.hooks import Hook
from casino.lifespan import embedded_worker
from casino.transactions import write_transaction
from casino.worker import TaskWorker, requeue_interrupted
from tests.examples import exhaustive
from tests.http import get
from tests.sockets import WebsocketCommunicator

pytestmark = pytest.mark.django_db(transaction=True)


@task
def announce(text: str) -> str:
    async_to_sync(get_channel_layer().group_send)("everybody", {"type": "said", "text": text})
    return text


@task
def fail() -> None:
    raise ValueError("on purpose")


@task
def make_an_event() -> None:
    Event()


@task
def number(_: int) -> None:
    """Do nothing."""


@task(queue_name="thinking")
def slow_number(_: int) -> None:
    """Do nothing, in the queue of those that take long."""


said = Event()


@task(queue_name="notifications")
def wait_outside() -> None:
    """Succeed only when another task is run meanwhile."""
    assert said.wait(30)


@task
def say_in_between() -> None:
    said.set()


class Listener(AsyncJsonWebsocketConsumer):
    groups = ["everybody"]  # noqa: RUF012  as the base class has it

    async def said(self, event: dict[str, Any]) -> None:
        await self.send_json(event["text"])


def enqueue_in_transaction(text: str) -> None:
    with write_transaction():
        announce.enqueue(text)


async def test_what_a_task_announces_reaches_a_waiting_websocket() -> None:
    listener = WebsocketCommunicator(Listener.as_asgi(), "/")
    await listener.connect()
    async with embedded_worker():
        for text in ("one", "two", "three"):
            await sync_to_async(enqueue_in_transaction)(text)
            assert await listener.receive_json_from(timeout=5) == text
    await listener.disconnect()


async def test_it_wakes_for_a_deferred_task_by_itself() -> None:
    listener = WebsocketCommunicator(Listener.as_asgi(), "/")
    await listener.connect()
    async with embedded_worker():
        soon = timezone.now() + timedelta(seconds=0.3)
        await sync_to_async(announce.using(run_after=soon).enqueue)("later")
        assert await listener.receive_json_from(timeout=5) == "later"
    assert timezone.now() >= soon
    await listener.disconnect()


async def test_tasks_enqueued_before_it_started_are_run() -> None:
    await sync_to_async(announce.enqueue)("early")
    async with embedded_worker():
        await until_finished(1)
    assert await states() == {TaskResultStatus.SUCCESSFUL: 1}


async def test_it_ends_between_two_tasks() -> None:
    async with embedded_worker():
        pass
    await sync_to_async(announce.enqueue)("too late")
    assert await states() == {TaskResultStatus.READY: 1}


async def test_who_waits_for_somebody_outside_holds_up_nobody() -> None:
    said.clear()
    async with embedded_worker():
        await sync_to_async(wait_outside.enqueue)()
        await sync_to_async(say_in_between.enqueue)()
        await until_finished(2)
    assert await states() == {TaskResultStatus.SUCCESSFUL: 2}


async def test_a_failing_task_is_recorded_and_the_next_one_run() -> None:
    async with embedded_worker():
        await sync_to_async(fail.enqueue)()
        await sync_to_async(announce.enqueue)("after")
        await until_finished(2)
    assert await states() == {TaskResultStatus.FAILED: 1, TaskResultStatus.SUCCESSFUL: 1}


async def test_it_comes_back_when_the_database_does(monkeypatch: pytest.MonkeyPatch) -> None:
    away = iter([True, False])
    claim_next = TaskWorker.claim_next

    def claim_if_there(worker: TaskWorker) -> DBTaskResult[..., Any] | None:
        if next(away, False):
            raise OperationalError("the database is away")
        return claim_next(worker)

    monkeypatch.setattr(TaskWorker, "claim_next", claim_if_there)
    monkeypatch.setattr("casino.worker.RETRY_DELAY", 0.01)
    await sync_to_async(announce.enqueue)("patience")
    async with embedded_worker():
        await until_finished(1)
    assert next(away, "both used") == "both used"


ANYTHING = [ValueError, OperationalError, MemoryError, SystemExit, asyncio.CancelledError]


def raise_(error: type[BaseException]) -> None:
    raise error


@pytest.mark.parametrize("error", ANYTHING)
async def test_it_survives_whatever_a_hook_raises(error: type[BaseException], monkeypatch: pytest.MonkeyPatch) -> None:
    """A hook that fails holds up neither the hooks after it nor the tasks."""
    begun.clear()
    monkeypatch.setattr("casino.worker.RETRY_DELAY", 0.01)
    for name in ("worker_started", "worker_ticked"):
        monkeypatch.setattr(hooks, name, Hook([lambda: raise_(error), note_the_beginning]))
    with override_settings(HEARTBEAT=0):
        async with embedded_worker():
            for number in range(1, 4):
                await sync_to_async(announce.enqueue)("still there")
                await until_finished(number)
            async with asyncio.timeout(10):
                while len(begun) < 3:
                    await asyncio.sleep(0.01)
    assert await states() == {TaskResultStatus.SUCCESSFUL: 3}


@pytest.mark.parametrize("error", ANYTHING)
@pytest.mark.parametrize("queue", ["default", "notifications"])
async def test_it_survives_whatever_a_task_raises(
    error: type[BaseException], queue: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(f"{__name__}.Event", lambda: raise_(error))
    async with embedded_worker():
        await sync_to_async(make_an_event.using(queue_name=queue).enqueue)()
        await until_finished(1)
        await sync_to_async(announce.using(queue_name=queue).enqueue)("after")
        await until_finished(2)
    assert await states() == {TaskResultStatus.FAILED: 1, TaskResultStatus.SUCCESSFUL: 1}
    assert "make_an_event has failed" in caplog.text
    assert "Traceback" in caplog.text


async def test_a_task_that_is_gone_fails_and_the_next_one_is_run() -> None:
    await sync_to_async(announce.enqueue)("of an older version")
    await DBTaskResult.objects.aupdate(task_path=f"{__name__}.gone")
    await sync_to_async(announce.enqueue)("of this one")
    async with embedded_worker():
        await until_finished(2)
    assert await states() == {TaskResultStatus.FAILED: 1, TaskResultStatus.SUCCESSFUL: 1}


@pytest.mark.parametrize("where", ["is_due", "claim_next", "run_periodic_hooks"])
async def test_it_survives_a_fault_of_its_own(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    calls, work = [], getattr(TaskWorker, where)

    def fail_twice(worker: TaskWorker) -> Any:
        calls.append(where)
        return work(worker) if len(calls) > 2 else 1 / 0

    monkeypatch.setattr(TaskWorker, where, fail_twice)
    monkeypatch.setattr("casino.worker.RETRY_DELAY", 0.01)
    async with embedded_worker():
        for number in (1, 2, 3):
            await sync_to_async(announce.enqueue)("patience")
            await until_finished(number)
    assert len(calls) > 2


@exhaustive
@pytest.mark.parametrize("queue", ["default", "notifications"])
async def test_a_server_whose_worker_is_stuck_is_not_ready(queue: str, monkeypatch: pytest.MonkeyPatch) -> None:
    said.clear()
    monkeypatch.setattr("casino.worker.STUCK_AFTER", 2.0)
    monkeypatch.setattr("casino.worker.HELPER_STUCK_AFTER", 2.0)
    async with embedded_worker():
        await sync_to_async(wait_outside.using(queue_name=queue).enqueue)()
        await until_readiness_is((503, "the task worker is stuck\n"))
        said.set()
        await until_readiness_is((200, "ok\n"))


async def test_a_server_whose_worker_has_ended_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TaskWorker, "run", lambda _: raise_(MemoryError))
    ended = asyncio.Event()
    monkeypatch.setattr("casino.lifespan.logger.critical", lambda *_, **__: ended.set())
    async with embedded_worker():
        await asyncio.wait_for(ended.wait(), 5)
        assert await get(application, "/readyz") == (503, "the task worker has ended\n")
    assert await get(application, "/readyz") == (200, "ok\n")


@pytest.mark.parametrize("busy_until", [1000.0, 1000.01, 1000.2, 1000.249])
def test_it_polls_at_the_same_moments_however_long_the_task_before_took(
    busy_until: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the moment of a computer's move would tell how long it had thought."""
    worker = TaskWorker()
    waited: list[float] = []
    monkeypatch.setattr("casino.worker.time.time", lambda: busy_until)
    monkeypatch.setattr(worker.wake, "wait", waited.append)
    worker.pause()
    assert busy_until + waited[0] == pytest.approx(1000.25)


# --- the queue ------------------------------------------------------------------------------------------------------


def claimed(helper_queue: str = "") -> list[int] | None:
    row = TaskWorker(helper_queue).claim_next()
    return list(row.args_kwargs["args"]) if row else None


def test_every_task_is_claimed_once_and_says_by_whom() -> None:
    for each in (1, 2):
        number.enqueue(each)
    worker = TaskWorker()
    rows = [worker.claim_next() for _ in range(3)]
    assert [row and row.args_kwargs["args"] for row in rows] == [[1], [2], None]
    row = DBTaskResult.objects.first()
    assert row
    assert (row.status, row.worker_ids) == (TaskResultStatus.RUNNING, [worker.worker_id])
    assert row.started_at


def test_a_task_for_later_waits_and_one_that_is_due_does_not() -> None:
    number.using(run_after=timezone.now() + timedelta(hours=1)).enqueue(1)
    number.using(run_after=timezone.now() - timedelta(milliseconds=1)).enqueue(2)
    assert [claimed(), claimed()] == [[2], None]


def test_of_two_tasks_the_one_of_higher_priority_is_claimed_first() -> None:
    number.using(priority=-5).enqueue(1)
    number.enqueue(2)
    assert [claimed(), claimed()] == [[2], [1]]


def test_only_tasks_of_the_queues_wanted_are_claimed() -> None:
    slow_number.enqueue(1)
    assert claimed() is None
    assert claimed("notifications") is None
    assert claimed("thinking") == [1]
    slow_number.enqueue(2)
    with override_settings(WORKER_HELPER_QUEUES=[]):
        assert claimed() == [2]


def test_a_finished_task_is_no_longer_due() -> None:
    number.enqueue(1)
    worker = TaskWorker()
    assert worker.is_due()
    worker.run_due_tasks()
    assert not worker.is_due()
    row = DBTaskResult.objects.get()
    assert row.status == TaskResultStatus.SUCCESSFUL
    assert row.finished_at


def test_a_task_wakes_the_worker_of_its_queue_alone() -> None:
    worker = TaskWorker()
    workers = [worker, *worker.helpers]
    for each in workers:
        each.wake_after_commit(slow_number.enqueue(1))
    assert [each.queue_names for each in workers if each.wake.is_set()] == [["thinking"]] * 2
    worker.wake_after_commit(number.enqueue(1))
    assert worker.wake.is_set()


def test_the_worker_wakes_the_helpers_for_tasks_of_other_processes() -> None:
    worker = TaskWorker()
    slow_number.enqueue(1)
    assert not worker.is_due()
    assert [each.queue_names for each in worker.helpers if each.wake.is_set()] == [["thinking"]] * 2


# --- interruptions --------------------------------------------------------------------------------------------------


def test_what_was_cut_off_is_run_again_where_one_process_runs_all() -> None:
    cut_off = announce.enqueue("again").id
    DBTaskResult.objects.filter(id=cut_off).update(status=TaskResultStatus.RUNNING)
    requeue_interrupted()
    expected = TaskResultStatus.READY if connection.vendor == "sqlite" else TaskResultStatus.RUNNING
    assert DBTaskResult.objects.get(id=cut_off).status == expected


async def until_readiness_is(expected: tuple[int, str]) -> None:
    async with asyncio.timeout(20):
        while await get(application, "/readyz") != expected:
            await asyncio.sleep(0.1)


async def until_finished(number: int) -> None:
    async with asyncio.timeout(10):
        while await DBTaskResult.objects.finished().acount() < number:
            await asyncio.sleep(0.01)


async def states() -> dict[str, int]:
    return Counter([row.status async for row in DBTaskResult.objects.all()])


begun: list[str] = []


def note_the_beginning() -> None:
    begun.append("begun")


async def test_it_begins_with_what_the_apps_want_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hooks, "worker_started", Hook([note_the_beginning]))
    begun.clear()
    await sync_to_async(announce.enqueue)("then")
    async with embedded_worker():
        await until_finished(1)
    assert begun == ["begun"]
