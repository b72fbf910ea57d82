"""Only pages of the site itself open sockets: the same scheme, host and port."""

from typing import Any

import pytest

from casino.sockets import is_same_origin

HTTP, HTTPS = "http://localhost:8000", "https://casino.example"


def asked(origin: str, host: str, scheme: str = "ws") -> bool:
    return is_same_origin(scope(("origin", origin), ("host", host), scheme=scheme))


def scope(*headers: tuple[str, str], scheme: str = "ws") -> dict[str, Any]:
    return {"scheme": scheme, "headers": [(name.encode(), value.encode("latin1")) for name, value in headers]}


@pytest.fixture(autouse=True)
def hosts(settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", "casino.example", ".casino.test"]
    settings.HTTPS, settings.CSRF_TRUSTED_ORIGINS = False, []


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        (HTTP, "localhost:8000"),
        ("http://localhost", "localhost"),
        ("http://localhost", "localhost:80"),
        ("http://localhost:80", "localhost"),
        ("HTTP://LOCALHOST:8000", "LocalHost:8000"),
        ("http://[::1]:8000", "[::1]:8000"),
        ("http://club.casino.test", "club.casino.test"),
    ],
)
def test_a_page_of_the_site_opens_a_socket(origin: str, host: str) -> None:
    assert asked(origin, host)


@pytest.mark.parametrize(
    "origin",
    [
        "http://localhost:8001",
        "http://localhost",
        "https://localhost:8000",
        "http://127.0.0.1:8000",
        "http://localhost.evil.example:8000",
        "http://localhost:8000@evil.example",
        "http://evil.example@localhost:8000",
        "http://@localhost:8000",
        "http://localhost:8000/",
        "http://localhost:8000#there",
        "http://localhost:99999",
        "http://[::1",
        "ws://localhost:8000",
        "file://localhost:8000",
        "localhost:8000",
        "//localhost:8000",
        "null",
        "*",
        "",
        "http://löcalhost:8000",
        f"{HTTP}, {HTTP}",
    ],
)
def test_a_page_of_another_port_scheme_or_site_does_not(origin: str) -> None:
    assert not asked(origin, "localhost:8000")


@pytest.mark.parametrize("missing", ["origin", "host"])
def test_without_an_origin_or_a_host_there_is_no_socket(missing: str) -> None:
    both = {"origin": HTTP, "host": "localhost:8000"}
    assert not is_same_origin(scope(*((name, value) for name, value in both.items() if name != missing)))


def test_two_origins_or_two_hosts_are_as_bad_as_none() -> None:
    own, evil, host = ("origin", HTTP), ("origin", "http://evil.example"), ("host", "localhost:8000")
    for headers in ((own, evil, host), (evil, own, host), (own, own, host), (own, host, ("host", "casino.example"))):
        assert not is_same_origin(scope(*headers))


def test_a_name_that_leads_here_but_is_not_ours_is_refused() -> None:
    """As when an outsider points a host name at this machine."""
    assert not asked("http://evil.example:8000", "evil.example:8000")


def test_behind_a_proxy_the_scheme_is_the_one_that_the_server_believes() -> None:
    assert asked(HTTPS, "casino.example", scheme="wss")
    assert not asked("http://casino.example", "casino.example", scheme="wss")
    assert not asked(HTTPS, "casino.example", scheme="ws")


def test_a_site_of_https_is_one_whatever_the_proxy_says_of_its_sockets(settings: Any) -> None:
    settings.HTTPS = True
    assert asked(HTTPS, "casino.example", scheme="ws")
    assert asked(HTTPS, "casino.example:443", scheme="ws")
    assert not asked("http://casino.example", "casino.example", scheme="ws")
    assert not asked(f"{HTTPS}:8443", "casino.example", scheme="ws")


def test_a_header_of_the_visitors_own_changes_nothing() -> None:
    theirs = [("x-forwarded-host", "evil.example"), ("x-forwarded-proto", "https"), ("x-forwarded-port", "8001")]
    for origin in ("http://evil.example", "https://localhost:8000", "http://localhost:8001"):
        assert not is_same_origin(scope(("origin", origin), ("host", "localhost:8000"), *theirs))


def test_an_origin_whose_forms_are_taken_may_open_sockets(settings: Any) -> None:
    """As for a proxy that changes the host or the port."""
    settings.CSRF_TRUSTED_ORIGINS = ["https://casino.example:8443", "https://*.casino.test"]
    assert asked("https://casino.example:8443", "127.0.0.1")
    assert not asked("https://casino.example:8444", "127.0.0.1")
    assert not asked("https://club.casino.test", "127.0.0.1")
