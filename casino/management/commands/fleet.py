"""`manage.py fleet`: the grown-up set-up from installed programs, on one machine and without containers."""

import signal
import time
from argparse import ArgumentParser
from pathlib import Path
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from casino.fleet import Fleet, NotInstalledError
from casino.fleet.house import running


class Command(BaseCommand):
    help = (
        "Runs a proxy (caddy), several servers and workers over PostgreSQL and Redis until Ctrl-C. SIGHUP restarts "
        "servers and workers one after the other. DATABASE_URL and REDIS_URL name stores that run already."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--servers", type=int, default=2)
        parser.add_argument("--workers", type=int, default=1)
        parser.add_argument("--host", default="127.0.0.1", help="0.0.0.0 lets others reach the proxy")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--folder", type=Path, default=settings.DATA_DIR / "fleet", help="data and logs")

    def handle(self, *, servers: int, workers: int, host: str, port: int, folder: Path, **_: Any) -> None:
        self.asked = ""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self.ask)
        try:
            with running(Fleet(folder.resolve(), servers, workers, host, port, stores_given())) as fleet:
                self.say(f"Casino is ready: {fleet.url}  ({servers} servers, {workers} workers; Ctrl-C stops it)")
                self.look_after(fleet)
        except (NotInstalledError, TimeoutError) as error:
            raise CommandError(str(error)) from error

    def ask(self, number: int, _frame: FrameType | None) -> None:
        self.asked = "restart" if number == signal.SIGHUP else "end"

    def look_after(self, fleet: Fleet) -> None:
        """Restarts what was asked for, and what has ended by itself."""
        while self.asked != "end":
            if self.asked == "restart":
                self.asked = ""
                fleet.restart_rolling()
                self.say("All servers and workers have been restarted.")
            for program in fleet.programs:
                if not program.running and self.asked != "end":
                    self.say(f"{program.name} has ended by itself and is started again; see {program.log}")
                    program.start()
            time.sleep(0.2)

    def say(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()


def stores_given() -> dict[str, str]:
    """Stores that the environment names; they are not started here."""
    given = {"DATABASE_URL": settings.DATABASE_URL, "REDIS_URL": settings.REDIS_URL}
    return {name: value for name, value in given.items() if value}
