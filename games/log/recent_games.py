"""Games as a move has just left them, with who sits there: whoever is pushed the table at once need not ask the
database for what this process has read and written a moment ago."""

from collections import OrderedDict
from threading import Lock

from games.models import Game

MOST = 64
"""What is pushed is pushed at once: a few are enough."""


class JustPlayed:
    """The latest of each game, the oldest forgotten first. They are looked at only, by several threads."""

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
        """The game, if this process knows it as it was after event `seq` or later."""
        with self._lock:
            game = self._games.get(public_id)
        return game if game and game.seq >= seq else None


just_played = JustPlayed(MOST)
