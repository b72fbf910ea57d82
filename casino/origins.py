"""Sockets are for pages of this site alone."""

from typing import Any
from urllib.parse import urlparse

from channels.security.websocket import OriginValidator
from django.conf import settings

from casino.logs import note


class FromHere(OriginValidator):
    def __init__(self, application: Any) -> None:
        super().__init__(application, settings.ALLOWED_HOSTS)  # type: ignore[no-untyped-call]  # channels ships no types

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        """An origin that is no address is none."""
        kept = [header for header in scope["headers"] if header[0] != b"origin" or _is_address(header[1])]
        return await super().__call__({**scope, "headers": kept}, receive, send)  # type: ignore[no-untyped-call]

    def valid_origin(self, parsed_origin: Any) -> bool:
        valid = bool(super().valid_origin(parsed_origin))  # type: ignore[no-untyped-call]
        if not valid:
            note("refused", page="a socket of another site")
        return valid


def _is_address(origin: bytes) -> bool:
    try:
        return urlparse(origin.decode("latin1")).port != 0
    except ValueError:
        return False
