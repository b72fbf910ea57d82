"""Runs the tests: `python -m tests.suite`, on SQLite, with some of many examples; with --rest the other examples; with
--services the tests of what the stores do, on the PostgreSQL and Redis that DATABASE_URL and REDIS_URL name, and those
of several processes over them.

First the card game by its own tests alone, which must cover every branch of it; then random games and the site, without
the cost of measuring that; then a real browser drives it (over the services, what the server pushes) and needs a
Chromium: where none is found that is said, and in CI it is a failure.
"""

import os
import subprocess
import sys

import psycopg
import pytest
import redis

from tests.chromium import chromium
from tests.live import ENDING_WITH_US, migrated_database, migrated_file

CARD_GAME = ["tests/domain", "tests/golden"]
ON_STORES = [  # what is stored, locked, counted, announced and queued; words and pages are the same on all
    "tests/rulings/test_rulings.py",
    *(
        f"tests/casino/test_{name}.py"
        for name in "transactions worker worker_alone heartbeat health rate_limits staff backup upgrade".split()
    ),
    *(f"tests/games/{name}" for name in "log services live consumers tasks deals results test_models.py".split()),
    *(f"tests/games/views/test_{name}.py" for name in ("lobby", "table")),
    *(f"tests/accounts/test_{name}.py" for name in "person_names recovery_link".split()),
    "tests/fuzz/test_import.py",
]
COVERED = ["--cov=games/domain", "--cov-branch", "--cov-fail-under=100", "--cov-report=term-missing:skip-covered"]
SERVICES = ["tests/services", "tests/browser/test_connection.py"]  # several processes, and what is pushed to a browser
BROWSER = "tests/browser"
SITE = ["tests", *(f"--ignore={place}" for place in (BROWSER, SERVICES[0], *CARD_GAME))]
SOME = ["-m", "not exhaustive"]
REST = ["-m", "exhaustive or hypothesis", "--hypothesis-profile=all"]
SLOWEST = ["--durations=30", "--durations-min=5"]
SIDE_BY_SIDE = ["-n", "auto", "--maxschedchunk=20"]  # with more, one is left alone with the longest at the end
TWO_SITES = ["-n", "2", "--dist", "worksteal"]
"""Two workers, each with a site and a browser that its tests share."""
BY_FILES = ["-n", "2", "--dist", "loadfile", "--no-loadscope-reorder"]


def main(arguments: list[str]) -> int:
    found = chromium()
    for trouble in (out_of_reach() if "--services" in arguments else "", "" if found else no_browser()):
        if trouble:
            print(trouble, file=sys.stderr)
            return 1
    os.environ["CASINO_MIGRATED_FILE"] = str(migrated_file())
    if "--services" in arguments:
        os.environ["CASINO_MIGRATED_DATABASE"] = migrated_database()
    failed = [run for run in runs(arguments, browser=bool(found)) if not passes(run)]
    if not found:
        print("No Chromium found: the browser tests did not run. Name one with CHROMIUM=path.")
    return 1 if failed else 0


def runs(arguments: list[str], *, browser: bool) -> list[list[str]]:
    """Return the arguments of each run of pytest."""
    if "--services" in arguments:
        return [[*ON_STORES, *SOME, *SIDE_BY_SIDE], [*(SERVICES if browser else SERVICES[:1]), *BY_FILES]]
    in_browser = [[BROWSER, *TWO_SITES]] if browser else []
    if "--rest" in arguments:
        return [[*run, *REST] for run in [[*SITE, *CARD_GAME, *SIDE_BY_SIDE], *in_browser]]
    return [[*run, *SOME] for run in [[*CARD_GAME, *COVERED, *SIDE_BY_SIDE], [*SITE, *SIDE_BY_SIDE], *in_browser]]


def passes(run: list[str]) -> bool:
    print("pytest", *run, flush=True)
    status = subprocess.run([*ENDING_WITH_US, sys.executable, "-m", "pytest", *run, *SLOWEST], check=False).returncode
    if status:  # several processes say nothing of a path that is gone
        print(f"pytest ended with {status}{' and ran nothing' if status == pytest.ExitCode.NO_TESTS_COLLECTED else ''}")
    return not status


def no_browser() -> str:
    """Return a trouble only in CI, where no one would read the note at the end."""
    in_ci = os.environ.get("CI", "").lower() in {"1", "true"}
    return "No Chromium found: in CI the browser tests must run. Debian: apt install chromium" if in_ci else ""


def out_of_reach() -> str:
    """Return the reason why the services cannot be used, or an empty text."""
    database, announcements = os.environ["DATABASE_URL"], os.environ["REDIS_URL"]
    try:
        psycopg.connect(database, connect_timeout=5).close()
        with redis.Redis.from_url(announcements, socket_timeout=5, socket_connect_timeout=5) as client:
            client.ping()
    except (psycopg.Error, redis.RedisError) as error:
        where = f"DATABASE_URL={without_password(database)} REDIS_URL={without_password(announcements)}"
        return f"Not tested on PostgreSQL and Redis: {error} ({where})"
    return ""


def without_password(url: str) -> str:
    scheme, _, rest = url.partition("://")
    user, at, place = rest.rpartition("@")
    return f"{scheme}://{user.partition(':')[0]}{at}{place}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
