"""Gain of a second process: a cluster's servers over PostgreSQL and Redis, compared with one process over SQLite."""

import atexit
import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.bench.registry import Reading, Round, at_least, bench, compare
from tests.bench.web import CLIENTS, Place, Table, games_on, race, sites
from tests.live import UNLIMITED
from tests.load.cluster.deployment import Cluster


@bench("growth")
def growing() -> Round:
    """The same clients with one process over SQLite, with one server of the cluster, and with both."""
    folder = Path(tempfile.mkdtemp(prefix="casino-bench-"))
    folder.chmod(0o755)  # PostgreSQL runs as another user
    cluster = Cluster(folder, servers=2, workers=1, environment=UNLIMITED)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    atexit.register(cluster.stop)
    cluster.start()
    environment = os.environ | cluster.environment | {"CASINO_DATA": str(folder / "data")}
    one, two = (Place(address, environment) for address in cluster.addresses)

    def once() -> Iterator[Reading]:
        site = sites()["site"]
        yield Reading("one process, SQLite", raced([Place(site.url, site.environment)]), "/s", f"{CLIENTS} clients")
        yield Reading("one server, PostgreSQL and Redis", raced([one]), "/s")
        yield Reading("two servers, PostgreSQL and Redis", raced([one, two]), "/s")

    return once


def raced(places: Sequence[Place]) -> float:
    """Return the moves a second; tables are spread over the servers."""
    games = games_on(places[0], CLIENTS)
    tables = [Table(places[number % len(places)], game) for number, game in enumerate(games)]
    try:
        return race(tables)
    finally:
        for table in tables:
            table.close()


compare(
    "two processes over stores, to one process",
    of="growth: two servers, PostgreSQL and Redis",
    to="growth: one process, SQLite",
    aim=at_least(1.2, 1.4),
)
compare(
    "two processes over stores, to one over the same",
    of="growth: two servers, PostgreSQL and Redis",
    to="growth: one server, PostgreSQL and Redis",
)
