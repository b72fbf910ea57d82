#!/usr/bin/env python3
"""Django's command line for this project. Any Python 3 may start it: it finds the project's own environment."""

import os
import sys
from importlib.util import find_spec
from pathlib import Path

OWN_PYTHON = Path(__file__).resolve().parent / ".venv" / "bin" / "python"


def main() -> None:
    if find_spec("django") is None and OWN_PYTHON.exists() and Path(sys.prefix) != OWN_PYTHON.parent.parent:
        os.execv(OWN_PYTHON, [str(OWN_PYTHON), *sys.argv])  # noqa: S606  the same command, in the right place
    from django.core.exceptions import ImproperlyConfigured  # noqa: PLC0415  only now is it sure to be there
    from django.core.management import execute_from_command_line  # noqa: PLC0415

    from casino.live_server.sqlite3.base import DamagedFileError  # noqa: PLC0415

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    try:
        execute_from_command_line(sys.argv)
    except (ImproperlyConfigured, DamagedFileError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
