"""Django's request handler under ASGI, with each request handled from beginning to end in one thread.

Everything in these pages is synchronous. Django's own handler would switch to a thread and back for the start of a
request, the middleware, the view and the end; together that takes longer than many pages do.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import IO, Any

import django
from asgiref.sync import sync_to_async
from django.core.exceptions import DisallowedHost, RequestAborted
from django.core.handlers.asgi import ASGIHandler, ASGIRequest, get_script_prefix
from django.core.signals import request_started
from django.urls import set_script_prefix

from casino.health import respond, shutting_down
from casino.live_server.bodies import BODY_REFUSED, lingering_send, read_within_limits
from casino.local_hosts import is_allowed

MAX_THREADS = 64
"""Maximum concurrent request threads; further requests queue. Usually a few are enough, and only those are started."""


class Request(ASGIRequest):
    def get_host(self) -> str:
        try:
            return super().get_host()
        except DisallowedHost:
            host = str(self._get_raw_host())  # type: ignore[attr-defined]  # what has just been read
            if is_allowed(host, self.scope):
                return host
            raise


class ThreadedASGIHandler(ASGIHandler):
    request_class = Request

    def __init__(self) -> None:
        super().__init__()
        self.handle_in_thread = sync_to_async(
            self.respond, thread_sensitive=False, executor=ThreadPoolExecutor(MAX_THREADS, thread_name_prefix="pages")
        )

    def load_middleware(self, is_async: bool = False) -> None:  # noqa: ARG002  always synchronous
        super().load_middleware(is_async=False)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            body, refused = await read_within_limits(scope, receive)
        except RequestAborted:
            return
        with closing(body):
            try:
                response = await self.handle_in_thread(scope, body, refused)
            except asyncio.CancelledError:
                if not shutting_down.is_set():
                    raise
                await respond(send, 503, ["about to end"])  # the server has waited long enough for the queue
                return
            if refused:
                send = lingering_send(receive, send)
            await self.send_response(response, send)

    def respond(self, scope: dict[str, Any], body: IO[bytes], body_refused: int = 0) -> Any:
        """Handle the whole request. A response that is not streamed is closed before it is sent."""
        set_script_prefix(get_script_prefix(scope))
        request_started.send(sender=self.__class__, scope=scope)
        request, unreadable = self.create_request(scope, body)
        if request is not None:
            request.META[BODY_REFUSED] = body_refused
        response: Any = unreadable if request is None else self.get_response(request)
        if body_refused:
            response["Connection"] = "close"
        if response.streaming:
            raise TypeError("streaming responses are not supported")
        response._handler_class = self.__class__  # the sender of `request_finished`
        response.close()
        return response


def get_asgi_application() -> Any:
    """Set Django up, as its own `get_asgi_application` does."""
    django.setup(set_prefix=False)
    return ThreadedASGIHandler()
