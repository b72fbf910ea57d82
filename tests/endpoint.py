"""An HTTP server on this machine that accepts requests, and answers as the test sets it to."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import BaseRequestHandler, TCPServer, ThreadingTCPServer
from threading import Event, Thread
from typing import NamedTuple


class Posted(NamedTuple):
    """One request."""

    path: str
    headers: dict[str, str]
    body: bytes


class Endpoint:
    """The server's settings and received posts. `answers` are statuses used up one after the other, then `usual`."""

    def __init__(self, usual: int) -> None:
        self.usual = usual
        self.answers: list[int] = []
        self.posted: list[Posted] = []
        self.location = ""
        self.port = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def handler(self) -> type[BaseHTTPRequestHandler]:
        endpoint = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.do_POST()

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"] or 0))
                endpoint.posted.append(Posted(self.path, dict(self.headers), body))
                self.send_response(endpoint.answers.pop(0) if endpoint.answers else endpoint.usual)
                if endpoint.location:
                    self.send_header("Location", endpoint.location)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Log nothing."""

        return Handler


@contextmanager
def endpoint(usual: int = 201) -> Iterator[Endpoint]:
    """Listen until the end of the block."""
    told = Endpoint(usual)
    with served(ThreadingHTTPServer(("127.0.0.1", 0), told.handler())) as told.port:
        yield told


@contextmanager
def dripping(every: float = 0.01, at: str = "127.0.0.1") -> Iterator[str]:
    """Answer one byte of the first line after the other, always in time for the next, until the end of the block."""
    with flooding(b"x", b"HTTP/1.1 200 ", every, at) as url:
        yield url


@contextmanager
def flooding(chunk: bytes, head: bytes = b"", every: float = 0, at: str = "127.0.0.1") -> Iterator[str]:
    """Answer every request with this over and over, until the end of the block."""
    over = Event()

    class Handler(BaseRequestHandler):
        def handle(self) -> None:
            with suppress(OSError):  # whoever asked has gone
                self.request.sendall(head)
                while not over.wait(every):
                    self.request.sendall(chunk)

    with served(ThreadingTCPServer((at, 0), Handler)) as port:
        try:
            yield f"http://{at}:{port}"
        finally:
            over.set()


@contextmanager
def served(server: TCPServer) -> Iterator[int]:
    """Run the server until the end of the block, and return its port."""
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
