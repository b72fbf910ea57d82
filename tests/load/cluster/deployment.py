"""The cluster's processes: start and stop in order, and a rolling restart."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.live import PROJECT
from tests.load.cluster import services
from tests.load.cluster.process import ManagedProcess, free_port

WORKER_READY = "The task worker is ready."
"""Printed by `manage.py worker`."""
DRAIN_SECONDS = 2  # four of the proxy's health checks


class Cluster:
    """Several servers and workers behind a proxy.

    `url` is the proxy's address. A DATABASE_URL or REDIS_URL in `environment` replaces the cluster's own store;
    the other variables are passed on to servers and workers.
    """

    def __init__(
        self,
        folder: Path,
        servers: int = 2,
        workers: int = 1,
        port: int = 0,
        environment: dict[str, str] | None = None,
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.environment = folder, dict(environment or {})
        self.stores = [*self._database(), *self._redis()]
        ports = [free_port() for _ in range(servers)]
        self.servers = [self._server(number, each) for number, each in enumerate(ports, start=1)]
        self.workers = [self._worker(number) for number in range(1, workers + 1)]
        self.port = port or free_port()
        self.proxy = services.proxy(folder, self.port, ports)
        self.url = f"http://127.0.0.1:{self.port}"
        self.addresses = [f"http://127.0.0.1:{each}" for each in ports]

    def _database(self) -> Iterator[ManagedProcess]:
        if "DATABASE_URL" not in self.environment:
            self.database, self.environment["DATABASE_URL"] = services.postgresql(self.folder)
            yield self.database

    def _redis(self) -> Iterator[ManagedProcess]:
        if "REDIS_URL" not in self.environment:
            self.redis, self.environment["REDIS_URL"] = services.redis(self.folder)
            yield self.redis

    def _server(self, number: int, port: int) -> ManagedProcess:
        process = self._python(f"server-{number}", "play", "--port", str(port))
        process.ready = lambda: services.is_healthy(f"http://127.0.0.1:{port}/readyz")
        return process

    def _worker(self, number: int) -> ManagedProcess:
        process = self._python(f"worker-{number}", "worker")
        process.ready = lambda: process.has_logged(WORKER_READY)
        return process

    def _python(self, name: str, *command: str) -> ManagedProcess:
        own = {"CASINO_DATA": str(self.folder / "data"), "CASINO_WORKER": "none"}
        environment = {"SHUTDOWN_DRAIN_SECONDS": str(DRAIN_SECONDS)} | os.environ | own | self.environment
        manage = [sys.executable, str(PROJECT / "manage.py"), *command]
        return ManagedProcess(name, manage, self.folder, lambda: False, environment)

    def start(self) -> None:
        for store in self.stores:
            store.start()
        for process in (*self.servers, *self.workers, self.proxy):
            process.launch()
        for process in (*self.servers, *self.workers, self.proxy):
            process.wait_until_ready()

    def stop(self) -> None:
        """The proxy first, the stores last; SIGINT makes PostgreSQL close open connections."""
        serving = (self.proxy, *self.workers, *self.servers)
        for process in serving:
            process.send_signal()
        for process in serving:
            process.wait_for_exit()
        for store in self.stores:
            store.stop(signal.SIGINT)

    def restart_rolling(self) -> None:
        """Restart servers and workers one after the other, so that there is always one to answer."""
        for process in (*self.servers, *self.workers):
            process.stop()
            process.start()


@contextmanager
def running(cluster: Cluster) -> Iterator[Cluster]:
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.stop()
