"""The states of many games at once, in a fixed number of queries: for lists."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db.models import F, Q

from games.domain.codec import STATE_VERSION, decode, decode_state
from games.domain.events import Event
from games.domain.state import GameState
from games.log import encryption
from games.log.recent_states import cached_state
from games.log.store import SNAPSHOT_EVERY, apply_tail
from games.models import Game, Snapshot, StoredEvent

WINDOW = SNAPSHOT_EVERY + 15
"""Number of latest events read of each game: those since its snapshot, and enough before them to find a move."""

type NumberedEvents = list[tuple[int, Event]]


class LatestState(NamedTuple):
    """The state of a game as its row says, and the latest events that led to it."""

    state: GameState
    events: tuple[Event, ...]


def latest_states(games: Iterable[Game]) -> dict[int, LatestState]:
    """The states by the games' keys, without the rare game to which someone is appending just now.

    The rows need their `seq`, `head` and `key`.
    """
    found: dict[int, LatestState] = {}
    missing: list[Game] = []
    for game in games:
        cached = cached_state(game)
        if cached.state and len(cached.recent_events) >= min(WINDOW, game.seq):
            found[game.pk] = LatestState(cached.state, cached.recent_events)
        elif game.seq:
            missing.append(game)
    return found | _read(missing) if missing else found


def _read(games: Sequence[Game]) -> dict[int, LatestState]:
    snapshots = {row.game_id: row for row in Snapshot.objects.filter(game__in=games, state_version=STATE_VERSION)}
    events = _events(games, [game.pk for game in games if game.pk not in snapshots])
    pairs = ((game, _state(game, snapshots.get(game.pk), events.get(game.pk, []))) for game in games)
    return {game.pk: LatestState(state, _values(events[game.pk])) for game, state in pairs if state}


def _events(games: Sequence[Game], whole: Sequence[int]) -> dict[int, NumberedEvents]:
    """The latest events of the games, up to those that their rows name; all events of the `whole` games."""
    rows = {game.pk: game for game in games}
    wanted = StoredEvent.objects.filter(Q(seq__gt=F("game__seq") - WINDOW) | Q(game__in=whole), game__in=rows)
    events: dict[int, NumberedEvents] = {}
    for pk, seq, kind, version, payload in wanted.order_by("game", "seq").values_list(
        "game", "seq", "type", "version", "payload"
    ):
        if seq <= rows[pk].seq:
            event = decode(kind, version, encryption.decrypt_payload(rows[pk], payload))
            events.setdefault(pk, []).append((seq, event))
    return events


def _state(game: Game, snapshot: Snapshot | None, events: NumberedEvents) -> GameState | None:
    """The state after the events; None where they do not lead from the snapshot to the game's row."""
    start = snapshot.seq if snapshot else 0
    tail = [(seq, event) for seq, event in events if seq > start]
    if start > game.seq or [seq for seq, _ in tail] != list(range(start + 1, game.seq + 1)):
        return None
    before = decode_state(encryption.decrypt_state(game, snapshot.state)) if snapshot else None
    return apply_tail(game, before, _values(tail), start) if tail else before


def _values(events: NumberedEvents) -> tuple[Event, ...]:
    return tuple(event for _, event in events)
