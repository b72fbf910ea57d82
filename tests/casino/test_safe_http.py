"""Posting to URLs that people entered: to the outside world only, and never for long."""

import socket
from ipaddress import IPv4Address, IPv6Address, ip_address
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, strategies
from pytest_django import Settings

from casino import safe_http
from casino.safe_http import ForbiddenAddress, TimedOut, Unreachable, check_url, is_public, post
from tests.endpoint import dripping, endpoint, flooding

PRIVATE = """
127.0.0.1 127.255.255.254 10.0.0.1 172.16.0.1 172.31.255.255 192.168.0.1 0.0.0.0 0.1.2.3 169.254.169.254 169.254.0.1
100.64.0.1 100.127.255.255 192.0.2.1 198.18.0.1 198.51.100.1 203.0.113.9 224.0.0.1 239.255.255.250 240.0.0.1
255.255.255.255 ::1 :: fe80::1 fc00::1 fd00:ec2::254 fec0::1 ff02::1 2001:db8::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1
::ffff:169.254.169.254 ::127.0.0.1 2002:7f00:1:: 2002:a00:1:: 64:ff9b::7f00:1 64:ff9b::a9fe:a9fe
2001:0:7f00:1::1 192.0.0.9 192.0.0.10 192.0.0.170 192.31.196.1 192.52.193.1 192.88.99.1 192.88.99.2 192.175.48.1
3fff::1 3fff:fff:ffff::1 2001:20::1 2001:30::1 2001:1::1 2001:1::3 2001:3::1 2001:4:112::1 2001:1ff::1 2620:4f:8000::1
2002:808:808::1 2001:0:808:808::1 5f00::1 64:ff9b:1::808:808 100::1 100:0:0:1::1 1fff::1 4000::1 64:ff9b::c058:6301
::ffff:192.0.0.9
""".split()

PUBLIC = """
1.1.1.1 8.8.8.8 93.184.216.34 2606:4700::1111 ::ffff:8.8.8.8 64:ff9b::808:808 2001:200::1 2a00:1450::1 3ffe::1
192.0.1.1 192.88.98.255 192.88.100.0 11.0.0.0 223.255.255.255
""".split()


def resolving_to(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> list[str]:
    """Let every name lead to these addresses, and collect the names that were looked up."""
    asked: list[str] = []

    def look_up(host: str, port: int, **_: Any) -> list[Any]:
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in addresses]

    monkeypatch.setattr("casino.safe_http.socket.getaddrinfo", look_up)
    return asked


def refusal(url: str) -> str:
    """Return the reason for which the URL is refused where it is typed."""
    with pytest.raises(ForbiddenAddress) as refused:
        check_url(url)
    return refused.value.reason


# --- which addresses ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("address", PRIVATE)
def test_no_address_of_the_servers_own_world_is_public(address: str) -> None:
    assert not is_public(ip_address(address))


@pytest.mark.parametrize("address", PUBLIC)
def test_an_address_of_the_outside_world_is_public(address: str) -> None:
    assert is_public(ip_address(address))


@given(strategies.ip_addresses())
def test_no_address_is_public_that_python_knows_to_be_none(address: IPv4Address | IPv6Address) -> None:
    """The registries grow: a version of Python with a longer list than ours is to be noticed."""
    embedded = isinstance(address, IPv6Address) and (address.ipv4_mapped or address in safe_http.NAT64)
    assert address.is_global or embedded or not is_public(address)


@pytest.mark.parametrize(
    "url",
    [
        *(f"https://{'[' + address + ']' if ':' in address else address}/" for address in PRIVATE),
        "https://localhost/",
        "https://2130706433/",  # 127.0.0.1 as one number
        "https://0x7f000001/",
        "https://0177.0.0.1/",
        "https://127.1/",
    ],
)
def test_nothing_is_posted_into_the_servers_own_world(url: str) -> None:
    with pytest.raises((ForbiddenAddress, Unreachable)):
        post(url, b"{}", {})


