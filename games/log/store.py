"""The log of a game: appending to it, and the state it leads to.

Every event carries the hash of the previous one, so the hash of the latest identifies the whole history. A state stored
with its hash, in memory or as a snapshot, is therefore never stale: either the log continues from it, or it is not
used.
"""

import json
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from threading import Lock
from typing import Any, NamedTuple

from django.db import transaction

from casino.clock import now
from games import clocks
from games.domain.codec import STATE_VERSION, decode, decode_state, encode, encode_state
from games.domain.events import Event as Fact
from games.domain.events import WentBack
from games.domain.replay import fold
from games.domain.seating import awaits_seeds
from games.domain.state import GameState
from games.log import encryption
from games.models import GENESIS, Event, Game, Snapshot

SNAPSHOT_EVERY = 25
"""Number of events after which a snapshot is written, so that the cost of a move does not grow with the game."""

TAIL = 150
"""Number of latest events kept in memory: more than six players produce in a round of turns."""

MIRRORED = "seq head status turn totals clock deadline updated".split()

SEED_TIMEOUT = timedelta(seconds=5)
"""Time that a full table waits for the client seeds that players' pages have promised."""

SERVER = "server"


class BrokenLogError(ValueError):
    """The log is inconsistent: it does not end as its game's row says."""


class Step(NamedTuple):
    """One cause and its effects: the actor ("seat:2", "server", "person:17"), the entry, and the events."""

    actor: str
    entry: str
    facts: tuple[Fact, ...]


class Known(NamedTuple):
    """The state after the event with this number and hash, and the latest events before it, as far as known."""

    seq: int
    head: str
    state: GameState | None
    latest: tuple[Fact, ...] = ()

    def followed_by(self, facts: Iterable[Fact], game: Game, state: GameState) -> "Known":
        """Return the same after further events, which lead to the game's row."""
        return Known(game.seq, game.head, state, (*self.latest, *facts)[-TAIL:])


NOTHING = Known(0, GENESIS, None)


# --- writing ------------------------------------------------------------------------------------------------------


def locked(game_id: int) -> Game:
    """Lock the game's row until the transaction ends and return it (on SQLite, the transaction itself is the lock)."""
    return Game.objects.select_for_update(no_key=True).get(pk=game_id)


def append(game: Game, steps: Sequence[Step], state: GameState) -> None:
    """Append the steps to the log of a locked game, and update its row to `state`."""
    before, at = known_of(game), now()
    facts = [fact for step in steps for fact in step.facts]
    Event.objects.bulk_create(_rows(game, steps, at))
    _mirror(game, state)
    _mirror_clock(game, facts, state, at)
    game.updated = at
    game.save(update_fields=MIRRORED)
    back = any(isinstance(fact, WentBack) for fact in facts)
    if back or game.seq // SNAPSHOT_EVERY > before.seq // SNAPSHOT_EVERY:
        _keep(game, state)
    known = before.followed_by(facts, game, state)
    transaction.on_commit(lambda: recent.put(game.public_id, known))


def _rows(game: Game, steps: Sequence[Step], at: datetime) -> list[Event]:
    """Return the rows to insert; the game's `seq` and `head` advance to the last of them."""
    rows = []
    for actor, entry, facts in steps:
        for place, fact in enumerate(facts):
            name, version, payload = encode(fact)
            row = Event(
                game=game,
                seq=game.seq + 1,
                type=name,
                version=version,
                payload=encryption.sealed_payload(game, name, payload),
                actor=actor,
                entry="" if place else entry,
                at=at,
                previous=game.head,
            )
            row.hash = row_hash(game.public_id, row)
            game.seq, game.head = row.seq, row.hash
            rows.append(row)
    return rows


def row_hash(public_id: str, row: Event) -> str:
    """Return SHA-256 over the previous hash and the canonical JSON of the event: sorted keys, no whitespace, UTF-8."""
    at = row.at.astimezone(UTC).isoformat(timespec="microseconds")
    content = [public_id, row.seq, row.type, row.version, row.payload, row.actor, row.entry, at]
    canonical = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256(bytes.fromhex(row.previous) + canonical.encode()).hexdigest()


def mirrored(state: GameState) -> dict[str, Any]:
    """Return the fields of a game's row that repeat its state."""
    begun = Game.Status.PLAYING if state.latest_round else Game.Status.OPEN
    ended = Game.Status.OVER if state.latest_round else Game.Status.CANCELLED
    status = ended if state.result else begun
    return {"status": status, "turn": state.turn, "totals": list(state.totals)}


def _mirror(game: Game, state: GameState) -> None:
    for name, value in mirrored(state).items():
        setattr(game, name, value)


def _mirror_clock(game: Game, log: Sequence[Fact], state: GameState, at: datetime) -> None:
    clock = clocks.reckon(clocks.read(game.clock), log, state, at.timestamp())
    for name, value in mirrored_clock(clock, state, at).items():
        setattr(game, name, value)


def mirrored_clock(clock: clocks.Clock | None, state: GameState, at: datetime) -> dict[str, Any]:
    """Return the fields of a game's row that repeat its clocks; `at` is the time of the latest event.

    The deadline of a full table is also the time limit for promised client seeds.
    """
    until = clocks.deadline(clock, state)
    deadline = at + SEED_TIMEOUT if awaits_seeds(state) else until and datetime.fromtimestamp(until, UTC)
    return {"clock": clocks.kept(clock), "deadline": deadline}


