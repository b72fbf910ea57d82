"""The source of all randomness in a game: its secret, and the client seeds of its players.

The packs: see `domain/provably_fair.py`. The first dealer: SHA-256(seed + "casino/dealer/" + counter), counter in
decimal from 0, is read as a big-endian integer; one at or above the largest multiple of the number of seats below 2 to
the 256 is skipped in favor of the next counter. Its remainder modulo the number of seats, plus 1, is the dealer: every
seat is equally likely, no one chooses, and anyone who knows the seed can verify it.

A page with a button that opens a game contains a token and a commitment. The token holds, encrypted, the server seed
and the id of the future game; the page publishes the commitment. So a player's seed, which is sent together with the
token, is always given after the commitment. Nothing is stored until then.
"""

import json
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from datetime import UTC, datetime
from hashlib import sha256
from itertools import count
from typing import NamedTuple

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.utils.crypto import salted_hmac

from games.domain.cards import Card
from games.domain.provably_fair import (
    COMMITTED_BEFORE,
    SEED_BYTES,
    SERVER_SEED_ONLY,
    combined_seed,
    commitment_v1,
    commitment_v3,
    default_client_seed,
    shuffled_pack,
)
from games.domain.state import GameState, next_seat
from games.domain.table import NO_SEAT
from games.models import new_public_id

_NUMBERS = 1 << 256


def new_seed() -> bytes:
    return secrets.token_bytes(SEED_BYTES)


class Shuffler(NamedTuple):
    """A game's secret, its id, and the version of deriving its packs from them (`domain/provably_fair.py`)."""

    secret: bytes
    game: str
    version: int

    def commitment(self, dealer: int = NO_SEAT) -> str:
        """The commitment published before the first client seed. `dealer`: NO_SEAT if it is drawn."""
        if self.version == SERVER_SEED_ONLY:
            return commitment_v1(self.secret)
        return commitment_v3(self.secret, self.game, dealer)

    def default_client_seeds(self, seats: int) -> tuple[str, ...]:
        return tuple(default_client_seed(self.secret, self.game, seat) for seat in range(1, seats + 1))

    def seed(self, client_seeds: Sequence[str]) -> bytes:
        return self.secret if self.version == SERVER_SEED_ONLY else combined_seed(self.secret, self.game, client_seeds)

    def pack(self, client_seeds: Sequence[str], number: int, deck: str) -> tuple[Card, ...]:
        """The pack of this round, top card first."""
        return shuffled_pack(self.seed(client_seeds), number, deck)

    def __repr__(self) -> str:
        return f"Shuffler of {self.game}"  # the secret is not for logs


def first_dealer(seed: bytes, seats: int) -> int:
    """The seat that deals the first round, drawn as described above."""
    fair = _NUMBERS - _NUMBERS % seats
    draws = (int.from_bytes(sha256(seed + f"casino/dealer/{turn}".encode()).digest()) for turn in count())
    return next(draw for draw in draws if draw < fair) % seats + 1


def dealer_after(state: GameState) -> int:
    """The seat that deals in a rematch: the deal passes on as between rounds (3.5)."""
    direction = "clockwise" if state.rules.dealing.dealer_moves == "left" else "counterclockwise"
    return next_seat(state.dealer, state.seats, direction)


# --- server seeds committed to before their game exists -------------------------------------------------------------


SALT = "games.log.shuffling"


class ServerSeed(NamedTuple):
    """The secret of a future game, its id, the seat that deals first (NO_SEAT if it is drawn), and the time (ISO 8601)
    at which its commitment was published; empty if the game's first event publishes it."""

    secret: bytes
    game: str
    dealer: int = NO_SEAT
    committed: str = ""

    @property
    def commitment(self) -> str:
        return Shuffler(self.secret, self.game, COMMITTED_BEFORE).commitment(self.dealer)

    def __repr__(self) -> str:
        return f"ServerSeed of {self.game}"  # the secret is not for logs


def new_server_seed(dealer: int = NO_SEAT) -> ServerSeed:
    return ServerSeed(new_seed(), new_public_id(), dealer)


def to_token(seed: ServerSeed, salt: str = SALT) -> str:
    """The seed as a token for a page: unreadable, and valid only with this site's SECRET_KEY and this salt."""
    content = json.dumps([seed.secret.hex(), seed.game, seed.dealer])
    return _fernet(salt).encrypt(content.encode()).decode()


def from_token(token: str, salt: str = SALT) -> ServerSeed | None:
    """The seed of a page's token; None without a valid one."""
    fernet = _fernet(salt)
    try:
        content, made = fernet.decrypt(token.encode()), fernet.extract_timestamp(token.encode())
    except (InvalidToken, UnicodeEncodeError):
        return None
    secret, game, dealer = json.loads(content)
    return ServerSeed(bytes.fromhex(secret), game, dealer, datetime.fromtimestamp(made, UTC).isoformat())


def _fernet(salt: str) -> MultiFernet:
    """The ciphers of the site's secret keys; the first encrypts."""
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    digests = [salted_hmac(salt, "", secret=key, algorithm="sha256").digest() for key in keys]
    return MultiFernet([Fernet(urlsafe_b64encode(digest)) for digest in digests])
