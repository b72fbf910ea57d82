"""Version and commit of the running program, for pages, logs and reports."""

import os
import subprocess
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple

VERSION = "0.1.0"


class Build(NamedTuple):
    """A commit and its date; both empty where they are not known."""

    commit: str
    date: str


@cache
def build() -> Build:
    """What runs, as CASINO_COMMIT ("0123456789 2026-11-26") or git tells. Git is asked when this is first needed."""
    told = os.environ.get("CASINO_COMMIT", "")
    command = ["git", "-c", "safe.directory=*", "log", "-1", "--abbrev=10", "--format=%h %cs"]
    if not told:
        with suppress(OSError, subprocess.TimeoutExpired):
            told = subprocess.run(  # noqa: S603  our own words
                command, cwd=Path(__file__).parent, capture_output=True, text=True, timeout=5, check=False
            ).stdout.strip()
    commit, _, date = told.partition(" ")
    return Build(commit, date)


def release() -> str:
    return f"{VERSION}+{build().commit}" if build().commit else VERSION


def dated_release() -> str:
    """What people see: 0.1.0+0123456789 (2026-11-26)."""
    return f"{release()} ({build().date})" if build().date else release()
