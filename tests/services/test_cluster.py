"""A cluster, over the stores that the tests are given."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.chaos.deployments import ClusterDeployment
from tests.chaos.players import hold_to_the_log, play_out, seated
from tests.chaos.report import Findings
from tests.live import scratch_database
from tests.load.cluster.__main__ import main
from tests.load.cluster.deployment import Cluster, running
from tests.load.cluster.process import ManagedProcess, NotInstalledError, find_executable


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    folder = Path(tempfile.mkdtemp(prefix="casino-cluster-"))
    with scratch_database(migrated=True) as environment:
        given = environment | {"REDIS_URL": os.environ["REDIS_URL"], "LIMITS": "move=none"}
        with running(Cluster(folder, servers=2, workers=1, environment=given)) as cluster:
            yield cluster
    shutil.rmtree(folder)


def test_nothing_is_lost_while_all_of_it_is_restarted(cluster: Cluster) -> None:
    deployment, findings = ClusterDeployment(cluster), Findings()
    tables = seated(deployment, 2, 8, pause=0.05)
    for table in tables:
        table.start()
    cluster.restart_rolling()
    for table in tables:
        table.ending.set()
    play_out(tables)
    hold_to_the_log(deployment, tables, findings)
    assert findings.wrong == []
    assert sum(len(table.diary.acknowledged) for table in tables) > 0


def test_a_program_that_is_not_there_is_named_with_where_to_get_it() -> None:
    with pytest.raises(NotInstalledError, match=r"nosuchprogram is not installed\. Debian: apt install nosuchpackage"):
        find_executable("nosuchprogram", "nosuchpackage")


def test_a_program_that_does_not_start_is_reported_with_its_log(tmp_path: Path) -> None:
    program = ManagedProcess("echo", ["sh", "-c", "echo the port is taken; exit 1"], tmp_path, lambda: False)
    with pytest.raises(TimeoutError, match="echo did not start:\nthe port is taken"):
        program.start()


def test_the_command_says_what_is_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def nowhere(_: str) -> None:
        return None

    monkeypatch.setattr("shutil.which", nowhere)
    assert main(["--folder", str(tmp_path)]) == "caddy is not installed. Debian: apt install caddy"
