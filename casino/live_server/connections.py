"""Connections that hold a place in the server without asking for anything, bounded in time and number.

uvicorn limits only the time between a response and the first byte of the next request. Here a request's header has to
be complete within that time, or within HEADER_TIMEOUT on a new connection; `bodies` limits the time of the body. Of the
connections that have no complete request, each address has a limited number: beyond it, the one that has waited longest
ends. A client that doesn't read its response, or what its socket gets, is cut off by the system (UNREAD_TIMEOUT).
"""

import resource
import socket
from asyncio import Transport
from collections import Counter

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from casino.rate_limits import client_network
from casino.sockets import max_open

HEADER_TIMEOUT = 10.0  # seconds for the first header of a connection
UNREAD_TIMEOUT = 30.0  # seconds for which a client may leave unread what the server has for it
OPEN_FILES = (65_536, 10_240)
"""Open files that the server asks for, the second where the system (macOS) doesn't grant the first."""
ACCEPTED_AT_ONCE = 100  # connections; between two such bursts the server closes those that are over a limit
SHARE = 0.8
"""Of the open files, for connections: the database and static files need some, too."""


class WaitingConnections:
    """Connections without a complete request, the one that has waited longest first."""

    def __init__(self) -> None:
        self._addresses: dict[BoundedProtocol, str] = {}
        self._count: Counter[str] = Counter()

    def add(self, connection: "BoundedProtocol", address: str) -> None:
        """Add the connection, or put it last again; end another one that has waited longer if there are too many."""
        self.discard(connection)
        self._addresses[connection] = address
        self._count[address] += 1
        if self._count[address] > max_open("waiting"):
            next(other for other, its_address in self._addresses.items() if its_address == address).end()
        elif len(connection.connections) > max_connections():
            next(iter(self._addresses)).end()

    def discard(self, connection: "BoundedProtocol") -> None:
        address = self._addresses.pop(connection, None)
        if address is not None:
            self._count[address] -= 1
            if not self._count[address]:
                del self._count[address]

    def __len__(self) -> int:
        return len(self._addresses)


waiting = WaitingConnections()


class BoundedProtocol(H11Protocol):
    """HTTP on one connection, with these limits."""

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        self.timeout_keep_alive_task = self.loop.call_later(HEADER_TIMEOUT, self.timeout_keep_alive_handler)
        self.wait()

    def connection_lost(self, exc: Exception | None) -> None:
        waiting.discard(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on, as uvicorn does, without stopping the timer: a complete header does that."""
        self.conn.receive_data(data)
        self.handle_events()

    def handle_events(self) -> None:
        had_to_wait = self.is_incomplete()
        super().handle_events()
        if had_to_wait and not self.is_incomplete():
            waiting.discard(self)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        waiting.discard(self)
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        self.wait()
        super().on_response_complete()

    def is_incomplete(self) -> bool:
        return self.conn.their_state in (h11.IDLE, h11.SEND_BODY)

    def wait(self) -> None:
        waiting.add(self, client_network(self.client[0]) if self.client else "")

    def end(self) -> None:
        waiting.discard(self)
        self.transport.abort()


def limit_unread(listening: socket.socket) -> None:
    """Let the system end connections whose client reads nothing, also closed ones (Linux only)."""
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(UNREAD_TIMEOUT * 1000))


def raise_open_files() -> None:
    """Raise the number of files that this process may open, each connection being one, as far as the system lets it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wanted in OPEN_FILES:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        if soft != resource.RLIM_INFINITY and soft < most and _set_open_files(most, hard):
            return


def _set_open_files(soft: int, hard: int) -> bool:
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    except (OSError, ValueError):
        return False
    return True


def max_connections() -> float:
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return float("inf") if soft == resource.RLIM_INFINITY else SHARE * soft
