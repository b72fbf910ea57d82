"""Who deals first, and the seed that everything left to chance comes from.

The first dealer. SHA-256(seed + "casino/dealer/" + counter), counter in decimal from 0, is read as a whole number,
big-endian; one at or above the largest multiple of the seats below 2 to the 256 is passed over for the next counter.
The rest of its division by the number of seats, plus 1, is the dealer: every seat is equally likely, nobody chooses,
and who knows the seed can see that it was so.
"""

import secrets
from hashlib import sha256
from itertools import count

from games.domain.fairness import SEED_BYTES
from games.domain.state import GameState, next_seat

_NUMBERS = 1 << 256


def new_seed() -> bytes:
    """The secret that all of a game's packs come from."""
    return secrets.token_bytes(SEED_BYTES)


def first_dealer(seed: bytes, seats: int) -> int:
    """The seat that deals the first round, by the drawing described above."""
    fair = _NUMBERS - _NUMBERS % seats
    draws = (int.from_bytes(sha256(seed + f"casino/dealer/{turn}".encode()).digest()) for turn in count())
    return next(draw for draw in draws if draw < fair) % seats + 1


def dealer_after(state: GameState) -> int:
    """The seat that deals when the game is played again: the deal passes on as between rounds (3.5)."""
    direction = "clockwise" if state.rules.dealing.dealer_moves == "left" else "counterclockwise"
    return next_seat(state.dealer, state.seats, direction)
