"""Deals that no one can choose: the server commits to a seed in advance, the players add client seeds, and the packs
are shuffled from both.

The server seed is 32 random bytes. The first event of a game says which version of the protocol it uses; version 2 was
given up before the first release.

Version 1, where several people play the same deal, or the cards are shown before a player could give a seed: the
commitment is the SHA-256 of the server seed, which is itself the seed of the shuffles.

Version 3. The commitment is made before the game is opened, so that no player has given a client seed yet, and the
server has no choice left when the first is given. It is the SHA-256 of `canonical_json` with "casino/commitment/3", the
server seed in hexadecimal, the id of the game to come, and the seat that deals first, 0 where the dealer is drawn. The
seed of the shuffles is the SHA-256 of `canonical_json` with "casino/seed/2", the server seed in hexadecimal, the game's
id, and the client seeds of all seats in their order. A seat whose player gave no client seed (or is a computer) gets a
default: the first 16 digits of the SHA-256 of `canonical_json` with "casino/word/2", the server seed in hexadecimal,
the game's id, and the seat. Because it follows from the server seed, the server cannot try many of them.

The shuffle. A stream of bytes is made of SHA-256(seed + label + counter) blocks, where label is
"casino/round/" + the round's number, and counter is 8 bytes, big-endian, from 0. The pack in the order of
`cards.PACKS` is shuffled by the Fisher-Yates method from the last place down: for place i a number below i + 1 is drawn
from the stream, one byte at a time, rejecting bytes at or above the largest multiple of i + 1 below 256, so that
every order is equally likely.
"""

import json
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any

from .cards import PACKS, Card

SEED_BYTES = 32
SERVER_SEED_ONLY, COMMITTED_BEFORE = 1, 3
SEED_DIGITS = 16


def canonical_json(*parts: Any) -> bytes:
    """An unambiguous encoding: a JSON list, keys sorted, no spaces, in UTF-8."""
    return json.dumps(parts, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def commitment_v1(seed: bytes) -> str:
    """The commitment of version 1: the seed's SHA-256, in hexadecimal. Raises ValueError for a wrong length."""
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
    return sha256(seed).hexdigest()


def commitment_v3(secret: bytes, game: str, dealer: int) -> str:
    """The commitment of version 3, in hexadecimal. Raises ValueError for a secret of other length."""
    commitment_v1(secret)
    return sha256(canonical_json("casino/commitment/3", secret.hex(), game, dealer)).hexdigest()


def default_client_seed(secret: bytes, game: str, seat: int) -> str:
    """The client seed of a seat whose player gave none."""
    return sha256(canonical_json("casino/word/2", secret.hex(), game, seat)).hexdigest()[:SEED_DIGITS]


def combined_seed(secret: bytes, game: str, words: Sequence[str]) -> bytes:
    """The seed of the shuffles of version 3."""
    return sha256(canonical_json("casino/seed/2", secret.hex(), game, list(words))).digest()


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
    commitment_v1(seed)
    cards, stream = list(PACKS[deck]), _stream(seed, round_number)
    for place in range(len(cards) - 1, 0, -1):
        other = _below(place + 1, stream)
        cards[place], cards[other] = cards[other], cards[place]
    return tuple(cards)
