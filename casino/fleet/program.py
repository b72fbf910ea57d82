"""A program that runs beside others: started, waited for, told to end, or killed."""

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

PATIENCE = 120.0  # seconds that a program may take to begin or to end


class NotInstalledError(Exception):
    """A program that is needed is not on this machine."""

    def __init__(self, name: str, package: str) -> None:
        super().__init__(f"{name} is not installed. Debian: apt install {package}")


class Program:
    """`ready` tells whether it can be used. What it prints goes to a file in the fleet's folder."""

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
        self._said_before = 0

    @property
    def log(self) -> Path:
        return self.folder / f"{self.name}.log"

    def start(self) -> None:
        self.launch()
        self.wait()

    def launch(self) -> None:
        with self.log.open("ab") as output:
            self._said_before = output.tell()
            self.process = subprocess.Popen(  # noqa: S603  the commands are our own
                self.command, stdout=output, stderr=output, env=self.environment, user=self.user, start_new_session=True
            )

    def wait(self) -> None:
        """Until it can be used; TimeoutError with the end of what it printed if it does not come to that."""
        until = time.monotonic() + PATIENCE
        while not self.ready():
            if not self.running or time.monotonic() > until:
                raise TimeoutError(f"{self.name} did not begin:\n{self.log.read_text(errors='replace')[-2000:]}")
            time.sleep(0.05)

    def said(self, words: str) -> bool:
        """Whether it has printed these words since it was started last."""
        with self.log.open("rb") as output:
            output.seek(self._said_before)
            return words.encode() in output.read()

    @property
    def running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        self.tell_to_end(how)
        self.wait_for_end()

    def tell_to_end(self, how: signal.Signals = signal.SIGTERM) -> None:
        if self.process is not None and self.running:
            self.process.send_signal(how)

    def wait_for_end(self) -> None:
        """What does not end in time is killed with all that it started."""
        if self.process is None:
            return
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        self.process = None

    def kill(self) -> None:
        self.stop(signal.SIGKILL)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


def listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


def installed(name: str, package: str, *places: str) -> str:
    """Where the program is, looked for in the usual places too; NotInstalledError with what to install."""
    found = shutil.which(name) or next((str(path) for place in places for path in newest(place) if path.exists()), None)
    if found is None:
        raise NotInstalledError(name, package)
    return found


def newest(pattern: str) -> list[Path]:
    """The files of a pattern with one star for a version, the highest first."""
    found = Path("/").glob(pattern.removeprefix("/"))
    return sorted(found, key=lambda path: [int(part) for part in path.parts if part.isdigit()], reverse=True)
