"""`python -m tests.load.cluster`: a deployment started by hand, to try things on."""

import os
import signal
import sys
from argparse import ArgumentParser
from pathlib import Path
from queue import SimpleQueue

from tests.live import PROJECT
from tests.load.cluster.deployment import Cluster, running
from tests.load.cluster.process import NotInstalledError


def main(arguments: list[str]) -> str | None:
    """Run until Ctrl-C; return an error message if the cluster can't be started."""
    parser = ArgumentParser(
        prog="python -m tests.load.cluster",
        description="Runs a proxy (caddy), several servers and workers over PostgreSQL and Redis until Ctrl-C. SIGHUP "
        "restarts servers and workers one after the other. DATABASE_URL and REDIS_URL name stores that run already.",
    )
    parser.add_argument("--servers", type=int, default=2)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--folder", type=Path, default=PROJECT / "data" / "cluster", help="data and logs")
    options = parser.parse_args(arguments)
    stores = {name: value for name in ("DATABASE_URL", "REDIS_URL") if (value := os.environ.get(name))}
    try:
        run(Cluster(options.folder.resolve(), options.servers, options.workers, options.port, stores))
    except (NotInstalledError, TimeoutError) as error:
        return str(error)
    return None


def run(cluster: Cluster) -> None:
    received: SimpleQueue[int] = SimpleQueue()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda number, _: received.put(number))
    with running(cluster):
        print(f"Casino is ready: {cluster.url}  (Ctrl-C stops it)", flush=True)
        while received.get() == signal.SIGHUP:
            cluster.restart_rolling()
            print("All servers and workers have been restarted.", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
