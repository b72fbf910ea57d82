"""`manage.py worker`: the tasks in a separate process, for a server that does not run them (CASINO_WORKER=none)."""

import asyncio
import logging
import os
import signal
import socket
from typing import Any

from asgiref.sync import sync_to_async
from django.core.management.base import BaseCommand

from casino.live_server.after_response import event_loop_set
from casino.live_server.gc_tuning import freeze_gc
from casino.metrics import serve_metrics
from casino.migrate_lock import migrate
from casino.worker import TaskWorker

logger = logging.getLogger(__name__)

CHECK_INTERVAL = 5.0  # seconds


class Command(BaseCommand):
    help = "Runs the tasks - computer players, clocks, messages - until Ctrl-C. As many of these as wanted."

    def handle(self, **_: Any) -> None:
        migrate()
        serve_metrics()
        freeze_gc()
        worker = TaskWorker()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: worker.stop())
        self.stdout.write("The task worker is ready. (Ctrl-C stops it)")
        self.stdout.flush()
        tell_systemd()
        asyncio.run(run_beside_loop(worker))


async def run_beside_loop(worker: TaskWorker) -> None:
    """Run the worker in a thread, and its broadcasts on this event loop, so that they share their connections. If it is
    stuck, the process ends: no thread can be stopped, and systemd or Docker starts the process again."""
    with event_loop_set():
        running = asyncio.ensure_future(sync_to_async(worker.run, thread_sensitive=False)())
        while not (await asyncio.wait([running], timeout=CHECK_INTERVAL))[0]:
            if worker.is_stuck():
                logger.critical("The task worker is stuck: this process ends, to be started again.")
                os._exit(1)
        await running
    if broadcasts := asyncio.all_tasks() - {asyncio.current_task()}:
        await asyncio.wait(broadcasts)


def tell_systemd() -> None:
    """Report that the worker is ready, where systemd has started it (`Type=notify`)."""
    if address := os.environ.get("NOTIFY_SOCKET"):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as reports:
            reports.sendto(b"READY=1", address.replace("@", "\0", 1))
