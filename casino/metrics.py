"""Metrics for Prometheus, on a separate port that no proxy exposes (METRICS=127.0.0.1:9101).

Each process reports its own: pages by name, status and time; open sockets; tasks; errors. Metrics from the database
are the same in all processes; one of them reads them, at each request.
"""

import errno
import logging
import time
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from itertools import chain
from threading import Thread
from typing import Any
from wsgiref.simple_server import WSGIServer

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.tasks import TaskResult
from django.tasks.signals import task_finished
from django.urls import Resolver404, resolve
from django.utils.crypto import get_random_string
from prometheus_client import REGISTRY, Counter, Gauge, Histogram, Info, start_http_server
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector
from redis import RedisError

from casino.health import Application, Message, Receive, Send
from casino.hooks import database_metrics
from casino.push_ages import RECENT, push_ages
from casino.version import VERSION, build

logger = logging.getLogger(__name__)

BUCKETS = (0.005, 0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.3, 2.6, 5.0, 10.0)
PAGES = Histogram("casino_page_seconds", "Time to a complete response", ["page", "status"], buckets=BUCKETS)
SOCKETS = Gauge("casino_sockets", "Sockets open in this process")
TASKS = Counter("casino_tasks", "Tasks run by this process", ["task", "status"])
TASK_TIMES = Histogram("casino_task_seconds", "Time to run a task", ["task"], buckets=BUCKETS)
ERRORS = Counter("casino_errors", "Errors written to the log", ["logger"])
PUSH_AGE = Gauge("casino_push_age_seconds", "Since the change: the oldest push to a player under way or just made")
BUILD = Info("casino_build", "Version and commit of this process")

PROCESS = get_random_string(12)
DAY = 24 * 3600.0
BACKUP_LATE = 1.5 * DAY
REPORTER, REPORTER_TIMEOUT = "casino-metrics-reporter", 150
"""The key under which the process that reports the database is known, and seconds after which another takes over."""


def with_page_metrics(application: Application) -> Application:
    """The application for pages, with the time of each response measured."""
    return timed(application, count_page)


def count_page(scope: Message, status: int, seconds: float) -> None:
    PAGES.labels(page_name(scope["path"]), str(status)).observe(seconds)


def timed(application: Application, tell: Callable[[Message, int, float], None]) -> Application:
    """The application, with a function that is told the status and the seconds of each response."""

    async def timing(scope: Message, receive: Receive, send: Send) -> None:
        began, status = time.perf_counter(), 500

        async def sending(message: Message) -> None:
            nonlocal status
            status = message.get("status", status)
            await send(message)

        try:
            await application(scope, receive, sending)
        finally:
            tell(scope, status, time.perf_counter() - began)

    return timing


def page_name(path: str) -> str:
    """The name of the page, never its URL: that would be a metric for each game."""
    if path.startswith(settings.STATIC_URL):
        return "static"
    try:
        return resolve(path).view_name or "unnamed"
    except Resolver404:
        return "none"


def with_socket_metrics(application: Application) -> Application:
    async def counting(scope: Message, receive: Receive, send: Send) -> None:
        with SOCKETS.track_inprogress():
            await application(scope, receive, send)

    return counting


def count_task(task_result: TaskResult[..., Any], **_: Any) -> None:
    name = task_result.task.module_path
    TASKS.labels(name, task_result.status).inc()
    if task_result.started_at and task_result.finished_at:
        TASK_TIMES.labels(name).observe((task_result.finished_at - task_result.started_at).total_seconds())


_errors: deque[tuple[float, str]] = deque(maxlen=1000)


class ErrorCount(logging.Handler):
    """Counts log records of errors or worse. `casino.logs` adds it: whoever sets logging up again drops others."""

    def emit(self, record: logging.LogRecord) -> None:
        ERRORS.labels(record.name).inc()
        _errors.append((record.created, record.name))


def recent_errors() -> list[str]:
    """Who wrote the errors that this process has logged in the last day, at most the last 1000."""
    return [name for at, name in list(_errors) if time.time() - at < DAY]


class DatabaseMetrics(Collector):
    """Metrics read from the database: names with help, and values by label."""

    def collect(self) -> Iterable[GaugeMetricFamily]:
        if not is_reporter():
            return
        try:
            for name, help_text, label, values in chain.from_iterable(database_metrics()):
                family = GaugeMetricFamily(name, help_text, labels=[label])
                for label_value, value in values.items():
                    family.add_metric([label_value], value)
                yield family
        except DatabaseError:
            logger.exception("The database's metrics cannot be read.")
        finally:
            connection.close()


class BackupAge(Collector):
    """The age of the last backup that was made and verified; none where `deploy/backup` does not run."""

    def collect(self) -> Iterable[GaugeMetricFamily]:
        if (age := backup_age()) is not None:
            yield GaugeMetricFamily("casino_backup_age_seconds", "Since the last good backup", value=age)


def backup_age() -> float | None:
    try:
        return time.time() - (settings.DATA_DIR / "last_backup").stat().st_mtime
    except OSError:
        return None


def is_reporter(key: str = REPORTER) -> bool:
    """Whether this process is the one of all that does the work of this name: that reports the database. Each does
    while the cache is away."""
    try:
        if cache.add(key, PROCESS, REPORTER_TIMEOUT):
            return True
        return bool(cache.get(key) == PROCESS and cache.touch(key, REPORTER_TIMEOUT))
    except RedisError:
        return True


def serve_metrics() -> tuple[WSGIServer, Thread] | None:
    """Start serving metrics at METRICS, if it is set."""
    if not settings.METRICS:
        return None
    host, _, ports = settings.METRICS.rpartition(":")
    task_finished.connect(count_task, dispatch_uid="metrics")
    PUSH_AGE.set_function(partial(push_ages.age, RECENT))
    count_from_zero()
    BUILD.info({"version": VERSION, "commit": build().commit})
    REGISTRY.register(DatabaseMetrics())
    REGISTRY.register(BackupAge())
    return listen(host or "127.0.0.1", ports)


def count_from_zero() -> None:
    """Show a count for each logger of the site: Prometheus sees no increase in a series that begins above zero."""
    for name in list(logging.root.manager.loggerDict):
        if name.startswith(("accounts.", "casino.", "games.", "django.request")):
            ERRORS.labels(name)


def listen(host: str, ports: str) -> tuple[WSGIServer, Thread]:
    """Serve at the port, or at the first of a range like 9101-9120 that no other process has."""
    first, _, last = ports.partition("-")
    for port in range(int(first), int(last or first)):
        try:
            return start_http_server(port, addr=host)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise
    return start_http_server(int(last or first), addr=host)
