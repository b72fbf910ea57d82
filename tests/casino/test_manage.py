"""manage.py finds the project's own environment."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.live import PROJECT


def test_a_python_without_django_hands_over_to_the_projects_own(tmp_path: Path) -> None:
    shutil.copy(PROJECT / "manage.py", tmp_path)
    own = tmp_path / ".venv" / "bin" / "python"
    own.parent.mkdir(parents=True)
    own.write_text('#!/bin/sh\necho "own environment: $*"\n')
    own.chmod(0o755)
    bare = [sys.executable, "-S", "manage.py", "check"]  # -S leaves installed packages out
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    asked = subprocess.run(bare, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    assert asked.stdout == "own environment: manage.py check\n"
