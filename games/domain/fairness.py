"""Deals nobody can choose: a seed committed to in advance, and packs shuffled from it (verifiable by anyone).

The shuffle. A stream of bytes is made of SHA-256(seed + label + counter) blocks, where label is
"casino/round/" + the round's number, and counter is 8 bytes, big-endian, from 0. The pack in the order of
`cards.PACKS` is shuffled by Fisher and Yates from the last place down: for place i a number below i + 1 is drawn
from the stream, one byte at a time, rejecting bytes at or above the largest multiple of i + 1 below 256, so that
every order is equally likely.
"""

from collections.abc import Iterator
from hashlib import sha256

from .cards import PACKS, Card

SEED_BYTES = 32


def commitment(seed: bytes) -> str:
    """The published promise of the seed: its SHA-256 in hexadecimal. Raises ValueError for a seed of other length."""
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
    return sha256(seed).hexdigest()


def _stream(seed: bytes, round_number: int) -> Iterator[int]:
    label, counter = f"casino/round/{round_number}".encode(), 0
    while True:
        yield from sha256(seed + label + counter.to_bytes(8, "big")).digest()
        counter += 1


def _below(limit: int, stream: Iterator[int]) -> int:
    """An unbiased number from 0 to limit - 1."""
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


def deal_is_fair(seed: bytes, promised: str, round_number: int, deck: str, pack: tuple[Card, ...]) -> bool:
    """Whether the seed is the promised one and this pack is what it shuffles to."""
    return commitment(seed) == promised and shuffled_pack(seed, round_number, deck) == pack
