"""Server seeds that a page commits to before their game exists.

A page with a button that opens a game contains a token and a commitment. The token holds, encrypted, the server seed
and the id of the future game; the page publishes the commitment (`domain/provably_fair.py`, version 3). So a player's
seed, which is sent together with the token, is always given after the commitment. Nothing is stored until then.
"""

import json
from base64 import urlsafe_b64encode
from datetime import UTC, datetime
from typing import NamedTuple

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.utils.crypto import salted_hmac

from games.domain.provably_fair import COMMITTED_BEFORE
from games.domain.table import NO_SEAT
from games.log.shuffling import Shuffler, new_seed
from games.models import new_public_id

SALT = "games.log.server_seeds"


class ServerSeed(NamedTuple):
    """The secret of a future game, its id, the seat that deals first (NO_SEAT if it is drawn), and the time (ISO 8601)
    at which its commitment was published; empty if the game's first event publishes it."""

    secret: bytes
    game: str
    dealer: int = NO_SEAT
    committed: str = ""

    @property
    def commitment(self) -> str:
        return Shuffler(self.secret, self.game, COMMITTED_BEFORE).commitment({}, 0, partners=False, dealer=self.dealer)

    def __repr__(self) -> str:
        return f"ServerSeed of {self.game}"  # the secret is not for logs


def new_server_seed(dealer: int = NO_SEAT) -> ServerSeed:
    """Return a new random seed."""
    return ServerSeed(new_seed(), new_public_id(), dealer)


def to_token(seed: ServerSeed, salt: str = SALT) -> str:
    """Return the seed as a token for a page: unreadable, and valid only with this site's SECRET_KEY and this salt."""
    content = json.dumps([seed.secret.hex(), seed.game, seed.dealer])
    return _fernet(salt).encrypt(content.encode()).decode()


def from_token(token: str, salt: str = SALT) -> ServerSeed | None:
    """Return the seed of a page's token; None without a valid one."""
    fernet = _fernet(salt)
    try:
        content, made = fernet.decrypt(token.encode()), fernet.extract_timestamp(token.encode())
    except (InvalidToken, UnicodeEncodeError):
        return None
    secret, game, dealer = json.loads(content)
    return ServerSeed(bytes.fromhex(secret), game, dealer, datetime.fromtimestamp(made, UTC).isoformat())


def _fernet(salt: str) -> MultiFernet:
    """Return the ciphers of the site's secret keys; the first encrypts."""
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    digests = [salted_hmac(salt, "", secret=key, algorithm="sha256").digest() for key in keys]
    return MultiFernet([Fernet(urlsafe_b64encode(digest)) for digest in digests])
