"""The whole site in a separate process, as `make play` runs it, on a database made for it and thrown away."""

import atexit
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, redirect_stdout
from functools import cache
from io import StringIO
from pathlib import Path
from typing import TextIO
from urllib.parse import urlsplit

import psycopg
from django.contrib.auth.hashers import PBKDF2PasswordHasher

PROJECT = Path(__file__).resolve().parent.parent

ENDING_WITH_US = ["setpriv", "--pdeathsig", "TERM"] if shutil.which("setpriv") else []
"""Before a command (on Linux): it ends with the process that has started it, even if that one is killed."""

UNLIMITED = {
    "LIMITS": "open_game=none,open_game@address=none,join=none,guest=none,move=none,"
    "sockets=none,own_sockets=none,spectators=none,waiting=none"
}
"""All visitors of a test come from one address, and tests on one Redis count together."""


class LiveSite:
    """A site in its own process. `url` is its address. It keeps its port and its data over `stop` and `start`. `log`:
    the file of its log from the next start on, if not the terminal."""

    def __init__(self, data: Path, environment: dict[str, str]) -> None:
        self.environment = os.environ | UNLIMITED | environment | {"CASINO_DATA": str(data)}
        self.port = 0
        self.url = ""
        self.process: subprocess.Popen[str] | None = None
        self.runner: subprocess.Popen[str] | None = None
        self.log: TextIO | None = None

    def start(self) -> None:
        self.process = subprocess.Popen(
            [*ENDING_WITH_US, sys.executable, "manage.py", "play", "--port", str(self.port)],
            cwd=PROJECT,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=self.log,
            text=True,
        )
        assert self.process.stdout
        line = self.process.stdout.readline()
        assert "http://" in line, f"the server did not start: {line!r}"
        self.url = next(word for word in line.split() if word.startswith("http://")).rstrip("/")
        self.port = urlsplit(self.url).port or 0

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Stop it, wait for the end, and return the exit status."""
        assert self.process
        self.process.send_signal(how)
        self.process.communicate(timeout=30)
        status = self.process.returncode
        self.process = None
        return status

    def manage(self, *arguments: str) -> str:
        """Return the output of `manage.py ...`, run on the data of the server."""
        command = [sys.executable, "manage.py", *arguments]
        return subprocess.run(
            command, cwd=PROJECT, env=self.environment, check=True, capture_output=True, text=True
        ).stdout

    def run(self, code: str) -> str:
        """Return the output of this code, run on the data of the server in a process that is kept for the next."""
        if self.runner is None:
            command = [sys.executable, "manage.py", "shell", "-v", "0", "-c", "from tests.live import serve; serve()"]
            pipe = subprocess.PIPE
            self.runner = subprocess.Popen(
                command, cwd=PROJECT, env=self.environment, stdin=pipe, stdout=pipe, text=True
            )
        assert self.runner.stdin
        assert self.runner.stdout
        print(json.dumps(code), file=self.runner.stdin, flush=True)
        answer = self.runner.stdout.readline()
        assert answer, f"this code failed: {code}"
        return str(json.loads(answer))

    def end(self) -> None:
        """Stop whatever runs."""
        if self.process:
            self.stop()
        if self.runner:
            self.runner.communicate()


def serve() -> None:
    """Run the code in each line of the input. For `LiveSite.run`. Passwords are made quickly, and easy to guess."""
    PBKDF2PasswordHasher.iterations = 1
    for line in sys.stdin:
        with redirect_stdout(StringIO()) as printed:
            exec(json.loads(line), {})  # noqa: S102  the tests' own
        print(json.dumps(printed.getvalue()), flush=True)  # noqa: T201


@contextmanager
def live_site(data: Path, settings: dict[str, str] | None = None, *, first: bool = False) -> Iterator[LiveSite]:
    """A started site; with a database of its own, on PostgreSQL when DATABASE_URL names one. `first`: of which this is
    the very first start, which takes three times as long."""
    with scratch_database(migrated=not first) as database:
        environment = database | (settings or {})
        if not (first or environment["DATABASE_URL"]):
            data.mkdir(mode=0o700, exist_ok=True)
            shutil.copy(migrated_file(), data)
        site = LiveSite(data, environment)
        try:
            site.start()
            yield site
        finally:
            site.end()


UNTIL_THE_END = ExitStack()
atexit.register(UNTIL_THE_END.close)


@cache
def migrated_file() -> Path:
    """The database of a site that has been started once, on SQLite. The runs of `tests.suite` share one."""
    if shared := os.environ.get("CASINO_MIGRATED_FILE"):
        return Path(shared)
    folder = Path(UNTIL_THE_END.enter_context(tempfile.TemporaryDirectory()))
    LiveSite(folder, {"DATABASE_URL": ""}).manage("migrate", "-v", "0")
    return folder / "casino.sqlite3"


@cache
def migrated_database() -> str:
    """The name of such a database on PostgreSQL."""
    if shared := os.environ.get("CASINO_MIGRATED_DATABASE"):
        return shared
    environment = UNTIL_THE_END.enter_context(scratch_database())
    with tempfile.TemporaryDirectory() as folder:
        LiveSite(Path(folder), environment).manage("migrate", "-v", "0")
    return urlsplit(environment["DATABASE_URL"]).path[1:]


@contextmanager
def scratch_database(*, migrated: bool = False) -> Iterator[dict[str, str]]:
    """An empty database, or one as a site leaves it at its first start; a file of the site's own without PostgreSQL."""
    url = os.environ.get("DATABASE_URL", "")
    if not url.startswith("postgres"):
        yield {"DATABASE_URL": ""}
        return
    name = f"casino_live_{os.getpid()}_{os.urandom(4).hex()}"
    template = migrated_database() if migrated else "template1"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"'.encode())
        try:
            yield {"DATABASE_URL": urlsplit(url)._replace(path=f"/{name}").geturl()}
        finally:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())
