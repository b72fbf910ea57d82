"""Check of a socket's origin: only pages of this site, of its scheme, host and port, may open one."""

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http.request import split_domain_port, validate_host

from casino.health import Application
from casino.logs import log_security_event

type Origin = tuple[str, str, int]
"""Scheme, host and port."""

PORTS = {"http": 80, "https": 443}


def require_same_origin(application: Application) -> Application:
    """Return the application for sockets opened by pages of this site; all others are refused."""

    async def checking(scope: Any, receive: Any, send: Any) -> None:
        if is_same_origin(scope):
            await application(scope, receive, send)
        else:
            log_security_event("refused", page="a socket of another site")
            await send({"type": "websocket.close"})

    return checking


def is_same_origin(scope: Any) -> bool:
    """Compare the page's origin with the address that it asked, as Django does for forms."""
    origins, hosts = (_headers(scope, name) for name in (b"origin", b"host"))
    if len(origins) != 1 or len(hosts) != 1:
        return False
    origin = parse_origin(origins[0])
    domain, _ = split_domain_port(hosts[0])
    if origin is None or not validate_host(domain, settings.ALLOWED_HOSTS):
        return False
    scheme = "https" if settings.HTTPS or scope.get("scheme") == "wss" else "http"
    own = parse_origin(f"{scheme}://{hosts[0]}")
    return origin in {own, *map(parse_origin, settings.CSRF_TRUSTED_ORIGINS)}


def parse_origin(text: str) -> Origin | None:
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
