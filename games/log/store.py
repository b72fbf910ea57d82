"""The log of a game: appending to it, and the state it leads to.

Every event carries the hash of the previous one, so the hash of the latest identifies the whole history. A state stored
with its hash, in memory or as a snapshot, is therefore never stale: either the log continues from it, or it is not
used.
"""

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any, NamedTuple

from django.db import transaction

from casino.clock import now
from casino.prepared_queries import PreparedQuery, PreparedWrite
from games import clocks
from games.domain.codec import STATE_VERSION, decode, decode_state, encode, encode_state
from games.domain.dispute_events import GameResumed
from games.domain.events import Event, RolledBack, TurnStarted
from games.domain.evolve import fold
from games.domain.seating import awaits_seeds
from games.domain.state import GameState
from games.log import encryption
from games.log.recent_states import EMPTY_LOG, MAX_RECENT_EVENTS, CachedState, cached_state, recent_states
from games.models import Game, Snapshot, StoredEvent
from games.models.game import bits_of_seats

SNAPSHOT_EVERY = 25
"""Number of events after which a snapshot is written, so that the cost of a move does not grow with the game."""

PROJECTED_FIELDS = ["seq", "head", "status", "turn", "asked", "dispute_seq", "totals", "clock", "deadline", "updated"]

EVENT_FIELDS = [field.attname for field in StoredEvent._meta.concrete_fields if not field.primary_key]

TO_LOOK_AT = frozenset({"pause_requested", "ruling_made"})
"""The types of events that each player is to look at, even if it is not their turn."""

SEED_TIMEOUT = timedelta(seconds=5)
"""Time that a full table waits for the client seeds that players' pages have promised."""

TURN_STARTS = (TurnStarted, RolledBack, GameResumed)
"""The events by which the turn comes to the seat to play: a play, a takeback or a ruling, the end of a pause."""

SERVER = "server"
"""The actor of events that no one requested; others are `seat_actor` and `user_actor`."""


def seat_actor(seat: int) -> str:
    return f"seat:{seat}"


def user_actor(pk: int) -> str:
    return f"person:{pk}"


def seat_of(actor: str) -> int:
    """The seat that acted; 0 when it was not a seat."""
    kind, _, number = actor.partition(":")
    return int(number) if kind == "seat" else 0


class BrokenLogError(ValueError):
    """The log is inconsistent: it does not end as its game's row says."""


class GameChangedError(Exception):
    """The game's row has changed since it was read: nothing was appended."""


class Action(NamedTuple):
    """One cause and its effects: the actor, the text of the request ("" if it has none), and the events."""

    actor: str
    text: str
    events: tuple[Event, ...]


# --- writing ------------------------------------------------------------------------------------------------------


def lock_game(game_id: int) -> Game:
    """Lock the game's row until the transaction ends and return it (on SQLite, the transaction itself is the lock)."""
    return Game.objects.select_for_update(no_key=True).get(pk=game_id)


def lock_unless_locked(game_id: int) -> Game | None:
    """Lock the game's row and return it, unless another transaction has locked it."""
    return Game.objects.select_for_update(skip_locked=True, no_key=True).filter(pk=game_id).first()


def append_events(game: Game, actions: Sequence[Action], state: GameState) -> None:
    """Append the events to the log of the game, and update its row to `state`. Raises GameChangedError, which a row
    that was locked before it was read cannot cause."""
    previous, at = cached_state(game), now()
    events = [event for action in actions for event in action.events]
    rows = _rows(game, actions, at)
    clock = clocks.update_clock(clocks.from_json(game.clock), events, state, at.timestamp())
    for name, value in (projection(state) | clock_projection(clock, state, at)).items():
        setattr(game, name, value)
    game.asked, game.updated = asked_bits(state), at
    game.dispute_seq = max((row.seq for row in rows if row.type in TO_LOOK_AT), default=game.dispute_seq)
    if not _update_game([*(getattr(game, name) for name in PROJECTED_FIELDS), game.pk, previous.head, game.key]):
        raise GameChangedError(game.public_id)
    _insert_events(*([getattr(row, name) for name in EVENT_FIELDS] for row in rows))
    rolled_back = any(isinstance(event, RolledBack) for event in events)
    if rolled_back or game.seq // SNAPSHOT_EVERY > previous.seq // SNAPSHOT_EVERY:
        _save_snapshot(game, state)
    cached = previous.advanced_by(events, game, state)
    transaction.on_commit(lambda: recent_states.put(game.public_id, cached))


