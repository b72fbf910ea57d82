"""`manage.py play`: the whole site from one command, database, server and task worker together."""

import asyncio
import logging
import os
import signal
import socket
import time
from argparse import ArgumentParser
from contextlib import ExitStack
from threading import Timer
from types import FrameType
from typing import Any

import uvicorn
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from casino.health import background_problems, shutting_down
from casino.live_server.connections import ACCEPTED_AT_ONCE, BoundedProtocol, limit_unread, raise_open_files
from casino.local_hosts import LOOPBACK, own_addresses
from casino.metrics import serve_metrics
from casino.migrate_lock import migrate
from casino.watchdog import PING_INTERVAL, notify_systemd, ping

logger = logging.getLogger(__name__)

WILDCARD_HOSTS = {"0.0.0.0", "::"}  # noqa: S104  compared with, not listened on

MAX_MESSAGE_LENGTH = 10_000
"""Bytes; messages that a page sends over its socket have fewer than a hundred."""

PING_SECONDS, PONG_SECONDS = 2.0, 2.6
"""How often a socket is asked for a sign of life, and for how long it is waited for. The browser answers by itself,
for a page that is hidden too, whose own timers it slows down."""

FINISH_SECONDS, END_SECONDS = 3, 9.0
"""How long requests that have begun may take when the server is to end, and after how long it ends in any case."""

MAX_QUEUED = 2048
"""Connections that the system keeps until the server accepts them, as after a restart, when all pages come back."""


class AnnouncingServer(uvicorn.Server):
    """Server that prints its URL as soon as it is ready, and lets the proxy switch to others before it ends."""

    exit_at: float | None = None
    ping_at = 0.0

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if not shutting_down.is_set():
            shutting_down.set()
            forced_end = Timer(settings.SHUTDOWN_DRAIN_SECONDS + END_SECONDS, end_now)
            forced_end.daemon = True
            forced_end.start()
        if self.exit_at is None and settings.SHUTDOWN_DRAIN_SECONDS:
            self.exit_at = time.monotonic() + settings.SHUTDOWN_DRAIN_SECONDS
        else:
            super().handle_exit(sig, frame)

    async def on_tick(self, counter: int) -> bool:
        if self.exit_at is not None and time.monotonic() >= self.exit_at:
            self.should_exit = True
        if time.monotonic() >= self.ping_at and not background_problems():
            self.ping_at = time.monotonic() + PING_INTERVAL
            ping()
        return await super().on_tick(counter)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        if self.started and sockets:
            for each in sockets:
                each.listen(MAX_QUEUED)
            print(f"Casino is ready: {site_url(*sockets[0].getsockname()[:2])}  (Ctrl-C stops it)", flush=True)  # noqa: T201
            notify_systemd("READY=1")


def end_now() -> None:
    """End though work goes on, as in a thread that waits for the database: no thread can be stopped."""
    logger.error("The server did not end in time: what it was doing is given up.")
    os._exit(1)


class Command(BaseCommand):
    help = "Prepares the database, then serves the site and runs its tasks until Ctrl-C."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--host", default="127.0.0.1", help="0.0.0.0 lets others in the house join in, :: by IPv6 too"
        )
        parser.add_argument("--port", type=int, default=8000)

    def handle(self, *, host: str, port: int, **_: Any) -> None:
        with ExitStack() as open_sockets:
            listening = [open_sockets.enter_context(each) for each in listen_all(host, port)]
            migrate()
            raise_open_files()
            serve_metrics()
            if not os.environ.get("SITE_URL") and not settings.HTTPS:
                settings.SITE_URL = site_url(*listening[0].getsockname()[:2])
            serve(listening)


def listen_all(host: str, port: int) -> list[socket.socket]:
    """A socket for the address; for "::" also one for IPv4, at the same port: a socket for both would tell visitors'
    IPv4 addresses in another form than the limits and TRUSTED_PROXIES have them."""
    first = listen(host, port)
    return [first, listen("0.0.0.0", first.getsockname()[1])] if host == "::" else [first]  # noqa: S104  as asked


def listen(host: str, port: int) -> socket.socket:
    if not 0 <= port <= 65535:
        raise CommandError(f"There is no port {port}: ports go from 0 to 65535.")
    try:
        listening = socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno and error.errno > 0 else str(error)
        raise CommandError(f"Cannot listen on {host}, port {port}: {reason}. Try PORT=8123.") from error
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # else a body waits 40 ms for word of its headers
    limit_unread(listening)
    return listening


def serve(listening: list[socket.socket]) -> None:
    config = uvicorn.Config(
        ":".join(settings.ASGI_APPLICATION.rsplit(".", 1)),
        http=BoundedProtocol,
        backlog=ACCEPTED_AT_ONCE,
        lifespan="on",
        ws="websockets-sansio",
        ws_max_size=MAX_MESSAGE_LENGTH,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PONG_SECONDS,
        ws_per_message_deflate=False,  # costs more memory per player than it saves
        log_config=None,  # the server's own lines are like all others
        log_level="warning",
        access_log=False,
        server_header=False,
        forwarded_allow_ips=settings.TRUSTED_PROXIES,
        timeout_graceful_shutdown=FINISH_SECONDS,
    )
    for number in (signal.SIGINT, signal.SIGTERM):  # the server ends by them and raises them again: then all is done
        signal.signal(number, lambda *_: None)
    asyncio.run(AnnouncingServer(config).serve(sockets=listening))


def site_url(host: str, port: int) -> str:
    if host in WILDCARD_HOSTS:
        reachable = [address for address in own_addresses(socket.gethostname()) if not address.startswith("127.")]
        host = reachable[-1] if reachable else LOOPBACK[1]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"
