"""The source of all randomness in a game: its secret, and the client seeds of its players.

The packs: see `domain/fairness.py`. The first dealer: SHA-256(seed + "casino/dealer/" + counter), counter in decimal
from 0, is read as a big-endian integer; one at or above the largest multiple of the number of seats below 2 to the 256
is skipped in favor of the next counter. Its remainder modulo the number of seats, plus 1, is the dealer: every seat is
equally likely, no one chooses, and anyone who knows the seed can verify it.
"""

import secrets
from collections.abc import Mapping, Sequence
from hashlib import sha256
from itertools import count
from typing import Any, NamedTuple

from games.domain.cards import Card
from games.domain.fairness import (
    SECRET_ALONE,
    SEED_BYTES,
    WITH_WORDS,
    commitment,
    drawn_word,
    mixed_seed,
    promise,
    promise_before,
    shuffled_pack,
)
from games.domain.state import GameState, next_seat
from games.domain.table import NOBODY

_NUMBERS = 1 << 256


def new_seed() -> bytes:
    """Return a new random secret for a game."""
    return secrets.token_bytes(SEED_BYTES)


class Chance(NamedTuple):
    """A game's secret, its id, and the version of deriving its packs from them (`domain/fairness.py`)."""

    secret: bytes
    game: str
    fairness: int

    def promise(self, options: Mapping[str, Any], seats: int, partners: bool, dealer: int = NOBODY) -> str:
        """Return the commitment published before the first client seed. `dealer`: NOBODY if it is drawn."""
        if self.fairness == SECRET_ALONE:
            return commitment(self.secret)
        if self.fairness == WITH_WORDS:
            return promise(self.secret, self.game, options, seats, partners)
        return promise_before(self.secret, self.game, dealer)

    def drawn(self, seats: int) -> tuple[str, ...]:
        """Return the generated seeds for seats whose players give none."""
        return tuple(drawn_word(self.secret, self.game, seat) for seat in range(1, seats + 1))

    def seed(self, words: Sequence[str]) -> bytes:
        return self.secret if self.fairness == SECRET_ALONE else mixed_seed(self.secret, self.game, words)

    def pack(self, words: Sequence[str], number: int, deck: str) -> tuple[Card, ...]:
        """Return the pack of this round, top card first."""
        return shuffled_pack(self.seed(words), number, deck)

    def __repr__(self) -> str:
        return f"Chance of {self.game}"  # the secret is not for logs


def first_dealer(seed: bytes, seats: int) -> int:
    """Return the seat that deals the first round, drawn as described above."""
    fair = _NUMBERS - _NUMBERS % seats
    draws = (int.from_bytes(sha256(seed + f"casino/dealer/{turn}".encode()).digest()) for turn in count())
    return next(draw for draw in draws if draw < fair) % seats + 1


def dealer_after(state: GameState) -> int:
    """Return the seat that deals in a rematch: the deal passes on as between rounds (3.5)."""
    direction = "clockwise" if state.rules.dealing.dealer_moves == "left" else "counterclockwise"
    return next_seat(state.dealer, state.seats, direction)
