"""The check for known vulnerabilities: it fails if it finds one, and says so if it could not ask."""

import re
import subprocess
import sys

import pytest
from django.conf import settings

from tests import audit

SAFE = {"name": "django", "version": "6.1.3", "vulns": []}
HOLED = {"name": "django", "version": "1.0", "vulns": [{"id": "CVE-2007-5712", "fix_versions": ["1.0.1"]}]}
UNKNOWN = {"name": "django", "skip_reason": "not found"}


@pytest.mark.parametrize(
    ("told", "status", "words"),
    [
        ([SAFE], 0, "No known holes in 1 libraries"),
        ([SAFE, HOLED], 1, "django 1.0: CVE-2007-5712"),
        ([SAFE, UNKNOWN], audit.NOT_CHECKED, "NOT CHECKED"),
        ([UNKNOWN], audit.NOT_CHECKED, "NOT CHECKED"),
        ([], audit.NOT_CHECKED, "NOT CHECKED"),
    ],
)
def test_a_hole_fails_and_silence_is_told(
    told: list[object], status: int, words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(audit, "asked", lambda _: (told, ""))
    assert audit.main() == status
    said = capsys.readouterr().out
    assert words in said
    assert ("No known holes" in said) == (SAFE in told and HOLED not in told)
    assert ("NOT CHECKED" in said) == (status == audit.NOT_CHECKED)


def test_a_list_that_cannot_be_asked_is_no_good_news(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code = "import sys; sys.exit('ConnectionError: nobody there')"
    monkeypatch.setattr(audit, "AUDIT", [sys.executable, "-c", code])
    assert audit.main() == audit.NOT_CHECKED
    assert capsys.readouterr().out == "NOT CHECKED for known holes: ConnectionError: nobody there\n"


def test_nobody_waits_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit, "PATIENCE", 0.1)
    told, why = audit.asked([sys.executable, "-c", "import time; time.sleep(60)"])
    assert (told, why) == (None, "no answer within 0.1 seconds")


@pytest.mark.parametrize(
    ("status", "verdict", "end"),
    [
        (0, "ok", "All passed."),
        (1, "FAILED", "FAILED: known holes in libraries"),
        (audit.NOT_CHECKED, "NOT CHECKED", "All others passed. NOT CHECKED: known holes in libraries"),
    ],
)
def test_ci_tells_a_check_that_had_no_answer_from_one_that_passed(status: int, verdict: str, end: str) -> None:
    """The functions of `.ci/run` that count, around a check of our own."""
    text = (settings.BASE_DIR / ".ci" / "run").read_text()
    functions = re.findall(r"^(?:step|conclude)\(\) \{.*?^\}$", text, re.MULTILINE | re.DOTALL)
    assert len(functions) == 2
    check = f'step "known holes in libraries" bash -c "exit {status}"'
    script = ["set -uo pipefail", "log=/dev/null summary= failed= unchecked=", *functions, check, "conclude"]
    done = subprocess.run(["bash", "-c", "\n".join(script)], capture_output=True, text=True, check=False)
    assert f"known holes in libraries: {verdict} in" in done.stdout
    assert done.stdout.endswith(f"{end}\n")
    assert done.returncode == (status == 1)


def test_the_hosted_ci_asks_each_week_and_at_each_change() -> None:
    """A hole is often published long after the last change. There, no answer is a failure: `.ci/run` is not between."""
    workflow = (settings.BASE_DIR / ".github" / "workflows" / "audit.yml").read_text()
    assert all(part in workflow for part in ("schedule:", "push:", "run: .venv/bin/python -m tests.audit"))
