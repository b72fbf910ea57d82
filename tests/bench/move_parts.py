"""A move by parts: the processor time of its request and of the other player's push, in one thread and without a
network."""

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import wraps
from importlib import import_module
from io import BytesIO
from typing import Any
from urllib.parse import urlencode

from tests.bench.registry import Reading, Round, bench
from tests.bench.web import EACH, games_on, started
from tests.load.clients import Prepared, prepared

GAMES, WARM = 12, 2
PARTS = {
    "session": ["casino.sessions.SessionStore.load"],
    "person": ["django.contrib.auth.middleware.get_user"],
    "seats": ["games.views.turns.cached_seat", "games.views.turns.get_own_seat_or_404"],
    "form": ["games.forms.table.MoveForm.full_clean"],
    "rights": ["games.services.turns.seat_refusal", "casino.rate_limits.hit_client"],
    "decide": ["games.services.game_transaction.decide", "games.services.game_transaction.fold"],
    "append": ["games.services.game_transaction.append_events"],
    "what follows": ["games.services.game_transaction.appended"],
    "transaction": [
        f"django.db.backends.base.base.BaseDatabaseWrapper.{name}" for name in ("commit", "set_autocommit")
    ],
    "broadcast": ["casino.live_server.after_response._start"],
    "state and moves": ["games.views.turns.load_table", "games.consumers.table.load_table"],
    "view model": ["games.views.table.table_context", "games.consumers.table.table_context"],
    "template": ["games.views.table.render_to_string", "games.consumers.table.render_to_string"],
    "compress": ["django.middleware.gzip.GZipMiddleware.process_response"],
}
"""The functions of each part, by the name that their caller uses. What one calls that is itself a part counts there."""


class Meter:
    """The processor time of this thread by part, in nanoseconds."""

    def __init__(self) -> None:
        self.taken: Counter[str] = Counter()
        self._at, self._open = time.thread_time_ns(), ["outside"]

    def enter(self, part: str) -> None:
        self._count()
        self._open.append(part)

    def leave(self) -> None:
        self._count()
        self._open.pop()

    def _count(self) -> None:
        at = time.thread_time_ns()
        self.taken[self._open[-1]] += at - self._at
        self._at = at

    def timed[**P, R](self, part: str, work: Callable[P, R]) -> Callable[P, R]:
        @wraps(work, updated=())
        def inside(*arguments: P.args, **named: P.kwargs) -> R:
            self.enter(part)
            try:
                return work(*arguments, **named)
            finally:
                self.leave()

        return inside


@bench("a move by parts")
def parts() -> Round:
    site = started()

    def once() -> Iterator[Reading]:
        games = json.dumps(json.dumps(games_on(site, GAMES)))
        told = json.loads(site.run(f"from tests.bench.move_parts import measure; measure({games})"))
        for part, microseconds in told.items():
            yield Reading(part, microseconds, "µs")

    return once


def measure(told: str) -> None:
    """Play these games and print the microseconds that each part of a move takes."""
    games = [prepared(dict(zip(Prepared._fields, game, strict=True))) for game in json.loads(told)]
    meter = Meter()
    for part, names in PARTS.items():
        for name in names:
            owner, _, function = name.rpartition(".")
            place = found(owner)
            setattr(place, function, meter.timed(part, getattr(place, function)))
    for game in games[:WARM]:
        play(game, meter)
    meter.taken.clear()
    for game in games[WARM:]:
        play(game, meter)
    moves = (len(games) - WARM) * EACH
    del meter.taken["outside"]
    print(json.dumps({part: taken / moves / 1e3 for part, taken in meter.taken.most_common()}))


def found(name: str) -> Any:
    """A module, or a class in it."""
    module, _, last = name.rpartition(".")
    return getattr(import_module(module), last) if last[0].isupper() else import_module(name)


def play(game: Prepared, meter: Meter) -> None:
    handler, table = import_module("casino.asgi").pages, import_module("games.consumers.table")
    pages = [opened(table, game.game, cookie) for cookie in game.cookies]
    for move in game.moves[:EACH]:
        scope = posted(game.game, game.cookies[move.seat - 1])
        body = BytesIO(urlencode({"move": move.text, "seq": move.before}).encode())
        meter.enter("the rest of the request")
        answer = handler.respond(scope, body)
        meter.leave()
        assert answer.status_code == 200
        request = table.PushRequest(move.before, move.before)
        meter.enter("the rest of the push")
        pushed = pages[2 - move.seat].render(table.cached_game(game.game, move.before + 1), request, {})
        meter.leave()
        assert f'data-seq="{move.after}"' in pushed.fragments[table.TABLE]


def opened(table: Any, game: str, cookie: str) -> Any:
    """The consumer of a player's open page."""
    consumer = table.TableConsumer()
    consumer.scope = {"cookies": {"sessionid": cookie}, "headers": [], "url_route": {"kwargs": {"public_id": game}}}
    consumer.identify()
    return consumer


def posted(game: str, cookie: str) -> dict[str, Any]:
    token = "t" * 32
    headers = {
        "host": "127.0.0.1",
        "cookie": f"sessionid={cookie}; csrftoken={token}",
        "x-csrftoken": token,
        "hx-request": "true",
        "accept-encoding": "gzip",
        "content-type": "application/x-www-form-urlencoded",
    }
    encoded: Sequence[tuple[bytes, bytes]] = [(name.encode(), value.encode()) for name, value in headers.items()]
    path, client = f"/g/{game}/play/", ("127.0.0.1", 1)
    return {"type": "http", "method": "POST", "path": path, "query_string": b"", "headers": encoded, "client": client}