@pytest.mark.parametrize("address", PRIVATE)
def test_a_name_that_leads_into_the_servers_own_world_is_refused(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    resolving_to(monkeypatch, address)
    assert refusal("https://innocent.example/") == "private"


def test_a_name_with_one_private_address_among_public_ones_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    resolving_to(monkeypatch, "93.184.216.34", "10.0.0.1")
    assert refusal("https://innocent.example/") == "private"


def test_a_name_that_leads_elsewhere_the_second_time_is_not_asked_a_second_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = resolving_to(monkeypatch, "93.184.216.34")
    reached: list[tuple[str, int]] = []

    def connect(where: tuple[str, int], timeout: float) -> socket.socket:
        reached.append(where)
        raise ConnectionRefusedError

    monkeypatch.setattr("casino.safe_http.socket.create_connection", connect)
    with pytest.raises(Unreachable):
        post("https://rebinding.example/hook", b"{}", {})
    assert asked == ["rebinding.example"]
    assert reached == [("93.184.216.34", 443)]


@pytest.mark.parametrize(
    "url",
    [
        *("", "example.com", "ftp://example.com/", "file:///etc/passwd", "gopher://example.com/", "https://"),
        *("https://user:word@example.com/", "https://example.com:99999/", "https://exa mple.com/"),
        *("https://exämple.com/", "https://example.com/\r\nX-More: 1", "https://[::1"),
        "https://example.com/" + "x" * 1000,
        *(f"https://{'x' * 64}.example/", "https://[fe80::1%25eth0]/"),
    ],
)
def test_what_is_no_web_address_is_refused(url: str) -> None:
    assert refusal(url) == "unreadable"


def test_without_encryption_nothing_goes_to_the_outside_world(monkeypatch: pytest.MonkeyPatch) -> None:
    resolving_to(monkeypatch, "93.184.216.34")
    assert refusal("http://example.com/") == "insecure"


def test_a_name_that_leads_nowhere_is_said_to(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(*_: object, **__: object) -> list[Any]:
        raise socket.gaierror

    monkeypatch.setattr("casino.safe_http.socket.getaddrinfo", nowhere)
    with pytest.raises(Unreachable):
        post("https://nowhere.example/", b"", {})


# --- posting --------------------------------------------------------------------------------------------------------


@pytest.fixture
def near(settings: Settings) -> None:
    settings.WEBHOOK_ALLOWED_NETWORKS = ["127.0.0.1"]


def test_the_operator_may_open_an_address(near: None) -> None:
    with endpoint(204) as there:
        assert post(f"{there.url}/hook?key=1", b"hello", {"Casino-Notification": "7"}) == 204
    (posted,) = there.posted
    assert (posted.path, posted.body) == ("/hook?key=1", b"hello")
    assert posted.headers["Casino-Notification"] == "7"
    assert posted.headers["Host"] == f"127.0.0.1:{there.port}"


def test_a_redirect_is_not_followed(near: None) -> None:
    with endpoint(302) as there:
        there.location = f"{there.url}/elsewhere"
        assert post(f"{there.url}/hook", b"", {}) == 302
    assert [posted.path for posted in there.posted] == ["/hook"]


def test_proxies_of_the_environment_are_not_asked(near: None, monkeypatch: pytest.MonkeyPatch) -> None:
    with endpoint() as proxy, endpoint() as there:
        monkeypatch.setenv("HTTP_PROXY", proxy.url)
        monkeypatch.setenv("ALL_PROXY", proxy.url)
        post(there.url, b"", {})
    assert proxy.posted == []
    assert len(there.posted) == 1


def test_who_never_answers_is_left(near: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(safe_http, "STEP_TIMEOUT", 0.05)
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(Unreachable):
        post(f"http://127.0.0.1:{silent.getsockname()[1]}/", b"", {})


def test_who_answers_drop_by_drop_is_cut_off(near: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(safe_http, "TOTAL_TIMEOUT", 0.2)
    with dripping() as url, pytest.raises(TimedOut):
        post(url, b"", {})


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        *((b"HTTP/1.1 100 Continue\r\n\r\n" * 1000, 100), (b"HTTP/1.1 204\r\n" + b"X: y\r\n" * 1000, 204)),
        (b"HTTP/1.0 500 Oh no\nX: " + b"x" * 100_000, 500),
    ],
)
def test_of_an_answer_without_end_one_line_is_read(answer: bytes, status: int, near: None) -> None:
    with flooding(answer) as url:
        assert post(url, b"", {}) == status


@pytest.mark.parametrize("answer", [b"x" * 2000, b"HTTP/1.1 200 " + b"x" * 2000, b"HTTP/1.1 2000 OK\r\n", b"hello\r\n"])
def test_an_answer_that_is_none_of_a_web_server_is_refused(answer: bytes, near: None) -> None:
    with flooding(answer) as url, pytest.raises(Unreachable):
        post(url, b"", {})


def test_the_time_for_everything_includes_the_lookup(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(safe_http, "TOTAL_TIMEOUT", 0.05)
    answered = Event()
    monkeypatch.setattr("casino.safe_http.socket.getaddrinfo", lambda *_, **__: answered.wait(10) and [])
    try:
        with pytest.raises(TimedOut):
            post("https://slow.example/", b"", {})
        assert not answered.is_set()
    finally:
        answered.set()


def test_the_time_for_everything_includes_connecting(monkeypatch: pytest.MonkeyPatch) -> None:
    resolving_to(monkeypatch, "93.184.216.34", "93.184.216.35", "93.184.216.36")
    clock, waited = iter([0.0, 0.0, 0.0, 6.0, 10.0]), []
    monkeypatch.setattr(safe_http, "time", SimpleNamespace(monotonic=lambda: next(clock)))

    def connect(_where: object, timeout: float) -> socket.socket:
        waited.append(timeout)
        raise TimeoutError

    monkeypatch.setattr("casino.safe_http.socket.create_connection", connect)
    with pytest.raises(TimedOut):
        post("https://slow.example/", b"", {})
    assert waited == [5.0, 4.0]


def test_what_is_typed_is_checked_without_looking_up_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def look_up(host: str, port: int, *, flags: int, **_: Any) -> list[Any]:
        asked.append(flags)
        raise socket.gaierror

    monkeypatch.setattr("casino.safe_http.socket.getaddrinfo", look_up)
    check_url("https://anything.example/")
    assert refusal("http://anything.example/") == "insecure"
    assert refusal("https://localhost/") == refusal("https://my.localhost/") == "private"
    assert set(asked) == {socket.AI_NUMERICHOST}


def test_where_nobody_listens_is_said_to(near: None) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    with pytest.raises(Unreachable):
        post(f"http://127.0.0.1:{port}/", b"", {})


def test_who_speaks_no_tls_is_unreachable(near: None) -> None:
    with endpoint() as there, pytest.raises(Unreachable):
        post(there.url.replace("http:", "https:"), b"", {})
