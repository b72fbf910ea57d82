"""Runs the tests: `python -m tests.suite`, on SQLite; with --services those that reach a database once more, on the
PostgreSQL and Redis that DATABASE_URL and REDIS_URL name, and those of several processes over them.

First the card game by its own tests alone, which must cover every branch of it; then the site; then a real browser
drives it (over the services, what the server pushes) and needs a Chromium: where none is found that is said, and in CI
it is a failure.
"""

import os
import subprocess
import sys

import psycopg
import redis

from tests.chromium import chromium

CARD_GAME = ["tests/domain", "tests/golden", "tests/property"]
WITHOUT_DATABASE = [
    *CARD_GAME,
    *("tests/bots", "tests/clocks", "tests/test_architecture.py"),
    *("tests/casino/test_scripts.py", "tests/casino/test_translations.py"),
    "tests/leaks",  # which reads every page many times over; what it looks for is in no database's hands
]
THE_SAME_ON_ALL = [  # what is said, drawn and refused before anything is stored
    "tests/fuzz/*",
    *(f"tests/casino/test_{name}.py" for name in "audit clock containers doors errors faults logs mail".split()),
    *(f"tests/casino/test_{name}.py" for name in "manage migrations outgoing pages play settings sqlite".split()),
    *(f"tests/games/test_{name}.py" for name in "forged forms house_rules languages lately lesson".split()),
    *(f"tests/games/test_{name}.py" for name in "presenters_* replay_* rulebook setup_form small_talk".split()),
    *(f"tests/games/test_{name}.py" for name in "standing views_* what_if".split()),
]
COVERED = ["--cov=games/domain", "--cov-branch", "--cov-fail-under=100", "--cov-report=term-missing:skip-covered"]
SERVICES = ["tests/services"]
BROWSER = ["tests/browser"]
BROWSER_ON_SERVICES = ["tests/browser/test_connection.py"]  # what is pushed; the pages are the same
SIDE_BY_SIDE = ["-n", "auto"]
TWO_BROWSERS = ["-n", "2", "--dist", "loadfile"]  # each with a site of its own, which the tests of a file share


def main(arguments: list[str]) -> int:
    services = "--services" in arguments
    found = chromium()
    for trouble in (out_of_reach() if services else "", "" if found else no_browser()):
        if trouble:
            print(trouble, file=sys.stderr)
            return 1
    elsewhere = [*BROWSER, *SERVICES, *(WITHOUT_DATABASE if services else CARD_GAME)]
    passed_over = [f"--ignore={place}" for place in elsewhere]
    if services:
        passed_over += [f"--ignore-glob=*/{pattern}" for pattern in THE_SAME_ON_ALL]
    site = ["tests", *passed_over, *SIDE_BY_SIDE]
    runs = [site, SERVICES] if services else [[*CARD_GAME, *COVERED, *SIDE_BY_SIDE], site]
    if found:
        runs.append(BROWSER_ON_SERVICES if services else [*BROWSER, *TWO_BROWSERS])
    failed = [run for run in runs if not passes(run)]
    if not found:
        print("No Chromium found: the browser tests did not run. Name one with CHROMIUM=path.")
    return 1 if failed else 0


def passes(run: list[str]) -> bool:
    print("pytest", *run, flush=True)
    return subprocess.run([sys.executable, "-m", "pytest", *run], check=False).returncode == 0


def no_browser() -> str:
    """Only a trouble where nobody would read the note at the end."""
    in_ci = os.environ.get("CI", "").lower() in {"1", "true"}
    return "No Chromium found: in CI the browser tests must run. Debian: apt install chromium" if in_ci else ""


def out_of_reach() -> str:
    """What keeps the services from being used, or nothing."""
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
