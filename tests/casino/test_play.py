"""`manage.py play`: one command that serves, runs tasks and ends cleanly."""

import os
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
import requests
from django.core.management.base import CommandError

from casino.management.commands.play import listen, listen_all, site_url
from casino.secret_files import private_folder
from tests.examples import exhaustive, some
from tests.live import ENDING_WITH_US, PROJECT, LiveSite, live_site


def read(url: str) -> tuple[int, str]:
    with urllib.request.urlopen(url, timeout=10) as answer:  # noqa: S310  our own server
        return answer.status, answer.read().decode()


@pytest.mark.parametrize("how", some([signal.SIGINT, signal.SIGTERM], 1))
def test_it_serves_and_ends_with_status_0_and_everything_in_one_file(
    site: LiveSite, how: signal.Signals, tmp_path: Path
) -> None:
    status, page = read(f"{site.url}/admin/login/")
    assert status == 200
    assert "csrfmiddlewaretoken" in page
    assert site.stop(how) == 0
    assert [file.name for file in (tmp_path / "data").glob("*.sqlite3*")] in ([], ["casino.sqlite3"])


@exhaustive
def test_it_starts_again_on_the_same_data(site: LiveSite, tmp_path: Path) -> None:
    first_url, secret = site.url, (tmp_path / "data" / "secret_key").read_text()
    site.stop()
    site.start()
    assert site.url == first_url
    assert (tmp_path / "data" / "secret_key").read_text() == secret
    assert read(f"{site.url}/admin/login/")[0] == 200


WAITS = """
import time
from pathlib import Path
from tests.live import live_site

def test_that_takes_long() -> None:
    with live_site(Path(__file__).with_name("data")) as site:
        Path(__file__).with_name("pid").write_text(str(site.process.pid))
        time.sleep(10)
"""


def ended(pid: int) -> bool:
    stat = Path(f"/proc/{pid}/stat")
    return not stat.exists() or " Z " in stat.read_text()


