"""The grown-up set-up on one machine, from installed programs: a proxy, several servers and workers, PostgreSQL and
Redis, the same that `compose.yaml` sets up in containers. `manage.py fleet` runs it; tests of faults kill parts of it.
"""

from casino.fleet.house import Fleet
from casino.fleet.program import NotInstalledError, Program

__all__ = ["Fleet", "NotInstalledError", "Program"]
