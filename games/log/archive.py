"""Whole games with their logs as text, for another server: one JSON object per line, one game per line.

    {"casino_game": 2, "game": "k7m2p9x4qd", "preset": "casino", "options": {...}, "seats": 2, "partners": false,
     "table_settings": {...}, "public": false, "rematch_of": "" or a game's id, "secret": "hexadecimal",
     "key": "" or the key that decrypts the secrets, "commitment": "...",
     "created": "2026-11-21T15:00:00+00:00", "head": "hash of the last event",
     "sitting": [{"number": 1, "name": "Ann", "bot": ""}, ...],
     "events": [[type, version, payload, actor, action text, time, hash], ...]}

Events are included as the database stores them, so that the chain of hashes is the same; the hash before the first is
64 zeros, and events are numbered from 1. The text reveals all cards, even of a game in progress.
"""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from games.log import encryption
from games.log.store import row_hash
from games.models import ACTION_TEXT_LENGTH, GENESIS, HASH_LENGTH, NAME_LENGTH, Game, Seat, StoredEvent

FORMAT = 2
FORMAT_BEFORE_0_1 = 1
VERSIONS_BEFORE_0_1 = {"game_opened": 4, "seat_taken": 3, "cards_captured": 2, "sweep_made": 2, "build_made": 2}
"""Versions in exports of sites installed before release 0.1.0, in which the same shapes are all version 1."""
LONGEST = 16_000_000
"""Maximum length of a game's line, in characters."""
MAX_EVENTS = 50_000

EVENT_KINDS = (str, int, dict, str, str, str, str)
ROW_KINDS: dict[str, type] = {
    "preset": str,
    "options": dict,
    "seats": int,
    "partners": bool,
    "table_settings": dict,
    "public": bool,
    "commitment": str,
    "head": str,
}
"""The fields that stand in the text as in the game's row."""
GAME_KINDS: dict[str, type] = {
    **dict.fromkeys(("game", "rematch_of", "secret", "key", "created"), str),
    **ROW_KINDS,
    "sitting": list,
    "events": list,
}
LENGTHS = {"preset": 40, "commitment": HASH_LENGTH, "head": HASH_LENGTH}
_PUBLIC_ID = re.compile(r"[0-9a-z]{1,16}")
SEAT_KINDS: dict[str, type] = {"number": int, "name": str, "bot": str}


class ArchiveFormatError(Exception):
    """A line that is not a valid game."""


# --- export -------------------------------------------------------------------------------------------------------


def with_predecessors(games: Iterator[Game]) -> Iterator[Game]:
    """Yield the games, each after the one that it is a rematch of."""
    done: set[int] = set()
    for game in games:
        chain = [game]
        while chain[-1].rematch_of is not None:
            chain.append(chain[-1].rematch_of)
        for member in reversed(chain):
            if member.pk not in done:
                done.add(member.pk)
                yield member