_update_game = PreparedWrite(Game, PROJECTED_FIELDS, ["id", "head", "key"])
_insert_events = PreparedWrite(StoredEvent, EVENT_FIELDS)


def _rows(game: Game, actions: Sequence[Action], at: datetime) -> list[StoredEvent]:
    """The rows to insert; the game's `seq` and `head` advance to the last of them."""
    rows = []
    for actor, text, events in actions:
        for index, event in enumerate(events):
            name, version, payload = encode(event)
            row = StoredEvent(
                game=game,
                seq=game.seq + 1,
                type=name,
                version=version,
                payload=encryption.encrypt_payload(game, name, payload),
                actor=actor,
                action_text="" if index else text,
                at=at,
                previous=game.head,
            )
            row.hash = row_hash(game.public_id, row)
            game.seq, game.head = row.seq, row.hash
            rows.append(row)
    return rows


def row_hash(public_id: str, row: StoredEvent) -> str:
    """SHA-256 over the previous hash and the canonical JSON of the event: sorted keys, no whitespace, UTF-8."""
    at = row.at.astimezone(UTC).isoformat(timespec="microseconds")
    content = [public_id, row.seq, row.type, row.version, row.payload, row.actor, row.action_text, at]
    canonical = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256(bytes.fromhex(row.previous) + canonical.encode()).hexdigest()


def projection(state: GameState) -> dict[str, Any]:
    """The fields of a game's row that repeat its state."""
    begun = Game.Status.PLAYING if state.latest_round else Game.Status.OPEN
    played = state.latest_round and state.result and not state.result.called_off
    ended = Game.Status.OVER if played else Game.Status.CANCELLED
    status = ended if state.result else begun
    return {"status": status, "turn": state.turn, "totals": list(state.totals)}


def asked_bits(state: GameState) -> int:
    """The field `asked` of a game's row. It is not verified: servers of release 0.1.0 append without it."""
    return bits_of_seats(state.asked)


def clock_projection(clock: clocks.Clock | None, state: GameState, at: datetime) -> dict[str, Any]:
    """The fields of a game's row that repeat its clocks; `at` is the time of the latest event.

    The deadline of a full table is also the time limit for promised client seeds.
    """
    until = clocks.deadline(clock, state)
    deadline = at + SEED_TIMEOUT if awaits_seeds(state) else until and datetime.fromtimestamp(until, UTC)
    return {"clock": clocks.to_json(clock), "deadline": deadline}


def _save_snapshot(game: Game, state: GameState) -> None:
    encrypted = encryption.encrypt_state(game, encode_state(state))
    snapshot = Snapshot(game=game, seq=game.seq, head=game.head, state_version=STATE_VERSION, state=encrypted)
    Snapshot.objects.bulk_create(
        [snapshot],
        update_conflicts=True,
        unique_fields=["game"],
        update_fields=["seq", "head", "state_version", "state"],
    )


# --- reading ------------------------------------------------------------------------------------------------------


def load(game: Game) -> tuple[GameState, int]:
    """The state at the game row's `seq`, and that number. Raises BrokenLogError."""
    for start in _starting_points(game):
        current = _replay_tail(game, start)
        if current and current.state is not None:
            recent_states.put(game.public_id, current)
            return current.state, game.seq
    raise BrokenLogError(f"the log of game {game.public_id} does not lead to its event {game.seq}")


def recent_events(game: Game) -> tuple[Event, ...]:
    """The latest events up to the game row's `seq`, at most MAX_RECENT_EVENTS of them."""
    cached = cached_state(game)
    if len(cached.recent_events) < min(MAX_RECENT_EVENTS, game.seq):
        events = tuple(event for _, event in events_after(game, game.seq - MAX_RECENT_EVENTS))
        cached = cached._replace(recent_events=events)
        if cached.state:
            recent_states.put(game.public_id, cached)
    return cached.recent_events


