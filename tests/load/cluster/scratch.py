"""A cluster for one measurement: a database and a folder of its own, and no proxy."""

import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.live import scratch_database
from tests.load.cluster.deployment import Cluster


@contextmanager
def scratch_cluster(servers: int, workers: int, environment: dict[str, str]) -> Iterator[Cluster]:
    """Yield a cluster of which nothing runs yet; at the end, stop its processes and remove what they have stored.

    DATABASE_URL and REDIS_URL name stores that run already; otherwise they are the cluster's own.
    """
    folder = Path(tempfile.mkdtemp(prefix="casino-load-"))
    folder.chmod(0o755)  # PostgreSQL runs as another user
    try:
        with scratch_database() as given:
            stores = {name: value for name, value in given.items() if value}
            stores |= {"REDIS_URL": os.environ["REDIS_URL"]} if os.environ.get("REDIS_URL") else {}
            cluster = Cluster(folder, servers, workers, environment=stores | environment)
            try:
                yield cluster
            finally:
                for process in (*cluster.workers, *cluster.servers, *reversed(cluster.stores)):
                    process.stop()
    finally:
        shutil.rmtree(folder)


def cpu_seconds(cluster: Cluster) -> dict[str, float]:
    """Return the processor time taken until now by each part, and by this process."""
    of = {"servers": cluster.servers, "workers": cluster.workers, "stores": cluster.stores, "proxy": [cluster.proxy]}
    taken = {name: sum(each.cpu_seconds() for each in processes) for name, processes in of.items() if processes}
    return taken | {"clients": time.process_time()}
