"""The latest states of games in this process, with their latest events, and the rows of games after a move."""

from collections import OrderedDict
from collections.abc import Iterable
from copy import copy
from threading import Lock
from time import monotonic
from typing import NamedTuple

from games.domain.events import Event
from games.domain.state import GameState
from games.models import GENESIS, Game, Seat

MAX_RECENT_EVENTS = 150
"""Number of latest events kept in memory: more than six players produce in a round of turns."""

MAX_SEAT_AGE = 60.0
"""Seconds for which a process uses the seats and people of a game that it has read."""


class CachedState(NamedTuple):
    """The state after the event with this number and hash, and the latest events before it, as far as known. After a
    move made in this process also the game's row with its seats."""

    seq: int
    head: str
    state: GameState | None
    recent_events: tuple[Event, ...] = ()
    game: Game | None = None

    def advanced_by(self, events: Iterable[Event], game: Game, state: GameState) -> "CachedState":
        """The same after further events, which lead to the game's row."""
        return CachedState(game.seq, game.head, state, (*self.recent_events, *events)[-MAX_RECENT_EVENTS:])


EMPTY_LOG = CachedState(0, GENESIS, None)


class RecentStates:
    """Cache of the latest states of games in this process, least recently used evicted first."""

    def __init__(self, max_size: int) -> None:
        self._max_size = max_size
        self._states: OrderedDict[str, CachedState] = OrderedDict()
        self._lock = Lock()

    def get(self, public_id: str) -> CachedState | None:
        with self._lock:
            if public_id in self._states:
                self._states.move_to_end(public_id)
            return self._states.get(public_id)

    def put(self, public_id: str, cached: CachedState) -> None:
        with self._lock:
            self._states[public_id] = cached
            self._states.move_to_end(public_id)
            while len(self._states) > self._max_size:
                self._states.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._states.clear()


recent_states = RecentStates(max_size=500)


def cached_state(game: Game) -> CachedState:
    """The cached state and events of the game if they match its row, else only its number and hash."""
    cached = recent_states.get(game.public_id)
    return cached if cached and cached.head == game.head else CachedState(game.seq, game.head, None)


def cache_game(game: Game) -> None:
    """Cache the row of a game just saved, with its seats, so that pushes after the move need no query."""
    cached = cached_state(game)
    if cached.state:
        recent_states.put(game.public_id, cached._replace(game=game))


def forget_game(public_id: str) -> None:
    """Forget the game's row and its seats, which have changed outside the log."""
    cached = recent_states.get(public_id)
    if cached:
        recent_states.put(public_id, cached._replace(game=None))


def cached_game(public_id: str, seq: int) -> Game | None:
    """The game if it is cached as it was after event `seq` or later. Threads share it: do not modify it."""
    cached = recent_states.get(public_id)
    return cached.game if cached and cached.seq >= seq else None


def cached_seat(public_id: str, seq: str, person_id: int | None) -> Seat | None:
    """The person's seat if this process has cached it with its game at event `seq`, where a move will fail if
    the game has gone on."""
    cached = recent_states.get(public_id)
    game = cached.game if cached else None
    if person_id is None or game is None or str(game.seq) != seq or monotonic() > game.seats_read_at + MAX_SEAT_AGE:
        return None  # a computer's seat has no person either
    own = next((seat for seat in game.seats_with_people if seat.person_id == person_id), game.local_seat(person_id))
    seat = copy(own) if own else None
    if seat:
        seat.game = game
    return seat
