"""Posting to URLs that people entered: never to this machine or its own network, and never for long.

A name is looked up once, every address behind it is checked, and the connection goes to exactly those addresses.
Redirects are not followed, proxies of the environment are not used, and only the status of the answer is read.
"""

import socket
import ssl
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from http.client import HTTPConnection, HTTPException
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from threading import Event, Timer
from typing import NamedTuple
from urllib.parse import urlsplit

import certifi
from django.conf import settings

PATIENCE = 5.0  # seconds for one step: connecting, sending, an answer
LONGEST = 10.0  # seconds for everything together
LONGEST_ADDRESS = 1000
NAT64 = ip_network("64:ff9b::/96")  # IPv4 addresses as IPv6 networks reach them

type Address = IPv4Address | IPv6Address


class ForbiddenAddress(ValueError):
    """Raised for an address to which the site does not post. `reason` is a key of the messages in the forms."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Unreachable(Exception):
    """Raised when there is no answer in time, or none of a web server."""


class Goal(NamedTuple):
    """Parts of a URL."""

    secure: bool
    host: str
    port: int
    path: str


def post(url: str, body: bytes, headers: Mapping[str, str]) -> int:
    """Post, and return the status of the answer. Raises ForbiddenAddress, Unreachable."""
    goal = goal_of(url)
    addresses = checked_addresses(goal)
    try:
        with connected(goal, addresses) as connection:
            connection.request("POST", goal.path, body, dict(headers))
            return connection.getresponse().status
    except (OSError, HTTPException) as error:
        raise Unreachable(f"{type(error).__name__}: {error}") from error


def check_address(url: str) -> None:
    """Check that the site would post there as things stand. Raises ForbiddenAddress, Unreachable."""
    checked_addresses(goal_of(url))


def goal_of(url: str) -> Goal:
    """Parse a URL. Raises ForbiddenAddress unless it is a plain web address."""
    if len(url) > LONGEST_ADDRESS or not url.isascii() or any(sign.isspace() or not sign.isprintable() for sign in url):
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
    return Goal(secure, parts.hostname, port if port is not None else (443 if secure else 80), path)


# --- which addresses ------------------------------------------------------------------------------------------------


def checked_addresses(goal: Goal) -> list[str]:
    """Return the addresses behind the name. Raises ForbiddenAddress unless all of them are allowed."""
    found = [ip_address(text) for text in looked_up(goal.host, goal.port)]
    if not goal.secure and not all(map(allowed_by_operator, found)):
        raise ForbiddenAddress("insecure")
    if not all(is_public(address) or allowed_by_operator(address) for address in found):
        raise ForbiddenAddress("private")
    return [str(address) for address in found]


def looked_up(host: str, port: int) -> list[str]:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise Unreachable(f"{host}: {error}") from error
    return list(dict.fromkeys(str(where[0]).partition("%")[0] for *_, where in found))


def is_public(address: Address) -> bool:
    """Return whether the address is on the public internet; an address inside an IPv6 address is checked as well."""
    if isinstance(address, IPv6Address):
        if hidden := inside_of(address):
            return all(map(is_public, hidden))
        if address.is_site_local:
            return False
    return address.is_global and not (address.is_multicast or address.is_reserved or address.is_unspecified)


def inside_of(address: IPv6Address) -> list[IPv4Address]:
    """Return the IPv4 addresses that an IPv6 address stands for, by mapping, 6to4, Teredo or NAT64."""
    hidden = [address.ipv4_mapped, address.sixtofour, *(address.teredo or ())]
    if address in NAT64:
        hidden.append(IPv4Address(int(address) & 0xFFFFFFFF))
    return [each for each in hidden if each]


def allowed_by_operator(address: Address) -> bool:
    """Return whether the operator has opened this address or its network."""
    return any(address in ip_network(network, strict=False) for network in settings.CALLS_MAY_REACH)


# --- connecting -----------------------------------------------------------------------------------------------------


@contextmanager
def connected(goal: Goal, addresses: list[str]) -> Iterator[HTTPConnection]:
    """Connect to the first address that answers, and cut off when everything together takes too long."""
    connection = HTTPConnection(goal.host, goal.port, timeout=PATIENCE)
    connection.sock = reached(addresses, goal.port)
    too_long = Event()
    watchdog = Timer(LONGEST, cut_off, [connection, too_long])
    watchdog.daemon = True
    watchdog.start()
    try:
        if goal.secure:
            connection.default_port = 443
            secured = certificates().wrap_socket(
                connection.sock, server_hostname=goal.host, do_handshake_on_connect=False
            )
            connection.sock = secured
            secured.do_handshake()
        yield connection
        if too_long.is_set():
            raise TimeoutError("no whole answer in time")
    finally:
        watchdog.cancel()
        connection.close()


def reached(addresses: list[str], port: int) -> socket.socket:
    last: OSError = OSError("no address")
    for address in addresses[:3]:
        try:
            return socket.create_connection((address, port), timeout=PATIENCE)
        except OSError as error:
            last = error
    raise last


def cut_off(connection: HTTPConnection, too_long: Event) -> None:
    """Shut the socket down, which wakes the thread that waits on it."""
    too_long.set()
    with suppress(OSError):  # it may just have ended by itself
        if connection.sock:
            socket.socket.shutdown(connection.sock, socket.SHUT_RDWR)


@cache
def certificates() -> ssl.SSLContext:
    """Return the trust settings: the certificates that this system trusts, or a usual set where it has none."""
    context = ssl.create_default_context()
    context.load_verify_locations(certifi.where())
    return context
