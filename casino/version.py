"""Version and commit of the running program, for pages, logs and reports."""

import os
import subprocess
from functools import cache
from pathlib import Path

VERSION = "0.1.0"


@cache
def commit() -> str:
    """The commit that this is, as CASINO_COMMIT or git tells; empty if neither does."""
    told = os.environ.get("CASINO_COMMIT", "")
    if told:
        return told
    command = ["git", "-c", "safe.directory=*", "rev-parse", "--short=10", "HEAD"]
    try:
        answer = subprocess.run(  # noqa: S603  our own words
            command, cwd=Path(__file__).parent, capture_output=True, text=True, timeout=5, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return answer.stdout.strip()


def release() -> str:
    return f"{VERSION}+{commit()}" if commit() else VERSION
