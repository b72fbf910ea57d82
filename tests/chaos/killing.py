"""Processes that are killed while people play."""

import random
import time

from tests.chaos.deployments import ClusterDeployment, Deployment, killed
from tests.chaos.players import hold_to_the_log, play_out, seated
from tests.chaos.report import Findings, fault


@fault("kill -9 of a server under load, 20 times")
def servers_killed(deployment: Deployment, findings: Findings, scale: float) -> None:
    times = max(2, round(20 * scale))
    tables = seated(deployment, 4, 60)
    for table in tables:
        table.start()
    for number in range(times):
        time.sleep(random.uniform(0.5, 1.5))
        killed(deployment.servers[number % len(deployment.servers)])
    for table in tables:
        table.ending.set()
    play_out(tables)
    findings.note(f"killed {times} times")
    hold_to_the_log(deployment, tables, findings)


@fault("servers and workers restarted one after the other under load", "postgresql")
def rolling_restart(deployment: Deployment, findings: Findings, scale: float) -> None:
    assert isinstance(deployment, ClusterDeployment)
    times = max(1, round(3 * scale))
    tables = seated(deployment, 4, 60)
    for table in tables:
        table.start()
    for _ in range(times):
        deployment.cluster.restart_rolling()
    for table in tables:
        table.ending.set()
    play_out(tables)
    again = sum(table.diary.again for table in tables)
    findings.expect(not again, f"{again} requests without a good answer")
    findings.note(f"restarted {times} times")
    hold_to_the_log(deployment, tables, findings)
