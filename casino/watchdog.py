"""Signs of life of a process, sent by the loop that does its work: a process that hangs or is stopped sends none. Then
systemd ends it and starts it again (`WatchdogSec`), and Docker calls it unhealthy."""

import os
import socket
from contextlib import suppress
from pathlib import Path

PING_INTERVAL = 2.0  # seconds; the units allow thirty


def notify_systemd(state: str) -> None:
    """Send a state such as READY=1 or WATCHDOG=1, where systemd has started this process (`Type=notify`)."""
    if address := os.environ.get("NOTIFY_SOCKET"):
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as reports:
            reports.settimeout(0.5)  # a full queue holds up no work
            reports.sendto(state.encode(), address.replace("@", "\0", 1))


def ping(alive_file: Path | None = None) -> None:
    """Tell systemd that this process works, and whoever looks at the time of the file."""
    notify_systemd("WATCHDOG=1")
    if alive_file:
        with suppress(OSError):  # an old file is the message
            alive_file.touch()
