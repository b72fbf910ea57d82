"""Each command of `docs/club.md` is run, line by line, on a machine that is a folder: no root, no packages."""

import os
import re
import shlex
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Thread

import pytest
import requests

from casino.version import VERSION
from tests.casino.test_backup import open_games
from tests.examples import exhaustive
from tests.live import PROJECT
from tests.load.cluster.process import free_port
from tests.post_office import Letters, post_office

GUIDE = (PROJECT / "docs" / "club.md").read_text(encoding="utf-8")
NOTHING = ("apt-get", "ufw", "ss", "useradd", "chown")
"""Commands that change the machine itself. They are only named here."""
SCRIPTS = {
    **dict.fromkeys(NOTHING, "exit 0"),
    "install": 'for folder in "$@"; do :; done; mkdir -p "$folder"',
    "make": f'mkdir -p "$3/.venv" && ln -sfn "{sys.prefix}"/* "$3/.venv" && touch "$3/.venv/.play"',
    "id": "echo 0",
    "timedatectl": "echo Europe/Madrid",
    "ss": "exit 0",
    "python3": f'exec "{sys.executable}" "$@"',
    "git": f'for to in "$@"; do :; done; case "$*" in *get-url*) echo here;; *describe*) exit 1;; '
    '*rev-parse*) cat "$FAKE_ROOT/commit";; clone*) '
    f'cd "$PWD" && mkdir -p "$to" && to=$(realpath "$to") && cd "{PROJECT}" '
    f'&& cp -r accounts casino games templates static docs deploy manage.py "$to" '
    f'&& sed -i "s|/srv/|$FAKE_ROOT/srv/|g; s|/var/|$FAKE_ROOT/var/|g; s|/etc/|$FAKE_ROOT/etc/|g; s|8000|$PORT|g" '
    f'"$to"/deploy/*;; esac',
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
        (root / "commit").write_text("0123456789")
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
    named = {name for line in lines for name in re.findall(r"(?:current|casino)/(deploy/[\w.@-]+)", line)}
    assert named >= {"deploy/install", "deploy/update", "deploy/manage"}
    assert {name for name in named if not (PROJECT / name).exists()} == set()


@exhaustive
def test_each_line_of_the_guide_works(machine: Machine) -> None:
    said: dict[str, str] = {}
    for title, lines in chapters().items():
        if title == "Backups":
            machine.run(f"/srv/casino/current/deploy/manage shell -c {shlex.quote(open_games('ann', 'ben'))}")
        if title == "Update and roll back":
            (machine.root / "commit").write_text("fedcba9876")
        said[title] = "".join(machine.run(line) for line in lines)
        if title == "Install":
            assert machine.get("/rules/").status_code == 200
    assert "/account/forgotten/" in said["Install"]
    assert "/account/forgotten/" in said["First administrator and first director"]
    assert [to for to, _ in machine.letters.letters] == [["anna@casino.example"]]
    assert "2 of 2 games read: all in order." in said["Backups"]
    assert f"Running {VERSION}+fedcba9876." in said["Update and roll back"]
    assert machine.get("/rules/").status_code == 200
    assert f"Running {VERSION}+0123456789." in machine.run(f"/srv/casino/current/deploy/update {VERSION}+0123456789")
    assert (machine.root / "srv/casino/current").readlink() == Path(f"{VERSION}+0123456789")
    assert machine.get("/rules/").status_code == 200
    assert "2 of 2 games read: all in order." in machine.run("/srv/casino/current/deploy/manage verify")
    assert "casino.example {" in (machine.root / "etc/caddy/Caddyfile").read_text()
    assert len(list((machine.root / "var/backups/casino").glob("20*.sqlite3"))) == 1


GREETINGS = [
    ("127.0.0.1", "127.0.0.1", b"SSH-2.0-OpenSSH_10.0\r\n", False),  # only from this machine itself
    ("0.0.0.0", "0.0.0.0", b"SSH-2.0-dropbear\r\n", True),  # noqa: S104  as `ss` writes it
    ("*", "::", b"SSH-2.0-OpenSSH_10.0\r\n", True),
    ("[::]", "::", b"SSH-2.0-OpenSSH_10.0\r\n", True),
    ("0.0.0.0%lo", "0.0.0.0", b"SSH-2.0-tinyssh\r\n", True),  # noqa: S104
    ("0.0.0.0", "0.0.0.0", b"220 post.example\r\n", False),  # noqa: S104
]


@pytest.mark.parametrize(("shown", "address", "greeting", "let_in"), GREETINGS)
def test_the_firewall_lets_in_every_ssh_server_whatever_its_port(
    shown: str, address: str, greeting: bytes, let_in: bool, tmp_path: Path
) -> None:
    def greet() -> None:
        with suppress(TimeoutError), listening.accept()[0] as visitor:
            visitor.send(greeting)

    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.create_server((address, 0), family=family, dualstack_ipv6=shown == "*") as listening:
        listening.settimeout(2)
        thread = Thread(target=greet)
        thread.start()
        port = listening.getsockname()[1]
        (tmp_path / "ss").write_text(f"#!/bin/sh\necho 'LISTEN 0 128 {shown}:{port} *:*'\n")
        (tmp_path / "ss").chmod(0o755)
        (function,) = re.findall(r"^ssh_ports\(\) .*?^}", (PROJECT / "deploy" / "install").read_text(), re.M | re.S)
        environment = {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
        done = subprocess.run(
            ["sh", "-ec", f"{function}\nssh_ports"], env=environment, capture_output=True, text=True, check=True
        )
        thread.join()
    assert done.stdout == (f"{port}\n" if let_in else "")


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
[ "$1" = restart ] || exit 0
echo "$2 $(readlink current) $(cat units/casino.service)" >>restarts
[ "$2 $(readlink current)" != "casino-worker@1.service 0.2.0" ] || exit 1
"""


CUT_OFF = """#!/bin/sh
for word in "$@"; do from=${to:-} to=$word; done
[ ! -d "$to" ] || to=$to/${from##*/}
case $to in */units/*) head -c 3 "$from" >"$to"; kill -9 $PPID; exit ;; esac
exec /bin/cp "$@"
"""
"""`cp` whose caller is killed when half of a unit is written."""


def update(root: Path, version: str, **scripts: str) -> subprocess.CompletedProcess[bytes]:
    """Run deploy/update where 0.1.0 runs, with a unit by hand, and 0.2.0 is installed."""
    for name, text in {"make": "#!/bin/sh\n", "git": "#!/bin/sh\n", "systemctl": "#!/bin/sh\n", **scripts}.items():
        (root / name).write_text(text)
        (root / name).chmod(0o755)
    for there in ("0.1.0", "0.2.0"):
        for folder in ("deploy", ".venv/.play", "docs"):
            (root / there / folder).mkdir(parents=True)
        (root / there / "deploy/manage").symlink_to("/bin/true")
        (root / there / "deploy/casino.service").write_text(f"of {there}")
    (root / "units").mkdir()
    (root / "units/casino.service").write_text("by hand")
    (root / "current").symlink_to("0.1.0")
    script = (PROJECT / "deploy" / "update").read_text().replace("/srv/casino", str(root))
    script = script.replace("/etc/systemd/system", str(root / "units"))
    path = f"{root}:{os.environ['PATH']}"
    return subprocess.run(
        ["sh", "-c", script, "update", version], env={"PATH": path}, check=False, input=b"yes", capture_output=True
    )


def test_when_one_process_of_a_new_version_fails_all_go_back(tmp_path: Path) -> None:
    done = update(tmp_path, "0.2.0", systemctl=FAILING)
    assert b"-by hand" in done.stdout
    assert (done.returncode, (tmp_path / "current").readlink()) == (1, Path("0.1.0"))
    assert (tmp_path / "restarts").read_text().splitlines() == [
        *("casino-web@8001.service 0.2.0 of 0.2.0", "casino-worker@1.service 0.2.0 of 0.2.0"),
        *("casino-worker@1.service 0.1.0 by hand", "casino-web@8001.service 0.1.0 by hand"),
    ]


def test_an_update_that_is_killed_leaves_no_half_unit(tmp_path: Path) -> None:
    assert update(tmp_path, "0.2.0", cp=CUT_OFF).returncode == -9
    assert (tmp_path / "units/casino.service").read_text() == "by hand"


def test_a_version_that_an_update_has_left_half_installed_is_installed_anew(tmp_path: Path) -> None:
    (tmp_path / "0.3.0/.venv/bin").mkdir(parents=True)
    clone = "mkdir -p .new/casino .new/deploy && ln -s /bin/true .new/deploy/manage && echo 'VERSION = \"0.3.0\"'"
    git = f"#!/bin/sh\n[ $1 != clone ] || {{ {clone} >.new/casino/version.py; }}\n"
    done = update(tmp_path, "0.3.0", git=git, make='#!/bin/sh\n[ ! -e "$3/.venv" ]\n')
    assert done.stdout.endswith(b"Running 0.3.0.\n"), done.stderr
