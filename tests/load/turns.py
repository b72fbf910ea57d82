"""`python -m tests.load.turns`: how many turns of computer players a second two workers make, over one PostgreSQL.

It uses this machine alone, a database of its own, and stops by itself. DATABASE_URL and REDIS_URL name stores that run
already; otherwise they are started. Exits with 1 if a turn failed.
"""

import os
import subprocess
import sys
import time
from argparse import ArgumentParser

import psycopg

from tests.live import PROJECT
from tests.load.cluster.deployment import Cluster
from tests.load.cluster.scratch import cpu_seconds, scratch_cluster

WORKERS = 2
GAMES = 40  # enough that some go on until the end
WARMING_UP = 3.0  # seconds until the workers have compiled and cached what they need
MEASURED = 10.0  # seconds
TARGET = 60  # turns a second and worker
NO_PAUSES = {"COMPUTER_PAUSE": "0", "ROUND_PAUSE": "0"}


def main() -> int:
    parser = ArgumentParser(description="Lets computer players play each other.")
    parser.add_argument("--level", default="casual")
    level = parser.parse_args().level
    with scratch_cluster(0, WORKERS, NO_PAUSES) as cluster:
        for store in cluster.stores:
            store.start()
        open_games(cluster, level)
        for worker in cluster.workers:
            worker.start()
        time.sleep(WARMING_UP)
        before, (turns, _), began = cpu_seconds(cluster), tasks(cluster), time.monotonic()
        time.sleep(MEASURED)
        (done, failed), seconds = tasks(cluster), time.monotonic() - began
        used = {name: seconds - before[name] for name, seconds in cpu_seconds(cluster).items() if name != "clients"}
    made = done - turns
    print(f"{level}: {made / seconds / WORKERS:.0f} turns a second and worker, {WORKERS} workers (target {TARGET})")  # noqa: T201
    print("processor time of a turn: " + ", ".join(f"{name} {used[name] / made * 1000:.1f} ms" for name in used))  # noqa: T201
    return 1 if failed else 0


def open_games(cluster: Cluster, level: str) -> None:
    command = [sys.executable, "-m", "tests.load.prepare", "--games", str(GAMES), "--level", level]
    environment = os.environ | cluster.environment | {"CASINO_DATA": str(cluster.folder / "data")}
    migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    for step in (migrate, command):
        subprocess.run(step, cwd=PROJECT, env=environment, check=True)


def tasks(cluster: Cluster) -> tuple[int, int]:
    """Return the number of tasks that were done, and of those that failed."""
    query = "SELECT status, count(*) FROM django_tasks_database_dbtaskresult GROUP BY status"
    with psycopg.connect(cluster.environment["DATABASE_URL"]) as connection:
        counts: dict[str, int] = dict(connection.execute(query).fetchall())
    return counts.get("SUCCESSFUL", 0), counts.get("FAILED", 0)


if __name__ == "__main__":
    sys.exit(main())
