"""The check for known vulnerabilities: it fails if it finds one, and says so if it could not ask."""

import sys

import pytest

from tests import audit

SAFE = {"name": "django", "version": "6.1.3", "vulns": []}
HOLED = {"name": "django", "version": "1.0", "vulns": [{"id": "CVE-2007-5712", "fix_versions": ["1.0.1"]}]}
UNKNOWN = {"name": "django", "skip_reason": "not found"}


@pytest.mark.parametrize(
    ("told", "status", "words"),
    [
        ([SAFE], 0, "No known holes in 1 libraries."),
        ([SAFE, HOLED], 1, "django 1.0: CVE-2007-5712"),
        ([UNKNOWN], 0, "NOT CHECKED"),
    ],
)
def test_a_hole_fails_and_silence_is_told(
    told: list[object], status: int, words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(audit, "asked", lambda _: (told, ""))
    assert audit.main() == status
    said = capsys.readouterr().out
    assert words in said
    assert ("No known holes" in said) == (told == [SAFE])


def test_a_list_that_cannot_be_asked_is_no_good_news(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code = "import sys; sys.exit('ConnectionError: nobody there')"
    monkeypatch.setattr(audit, "AUDIT", [sys.executable, "-c", code])
    assert audit.main() == 0
    assert capsys.readouterr().out == "NOT CHECKED for known holes: ConnectionError: nobody there\n"


def test_nobody_waits_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit, "PATIENCE", 0.1)
    told, why = audit.asked([sys.executable, "-c", "import time; time.sleep(60)"])
    assert (told, why) == (None, "no answer within 0.1 seconds")
