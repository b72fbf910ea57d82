"""Request bodies: a limit on their size and on the time they take, applied before Django keeps any of them.

A refused body gets a readable page, and then the connection ends. What the client is still sending is read for a
moment and thrown away: a connection closed with unread data is reset, and a browser may then never show the page.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO

from django.conf import settings
from django.core.exceptions import RequestAborted
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.decorators import sync_only_middleware

from casino.health import Message, Receive, Send

TOO_LARGE, TOO_SLOW = 413, 408

BODY_REFUSED = "casino.body_refused"
"""In a request's META: the status with which its body was refused. No header can have this name."""

LINGER = 2.0
"""Seconds for which a refused client may continue to send before the connection closes."""


class TooLargeError(Exception):
    """Raised as soon as a body is known to be longer than the limit."""


async def read_within_limits(scope: Message, receive: Receive) -> tuple[BytesIO, int]:
    """The body and 0, or an empty body and the status with which it is refused."""
    try:
        if declared_length(scope) > settings.MAX_BODY_BYTES:
            return BytesIO(), TOO_LARGE
        async with asyncio.timeout(settings.BODY_TIMEOUT):
            return await read_body(receive), 0
    except TooLargeError:
        return BytesIO(), TOO_LARGE
    except TimeoutError:
        return BytesIO(), TOO_SLOW


def declared_length(scope: Message) -> int:
    """The largest Content-Length. A malformed header declares nothing; the bytes are counted anyway."""
    declared = (value[:20] for name, value in scope["headers"] if name == b"content-length")
    return max((int(value) for value in declared if value.isdigit()), default=0)


async def read_body(receive: Receive) -> BytesIO:
    """The whole body, kept in memory. Raises TooLargeError, or RequestAborted when the client has gone."""
    body = BytesIO()
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise RequestAborted
        body.write(message.get("body", b""))
        if body.tell() > settings.MAX_BODY_BYTES:
            raise TooLargeError
        more = message.get("more_body", False)
    body.seek(0)
    return body


def lingering_send(receive: Receive, send: Send) -> Send:
    """A `send` that ends the response only after the client has stopped sending, or after a moment."""

    async def send_and_linger(message: Message) -> None:
        if message["type"] != "http.response.body" or message.get("more_body"):
            await send(message)
            return
        await send(message | {"more_body": True})
        with suppress(TimeoutError):
            async with asyncio.timeout(LINGER):
                await discard(receive)
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    return send_and_linger


async def discard(receive: Receive) -> None:
    """Read the rest of a body and keep nothing of it."""
    while (await receive()).get("more_body", False):
        pass


@sync_only_middleware
def explain_refused_bodies(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Respond to a request whose body was refused, instead of its view."""

    def middleware(request: HttpRequest) -> HttpResponse:
        refused = request.META.get(BODY_REFUSED, 0)
        if not refused:
            return get_response(request)
        page = render_to_string(f"{refused}.html", {"kilobytes": settings.MAX_BODY_BYTES // 1000})
        return HttpResponse(page, status=refused)

    return middleware
