"""The source of all randomness in a game: its secret, and the client seeds of its players.

The packs: see `domain/provably_fair.py`. The first dealer: SHA-256(seed + "casino/dealer/" + counter), counter in
decimal from 0, is read as a big-endian integer; one at or above the largest multiple of the number of seats below 2 to
the 256 is skipped in favor of the next counter. Its remainder modulo the number of seats, plus 1, is the dealer: every
seat is equally likely, no one chooses, and anyone who knows the seed can verify it.
"""

import secrets
from collections.abc import Mapping, Sequence
from hashlib import sha256
from itertools import count
from typing import Any, NamedTuple

from games.domain.cards import Card
from games.domain.provably_fair import (
    CLIENT_SEEDS,
    SEED_BYTES,
    SERVER_SEED_ONLY,
    combined_seed,
    commitment_v1,
    commitment_v2,
    commitment_v3,
    default_client_seed,
    shuffled_pack,
)
from games.domain.state import GameState, next_seat
from games.domain.table import NO_SEAT

_NUMBERS = 1 << 256


def new_seed() -> bytes:
    """Return a new random secret for a game."""
    return secrets.token_bytes(SEED_BYTES)


class Shuffler(NamedTuple):
    """A game's secret, its id, and the version of deriving its packs from them (`domain/provably_fair.py`)."""

    secret: bytes
    game: str
    version: int

    def commitment(self, options: Mapping[str, Any], seats: int, partners: bool, dealer: int = NO_SEAT) -> str:
        """Return the commitment published before the first client seed. `dealer`: NO_SEAT if it is drawn."""
        if self.version == SERVER_SEED_ONLY:
            return commitment_v1(self.secret)
        if self.version == CLIENT_SEEDS:
            return commitment_v2(self.secret, self.game, options, seats, partners)
        return commitment_v3(self.secret, self.game, dealer)

    def default_client_seeds(self, seats: int) -> tuple[str, ...]:
        """Return the generated seeds for seats whose players give none."""
        return tuple(default_client_seed(self.secret, self.game, seat) for seat in range(1, seats + 1))

    def seed(self, client_seeds: Sequence[str]) -> bytes:
        return self.secret if self.version == SERVER_SEED_ONLY else combined_seed(self.secret, self.game, client_seeds)

    def pack(self, client_seeds: Sequence[str], number: int, deck: str) -> tuple[Card, ...]:
        """Return the pack of this round, top card first."""
        return shuffled_pack(self.seed(client_seeds), number, deck)

    def __repr__(self) -> str:
        return f"Shuffler of {self.game}"  # the secret is not for logs


def first_dealer(seed: bytes, seats: int) -> int:
    """Return the seat that deals the first round, drawn as described above."""
    fair = _NUMBERS - _NUMBERS % seats
    draws = (int.from_bytes(sha256(seed + f"casino/dealer/{turn}".encode()).digest()) for turn in count())
    return next(draw for draw in draws if draw < fair) % seats + 1


def dealer_after(state: GameState) -> int:
    """Return the seat that deals in a rematch: the deal passes on as between rounds (3.5)."""
    direction = "clockwise" if state.rules.dealing.dealer_moves == "left" else "counterclockwise"
    return next_seat(state.dealer, state.seats, direction)