@exhaustive
@pytest.mark.skipif(not ENDING_WITH_US, reason="only Linux ends them")
@pytest.mark.parametrize(("how", "workers"), some([(signal.SIGKILL, "1"), (signal.SIGINT, "0")], 1))
def test_a_run_of_tests_that_is_interrupted_leaves_no_site_behind(
    how: signal.Signals, workers: str, tmp_path: Path
) -> None:
    (tmp_path / "test_waiting.py").write_text(WAITS)
    command = [sys.executable, "-m", "pytest", "-c", "pyproject.toml", "--rootdir", ".", "-n", workers, str(tmp_path)]
    with subprocess.Popen(command, cwd=PROJECT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as run:
        pid = tmp_path / "pid"
        while not (pid.exists() and pid.read_text()):
            assert run.poll() is None
            time.sleep(0.05)
        run.send_signal(how)
        while not ended(int(pid.read_text())):
            time.sleep(0.05)


def modes(folder: Path) -> dict[str, int]:
    """Return the permissions of the folder and of all that is in it."""
    return {str(path.relative_to(folder)): stat.S_IMODE(path.stat().st_mode) for path in (folder, *folder.rglob("*"))}


@exhaustive
def test_the_data_folder_and_its_files_are_for_their_owner_only(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        with live_site(tmp_path / "data", first=True) as site:
            read(f"{site.url}/")
            found = modes(tmp_path / "data")
    finally:
        os.umask(before)
    assert {".", "secret_key", "vapid_key"} <= set(found)
    if not site.environment["DATABASE_URL"]:
        assert {"casino.sqlite3", "casino.sqlite3-wal", "casino.sqlite3-shm"} <= set(found)
    assert found == {name: 0o700 if name == "." else 0o600 for name in found}


def check(site: LiveSite) -> str:
    """Return what a command says beside its output."""
    command = [sys.executable, "manage.py", "check"]
    return subprocess.run(command, cwd=PROJECT, env=site.environment, capture_output=True, check=True, text=True).stderr


@exhaustive
def test_a_data_folder_that_was_open_is_closed_with_a_message(tmp_path: Path) -> None:
    """A site of an older version, with what its host may keep there."""
    data = tmp_path / "data"
    with live_site(data, {"DATABASE_URL": ""}) as site:
        for folder in (data / "backups", data / "media"):
            folder.mkdir(mode=0o755)
        kept = ("backups/casino.backup", "media/photo.png", "export.json", "casino.log")
        for name in kept:
            (data / name).write_text("a secret")
        (data / "backup").write_text("#!/bin/sh")
        (data / "link").symlink_to(tmp_path / "elsewhere")
        (tmp_path / "elsewhere").write_text("not ours")
        for path in data.rglob("*"):
            path.chmod(0o755 if path.is_dir() or path.name == "backup" else 0o644)
        data.chmod(0o755)
        said = check(site)
        found = modes(data)
        assert "owner" not in check(site)
    assert f"in {data}. Now only their owner can." in said
    folders = {".", "backups", "media", "backup"}
    assert found.pop("link") == 0o644
    assert set(found) > {*kept, *folders, "casino.sqlite3", "casino.sqlite3-wal"}
    assert found == {name: 0o700 if name in folders else 0o600 for name in found}


@pytest.mark.parametrize("kind", ["home", "current", "sticky"])
def test_in_a_folder_with_other_things_only_the_sites_own_files_are_closed(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path if kind == "home" else tmp_path / "home"))
    monkeypatch.chdir(tmp_path if kind == "current" else PROJECT)
    for name in ("casino.sqlite3", "casino.sqlite3-wal", "secret_key", "letter"):
        (tmp_path / name).touch(0o644)
        (tmp_path / name).chmod(0o644)
    tmp_path.chmod(0o1755 if kind == "sticky" else 0o755)
    private_folder(tmp_path)
    assert modes(tmp_path) == {
        ".": 0o1755 if kind == "sticky" else 0o755,
        "letter": 0o644,
        **dict.fromkeys(("casino.sqlite3", "casino.sqlite3-wal", "secret_key"), 0o600),
    }


def test_what_belongs_to_another_user_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(_path: Path, _mode: int) -> None:
        raise PermissionError

    tmp_path.chmod(0o755)
    monkeypatch.setattr(Path, "chmod", refuse)
    assert private_folder(tmp_path) == tmp_path
    assert capsys.readouterr().err == ""


def test_an_answer_of_two_parts_does_not_wait_for_word_of_the_first() -> None:
    """Without TCP_NODELAY a body comes 40 ms after its headers, when the other side is slow to acknowledge these."""
    with listen("127.0.0.1", 0) as listening, socket.create_connection(listening.getsockname()):
        accepted, _ = listening.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_a_taken_port_is_said_in_one_line() -> None:
    with listen("127.0.0.1", 0) as taken, pytest.raises(CommandError, match=r"Cannot listen.*in use"):
        listen("127.0.0.1", taken.getsockname()[1])


def test_an_impossible_port_is_said_in_one_line() -> None:
    with pytest.raises(CommandError, match="port 70000"):
        listen("127.0.0.1", 70000)


def test_listening_everywhere_names_an_address_one_can_open() -> None:
    address = site_url("0.0.0.0", 8000)  # noqa: S104  that is what is tested
    assert address.startswith("http://")
    assert "0.0.0.0" not in address  # noqa: S104


def test_all_addresses_are_those_of_both_families() -> None:
    with closing_all(listen_all("::", 0)) as both:
        assert [each.family for each in both] == [socket.AF_INET6, socket.AF_INET]
        port = both[0].getsockname()[1]
        for there in ("::1", "127.0.0.1"):
            socket.create_connection((there, port), timeout=5).close()
    with closing_all(listen_all("127.0.0.1", 0)) as one:
        assert len(one) == 1


@contextmanager
def closing_all(sockets: list[socket.socket]) -> Iterator[list[socket.socket]]:
    yield sockets
    for each in sockets:
        each.close()


def test_an_ipv6_address_is_written_in_brackets() -> None:
    assert site_url("::1", 8000) == "http://[::1]:8000/"


# --- an end with work left -------------------------------------------------------------------------------------------


def posts_waiting(site: LiveSite, number: int) -> list[socket.socket]:
    """Connections that have each asked for a new game."""
    visitor = requests.Session()
    visitor.get(f"{site.url}/", timeout=20)
    cookies = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
    header = (
        f"POST /play/ HTTP/1.1\r\nHost: localhost:{site.port}\r\nCookie: {cookies}\r\nContent-Length: 0\r\n"
        f"X-CSRFToken: {visitor.cookies['csrftoken']}\r\n\r\n"
    )
    connections = [socket.create_connection(("127.0.0.1", site.port), timeout=30) for _ in range(number)]
    for connection in connections:
        connection.sendall(header.encode())
    return connections


@exhaustive
@pytest.mark.parametrize("released", [True, False])
def test_with_work_left_it_ends_within_ten_seconds_and_says_so_in_a_line(tmp_path: Path, released: bool) -> None:
    """Another program holds the database; either it lets it go before the server ends, or the server gives up."""
    log = tmp_path / "log"
    with live_site(tmp_path / "data", {"DATABASE_URL": ""}) as site, log.open("w") as site.log:
        site.stop()
        site.start()
        with closing(sqlite3.connect(tmp_path / "data" / "casino.sqlite3", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            connections = posts_waiting(site, 200)
            time.sleep(2)
            assert site.process
            process, began = site.process, time.monotonic()
            process.send_signal(signal.SIGTERM)
            answers = [connection.recv(12) for connection in connections]
            for connection in connections:
                connection.close()
            if released:
                other.execute("ROLLBACK")
            process.communicate(timeout=30)
            assert time.monotonic() - began < 10.5
        site.process = None
    assert process.returncode == (0 if released else 1)
    assert set(answers) == {b"HTTP/1.1 503"}
    lines = [line for line in log.read_text().splitlines() if "logged in:" not in line]
    assert [line for line in lines if "Cancel 200 running task(s)" in line] != []
    assert len(lines) == (1 if released else 2)
    assert released or "did not end in time" in lines[-1]