def dump_game(game: Game) -> str:
    """The game as one line. Raises MissingKeyError."""
    rows = game.events.order_by("seq").values_list("type", "version", "payload", "actor", "action_text", "at", "hash")
    data = {
        "casino_game": FORMAT,
        "game": game.public_id,
        **{name: getattr(game, name) for name in ROW_KINDS},
        "rematch_of": game.rematch_of.public_id if game.rematch_of else "",
        "secret": encryption.decrypt_secret(game).hex(),
        "key": encryption.data_key(game),
        "created": game.created.isoformat(),
        "sitting": list(game.taken_seats.values("number", "name", "bot")),
        "events": [[*event, at.isoformat(), hashed] for *event, at, hashed in rows],
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


# --- import -------------------------------------------------------------------------------------------------------


def parse_game(line: str) -> dict[str, Any]:
    """The game of a line after checking its format, not its truth. Raises ArchiveFormatError."""
    if len(line) > LONGEST:
        raise ArchiveFormatError("this line is too long for a game")
    try:
        data = json.loads(line, parse_constant=_refuse)
        json.dumps(data, ensure_ascii=False).encode()  # a lone surrogate cannot be stored
    except (ValueError, RecursionError):
        raise ArchiveFormatError("this line is no JSON") from None
    if not isinstance(data, dict) or data.get("casino_game") not in (FORMAT_BEFORE_0_1, FORMAT):
        raise ArchiveFormatError(f"this line is no game in format {FORMAT}")
    _validate(data, GAME_KINDS)
    if not _PUBLIC_ID.fullmatch(data["game"]) or "\\u0000" in line or not 2 <= data["seats"] <= 6:
        raise ArchiveFormatError("the game has no address, or something in it that cannot be kept")
    if any(len(data[name]) > most for name, most in LENGTHS.items()):
        raise ArchiveFormatError("something in the game is too long")
    if len(data["events"]) > MAX_EVENTS or len(data["sitting"]) > data["seats"]:
        raise ArchiveFormatError("the game has too many events or players")
    for seat in data["sitting"]:
        _validate_seat(seat, data["seats"])
    for event in data["events"]:
        if not isinstance(event, list) or [type(part) for part in event] != list(EVENT_KINDS):
            raise ArchiveFormatError("an event has the wrong shape")
    return data


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is no number")


def _validate(data: Any, kinds: dict[str, type]) -> None:
    for name, kind in kinds.items():
        if not isinstance(data, dict) or type(data.get(name)) is not kind:
            raise ArchiveFormatError(f"“{name}” is missing or of the wrong kind")


def _validate_seat(seat: Any, seats: int) -> None:
    _validate(seat, SEAT_KINDS)
    if not 1 <= seat["number"] <= seats:
        raise ArchiveFormatError("a seat has a number that is not at this table")


def build_rows(game: Game, data: dict[str, Any]) -> tuple[list[StoredEvent], list[Seat]]:
    """The rows of a game that was read: its log, and its seats without people. Raises ArchiveFormatError."""
    events, previous = [], GENESIS
    for seq, (kind, version, payload, actor, text, at, hashed) in enumerate(data["events"], start=1):
        if max(len(kind), len(actor)) > NAME_LENGTH or len(text) > ACTION_TEXT_LENGTH or len(hashed) != HASH_LENGTH:
            raise ArchiveFormatError(f"event {seq} has something too long in it")
        events.append(
            StoredEvent(
                game=game,
                seq=seq,
                type=kind,
                version=version,
                payload=payload,
                actor=actor,
                action_text=text,
                at=parse_time(at),
                previous=previous,
                hash=hashed,
            )
        )
        previous = hashed
    if data["casino_game"] == FORMAT_BEFORE_0_1:
        _renumber(game, events)
    seats = [Seat(game=game, **{name: seat[name] for name in SEAT_KINDS}) for seat in data["sitting"]]
    return events, seats


def _renumber(game: Game, rows: list[StoredEvent]) -> None:
    """Check the hashes of a game exported before 0.1.0, then give its events their versions and hashes of today.
    Raises ArchiveFormatError."""
    if rows[-1].hash != game.head or any(row_hash(game.public_id, row) != row.hash for row in rows):
        raise ArchiveFormatError(f"the game {game.public_id} is not in order: its hashes do not fit its events")
    if any(row.version != VERSIONS_BEFORE_0_1.get(row.type, 1) for row in rows):
        raise ArchiveFormatError(f"the game {game.public_id} began before 24 November 2026: it cannot be moved")
    game.head = GENESIS
    for row in rows:
        row.version, row.previous = 1, game.head
        row.hash = game.head = row_hash(game.public_id, row)


def parse_time(text: str) -> datetime:
    """A time with its zone, converted to UTC. Raises ArchiveFormatError."""
    try:
        read_time = datetime.fromisoformat(text)
        if read_time.tzinfo is None:
            raise ArchiveFormatError("a time has no zone")
        return read_time.astimezone(UTC)
    except (ValueError, OverflowError):  # the first or last possible day may overflow in UTC
        raise ArchiveFormatError("a time cannot be read") from None
