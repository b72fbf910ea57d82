"""Posts to URLs that people entered, guarded against SSRF: never to this machine or its network, and never for long.

A name is resolved once, every address behind it is checked, and the connection goes to exactly those addresses.
Redirects are not followed, proxies of the environment are not used, and only the first line of the response is read.
The time for everything together begins before the name is resolved.
"""

import re
import socket
import ssl
import time
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from functools import cache
from http.client import BadStatusLine, HTTPConnection, HTTPException
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from threading import Event, Thread, Timer
from typing import NamedTuple
from urllib.parse import urlsplit

import certifi
from django.conf import settings

STEP_TIMEOUT = 5.0  # seconds for one step: connecting, sending, a response
TOTAL_TIMEOUT = 10.0  # seconds for everything together
MAX_URL_LENGTH = 1000
MAX_STATUS_LINE = 1000
NAT64 = IPv6Network("64:ff9b::/96")  # IPv4 addresses as IPv6 networks reach them

# The blocks of IANA's two registries of special-purpose addresses, up to RFC 9780, those within others left out:
# https://www.iana.org/assignments/iana-ipv4-special-registry and iana-ipv6-special-registry. Some are globally
# reachable, but none belongs to a server that takes messages. Python's own list (`is_global`) follows the registries
# release by release: 3.12.1 takes 3fff::/20 for public, and 3.13.0 also 2001:20::/28.
SPECIAL_IPV4 = [
    IPv4Network(network)
    for network in (
        "0.0.0.0/8",
        "10.0.0.0/8",
        "100.64.0.0/10",
        "127.0.0.0/8",
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.2.0/24",
        "192.31.196.0/24",
        "192.52.193.0/24",
        "192.88.99.0/24",
        "192.168.0.0/16",
        "192.175.48.0/24",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "240.0.0.0/4",
        "224.0.0.0/4",  # multicast, which has a registry of its own
    )
]
GLOBAL_IPV6 = IPv6Network("2000::/3")  # all that has been allocated; the other special blocks lie outside
SPECIAL_IPV6 = [
    IPv6Network(network) for network in ("2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20")
]

type Address = IPv4Address | IPv6Address


