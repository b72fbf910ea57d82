"""The whole fleet: who is started before whom, and a restart that nobody notices."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from casino.fleet import services
from casino.fleet.program import Program, free_port

PROJECT = Path(__file__).resolve().parent.parent.parent
WORKER_READY = "The task worker is ready."
"""What a worker prints then."""
TURNS_AWAY = 2  # seconds that the proxy needs, four of its looks


class Fleet:
    """`url` is where people come in. A DATABASE_URL or REDIS_URL in `environment` is used instead of a server of its
    own; what else stands there is passed on to servers and workers."""

    def __init__(
        self,
        folder: Path,
        servers: int = 2,
        workers: int = 1,
        host: str = "127.0.0.1",
        port: int = 0,
        environment: dict[str, str] | None = None,
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.environment = folder, dict(environment or {})
        self.stores = [*self._database(), *self._announcements()]
        ports = [free_port() for _ in range(servers)]
        self.servers = [self._server(number, each) for number, each in enumerate(ports, start=1)]
        self.workers = [self._worker(number) for number in range(1, workers + 1)]
        self.port = port or free_port()
        self.proxy = services.proxy(folder, host, self.port, ports)
        self.url = f"http://127.0.0.1:{self.port}"
        self.addresses = [f"http://127.0.0.1:{each}" for each in ports]

    def _database(self) -> Iterator[Program]:
        if "DATABASE_URL" not in self.environment:
            self.database, self.environment["DATABASE_URL"] = services.postgresql(self.folder)
            yield self.database

    def _announcements(self) -> Iterator[Program]:
        if "REDIS_URL" not in self.environment:
            self.redis, self.environment["REDIS_URL"] = services.redis(self.folder)
            yield self.redis

    def _server(self, number: int, port: int) -> Program:
        program = self._python(f"server-{number}", "play", "--port", str(port))
        program.ready = lambda: services.answers(f"http://127.0.0.1:{port}/readyz")
        return program

    def _worker(self, number: int) -> Program:
        program = self._python(f"worker-{number}", "worker")
        program.ready = lambda: program.said(WORKER_READY)
        return program

    def _python(self, name: str, *command: str) -> Program:
        own = {"CASINO_DATA": str(self.folder / "data"), "CASINO_WORKER": "none"}
        environment = {"DRAIN": str(TURNS_AWAY)} | os.environ | own | self.environment
        manage = [sys.executable, str(PROJECT / "manage.py"), *command]
        return Program(name, manage, self.folder, lambda: False, environment)

    @property
    def programs(self) -> list[Program]:
        return [*self.stores, *self.servers, *self.workers, self.proxy]

    def start(self) -> None:
        for store in self.stores:
            store.start()
        for program in (*self.servers, *self.workers, self.proxy):
            program.launch()
        for program in (*self.servers, *self.workers, self.proxy):
            program.wait()

    def stop(self) -> None:
        """The proxy first, the stores last; PostgreSQL does not wait for those who are still connected."""
        serving = (self.proxy, *self.workers, *self.servers)
        for program in serving:
            program.tell_to_end()
        for program in serving:
            program.wait_for_end()
        for store in self.stores:
            store.stop(signal.SIGINT)

    def restart_rolling(self) -> None:
        """One server and one worker after the other, so that there is always one who serves."""
        for program in (*self.servers, *self.workers):
            program.stop()
            program.start()


@contextmanager
def running(fleet: Fleet) -> Iterator[Fleet]:
    try:
        fleet.start()
        yield fleet
    finally:
        fleet.stop()
