"""`systemctl` and `systemd-run` for tests: they start the programs of unit files, as this user, below one folder."""

import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(os.environ["FAKE_ROOT"])
UNITS, RUNNING = ROOT / "etc/systemd/system", ROOT / "run"


def values(text: str, key: str) -> list[str]:
    return re.findall(rf"^{key}=(.*)$", text, re.MULTILINE)


def environment(assignments: list[str], files: list[str]) -> dict[str, str]:
    lines = [word for each in assignments for word in shlex.split(each)]
    for name in files:
        lines += [shlex.split(line)[0] for line in Path(name).read_text().splitlines() if line]
    return {**os.environ, **dict(line.split("=", 1) for line in lines)}


def start(unit: str) -> None:
    text = (UNITS / unit).read_text()
    settings = environment(values(text, "Environment"), values(text, "EnvironmentFile"))
    command, folder = shlex.split(values(text, "ExecStart")[0]), values(text, "WorkingDirectory")[0]
    if values(text, "Type") == ["oneshot"]:
        subprocess.run(command, cwd=folder, env=settings, check=True)
        return
    output = (ROOT / f"{unit}.log").open("a")
    process = subprocess.Popen(command, cwd=folder, env=settings, stdout=output, stderr=output, start_new_session=True)
    (RUNNING / unit).write_text(str(process.pid))
    for check in values(text, "ExecStartPost"):
        subprocess.run(shlex.split(check), env=settings | {"MAINPID": str(process.pid)}, check=True)


def stop(unit: str) -> None:
    file = RUNNING / unit
    if file.exists():
        pid = int(file.read_text())
        os.kill(pid, signal.SIGTERM)
        while Path(f"/proc/{pid}").exists() and " Z " not in Path(f"/proc/{pid}/stat").read_text():
            time.sleep(0.02)
        file.unlink()


def systemctl(verb: str, *words: str) -> None:
    units = [word if "." in word else f"{word}.service" for word in words if not word.startswith("-")]
    if verb == "list-units":
        sys.stdout.write("".join(f"{file.name} loaded\n" for file in RUNNING.iterdir()))
    for unit in units:
        ours = unit.startswith("casino") and unit.endswith(".service")
        if ours and verb in {"stop", "restart"}:
            stop(unit)
        if ours and verb in {"start", "restart", "enable"}:
            start(unit)


def systemd_run(*words: str) -> None:
    first = next(index for index, word in enumerate(words) if not word.startswith("--"))
    told = dict(word.removeprefix("--").split("=", 1) for word in words[:first] if "=" in word)
    settings = environment([told["setenv"]], [told["property"].removeprefix("EnvironmentFile=")])
    command = words[first:]
    sys.exit(subprocess.run(command, cwd=told["working-directory"], env=settings, check=False).returncode)


if __name__ == "__main__":
    (systemctl if sys.argv[1] == "systemctl" else systemd_run)(*sys.argv[2:])
