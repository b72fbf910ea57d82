"""Whole games with their logs as text, for another server: one JSON object per line, one game per line.

    {"casino_game": 1, "game": "k7m2p9x4qd", "preset": "casino", "options": {...}, "seats": 2, "partners": false,
     "terms": {...}, "public": false, "rematch_of": "" or a game's id, "secret": "hexadecimal",
     "key": "" or the key that decrypts the secrets, "commitment": "...",
     "created": "2026-11-21T15:00:00+00:00", "head": "hash of the last event",
     "sitting": [{"number": 1, "name": "Ann", "bot": ""}, ...],
     "events": [[type, version, payload, actor, entry, time, hash], ...]}

Events are included as the database stores them, so that the chain of hashes is the same; the hash before the first is
64 zeros, and events are numbered from 1. The text reveals all cards, even of a game in progress.
"""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from games.log import encryption
from games.models import ENTRY_LENGTH, GENESIS, HASH_LENGTH, NAME_LENGTH, Event, Game, Seat

FORMAT = 1
LONGEST = 16_000_000
"""Maximum length of a game's line, in characters."""
MOST_EVENTS = 50_000

EVENT_KINDS = (str, int, dict, str, str, str, str)
GAME_KINDS: dict[str, type] = {
    **dict.fromkeys("game preset rematch_of secret key commitment created head".split(), str),
    "options": dict,
    "seats": int,
    "partners": bool,
    "terms": dict,
    "public": bool,
    "sitting": list,
    "events": list,
}
LENGTHS = {"preset": 40, "commitment": HASH_LENGTH, "head": HASH_LENGTH}
_ADDRESS = re.compile(r"[0-9a-z]{1,16}")
SEAT_KINDS: dict[str, type] = {"number": int, "name": str, "bot": str}


class NotReadableError(Exception):
    """A line that is not a valid game."""


# --- export -------------------------------------------------------------------------------------------------------


def with_those_before(games: Iterator[Game]) -> Iterator[Game]:
    """Yield the games, each after the one that it is a rematch of."""
    told: set[int] = set()
    for game in games:
        chain = [game]
        while chain[-1].rematch_of is not None:
            chain.append(chain[-1].rematch_of)
        for each in reversed(chain):
            if each.pk not in told:
                told.add(each.pk)
                yield each


def written(game: Game) -> str:
    """Return the game as one line. Raises LostKeyError."""
    rows = game.events.order_by("seq").values_list("type", "version", "payload", "actor", "entry", "at", "hash")
    told = {
        "casino_game": FORMAT,
        "game": game.public_id,
        **{name: getattr(game, name) for name in "preset options seats partners terms public commitment head".split()},
        "rematch_of": game.rematch_of.public_id if game.rematch_of else "",
        "secret": encryption.secret_of(game).hex(),
        "key": encryption.data_key(game),
        "created": game.created.isoformat(),
        "sitting": list(game.taken_seats.values("number", "name", "bot")),
        "events": [[*fact, at.isoformat(), hashed] for *fact, at, hashed in rows],
    }
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


# --- import -------------------------------------------------------------------------------------------------------


def read(line: str) -> dict[str, Any]:
    """Return the game of a line after checking its format, not its truth. Raises NotReadableError."""
    if len(line) > LONGEST:
        raise NotReadableError("this line is too long for a game")
    try:
        told = json.loads(line, parse_constant=_refuse)
        json.dumps(told, ensure_ascii=False).encode()  # a lone surrogate cannot be stored
    except (ValueError, RecursionError):
        raise NotReadableError("this line is no JSON") from None
    if not isinstance(told, dict) or told.get("casino_game") != FORMAT:
        raise NotReadableError(f"this line is no game in format {FORMAT}")
    _check(told, GAME_KINDS)
    if not _ADDRESS.fullmatch(told["game"]) or "\\u0000" in line or not 2 <= told["seats"] <= 6:
        raise NotReadableError("the game has no address, or something in it that cannot be kept")
    if any(len(told[name]) > most for name, most in LENGTHS.items()):
        raise NotReadableError("something in the game is too long")
    if len(told["events"]) > MOST_EVENTS or len(told["sitting"]) > told["seats"]:
        raise NotReadableError("the game has too many events or players")
    for seat in told["sitting"]:
        _check_seat(seat, told["seats"])
    for event in told["events"]:
        if not isinstance(event, list) or [type(part) for part in event] != list(EVENT_KINDS):
            raise NotReadableError("an event has the wrong shape")
    return told


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is no number")


def _check(told: Any, kinds: dict[str, type]) -> None:
    for name, kind in kinds.items():
        if not isinstance(told, dict) or type(told.get(name)) is not kind:
            raise NotReadableError(f"“{name}” is missing or of the wrong kind")


def _check_seat(seat: Any, seats: int) -> None:
    _check(seat, SEAT_KINDS)
    if not 1 <= seat["number"] <= seats:
        raise NotReadableError("a seat has a number that is not at this table")


def rows(game: Game, told: dict[str, Any]) -> tuple[list[Event], list[Seat]]:
    """Return the rows of a game that was read: its log, and its seats without people. Raises NotReadableError."""
    events, before = [], GENESIS
    for number, (kind, version, payload, actor, entry, at, hashed) in enumerate(told["events"], start=1):
        if max(len(kind), len(actor)) > NAME_LENGTH or len(entry) > ENTRY_LENGTH or len(hashed) != HASH_LENGTH:
            raise NotReadableError(f"event {number} has something too long in it")
        events.append(
            Event(
                game=game,
                seq=number,
                type=kind,
                version=version,
                payload=payload,
                actor=actor,
                entry=entry,
                at=moment(at),
                previous=before,
                hash=hashed,
            )
        )
        before = hashed
    seats = [Seat(game=game, **{name: seat[name] for name in SEAT_KINDS}) for seat in told["sitting"]]
    return events, seats


def moment(text: str) -> datetime:
    """Return a time with its zone, converted to UTC. Raises NotReadableError."""
    try:
        read_time = datetime.fromisoformat(text)
        if read_time.tzinfo is None:
            raise NotReadableError("a time has no zone")
        return read_time.astimezone(UTC)
    except (ValueError, OverflowError):  # the first or last possible day may overflow in UTC
        raise NotReadableError("a time cannot be read") from None
