"""Figures for Prometheus, on a separate port that no proxy shows to the world (METRICS=127.0.0.1:9101).

Each process reports its own: pages by name, status and time; open sockets; tasks; errors. Figures from the database
are the same in all processes, and are read at each request.
"""

import logging
import time
from collections.abc import Iterable
from threading import Thread
from typing import Any
from wsgiref.simple_server import WSGIServer

from django.conf import settings
from django.db import DatabaseError, connection
from django.tasks import TaskResult
from django.tasks.signals import task_finished
from django.urls import Resolver404, resolve
from django.utils.module_loading import import_string
from prometheus_client import REGISTRY, Counter, Gauge, Histogram, start_http_server
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from casino.health import Application, Message, Receive, Send

logger = logging.getLogger(__name__)

TIMES = (0.005, 0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.3, 2.6, 5.0, 10.0)
PAGES = Histogram("casino_page_seconds", "Time to a whole answer", ["page", "status"], buckets=TIMES)
SOCKETS = Gauge("casino_sockets", "Sockets open in this process")
TASKS = Counter("casino_tasks", "Tasks run by this process", ["task", "status"])
TASK_TIMES = Histogram("casino_task_seconds", "Time to run a task", ["task"], buckets=TIMES)
ERRORS = Counter("casino_errors", "Errors written to the log", ["logger"])


def counted(application: Application) -> Application:
    """Return the application for pages, with the time of each answer measured."""

    async def timing(scope: Message, receive: Receive, send: Send) -> None:
        began, status = time.perf_counter(), 500

        async def sending(message: Message) -> None:
            nonlocal status
            status = message.get("status", status)
            await send(message)

        try:
            await application(scope, receive, sending)
        finally:
            PAGES.labels(page_name(scope["path"]), str(status)).observe(time.perf_counter() - began)

    return timing


def page_name(path: str) -> str:
    """Return the name of the page, never its address: that would be a figure for each game."""
    if path.startswith(settings.STATIC_URL):
        return "static"
    try:
        return resolve(path).view_name or "unnamed"
    except Resolver404:
        return "none"


def counted_sockets(application: Application) -> Application:
    async def counting(scope: Message, receive: Receive, send: Send) -> None:
        with SOCKETS.track_inprogress():
            await application(scope, receive, send)

    return counting


def count_task(task_result: TaskResult[..., Any], **_: Any) -> None:
    name = task_result.task.module_path
    TASKS.labels(name, task_result.status).inc()
    if task_result.started_at and task_result.finished_at:
        TASK_TIMES.labels(name).observe((task_result.finished_at - task_result.started_at).total_seconds())


class ErrorCount(logging.Handler):
    """Counts what goes to the log as an error or worse."""

    def emit(self, record: logging.LogRecord) -> None:
        ERRORS.labels(record.name).inc()


class DatabaseFigures(Collector):
    """Figures that settings.FIGURES reads from the database: names with help, and a number by label."""

    def collect(self) -> Iterable[GaugeMetricFamily]:
        try:
            for name, help_text, label, numbers in import_string(settings.FIGURES)():
                family = GaugeMetricFamily(name, help_text, labels=[label])
                for value, number in numbers.items():
                    family.add_metric([value], number)
                yield family
        except DatabaseError:
            logger.exception("The database's figures cannot be read now.")
        finally:
            connection.close()


def serve_metrics() -> tuple[WSGIServer, Thread] | None:
    """Start answering where METRICS says, if it does."""
    if not settings.METRICS:
        return None
    host, _, port = settings.METRICS.rpartition(":")
    task_finished.connect(count_task, dispatch_uid="metrics")
    logging.getLogger().addHandler(ErrorCount(logging.ERROR))
    REGISTRY.register(DatabaseFigures())
    return start_http_server(int(port), addr=host or "127.0.0.1")
