"""`manage.py worker`: the tasks in a separate process, for a server that does not run them (CASINO_WORKER=none)."""

import asyncio
import logging
import os
import signal
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from asgiref.sync import sync_to_async
from django.core.management.base import BaseCommand

from casino.live_server.after_response import event_loop_set
from casino.live_server.gc_tuning import freeze_gc
from casino.metrics import serve_metrics
from casino.migrate_lock import migrate
from casino.watchdog import PING_INTERVAL, notify_systemd, ping
from casino.worker import TaskWorker

logger = logging.getLogger(__name__)


class Command(BaseCommand):
    help = "Runs the tasks - computer players, clocks, messages - until Ctrl-C. As many of these as wanted."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--alive-file", type=Path, help="a file whose time says when the worker was last well")

    def handle(self, *, alive_file: Path | None, **_: Any) -> None:
        migrate()
        serve_metrics()
        freeze_gc()
        worker = TaskWorker()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: worker.stop())
        self.stdout.write("The task worker is ready. (Ctrl-C stops it)")
        self.stdout.flush()
        notify_systemd("READY=1")
        ping(alive_file)
        asyncio.run(run_beside_loop(worker, alive_file))


async def run_beside_loop(worker: TaskWorker, alive_file: Path | None = None) -> None:
    """Run the worker in a thread, and its broadcasts on this event loop, so that they share their connections. If it is
    stuck, the process ends: no thread can be stopped, and systemd or Docker starts the process again."""
    with event_loop_set():
        running = asyncio.ensure_future(sync_to_async(worker.run, thread_sensitive=False)())
        while not (await asyncio.wait([running], timeout=PING_INTERVAL))[0]:
            if worker.is_stuck():
                logger.critical("The task worker is stuck: this process ends, to be started again.")
                os._exit(1)
            ping(alive_file)
        await running
    if broadcasts := asyncio.all_tasks() - {asyncio.current_task()}:
        await asyncio.wait(broadcasts)
