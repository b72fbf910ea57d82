"""Encryption of secrets in the database: a game's secret, packs and hands in its log, and snapshots of its state.

Each game has its own data key, stored in its row and encrypted with the keys of CASINO_SECRETS_KEYS, which are not in
the database. So these keys can be changed without touching the log, whose rows never change. An event stores its public
parts in plain text and its secret parts as one encrypted text, and its hash covers both as stored: the chain of hashes
can be verified without any key, and a hash reveals no card, not even by trying all of them. Games opened without keys
remain unencrypted.
"""

import json
from functools import lru_cache
from typing import Any, NoReturn

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.utils.translation import gettext_noop

from games.domain.fairness import SEED_BYTES
from games.models import Game

SECRET_PARTS = {"round_started": ("pack",), "cards_dealt": ("hands",), "card_drawn": ("card",)}
"""The secret fields of an event, by its type: those hidden by `domain.perspective.seen_by`."""

SEALED = "sealed"
KEY_LETTERS = len(Fernet.generate_key())


class LostKeyError(ValueError):
    """The site's keys cannot decrypt a game's secrets."""


LOST = gettext_noop(
    "The secrets of game %(game)s are sealed with a key that this site has not been given. "
    "Put it into CASINO_SECRETS_KEYS again, after the newer ones."
)


# --- keys ---------------------------------------------------------------------------------------------------------


def masters() -> MultiFernet | None:
    """Return the keys of the settings; the first encrypts, all decrypt. None if there are none."""
    keys = settings.SECRETS_KEYS
    return MultiFernet([Fernet(key) for key in keys]) if keys else None


def new_key() -> str:
    """Return a data key for a new game as its row stores it; empty if this site does not encrypt."""
    return kept_key(Fernet.generate_key().decode()) if settings.SECRETS_KEYS else ""


def kept_key(data_key: str) -> str:
    """Return a data key as a row stores it: encrypted, or in plain text if this site has no keys."""
    over = masters()
    return over.encrypt(data_key.encode()).decode() if over and data_key else data_key


def data_key(game: Game) -> str:
    """Return the game's key in plain text. Raises LostKeyError."""
    try:
        return _opened_key(game.key, tuple(settings.SECRETS_KEYS))
    except InvalidToken:
        raise LostKeyError(LOST % {"game": game.public_id}) from None


@lru_cache(maxsize=1000)
def _opened_key(kept: str, keys: tuple[str, ...]) -> str:
    if len(kept) <= KEY_LETTERS:
        return kept
    if not keys:
        raise InvalidToken
    return MultiFernet([Fernet(key) for key in keys]).decrypt(kept.encode()).decode()


def _lock(game: Game) -> Fernet | None:
    key = data_key(game)
    return Fernet(key) if key else None


# --- stored data --------------------------------------------------------------------------------------------------


def sealed_secret(game: Game, secret: bytes) -> bytes:
    """Return a game's secret as its row stores it."""
    lock = _lock(game)
    return lock.encrypt(secret) if lock else secret


def secret_of(game: Game) -> bytes:
    """Return the game's secret. Raises LostKeyError."""
    lock = _lock(game)
    return _open(game, lock, bytes(game.seed)) if lock else bytes(game.seed)


def sealed_payload(game: Game, kind: str, payload: dict[str, Any]) -> dict[str, Any]:
    """Return an event's payload as its row stores it."""
    parts, lock = SECRET_PARTS.get(kind, ()), _lock(game)
    if not parts or lock is None:
        return payload
    secret = {name: payload[name] for name in parts}
    return {name: part for name, part in payload.items() if name not in parts} | {SEALED: _sealed(lock, secret)}


def payload_of(game: Game, kept: dict[str, Any]) -> dict[str, Any]:
    """Return an event's payload from its stored form. Raises LostKeyError."""
    if SEALED not in kept:
        return kept
    return {name: part for name, part in kept.items() if name != SEALED} | _unsealed(game, kept[SEALED])


def sealed_state(game: Game, state: dict[str, Any]) -> dict[str, Any]:
    """Return a snapshot's state as its row stores it."""
    lock = _lock(game)
    return {SEALED: _sealed(lock, state)} if lock else state


def state_of(game: Game, kept: dict[str, Any]) -> dict[str, Any]:
    """Return a snapshot's state from its stored form. Raises LostKeyError."""
    return _unsealed(game, kept[SEALED]) if SEALED in kept else kept


def sealed_alone(secret: bytes) -> bytes:
    """Return a secret that belongs to no game as a row stores it."""
    over = masters()
    return over.encrypt(secret) if over else secret


def opened_alone(kept: bytes, name: str) -> bytes:
    """Return such a secret in plain text; an unencrypted seed is recognized by its length. Raises LostKeyError."""
    if len(kept) <= SEED_BYTES:
        return kept
    over = masters()
    try:
        return over.decrypt(kept) if over else _lost(name)
    except InvalidToken:
        return _lost(name)


def _lost(name: str) -> NoReturn:
    raise LostKeyError(LOST % {"game": name}) from None


def _sealed(lock: Fernet, secret: dict[str, Any]) -> str:
    return lock.encrypt(json.dumps(secret, separators=(",", ":")).encode()).decode()


def _unsealed(game: Game, kept: str) -> dict[str, Any]:
    opened: dict[str, Any] = json.loads(_open(game, _lock(game), kept.encode()))
    return opened


def _open(game: Game, lock: Fernet | None, kept: bytes) -> bytes:
    if lock is None:
        raise LostKeyError(LOST % {"game": game.public_id})
    try:
        return lock.decrypt(kept)
    except InvalidToken:
        raise LostKeyError(LOST % {"game": game.public_id}) from None