class ForbiddenAddress(ValueError):
    """Raised for an address to which the site does not post. `reason` is a key of the messages in the forms."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Unreachable(Exception):
    """Raised when there is no response of a web server."""


class TimedOut(Unreachable):
    """Raised when the response does not come in time."""


class Target(NamedTuple):
    """Parts of a URL."""

    secure: bool
    host: str
    port: int
    path: str


def post(url: str, body: bytes, headers: Mapping[str, str]) -> int:
    """Post, and return the status of the answer. Raises ForbiddenAddress, TimedOut, Unreachable."""
    target, deadline = parse_target(url), time.monotonic() + TOTAL_TIMEOUT
    try:
        addresses = checked(target, resolve(target, deadline))
        with open_connection(target, addresses, deadline) as connection:
            connection.request("POST", target.path, body, dict(headers))
            return status_of(connection.sock)
    except TimeoutError as error:
        raise TimedOut(f"{type(error).__name__}: {error}") from error
    except (OSError, HTTPException, UnicodeError) as error:
        raise Unreachable(f"{type(error).__name__}: {error}") from error


def check_url(url: str) -> None:
    """Check what can be seen without looking a name up, which may take long and say something else later. Raises
    ForbiddenAddress."""
    target = parse_target(url)
    try:
        checked(target, look_up(target, socket.AI_NUMERICHOST))
    except UnicodeError as error:
        raise ForbiddenAddress("unreadable") from error
    except OSError as name:
        if ":" in target.host:
            raise ForbiddenAddress("unreadable") from name
        if settings.WEBHOOK_ALLOWED_NETWORKS:
            return
        if not target.secure:
            raise ForbiddenAddress("insecure") from name
        if f".{target.host}".endswith(".localhost"):
            raise ForbiddenAddress("private") from name


def parse_target(url: str) -> Target:
    """Parse a URL. Raises ForbiddenAddress unless it is a plain web address."""
    if len(url) > MAX_URL_LENGTH or not url.isascii() or any(char.isspace() or not char.isprintable() for char in url):
        raise ForbiddenAddress("unreadable")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise ForbiddenAddress("unreadable") from error
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.username is not None:
        raise ForbiddenAddress("unreadable")
    secure = parts.scheme == "https"
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(secure, parts.hostname, port if port is not None else (443 if secure else 80), path)


# --- which addresses ------------------------------------------------------------------------------------------------


def checked(target: Target, found: Iterable[str]) -> list[str]:
    """The addresses found behind the name. Raises ForbiddenAddress unless all of them are allowed."""
    addresses = [ip_address(text) for text in found]
    if not target.secure and not all(map(allowed_by_operator, addresses)):
        raise ForbiddenAddress("insecure")
    if not all(is_public(address) or allowed_by_operator(address) for address in addresses):
        raise ForbiddenAddress("private")
    return [str(address) for address in addresses]


def resolve(target: Target, deadline: float) -> list[str]:
    """The addresses behind the name. Nothing interrupts a lookup: one that takes too long is abandoned."""
    found: Future[list[str]] = Future()

    def run() -> None:
        try:
            found.set_result(look_up(target))
        except (OSError, UnicodeError) as error:
            found.set_exception(error)

    Thread(target=run, name="lookup", daemon=True).start()
    return found.result(deadline - time.monotonic())


def look_up(target: Target, flags: int = 0) -> list[str]:
    results = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM, flags=flags)
    return list(dict.fromkeys(str(address[0]).partition("%")[0] for *_, address in results))


def is_public(address: Address) -> bool:
    """True for an address on the public internet. One that stands for an IPv4 address is as public as that."""
    if isinstance(address, IPv4Address):
        return not any(address in network for network in SPECIAL_IPV4)
    if address.ipv4_mapped or address in NAT64:
        return is_public(IPv4Address(int(address) & 0xFFFFFFFF))
    return address in GLOBAL_IPV6 and not any(address in network for network in SPECIAL_IPV6)


def allowed_by_operator(address: Address) -> bool:
    """True if the operator has allowed this address or its network."""
    return any(address in ip_network(network, strict=False) for network in settings.WEBHOOK_ALLOWED_NETWORKS)


# --- connecting -----------------------------------------------------------------------------------------------------


@contextmanager
def open_connection(target: Target, addresses: list[str], deadline: float) -> Iterator[HTTPConnection]:
    """Connect to the first address that responds; abort at the deadline."""
    connection = HTTPConnection(target.host, target.port, timeout=STEP_TIMEOUT)
    connection.sock = connect_first(addresses, target.port, deadline)
    too_long = Event()
    watchdog = Timer(deadline - time.monotonic(), abort, [connection, too_long])
    watchdog.daemon = True
    watchdog.start()
    try:
        if target.secure:
            connection.default_port = 443
            secured = certificates().wrap_socket(
                connection.sock, server_hostname=target.host, do_handshake_on_connect=False
            )
            connection.sock = secured
            secured.do_handshake()
        yield connection
    finally:
        watchdog.cancel()
        connection.close()
        if too_long.is_set():  # the response may look complete, or the connection reset
            raise TimeoutError("no complete response in time")


def status_of(connection: socket.socket) -> int:
    """Read the first line of the response, and no more: headers may be many, and 1xx responses never end."""
    with connection.makefile("rb") as response:
        line = response.readline(MAX_STATUS_LINE)
    found = re.fullmatch(rb"HTTP/1\.[01] ([1-9]\d\d)(?: [^\r\n]*)?\r?\n", line)
    if not found:
        raise BadStatusLine(repr(line[:100]))
    return int(found[1])


def connect_first(addresses: list[str], port: int, deadline: float) -> socket.socket:
    last: OSError = OSError("no address")
    for address in addresses[:3]:
        left = deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError("no connection in time")
        try:
            return socket.create_connection((address, port), timeout=min(STEP_TIMEOUT, left))
        except OSError as error:
            last = error
    raise last


def abort(connection: HTTPConnection, too_long: Event) -> None:
    """Shut the socket down, which wakes the thread that waits on it."""
    too_long.set()
    with suppress(OSError):  # it may just have ended by itself
        if connection.sock:
            socket.socket.shutdown(connection.sock, socket.SHUT_RDWR)


@cache
def certificates() -> ssl.SSLContext:
    """The trust settings: the certificates that this system trusts, or a common set where it has none."""
    context = ssl.create_default_context()
    context.load_verify_locations(certifi.where())
    return context
