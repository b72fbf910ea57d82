"""`python -m tests.load.pairing`: 200 guests tap the same clock of quick pairing within one second, on two servers over
one PostgreSQL; then the tables are counted.

It uses this machine alone, a database of its own, and stops by itself. DATABASE_URL and REDIS_URL name stores that run
already; otherwise they are started. Exits with 1 if someone is alone who need not be, or at two tables.
"""

import json
import os
import random
import subprocess
import sys
import time
from argparse import ArgumentParser
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import psycopg

from tests.live import PROJECT
from tests.load.clients import Client
from tests.load.cluster.deployment import Cluster
from tests.load.cluster.scratch import cpu_seconds, scratch_cluster

MAX_GUESTS = 1000
SERVERS = 2
TAPPING = 1.0  # seconds within which all tap
SETTLING = 1.0  # seconds until the servers have done what follows the last response
TARGET = 3.0  # seconds after the first tap in which everyone should sit at a table of two
TILE = f"tile=5-10&seed_hash={'0' * 64}"  # as the pages of the players promise a seed
NO_LIMITS = {"LIMITS": "pair=none,guest=none,open_game=none"}


class Tap(NamedTuple):
    """One guest's tap: the seconds since the beginning at which it was sent and answered, and the status."""

    sent: float
    answered: float
    status: int


def main() -> int:
    parser = ArgumentParser(description="Lets many guests look for an opponent at once.")
    parser.add_argument("--guests", type=int, default=200)
    count = min(parser.parse_args().guests, MAX_GUESTS)
    with scratch_cluster(SERVERS, 0, NO_LIMITS) as cluster:
        for process in (*cluster.stores, *cluster.servers):
            process.start()
        clients = clients_of(cluster, count)
        before = cpu_seconds(cluster)
        taps = all_tap(clients)
        time.sleep(SETTLING)
        used = {name: seconds - before[name] for name, seconds in cpu_seconds(cluster).items()}
        return report(taps, used, tables(cluster))


def guests(cluster: Cluster, count: int) -> list[str]:
    """Return the session cookies of new guests."""
    command = [sys.executable, "-m", "tests.load.prepare", "--guests", str(count)]
    environment = os.environ | cluster.environment | {"CASINO_DATA": str(cluster.folder / "data")}
    told = subprocess.run(command, cwd=PROJECT, env=environment, check=True, capture_output=True, text=True).stdout
    cookies: list[str] = json.loads(told)
    return cookies


def clients_of(cluster: Cluster, count: int) -> list[Client]:
    addresses, cookies = cluster.addresses, guests(cluster, count)
    clients = [Client(addresses[number % len(addresses)], cookie) for number, cookie in enumerate(cookies)]
    for client in clients[:SERVERS]:
        client.ask("GET", "/lobby/")  # the first page of a process compiles its templates
    return clients


def all_tap(clients: list[Client]) -> list[Tap]:
    moments, start = random.Random(1), time.monotonic() + 0.5

    def tap(client: Client) -> Tap:
        time.sleep(max(0.0, start + moments.uniform(0, TAPPING) - time.monotonic()))
        sent = time.monotonic() - start
        status = client.ask("POST", "/play/quick/", TILE).status
        client.close()
        return Tap(sent, time.monotonic() - start, status)

    with ThreadPoolExecutor(len(clients)) as threads:
        return list(threads.map(tap, clients))


def tables(cluster: Cluster) -> Counter[int]:
    """Return the number of tables by the number of people at them."""
    query = (
        "SELECT g.id, count(*), count(DISTINCT s.person_id) FROM games_seat s JOIN games_game g ON g.id = s.game_id "
        "WHERE g.status <> 'cancelled' GROUP BY g.id"
    )
    with psycopg.connect(cluster.environment["DATABASE_URL"]) as connection:
        return Counter(people for _game, _seats, people in connection.execute(query))


def report(taps: list[Tap], used: dict[str, float], found: Counter[int]) -> int:
    count, waits = len(taps), sorted(tap.answered - tap.sent for tap in taps)
    first, last, end = min(tap.sent for tap in taps), max(tap.sent for tap in taps), max(tap.answered for tap in taps)
    failed = [tap.status for tap in taps if tap.status not in (200, 204)]
    wanted = Counter({2: count // 2, 1: count % 2})
    since = f"{end - first:.2f} s after the first tap, {end - last:.2f} s after the last"
    lines = [
        f"{count} guests, {SERVERS} servers; tables by people: {dict(found)}; failed: {failed}",
        f"everyone had a table {since} (target {TARGET} s)",
        f"wait for an answer: median {waits[count // 2]:.2f} s, longest {waits[-1]:.2f} s",
        "processor time per tap: " + ", ".join(f"{name} {used[name] / count * 1000:.1f} ms" for name in used),
    ]
    print("\n".join(lines))  # noqa: T201
    return 0 if +found == +wanted and not failed else 1


if __name__ == "__main__":
    sys.exit(main())
