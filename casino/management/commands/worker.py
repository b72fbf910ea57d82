"""`manage.py worker`: the tasks in a separate process, for a server that does not run them (CASINO_WORKER=none)."""

import os
import signal
import socket
from typing import Any

from django.core.management.base import BaseCommand

from casino.live_server.gc_tuning import freeze_gc
from casino.metrics import serve_metrics
from casino.migrate_lock import migrate
from casino.worker import TaskWorker


class Command(BaseCommand):
    help = "Runs the tasks - computer players, clocks, messages - until Ctrl-C. As many of these as wanted."

    def handle(self, **_: Any) -> None:
        worker = TaskWorker()
        migrate()
        serve_metrics()
        freeze_gc()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: worker.stop())
        self.stdout.write("The task worker is ready. (Ctrl-C stops it)")
        self.stdout.flush()
        tell_systemd()
        worker.run()


def tell_systemd() -> None:
    """Report that the worker is ready, where systemd has started it (`Type=notify`)."""
    if address := os.environ.get("NOTIFY_SOCKET"):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as reports:
            reports.sendto(b"READY=1", address.replace("@", "\0", 1))
