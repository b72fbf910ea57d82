"""`manage.py move`: a site that has run on SQLite goes on in another database, and nobody notices."""

import json
import os
import re
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import requests

from tests.commands import run
from tests.examples import exhaustive
from tests.live import LiveSite, scratch_database
from tests.upgrades.stored import FOLDER, SECRET_KEY, SECRETS_KEY, Visitors, load

KEYS = {"SECRET_KEY": SECRET_KEY, "CASINO_SECRETS_KEYS": SECRETS_KEY, "REDIS_URL": ""}
NEWEST = sorted(FOLDER.glob("*.sql"))[-1]


class Move(NamedTuple):
    """A site on SQLite that has been stopped, its visitors, and an empty site to move it to."""

    old: LiveSite
    file: Path
    visitors: Visitors
    new: LiveSite

    def run(self, **settings: str) -> str:
        """Move; return the output, or the reason why it was refused."""
        site = LiveSite(Path(self.new.environment["CASINO_DATA"]), self.new.environment | settings)
        try:
            return site.manage("move", str(self.file))
        except subprocess.CalledProcessError as refused:
            return str(refused.stderr)


@pytest.fixture(scope="module")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Visitors]:
    """The folder of a site that is up to date, and its visitors."""
    folder = tmp_path_factory.mktemp("migrated")
    visitors = load(NEWEST, folder / "casino.sqlite3")
    LiveSite(folder, KEYS | {"DATABASE_URL": ""}).manage("migrate")
    return folder, visitors


@pytest.fixture
def move(migrated: tuple[Path, Visitors], tmp_path: Path) -> Iterator[Move]:
    folder, visitors = migrated
    old = LiveSite(Path(shutil.copytree(folder, tmp_path / "old")), KEYS | {"DATABASE_URL": ""})
    with scratch_database() as database:
        file = tmp_path / "old" / "casino.sqlite3"
        yield Move(old, file, visitors, LiveSite(tmp_path / "new", KEYS | database))


def everything(site: LiveSite) -> list[Any]:
    """Return all logs with their times, hashes and secrets; PostgreSQL has its own order of an object's names."""
    return [json.loads(line) for line in site.manage("export", "--all", "--with-secrets").splitlines()]


def table_after_the_queued_turn(site: LiveSite, visitors: Visitors) -> str:
    """Return the guest's table once the computer has played its turn, which waited in the queue."""
    until = time.monotonic() + 30
    page = ""
    while "Your turn" not in page and time.monotonic() < until:
        address = f"{site.url}/g/{visitors.playing}/"
        page = requests.get(address, cookies={"sessionid": visitors.guest}, timeout=20).text
        time.sleep(0.2)
    return page


@exhaustive
def test_people_seats_sessions_and_logs_are_moved_to_an_empty_database(move: Move) -> None:
    before = everything(move.old)
    told = move.run()
    assert "2 of 2 games read: all in order." in told
    assert re.search(r"games.StoredEvent: [1-9]\d* rows, all the same", told)
    assert len(before) == 2
    assert everything(move.new) == before
    assert "Nothing was done: the database to move to is not empty (accounts.Person," in move.run()
    move.new.start()
    try:
        page = table_after_the_queued_turn(move.new, move.visitors)
        assert "Your turn" in page
        assert "Good luck!" in page
    finally:
        move.new.stop()
    assert "2 of 2 games read: all in order." in move.new.manage("verify")


@exhaustive
def test_a_site_with_another_key_is_refused_as_everyone_would_be_logged_out(move: Move) -> None:
    assert "SECRET_KEY is not that of the site" in move.run(SECRET_KEY="another" * 5)


@exhaustive
def test_a_site_that_is_running_is_refused(move: Move) -> None:
    with closing(sqlite3.connect(move.file)) as running:
        running.execute("PRAGMA journal_mode=WAL")
        running.execute("UPDATE accounts_person SET first_name = 'x'")
        running.commit()
        assert "is running" in move.run()


@exhaustive
def test_a_site_of_another_version_is_refused(move: Move) -> None:
    with closing(sqlite3.connect(move.file)) as connection, connection:
        connection.execute("DELETE FROM django_migrations WHERE app = 'sessions'")
    assert "not a site of this version" in move.run()


def test_a_file_that_is_not_there_is_refused(move: Move) -> None:
    os.remove(move.file)
    assert "There is no file" in move.run()


@pytest.mark.django_db
def test_who_looks_for_dumpdata_is_warned() -> None:
    assert "manage.py move" in run("dumpdata", "sessions.session")[1]
