"""Clients that press buttons as quickly as they can: one kept connection each, no page is parsed more than needed."""

import re
import secrets
import time
from collections.abc import Sequence
from http.client import HTTPConnection, HTTPException
from typing import NamedTuple
from urllib.parse import urlencode, urlsplit

TIMEOUT = 30.0  # seconds for an answer
KEEP_ALIVE = 3.0  # seconds for which an idle connection is used again: servers close theirs after five
NUMBER = re.compile(r'data-seq="(\d+)"')


class Move(NamedTuple):
    """One move of a prepared game: its seat, and the number of the table before and after it."""

    seat: int
    text: str
    before: int
    after: int


class Prepared(NamedTuple):
    """A game that `prepare.py` has opened."""

    game: str
    cookies: Sequence[str]
    moves: Sequence[Move]


def prepared(told: dict[str, object]) -> Prepared:
    """Read a prepared game from its JSON."""
    return Prepared(str(told["game"]), told["cookies"], [Move(*each) for each in told["moves"]])  # type: ignore[attr-defined,arg-type]


class Answer(NamedTuple):
    """`status` 0: no answer came, and it is unknown what became of the request. `number` is the table's; `said` means
    that the table came with a notice, and so nothing was played."""

    status: int
    number: int = 0
    said: bool = False
    body: str = ""

    @property
    def accepted(self) -> bool:
        return self.status == 200 and not self.said and self.number > 0


class Client:
    """A logged-in person, known by a cookie. Not for several threads at once."""

    def __init__(self, url: str, cookie: str, timeout: float = TIMEOUT) -> None:
        self.address = urlsplit(url).netloc
        self.patience = timeout
        token = secrets.token_hex(16)
        self.headers = {
            "Cookie": f"sessionid={cookie}; csrftoken={token}",
            "X-CSRFToken": token,
            "HX-Request": "true",
            "Content-Type": "application/x-www-form-urlencoded",
        }
        self._connection: HTTPConnection | None = None
        self._answered = 0.0

    def play(self, game: str, move: Move) -> Answer:
        return self.ask("POST", f"/g/{game}/play/", urlencode({"move": move.text, "seq": move.before}))

    def table(self, game: str) -> Answer:
        return self.ask("GET", f"/g/{game}/")

    def ask(self, method: str, path: str, body: str = "") -> Answer:
        try:
            return self._ask(method, path, body)
        except (OSError, HTTPException):
            self.close()
            return Answer(0)

    def _ask(self, method: str, path: str, body: str) -> Answer:
        if time.monotonic() > self._answered + KEEP_ALIVE:
            self.close()
        if self._connection is None:
            self._connection = HTTPConnection(self.address, timeout=self.patience)
        self._connection.request(method, path, body or None, self.headers)
        answer = self._connection.getresponse()
        text = answer.read().decode()
        self._answered = time.monotonic()
        match = NUMBER.search(text)
        return Answer(answer.status, int(match[1]) if match else 0, 'class="notice"' in text, text)

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
