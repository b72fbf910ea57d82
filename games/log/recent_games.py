"""Cache of games just saved by a move, with their seats, so that pushes after it need no query."""

from collections import OrderedDict
from threading import Lock

from games.models import Game

MOST = 64
"""Pushes follow immediately: a few games are enough."""


class JustPlayed:
    """The latest version of each game, oldest evicted first. Several threads read them; they must not be modified."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._games: OrderedDict[str, Game] = OrderedDict()
        self._lock = Lock()

    def keep(self, game: Game) -> None:
        with self._lock:
            self._games[game.public_id] = game
            self._games.move_to_end(game.public_id)
            while len(self._games) > self._most:
                self._games.popitem(last=False)

    def find(self, public_id: str, seq: int) -> Game | None:
        """Return the game if it is cached as it was after event `seq` or later."""
        with self._lock:
            game = self._games.get(public_id)
        return game if game and game.seq >= seq else None


just_played = JustPlayed(MOST)
