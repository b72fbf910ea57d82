"""The multi-process deployment as `manage.py fleet` runs it, over the stores that the tests are given."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from casino.fleet import Fleet
from casino.fleet.house import running
from casino.fleet.program import NotInstalledError, Program, installed
from tests.chaos.houses import OverStores
from tests.chaos.players import hold_to_the_log, play_out, seated
from tests.chaos.report import Findings
from tests.live import scratch_database


@pytest.fixture
def fleet() -> Iterator[Fleet]:
    folder = Path(tempfile.mkdtemp(prefix="casino-fleet-"))
    with scratch_database() as environment:
        given = environment | {"REDIS_URL": os.environ["REDIS_URL"], "LIMITS": "move=none"}
        with running(Fleet(folder, servers=2, workers=1, environment=given)) as at_work:
            yield at_work
    shutil.rmtree(folder)


def test_nothing_is_lost_while_all_of_it_is_restarted(fleet: Fleet) -> None:
    house, findings = OverStores(fleet), Findings()
    tables = seated(house, 2, 8, pause=0.05)
    for table in tables:
        table.start()
    fleet.restart_rolling()
    for table in tables:
        table.ending.set()
    play_out(tables)
    hold_to_the_log(house, tables, findings)
    assert findings.wrong == []
    assert sum(len(table.diary.acknowledged) for table in tables) > 0


def test_a_program_that_is_not_there_is_named_with_where_to_get_it() -> None:
    with pytest.raises(NotInstalledError, match=r"nosuchprogram is not installed\. Debian: apt install nosuchpackage"):
        installed("nosuchprogram", "nosuchpackage")


def test_a_program_that_does_not_begin_is_told_of_with_what_it_said(tmp_path: Path) -> None:
    program = Program("echo", ["sh", "-c", "echo the port is taken; exit 1"], tmp_path, lambda: False)
    with pytest.raises(TimeoutError, match="echo did not begin:\nthe port is taken"):
        program.start()


def test_the_command_says_what_is_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def nowhere(_: str) -> None:
        return None

    monkeypatch.setattr("shutil.which", nowhere)
    with pytest.raises(CommandError, match=r"caddy is not installed\. Debian: apt install caddy"):
        call_command("fleet", folder=tmp_path)
