"""Child processes: start, wait until ready, stop."""

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from tests.live import ENDING_WITH_US

TIMEOUT = 120.0  # seconds to start or to exit

CPU_TIMES = slice(11, 15)
"""Fields of a process's `stat` file after its name: times of itself and of children that ended."""


class NotInstalledError(Exception):
    """A required program is missing on this machine."""

    def __init__(self, name: str, package: str) -> None:
        super().__init__(f"{name} is not installed. Debian: apt install {package}")


class ManagedProcess:
    """A program that can be started and stopped several times. Its output goes to a file in `folder`."""

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        folder: Path,
        ready: Callable[[], bool],
        environment: Mapping[str, str] | None = None,
        user: str | None = None,
    ) -> None:
        self.name, self.command, self.folder, self.ready = name, list(command), folder, ready
        self.environment = dict(environment) if environment is not None else None
        self.user = user
        self.process: subprocess.Popen[bytes] | None = None
        self._log_offset = 0

    @property
    def log(self) -> Path:
        return self.folder / f"{self.name}.log"

    def start(self) -> None:
        self.launch()
        self.wait_until_ready()

    def launch(self) -> None:
        with self.log.open("ab") as output:
            self._log_offset = output.tell()
            self.process = subprocess.Popen(
                [*ENDING_WITH_US, *self.command],
                stdout=output,
                stderr=output,
                env=self.environment,
                user=self.user,
                start_new_session=True,
            )

    def wait_until_ready(self) -> None:
        """Raise TimeoutError, with the end of its log, if it exits or takes too long."""
        until = time.monotonic() + TIMEOUT
        while not self.ready():
            if not self.running or time.monotonic() > until:
                raise TimeoutError(f"{self.name} did not start:\n{self.log.read_text(errors='replace')[-2000:]}")
            time.sleep(0.05)

    def has_logged(self, text: str) -> bool:
        """Search the log since the last start."""
        with self.log.open("rb") as output:
            output.seek(self._log_offset)
            return text.encode() in output.read()

    @property
    def running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def cpu_seconds(self) -> float:
        """Return the processor time that it and its children have taken (Linux)."""
        if self.process is None:
            return 0.0
        pid = str(self.process.pid)
        children = Path("/proc", pid, "task", pid, "children").read_text().split()
        stats = [Path("/proc", each, "stat") for each in (pid, *children)]
        fields = [stat.read_text().rpartition(") ")[2].split() for stat in stats if stat.exists()]
        return sum(sum(map(int, each[CPU_TIMES])) for each in fields) / os.sysconf("SC_CLK_TCK")

    def stop(self, signum: signal.Signals = signal.SIGTERM) -> None:
        self.send_signal(signum)
        self.wait_for_exit()

    def send_signal(self, signum: signal.Signals = signal.SIGTERM) -> None:
        if self.process is not None and self.running:
            self.process.send_signal(signum)

    def wait_for_exit(self) -> None:
        """Kill it and its children if it takes too long."""
        if self.process is None:
            return
        try:
            self.process.wait(TIMEOUT)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        self.process = None

    def kill(self) -> None:
        self.stop(signal.SIGKILL)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


def accepts_connections(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


def find_executable(name: str, package: str, *patterns: str) -> str:
    """Return its path from PATH or the first pattern that matches; raise NotInstalledError otherwise."""
    path = shutil.which(name) or next(
        (str(file) for pattern in patterns for file in newest(pattern) if file.exists()), None
    )
    if path is None:
        raise NotInstalledError(name, package)
    return path


def newest(pattern: str) -> list[Path]:
    """Return the files of a pattern with one star for a version, the highest first."""
    paths = Path("/").glob(pattern.removeprefix("/"))
    return sorted(paths, key=lambda path: [int(part) for part in path.parts if part.isdigit()], reverse=True)
