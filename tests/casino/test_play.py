"""`manage.py play`: one command that serves, runs tasks and ends cleanly."""

import signal
import socket
import stat
import urllib.request
from pathlib import Path

import pytest
from django.core.management.base import CommandError

from casino.management.commands.play import listen, site_url
from tests.live import LiveSite


def read(url: str) -> tuple[int, str]:
    with urllib.request.urlopen(url, timeout=10) as answer:  # noqa: S310  our own server
        return answer.status, answer.read().decode()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_serves_and_ends_with_status_0(site: LiveSite, how: signal.Signals) -> None:
    status, page = read(f"{site.url}/admin/login/")
    assert status == 200
    assert "csrfmiddlewaretoken" in page
    assert site.stop(how) == 0


def test_it_starts_again_on_the_same_data(site: LiveSite, tmp_path: Path) -> None:
    first_url, secret = site.url, (tmp_path / "data" / "secret_key").read_text()
    site.stop()
    site.start()
    assert site.url == first_url
    assert (tmp_path / "data" / "secret_key").read_text() == secret
    assert read(f"{site.url}/admin/login/")[0] == 200


def test_the_secret_is_for_its_owner_only(site: LiveSite, tmp_path: Path) -> None:
    assert stat.S_IMODE((tmp_path / "data" / "secret_key").stat().st_mode) == 0o600


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


def test_an_ipv6_address_is_written_in_brackets() -> None:
    assert site_url("::1", 8000) == "http://[::1]:8000/"
