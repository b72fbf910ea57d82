"""Deals that no one can choose: a secret committed to in advance, the players' words, and packs shuffled from both.

The secret is 32 random bytes, chosen when the table is opened. There are three ways to make packs from it; the first
event of a game says which one it uses. A word is the client seed of a seat.

Way 1. The promise is the SHA-256 of the secret, which is itself the seed of the shuffles.

Way 3, for games opened today. The promise is made before the game is opened, so that no player has given a seed yet:
it is the SHA-256 of `told` with "casino/commitment/3", the secret in hexadecimal, the id of the game to come, and the
seat that deals first, 0 where the dealer is drawn. Everything else is as in way 2.

Way 2. The promise binds the secret to this game and its rules: the SHA-256 of `told` with "casino/promise/2", the
secret in hexadecimal, the game's id, all options of its rules, the number of seats, and whether there are partners. So
the server has no choice left when the first word is given. The seed is the SHA-256 of `told` with "casino/seed/2", the
secret in hexadecimal, the game's id, and the words of all seats in their order. For a seat whose player gave no word
(or is a computer) one is drawn: the first 16 digits of the SHA-256 of `told` with "casino/word/2", the secret in
hexadecimal, the game's id, and the seat. Because it follows from the secret, the server cannot try many of them.

The shuffle. A stream of bytes is made of SHA-256(seed + label + counter) blocks, where label is
"casino/round/" + the round's number, and counter is 8 bytes, big-endian, from 0. The pack in the order of
`cards.PACKS` is shuffled by the Fisher-Yates method from the last place down: for place i a number below i + 1 is drawn
from the stream, one byte at a time, rejecting bytes at or above the largest multiple of i + 1 below 256, so that
every order is equally likely.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any

from .cards import PACKS, Card

SEED_BYTES = 32
SECRET_ALONE, WITH_WORDS, PROMISED_BEFORE = 1, 2, 3
WORD_DIGITS = 16


def told(*parts: Any) -> bytes:
    """An unambiguous encoding: a JSON list, keys sorted, no spaces, in UTF-8."""
    return json.dumps(parts, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def commitment(seed: bytes) -> str:
    """The promise of way 1: the seed's SHA-256 in hexadecimal. Raises ValueError for a seed of other length."""
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
    return sha256(seed).hexdigest()


def promise(secret: bytes, game: str, options: Mapping[str, Any], seats: int, partners: bool) -> str:
    """The promise of way 2, in hexadecimal. Raises ValueError for a secret of other length."""
    commitment(secret)
    return sha256(told("casino/promise/2", secret.hex(), game, options, seats, partners)).hexdigest()


def promise_before(secret: bytes, game: str, dealer: int) -> str:
    """The promise of way 3, in hexadecimal. Raises ValueError for a secret of other length."""
    commitment(secret)
    return sha256(told("casino/commitment/3", secret.hex(), game, dealer)).hexdigest()


def drawn_word(secret: bytes, game: str, seat: int) -> str:
    """The word of a seat whose player gave none."""
    return sha256(told("casino/word/2", secret.hex(), game, seat)).hexdigest()[:WORD_DIGITS]


def mixed_seed(secret: bytes, game: str, words: Sequence[str]) -> bytes:
    """The seed of way 2."""
    return sha256(told("casino/seed/2", secret.hex(), game, list(words))).digest()


def _stream(seed: bytes, round_number: int) -> Iterator[int]:
    label, counter = f"casino/round/{round_number}".encode(), 0
    while True:
        yield from sha256(seed + label + counter.to_bytes(8, "big")).digest()
        counter += 1


def _below(limit: int, stream: Iterator[int]) -> int:
    """An unbiased number from 0 to `limit` - 1; `limit` is at most 256."""
    fair = 256 - 256 % limit
    return next(byte for byte in stream if byte < fair) % limit


def shuffled_pack(seed: bytes, round_number: int, deck: str) -> tuple[Card, ...]:
    """The pack of this round (numbered from 1), top card first, by the shuffle described above."""
    commitment(seed)
    cards, stream = list(PACKS[deck]), _stream(seed, round_number)
    for place in range(len(cards) - 1, 0, -1):
        other = _below(place + 1, stream)
        cards[place], cards[other] = cards[other], cards[place]
    return tuple(cards)
