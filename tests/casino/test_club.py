"""Each command of `docs/club.md` is run, line by line, on a machine that is a folder: no root, no packages."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import requests

from tests.casino.test_backup import open_games
from tests.examples import exhaustive
from tests.live import PROJECT
from tests.load.cluster.process import free_port
from tests.post_office import Letters, post_office

GUIDE = (PROJECT / "docs" / "club.md").read_text(encoding="utf-8")
NOTHING = ("apt-get", "ufw", "useradd", "chown")
"""Commands that change the machine itself. They are only named here."""
SCRIPTS = {
    **dict.fromkeys(NOTHING, "exit 0"),
    "install": 'for folder in "$@"; do :; done; mkdir -p "$folder"',
    "make": f'ln -sfn "{Path(sys.prefix)}" "$3/.venv"',
    "git": f'[ "$1" = clone ] || exec /usr/bin/git "$@"; for to in "$@"; do :; done; '
    f'cd "{PROJECT}" && mkdir -p "$to" && cp -r accounts casino games templates static deploy manage.py "$to" '
    f'&& sed -i "s|/srv/|$FAKE_ROOT/srv/|g; s|/var/|$FAKE_ROOT/var/|g; s|/etc/|$FAKE_ROOT/etc/|g; s|8000|$PORT|g" '
    f'"$to"/deploy/*',
    **{
        name: f'exec "{sys.executable}" "{PROJECT}/tests/fake_systemd.py" {name} "$@"'
        for name in ("systemctl", "systemd-run")
    },
}

LAST_ORDERS = """cat
for unit in "$1"/run/*; do
    pid=$(cat "$unit") && grep --quiet --text "FAKE_ROOT=$1" "/proc/$pid/environ" && kill "$pid"
done"""
"""Ends what still runs on the machine when the test is over, or its process is: then nobody writes to it any more."""


class Machine:
    """A folder that stands for `/`, and the commands that the guide uses."""

    def __init__(self, root: Path, letters: Letters, email_url: str) -> None:
        self.root, self.port, self.letters, self.email_url = root, free_port(), letters, email_url
        for folder in ("bin", "run", "srv/casino", "etc/systemd/system", "etc/caddy", "var/lib"):
            (root / folder).mkdir(parents=True)
        for name, text in SCRIPTS.items():
            (root / "bin" / name).write_text(f"#!/bin/sh\n{text}\n")
            (root / "bin" / name).chmod(0o755)
        names = ("DATABASE_URL", "REDIS_URL", "CASINO_DATA", "DJANGO_SETTINGS_MODULE")
        own = {"FAKE_ROOT": str(root), "PORT": str(self.port), "PATH": f"{root}/bin:{os.environ['PATH']}"}
        kept = {name: value for name, value in os.environ.items() if name not in names}
        self.environment = kept | own | {"DJANGO_SUPERUSER_PASSWORD": "a horse and a battery"}

    def run(self, line: str) -> str:
        """Run a line of the guide below the folder, with the test's own mail server, and without questions."""
        line = re.sub(r"(?<![\w.:/])/(srv|etc|var)/", rf"{self.root}/\1/", line)
        line = re.sub(r"EMAIL_URL=\S+", f"EMAIL_URL={self.email_url}", line).replace(
            "superuser ", "superuser --no-input "
        )
        done = subprocess.run(
            ["bash", "-ec", line],
            cwd=self.root,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=100,
        )
        assert done.returncode == 0, f"{line}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    def get(self, path: str) -> requests.Response:
        headers = {"Host": "casino.example", "X-Forwarded-Proto": "https"}
        return requests.get(f"http://127.0.0.1:{self.port}{path}", headers=headers, timeout=20, allow_redirects=False)


def chapters() -> dict[str, list[str]]:
    """Return the lines to type, by their headline."""
    parts = re.split(r"^## (.+)\n", GUIDE, flags=re.MULTILINE)[1:]
    return {
        title: re.findall(r"^    (.+)$", text, re.MULTILINE)
        for title, text in zip(parts[::2], parts[1::2], strict=True)
    }


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    with post_office() as (letters, address):
        machine = Machine(tmp_path / "machine", letters, address)
        with subprocess.Popen(
            ["sh", "-c", LAST_ORDERS, "sh", machine.root], stdin=subprocess.PIPE, start_new_session=True
        ):
            yield machine


def test_each_line_of_the_guide_is_a_command_about_files_there_are() -> None:
    lines = [line for found in chapters().values() for line in found]
    assert subprocess.run(["bash", "-n"], input="\n".join(lines), text=True, check=False).returncode == 0
    named = {name for line in lines for name in re.findall(r"current/(deploy/[\w.@-]+)", line)}
    assert len(named) > 2
    assert {name for name in named if not (PROJECT / name).exists()} == set()


@exhaustive
def test_each_line_of_the_guide_works(machine: Machine) -> None:
    said: dict[str, str] = {}
    for title, lines in chapters().items():
        if title == "Backups":
            machine.run(f"/srv/casino/current/deploy/manage shell -c {shlex.quote(open_games('ann', 'ben'))}")
        said[title] = "".join(machine.run(line) for line in lines)
        if title == "Start":
            assert machine.get("/rules/").status_code == 200
    assert "Superuser created" in said["First administrator and first director"]
    assert [to for to, _ in machine.letters.letters] == [["anna@casino.example"]]
    assert "2 of 2 games read: all in order." in said["Backups"]
    assert "Running 0.1.0." in said["Update and roll back"]
    assert machine.get("/rules/").status_code == 200
    assert "casino.example {" in (machine.root / "etc/caddy/Caddyfile").read_text()
    assert len(list((machine.root / "var/backups/casino").glob("20*.sqlite3"))) == 1


@pytest.mark.parametrize("unit", [path.name for path in sorted((PROJECT / "deploy").glob("*.service"))])
def test_what_a_unit_writes_is_for_the_sites_user_only(unit: str) -> None:
    lines = (PROJECT / "deploy" / unit).read_text().splitlines()
    assert {"User=casino", "StateDirectoryMode=0700", "UMask=0077"} <= set(lines)


@pytest.mark.parametrize("unit", ["casino.service", "casino-web@.service", "casino-worker@.service"])
def test_an_update_waits_until_what_it_restarts_is_ready(unit: str) -> None:
    text = (PROJECT / "deploy" / unit).read_text()
    assert "/readyz;" in text or "\nType=notify\n" in text
    assert "\nTimeoutStartSec=10min\n" in text  # a migration of a large site is not ended halfway


FAILING = """#!/bin/sh
[ "$1" = list-units ] && printf '%s loaded\\n' casino-web@8001.service casino-worker@1.service && exit
echo "$2 $(readlink current)" >>restarts
[ "$2 $(readlink current)" != "casino-worker@1.service 0.2.0" ]
"""


def test_when_one_process_of_a_new_version_fails_all_go_back(tmp_path: Path) -> None:
    for name, text in (("systemctl", FAILING), ("make", "#!/bin/sh\n")):
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o755)
    for version in ("0.1.0", "0.2.0"):
        (tmp_path / version).mkdir()
    (tmp_path / "current").symlink_to("0.1.0")
    script = (PROJECT / "deploy" / "update").read_text().replace("/srv/casino", str(tmp_path))
    path = f"{tmp_path}:{os.environ['PATH']}"
    done = subprocess.run(["sh", "-c", script, "update", "0.2.0"], env={"PATH": path}, check=False, capture_output=True)
    assert (done.returncode, (tmp_path / "current").readlink()) == (1, Path("0.1.0"))
    assert (tmp_path / "restarts").read_text().splitlines() == [
        *("casino-web@8001.service 0.2.0", "casino-worker@1.service 0.2.0"),
        *("casino-worker@1.service 0.1.0", "casino-web@8001.service 0.1.0"),
    ]
