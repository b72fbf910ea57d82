"""Sockets are for pages of this site alone: of its scheme, host and port."""

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http.request import split_domain_port, validate_host

from casino.health import Application
from casino.logs import note

type Origin = tuple[str, str, int]
"""Scheme, host and port."""

PORTS = {"http": 80, "https": 443}


def from_here(application: Application) -> Application:
    """Return the application for sockets that pages of this site open; all others are refused."""

    async def checking(scope: Any, receive: Any, send: Any) -> None:
        if opened_here(scope):
            await application(scope, receive, send)
        else:
            note("refused", page="a socket of another site")
            await send({"type": "websocket.close"})

    return checking


def opened_here(scope: Any) -> bool:
    """Compare the page's origin with the address that it asked, as Django does for forms."""
    origins, hosts = (_headers(scope, name) for name in (b"origin", b"host"))
    if len(origins) != 1 or len(hosts) != 1:
        return False
    origin = origin_of(origins[0])
    domain, _ = split_domain_port(hosts[0])
    if origin is None or not validate_host(domain, settings.ALLOWED_HOSTS):
        return False
    scheme = "https" if settings.HTTPS or scope.get("scheme") == "wss" else "http"
    own = origin_of(f"{scheme}://{hosts[0]}")
    return origin in {own, *map(origin_of, settings.CSRF_TRUSTED_ORIGINS)}


def origin_of(text: str) -> Origin | None:
    """Return an origin with its port; None if the text is something else."""
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return None
    host = parts.hostname
    more = "@" in parts.netloc or parts.path or parts.query or parts.fragment
    if parts.scheme not in PORTS or not host or more:
        return None
    return parts.scheme, host, PORTS[parts.scheme] if port is None else port


def _headers(scope: Any, name: bytes) -> list[str]:
    return [value.decode("latin1") for header, value in scope["headers"] if header == name]