def events_after(game: Game, seq: int) -> list[tuple[int, Event]]:
    """The events with their numbers, from the one after `seq` up to the game row's."""
    rows = game.events.filter(seq__gt=seq, seq__lte=game.seq).order_by("seq")
    return [(seq, _event(game, *event)) for seq, *event in rows.values_list("seq", "type", "version", "payload")]


def timed_events(game: Game, until: int) -> list[tuple[Event, float]]:
    """The events up to number `until`, each with its time."""
    rows = game.events.filter(seq__lte=until).order_by("seq")
    return [
        (_event(game, *event), at.timestamp()) for at, *event in rows.values_list("at", "type", "version", "payload")
    ]


def turn_began(game: Game) -> datetime:
    """The time at which the turn came to the seat to play: by a play, a takeback, a ruling, or after a pause."""
    return _turn_times(game.pk)[0]


_turn_times = PreparedQuery(
    lambda game: (
        StoredEvent.objects.filter(game=game, type__in=("turn_started", "rolled_back", "game_resumed"))
        .order_by("-seq")
        .values_list("at", flat=True)[:1]
    ),
    int,
)


def turn_start(game: Game) -> tuple[int, Event | None]:
    """The number of the event by which the turn came to the seat to play, and the event; 0 and None without one."""
    latest = reversed(recent_events(game))
    starts = ((game.seq - back, event) for back, event in enumerate(latest) if isinstance(event, TURN_STARTS))
    return next(starts, (0, None))


def previous_game_at_opening(game: Game) -> GameState | None:
    """The previous game of a rematch as it was at the opening: rulings may have changed it since."""
    if game.rematch_of is None:
        return None
    opened = game.events.values_list("at", flat=True).get(seq=1).timestamp()
    log = timed_events(game.rematch_of, game.rematch_of.seq)
    return fold(event for event, at in log if at <= opened)


def _event(game: Game, kind: str, version: int, payload: dict[str, Any]) -> Event:
    return decode(kind, version, encryption.decrypt_payload(game, payload))


def recorded_options(game: Game) -> dict[str, Any]:
    """The rules as recorded when the game was opened, without options added to the site later."""
    options: dict[str, Any] = game.events.get(seq=1).payload["rules"]
    return options


def _starting_points(game: Game) -> Iterator[CachedState]:
    """Yield the states to continue from, nearest first."""
    cached = recent_states.get(game.public_id)
    if cached and game.seq - cached.seq <= SNAPSHOT_EVERY:
        yield cached
    snapshot = Snapshot.objects.filter(game=game, state_version=STATE_VERSION).first()
    if snapshot:
        state = decode_state(encryption.decrypt_state(game, snapshot.state))
        yield CachedState(snapshot.seq, snapshot.head, state)
    yield EMPTY_LOG


_log_tail = PreparedQuery(
    lambda game, after, until: (
        StoredEvent.objects.filter(game=game, seq__gt=after, seq__lte=until)
        .order_by("seq")
        .values_list("type", "version", "payload", "previous", "hash")
    ),
    int,
    int,
    int,
)


def _replay_tail(game: Game, start: CachedState) -> CachedState | None:
    """The state at the game's `seq`, continuing from this one; None if the log does not follow from it."""
    if start.seq >= game.seq:
        return start if start.head == game.head else None
    tail = _log_tail(game.pk, start.seq, game.seq)
    if not tail or tail[0][3] != start.head or tail[-1][4] != game.head:
        return None
    events = [_event(game, *row[:3]) for row in tail]
    return start.advanced_by(events, game, apply_tail(game, start.state, events, start.seq))


def apply_tail(game: Game, state: GameState | None, more: Sequence[Event], seq: int) -> GameState:
    """The state after `more` events, which follow event `seq`. A rollback needs the log from its beginning."""
    if not any(isinstance(event, RolledBack) for event in more):
        return fold(more, state)
    rows = game.events.filter(seq__lte=seq).order_by("seq").values_list("type", "version", "payload")
    return fold([*(_event(game, *row) for row in rows), *more])
