"""Look the site's libraries up in the list of known vulnerabilities: `python -m tests.audit`.

It succeeds only if the list answered for every library and knows no hole. Otherwise it fails if a hole is known, and
ends with NOT_CHECKED if the list could not be reached, or does not have a library: then nothing is known about it.
"""

import json
import os
import subprocess
import sys
from datetime import UTC, datetime
from typing import Any

NOT_CHECKED = os.EX_TEMPFAIL
"""The exit status when nothing is known: neither a success nor a hole. `.ci/run` has it, too."""
PATIENCE = 120.0  # seconds for all of it
AUDIT = [sys.executable, "-m", "pip_audit", "--requirement", "requirements.txt", "--require-hashes", "--disable-pip"]


def main() -> int:
    told, trouble = asked([*AUDIT, "--format", "json", "--progress-spinner", "off", "--timeout", "10"])
    if told is None:
        print(f"NOT CHECKED for known holes: {trouble}")
        return NOT_CHECKED
    skipped = [each["name"] for each in told if "skip_reason" in each]
    holes = [f"{each['name']} {each['version']}: {hole['id']}" for each in told for hole in each.get("vulns", [])]
    if holes:
        print("\n".join(["KNOWN HOLES:", *holes]))
        return 1
    looked_up = len(told) - len(skipped)
    if looked_up:
        print(f"No known holes in {looked_up} libraries on {datetime.now(UTC):%Y-%m-%d}.")
    if looked_up and not skipped:
        return 0
    print(f"NOT CHECKED for known holes, not on the list: {', '.join(skipped) or 'everything'}"[:300])
    return NOT_CHECKED


def asked(command: list[str]) -> tuple[list[dict[str, Any]] | None, str]:
    """Return the command's report on each library; or None, and the reason."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
        told: list[dict[str, Any]] = json.loads(done.stdout)["dependencies"]
    except subprocess.TimeoutExpired:
        return None, f"no answer within {PATIENCE} seconds"
    except (ValueError, KeyError):
        return None, (done.stderr.strip().splitlines() or ["no answer"])[-1][:300]
    return told, ""


if __name__ == "__main__":
    sys.exit(main())