def _keep(game: Game, state: GameState) -> None:
    state_kept = encryption.sealed_state(game, encode_state(state))
    snapshot = Snapshot(game=game, seq=game.seq, head=game.head, state_version=STATE_VERSION, state=state_kept)
    Snapshot.objects.bulk_create(
        [snapshot],
        update_conflicts=True,
        unique_fields=["game"],
        update_fields=["seq", "head", "state_version", "state"],
    )


# --- reading ------------------------------------------------------------------------------------------------------


def load(game: Game) -> tuple[GameState, int]:
    """Return the state at the game row's `seq`, and that number. Raises BrokenLogError."""
    for known in _starts(game):
        found = _continued(game, known)
        if found and found.state is not None:
            recent.put(game.public_id, found)
            return found.state, game.seq
    raise BrokenLogError(f"the log of game {game.public_id} does not lead to its event {game.seq}")


def latest_facts(game: Game) -> tuple[Fact, ...]:
    """Return the latest events up to the game row's `seq`, at most TAIL of them."""
    known = known_of(game)
    if len(known.latest) < min(TAIL, game.seq):
        known = known._replace(latest=tuple(fact for _, fact in events_after(game, game.seq - TAIL)))
        if known.state:
            recent.put(game.public_id, known)
    return known.latest


def known_of(game: Game) -> Known:
    """Return the cached state and events of the game if they match its row, else only its number and hash."""
    near = recent.get(game.public_id)
    return near if near and near.head == game.head else Known(game.seq, game.head, None)


def events_after(game: Game, seq: int) -> list[tuple[int, Fact]]:
    """Return the events with their numbers, from the one after `seq` up to the game row's."""
    rows = game.events.filter(seq__gt=seq, seq__lte=game.seq).order_by("seq")
    return [(number, _fact(game, *fact)) for number, *fact in rows.values_list("seq", "type", "version", "payload")]


def timed_events(game: Game, until: int) -> list[tuple[Fact, float]]:
    """Return the events up to number `until`, each with its time."""
    rows = game.events.filter(seq__lte=until).order_by("seq")
    return [(_fact(game, *fact), at.timestamp()) for at, *fact in rows.values_list("at", "type", "version", "payload")]


def played_before(game: Game) -> GameState | None:
    """Return the previous game of a rematch as it was at the opening: rulings may have changed it since."""
    if game.rematch_of is None:
        return None
    opened = game.events.values_list("at", flat=True).get(seq=1).timestamp()
    log = timed_events(game.rematch_of, game.rematch_of.seq)
    return fold(fact for fact, at in log if at <= opened)


def _fact(game: Game, kind: str, version: int, kept: dict[str, Any]) -> Fact:
    """Return the event of a row."""
    return decode(kind, version, encryption.payload_of(game, kept))


def recorded_options(game: Game) -> dict[str, Any]:
    """Return the rules as recorded when the game was opened, without options added to the site later."""
    options: dict[str, Any] = game.events.get(seq=1).payload["rules"]
    return options


def _starts(game: Game) -> Iterator[Known]:
    """Yield the states to continue from, nearest first."""
    near = recent.get(game.public_id)
    if near and game.seq - near.seq <= SNAPSHOT_EVERY:
        yield near
    kept = Snapshot.objects.filter(game=game, state_version=STATE_VERSION).first()
    if kept:
        yield Known(kept.seq, kept.head, decode_state(encryption.state_of(game, kept.state)))
    yield NOTHING


def _continued(game: Game, known: Known) -> Known | None:
    """Return the state at the game's `seq`, continuing from a known one; None if the log does not follow from it."""
    if known.seq >= game.seq:
        return known if known.head == game.head else None
    rows = game.events.filter(seq__gt=known.seq, seq__lte=game.seq).order_by("seq")
    tail = list(rows.values_list("type", "version", "payload", "previous", "hash"))
    if not tail or tail[0][3] != known.head or tail[-1][4] != game.head:
        return None
    facts = [_fact(game, *row[:3]) for row in tail]
    return known.followed_by(facts, game, continued(game, known.state, facts, known.seq))


def continued(game: Game, state: GameState | None, more: Sequence[Fact], seq: int) -> GameState:
    """Return the state after `more` events, which follow event `seq`. A rollback needs the log from its beginning."""
    if not any(isinstance(fact, WentBack) for fact in more):
        return fold(more, state)
    rows = game.events.filter(seq__lte=seq).order_by("seq").values_list("type", "version", "payload")
    return fold([*(_fact(game, *row) for row in rows), *more])


class RecentStates:
    """Cache of the latest states of games in this process, least recently used evicted first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._states: OrderedDict[str, Known] = OrderedDict()
        self._lock = Lock()

    def get(self, public_id: str) -> Known | None:
        with self._lock:
            if public_id in self._states:
                self._states.move_to_end(public_id)
            return self._states.get(public_id)

    def put(self, public_id: str, known: Known) -> None:
        with self._lock:
            self._states[public_id] = known
            self._states.move_to_end(public_id)
            while len(self._states) > self._most:
                self._states.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._states.clear()


recent = RecentStates(most=500)
