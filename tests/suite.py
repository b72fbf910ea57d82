"""Runs the tests: `python -m tests.suite`, on SQLite; with --services those of what the stores do, on the
PostgreSQL and Redis that DATABASE_URL and REDIS_URL name, and those of several processes over them.

First the card game by its own tests alone, which must cover every branch of it; then random games and the site, without
the cost of measuring that; then a real browser drives it (over the services, what the server pushes) and needs a
Chromium: where none is found that is said, and in CI it is a failure.
"""

import os
import subprocess
import sys
from pathlib import Path

import psycopg
import redis

from tests.chromium import chromium

CARD_GAME = ["tests/domain", "tests/golden"]
ON_STORES = [  # what is stored, locked, counted, announced and queued; words and pages are the same on all
    "tests/rulings/test_rulings.py",
    *(
        f"tests/casino/test_{name}.py"
        for name in "transactions worker worker_alone heartbeat health rate_limits staff backup upgrade".split()
    ),
    *(
        f"tests/games/{name}"
        for name in "log services live consumers tasks deals test_models.py test_ratings.py".split()
    ),
    *(f"tests/games/views/test_{name}.py" for name in "lists table_queries".split()),
    *(f"tests/accounts/test_{name}.py" for name in "person_names recovery_link".split()),
    "tests/fuzz/test_import.py",
]
COVERED = ["--cov=games/domain", "--cov-branch", "--cov-fail-under=100", "--cov-report=term-missing:skip-covered"]
SERVICES = ["tests/services", "tests/browser/test_connection.py"]  # several processes, and what is pushed to a browser
BROWSER = "tests/browser"
LONG = ("test_accessibility.py", "test_pages.py", "test_whole_games.py")
"""Files that would keep one of the two busy alone at the end."""
SLOWEST = ["--durations=30", "--durations-min=5"]
SIDE_BY_SIDE = ["-n", "auto"]
BY_FILES = ["-n", "2", "--dist", "loadfile", "--no-loadscope-reorder"]
"""Two workers, each with a separate site that the tests of a file share."""


def main(arguments: list[str]) -> int:
    services = "--services" in arguments
    found = chromium()
    for trouble in (out_of_reach() if services else "", "" if found else no_browser()):
        if trouble:
            print(trouble, file=sys.stderr)
            return 1
    site = ["tests", *(f"--ignore={place}" for place in (BROWSER, SERVICES[0], *CARD_GAME)), *SIDE_BY_SIDE]
    stores = [*ON_STORES, *SIDE_BY_SIDE]
    runs = [stores] if services else [[*CARD_GAME, *COVERED, *SIDE_BY_SIDE], site]
    if services:
        runs.append([*(SERVICES if found else SERVICES[:1]), *BY_FILES])
    elif found:
        runs.append([*browser_files(), *BY_FILES])
    failed = [run for run in runs if not passes(run)]
    if not found:
        print("No Chromium found: the browser tests did not run. Name one with CHROMIUM=path.")
    return 1 if failed else 0


def browser_files() -> list[str]:
    """Return the files of the browser tests, the long ones first."""
    files = sorted(Path(BROWSER).glob("test_*.py"), key=lambda file: (file.name not in LONG, file.name))
    return [str(file) for file in files]


def passes(run: list[str]) -> bool:
    print("pytest", *run, flush=True)
    return subprocess.run([sys.executable, "-m", "pytest", *run, *SLOWEST], check=False).returncode == 0


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
