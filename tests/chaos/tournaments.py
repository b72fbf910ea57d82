"""Tournaments that go on while the processes that run them are killed."""

import json
import random
import time
from typing import Any

from tests.chaos.deployments import ClusterDeployment, Deployment
from tests.chaos.report import Findings, fault

LONGEST = 1500.0
"""Seconds after which a tournament counts as stuck."""

SETTLING = 40.0
"""Seconds in which lost steps are found again."""


@fault("tournaments while workers are killed", "postgresql")
def tournaments(deployment: Deployment, findings: Findings, scale: float) -> None:
    """A Swiss, a duplicate, an arena and a knockout of computers at once; then a round robin over days. Every round is
    drawn once, nobody meets twice against the rules, and the results add up, however often a worker is killed."""
    assert isinstance(deployment, ClusterDeployment)
    run(deployment, "open", "--scale", str(scale)).check_returncode()
    times, began, rows = max(2, round(20 * scale)), time.monotonic(), told(deployment)
    killed = 0
    while any(row["state"] != "finished" for row in rows) and time.monotonic() - began < LONGEST:
        time.sleep(random.uniform(1.0, 6.0))
        if killed < times:
            worker = deployment.cluster.workers[killed % 2]
            worker.kill()
            worker.start()
            killed += 1
        rows = told(deployment)
    run(deployment, "days").check_returncode()
    began, ahead = time.monotonic(), 0
    while (rows := told(deployment))[-1]["state"] != "finished" and time.monotonic() - began < LONGEST:
        time.sleep(SETTLING / 8)
        ahead += 25 * 3600
        deployment.put_site_clock(ahead)
    for row in rows:
        findings.note(f"{row['format']} of {row['entries']}: {row['rounds']} rounds, {row['matches']} matches")
        findings.expect(row["state"] == "finished", f"{row['format']} is {row['state']}")
        findings.expect(not row["problems"], f"{row['format']}: {row['problems'][:5]}")
    findings.expect(killed == times, f"only {killed} of {times} were killed while tournaments ran")
    findings.note(f"killed {killed} times")
    verified = deployment.manage("verify")
    findings.expect(verified.returncode == 0, f"verify: {(verified.stderr or verified.stdout).strip()[-300:]}")


def told(deployment: Deployment) -> list[dict[str, Any]]:
    completed = run(deployment, "told")
    completed.check_returncode()
    return [json.loads(line) for line in completed.stdout.splitlines()]


def run(deployment: Deployment, *arguments: str) -> Any:
    return deployment.run("-m", "tests.load.tournaments", *arguments)
