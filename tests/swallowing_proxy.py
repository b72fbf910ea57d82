"""A proxy before the site that can swallow everything, like a network that is gone without saying so."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class SwallowingProxy:
    """Forwards connections to a port of this machine. Those that were open while it swallowed stay silent for good."""

    def __init__(self, port: int) -> None:
        self.target = port
        self.swallows = False
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.open: list[socket.socket] = []

    def serve(self) -> None:
        with suppress(OSError):  # the listener was closed: the end
            while True:
                inside = self.listener.accept()[0]
                outside = socket.create_connection(("127.0.0.1", self.target))
                self.open += [inside, outside]
                dead = threading.Event()
                for source, sink in ((inside, outside), (outside, inside)):
                    threading.Thread(target=self.forward, args=(source, sink, dead), daemon=True).start()

    def forward(self, source: socket.socket, sink: socket.socket, dead: threading.Event) -> None:
        with suppress(OSError):  # either end is closed
            while data := source.recv(65536):
                if self.swallows:
                    dead.set()
                if not dead.is_set():
                    sink.sendall(data)
            sink.shutdown(socket.SHUT_WR)

    def stop(self) -> None:
        for each in (self.listener, *self.open):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()


@contextmanager
def swallowing_proxy(port: int) -> Iterator[SwallowingProxy]:
    proxy = SwallowingProxy(port)
    threading.Thread(target=proxy.serve, daemon=True).start()
    try:
        yield proxy
    finally:
        proxy.stop()
