"""Open pages: a socket each, as the page's script keeps one, opened again when it is lost."""

import json
import threading
import time
from contextlib import suppress

from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect

from tests.load.clients import NUMBER, Prepared

AGAIN = 0.25  # seconds before a lost connection is tried again
BEAT = 0.2  # seconds between two looks whether to end


class Watcher(threading.Thread):
    """The table shown on one player's page, and the times at which each came."""

    def __init__(self, url: str, game: Prepared, seat: int = 1) -> None:
        super().__init__(daemon=True)
        self.address = url.replace("http://", "ws://") + f"/ws/g/{game.game}/"
        self.headers = {"Cookie": f"sessionid={game.cookies[seat - 1]}", "Origin": url}
        self.shown = game.moves[0].before if game.moves else 1
        self.came: dict[int, float] = {}
        self.lost = 0
        self.socket: ClientConnection | None = None
        self.ending = threading.Event()

    def run(self) -> None:
        while not self.ending.is_set():
            try:
                self.listen()
            except (OSError, ConnectionClosed, InvalidHandshake, TimeoutError):
                self.lost += 1
                self.ending.wait(AGAIN)

    def listen(self) -> None:
        with connect(self.address, additional_headers=self.headers, open_timeout=5, close_timeout=1) as socket:
            socket.send(json.dumps({"seen": self.shown}))
            self.socket = socket
            while not self.ending.is_set():
                try:
                    pushed = str(socket.recv(BEAT))
                except TimeoutError:
                    continue
                match = NUMBER.search(pushed)
                if match:
                    self.shown = int(match[1])
                    self.came.setdefault(self.shown, time.monotonic())

    def has(self, number: int) -> None:
        """Report the table that the page got as the answer to its move, which is then not pushed there."""
        if self.socket:
            with suppress(OSError, ConnectionClosed):  # it is opened again, and then says which table it shows
                self.socket.send(json.dumps({"has": number}))

    def shows(self, number: int, within: float) -> bool:
        """Return whether the page shows this number or a later one before so many seconds have passed."""
        until = time.monotonic() + within
        while self.shown < number and time.monotonic() < until:
            time.sleep(0.05)
        return self.shown >= number
