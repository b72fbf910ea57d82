"""The names and addresses under which people on the local network reach this machine."""

import socket
from contextlib import suppress
from ipaddress import ip_address
from typing import Any

from django.conf import settings
from django.http.request import split_domain_port, validate_host

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


def own_hosts() -> list[str]:
    """The host names and addresses of this machine, as a browser would write them."""
    name = socket.gethostname().lower()
    names = {name, name.partition(".")[0], f"{name.partition('.')[0]}.local"}
    return [*LOOPBACK, *sorted((names | set(own_addresses(name))) - set(LOOPBACK) - {""})]


def own_addresses(name: str) -> list[str]:
    """The IPv4 addresses of this machine: those of its name, and the one it would use towards the outside."""
    addresses = []
    with suppress(OSError):  # a machine need not be able to resolve its own name
        addresses += socket.gethostbyname_ex(name)[2]
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:  # nor have a network
        probe.connect(("192.0.2.1", 9))  # chooses a route; a datagram socket sends nothing on connect
        addresses.append(probe.getsockname()[0])
    return addresses


def is_allowed(host: str, scope: Any) -> bool:
    """Whether the site answers to a Host header. Unless the settings name the hosts, an address of the machine will do:
    the one at which the connection has arrived. No visitor can forge that, and the machine may join more networks."""
    domain, _ = split_domain_port(host)
    if not domain or validate_host(domain, settings.ALLOWED_HOSTS):
        return bool(domain)
    with suppress(ValueError):
        own = (scope.get("server") or [""])[0].partition("%")[0]
        return settings.ANY_OWN_ADDRESS and ip_address(domain.strip("[]")) == ip_address(own)
    return False
