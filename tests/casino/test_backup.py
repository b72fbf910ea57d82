"""Backup and restore with the commands of `docs/operations.md`, which are read from there."""

import os
import re
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from django.core import mail
from django.core.management import call_command

from accounts.models import Person
from tests.endpoint import endpoint
from tests.examples import exhaustive
from tests.live import PROJECT, LiveSite, live_site

RESTORED = "casino_restored"
OPEN_GAMES = """
from accounts.models import Person
from games import services
from games.domain.presets import resolve_rules
person = Person.objects.create_user(username="{name}", display_name="{name}")
other = Person.objects.create_user(username="{name}s friend", display_name="{name}")
game = services.start_game(person, resolve_rules("casino"), "casino", 2, False, "friends")
services.take_seat(game, other, 2)
"""


def open_games(*names: str) -> str:
    return "".join(OPEN_GAMES.format(name=name) for name in names)


def told_for(database: str) -> list[str]:
    """Return the two blocks of commands for this database, under the headline: back up, restore."""
    text = (PROJECT / "docs" / "operations.md").read_text(encoding="utf-8")
    chapter = text.partition("## Backup and restore\n")[2].partition("\n## ")[0]
    part = chapter.partition(f"With {database}")[2].partition("\nWith ")[0]
    return [block.strip() for block in re.findall(r"(?:^    .+\n)+", part, re.MULTILINE)]


def done(commands: str, site: LiveSite, folder: Path) -> None:
    """Run the commands in a folder in which the site's data are in `data` and its Python in `.venv`."""
    if not (folder / ".venv").exists():
        (folder / ".venv").symlink_to(sys.prefix)
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    subprocess.run(["bash", "-ec", commands], cwd=folder, env=site.environment | {"PATH": path}, check=True)


def everything(site: LiveSite) -> str:
    return site.manage("export", "--all", "--with-secrets")


@contextmanager
def restored(site: LiveSite, commands: str, folder: Path) -> Iterator[None]:
    """Restore the backup with these commands, and let the site use the restored data."""
    url = site.environment["DATABASE_URL"]
    if not url:
        site.stop()
        done(commands, site, folder)
        yield
        return
    name = f"{RESTORED}_{os.getpid()}"
    done(commands.replace(RESTORED, name), site, folder)
    try:
        site.environment |= {"DATABASE_URL": urlsplit(url)._replace(path=f"/{name}").geturl()}
        yield
    finally:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())


@pytest.mark.parametrize(("database", "file"), [("SQLite", "casino.backup"), ("PostgreSQL", "casino.dump")])
def test_each_database_has_commands_to_back_up_and_to_restore(database: str, file: str) -> None:
    back_up, restore = told_for(database)
    assert file in back_up
    assert file in restore
    assert subprocess.run(["bash", "-n"], input=f"{back_up}\n{restore}", text=True, check=False).returncode == 0


@exhaustive
def test_a_backup_that_was_made_while_the_site_ran_brings_every_game_back(tmp_path: Path) -> None:
    with live_site(tmp_path / "data") as site:
        back_up, restore = told_for("PostgreSQL" if site.environment["DATABASE_URL"] else "SQLite")
        site.manage("shell", "-c", open_games("ann", "bob", "cleo"))
        done(back_up, site, tmp_path)
        assert [stat.S_IMODE(made.stat().st_mode) for made in tmp_path.glob("casino.*")] == [0o600]
        before = everything(site)
        site.manage("shell", "-c", open_games("dan"))
        with restored(site, restore, tmp_path):
            assert "3 of 3 games read: all in order." in site.manage("verify")
            assert everything(site) == before


# --- every night -----------------------------------------------------------------------------------------------------


def backed_up(site: LiveSite, folder: Path, ping: str) -> int:
    """Run the script of every night; return its exit status."""
    for name, target in ((".venv", Path(sys.prefix)), ("manage.py", PROJECT / "manage.py")):
        if not (folder / name).exists():
            (folder / name).symlink_to(target)
    command = ["sh", str(PROJECT / "deploy/backup"), str(folder / "backups")]
    environment = site.environment | {"BACKUP_PING": ping}
    return subprocess.run(command, cwd=folder, env=environment, check=False, capture_output=True).returncode


DROP_A_TRIGGER = """
from django.db import connection
with connection.cursor() as cursor:
    cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
    cursor.execute(f"DROP TRIGGER {cursor.fetchone()[0]}")
"""


@exhaustive
def test_only_a_backup_that_is_made_and_verified_is_reported_as_a_good_one(tmp_path: Path) -> None:
    last = tmp_path / "data" / "last_backup"
    with live_site(tmp_path / "data", {"DATABASE_URL": ""}) as site, endpoint(200) as monitor:
        site.stop()
        site.run(DROP_A_TRIGGER)
        assert backed_up(site, tmp_path, monitor.url + "/ping/key") == 1
        assert (monitor.posted, last.stat().st_mtime) == ([], 0)
        site.manage("migrate", "-v", "0")
        assert backed_up(site, tmp_path, monitor.url + "/ping/key") == 0
        assert [each.path for each in monitor.posted] == ["/ping/key"]
        assert time.time() - last.stat().st_mtime < 60


@pytest.mark.django_db
def test_administrators_are_told_of_a_unit_that_has_failed(caplog: pytest.LogCaptureFixture) -> None:
    Person.objects.create_superuser(username="anna", email="anna@casino.example", display_name="Anna")
    Person.objects.create_user(username="ben", email="ben@casino.example", display_name="Ben")
    call_command("report_failure", "casino-backup.service")
    assert [(sent.subject, sent.to) for sent in mail.outbox] == [
        ("Casino: casino-backup.service has failed", ["anna@casino.example"])
    ]
    assert "journalctl --unit casino-backup.service" in str(mail.outbox[0].body)
    assert [record.levelname for record in caplog.records] == ["ERROR"]


def test_each_unit_reports_its_failure_by_a_unit_there_is() -> None:
    units = sorted((PROJECT / "deploy").glob("*.service"))
    reporting = "casino-failed@.service"
    assert reporting in [unit.name for unit in units]
    for unit in units:
        assert ("OnFailure=casino-failed@%n.service" in unit.read_text().splitlines()) == (unit.name != reporting)
