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

from games.domain.provably_fair import SEED_BYTES
from games.models import Game

SECRET_FIELDS = {"round_started": ("pack",), "cards_dealt": ("hands",), "card_drawn": ("card",)}
"""The secret fields of an event, by its type: those hidden by `domain.perspective.redact`."""

ENCRYPTED = "encrypted"
DATA_KEY_LENGTH = len(Fernet.generate_key())


class MissingKeyError(ValueError):
    """The site's keys cannot decrypt a game's secrets."""


MISSING_KEY = gettext_noop(
    "The secrets of game %(game)s are encrypted with a key that this site doesn’t have. Add it to CASINO_SECRETS_KEYS "
    "again, after the newer keys."
)


# --- keys ---------------------------------------------------------------------------------------------------------


def master_fernet() -> MultiFernet | None:
    """The keys of the settings; the first encrypts, all decrypt. None if there are none."""
    keys = settings.SECRETS_KEYS
    return MultiFernet([Fernet(key) for key in keys]) if keys else None


def new_data_key() -> str:
    """A data key for a new game as its row stores it; empty if this site does not encrypt."""
    return encrypted_data_key(Fernet.generate_key().decode()) if settings.SECRETS_KEYS else ""


def encrypted_data_key(data_key: str) -> str:
    """A data key as a row stores it: encrypted, or in plain text if this site has no keys."""
    master = master_fernet()
    return master.encrypt(data_key.encode()).decode() if master and data_key else data_key


def data_key(game: Game) -> str:
    """The game's key in plain text. Raises MissingKeyError."""
    try:
        return _decrypted_key(game.key, tuple(settings.SECRETS_KEYS))
    except InvalidToken:
        raise MissingKeyError(MISSING_KEY % {"game": game.public_id}) from None


@lru_cache(maxsize=1000)
def _decrypted_key(stored: str, keys: tuple[str, ...]) -> str:
    if len(stored) <= DATA_KEY_LENGTH:
        return stored
    if not keys:
        raise InvalidToken
    return MultiFernet([Fernet(key) for key in keys]).decrypt(stored.encode()).decode()


def fernet_for(game: Game) -> Fernet | None:
    key = data_key(game)
    return Fernet(key) if key else None


# --- stored data --------------------------------------------------------------------------------------------------


def encrypt_secret(game: Game, secret: bytes) -> bytes:
    fernet = fernet_for(game)
    return fernet.encrypt(secret) if fernet else secret


def decrypt_secret(game: Game) -> bytes:
    """The game's secret. Raises MissingKeyError."""
    fernet = fernet_for(game)
    return _decrypt(game, fernet, bytes(game.seed)) if fernet else bytes(game.seed)


def encrypt_payload(game: Game, kind: str, payload: dict[str, Any]) -> dict[str, Any]:
    parts, fernet = SECRET_FIELDS.get(kind, ()), fernet_for(game)
    if not parts or fernet is None:
        return payload
    secret = {name: payload[name] for name in parts}
    return {name: part for name, part in payload.items() if name not in parts} | {
        ENCRYPTED: _encrypt_json(fernet, secret)
    }


def decrypt_payload(game: Game, stored: dict[str, Any]) -> dict[str, Any]:
    """An event's payload from its stored form. Raises MissingKeyError."""
    if ENCRYPTED not in stored:
        return stored
    return {name: part for name, part in stored.items() if name != ENCRYPTED} | _decrypt_json(game, stored[ENCRYPTED])


def encrypt_state(game: Game, state: dict[str, Any]) -> dict[str, Any]:
    """A state, or a plan, as its row stores it."""
    fernet = fernet_for(game)
    return {ENCRYPTED: _encrypt_json(fernet, state)} if fernet else state


def decrypt_state(game: Game, stored: dict[str, Any]) -> dict[str, Any]:
    """A state, or a plan, from its stored form. Raises MissingKeyError."""
    return _decrypt_json(game, stored[ENCRYPTED]) if ENCRYPTED in stored else stored


def encrypt_shared_seed(secret: bytes) -> bytes:
    """A secret that belongs to no game as a row stores it."""
    master = master_fernet()
    return master.encrypt(secret) if master else secret


def decrypt_shared_seed(stored: bytes, name: str) -> bytes:
    """Such a secret in plain text; an unencrypted seed is recognized by its length. Raises MissingKeyError."""
    if len(stored) <= SEED_BYTES:
        return stored
    master = master_fernet()
    try:
        return master.decrypt(stored) if master else _raise_missing_key(name)
    except InvalidToken:
        return _raise_missing_key(name)


def _raise_missing_key(name: str) -> NoReturn:
    raise MissingKeyError(MISSING_KEY % {"game": name}) from None


def _encrypt_json(fernet: Fernet, secret: dict[str, Any]) -> str:
    return fernet.encrypt(json.dumps(secret, separators=(",", ":")).encode()).decode()


def _decrypt_json(game: Game, stored: str) -> dict[str, Any]:
    decrypted: dict[str, Any] = json.loads(_decrypt(game, fernet_for(game), stored.encode()))
    return decrypted


def _decrypt(game: Game, fernet: Fernet | None, stored: bytes) -> bytes:
    if fernet is None:
        raise MissingKeyError(MISSING_KEY % {"game": game.public_id})
    try:
        return fernet.decrypt(stored)
    except InvalidToken:
        raise MissingKeyError(MISSING_KEY % {"game": game.public_id}) from None
