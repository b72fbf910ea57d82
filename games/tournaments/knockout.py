"""Knockout: the losers leave, and neighbors in the bracket meet next."""

from collections.abc import Sequence

from games.tournaments.field import Pair


def round_count(entries: Sequence[int]) -> int:
    return (max(len(entries), 1) - 1).bit_length()


def first_round(entries: Sequence[int]) -> list[Pair]:
    """The first round in bracket order. `entries`: in seed order. Seeds 1 and 2 can meet only in the final; the top
    seeds have the byes if the number of entries is not a power of two."""
    if len(entries) < 2:
        return []
    seeds = [0]
    for _ in range(round_count(entries)):
        seeds = [half for seed in seeds for half in (seed, 2 * len(seeds) - 1 - seed)]
    padded = [*entries, *[0] * (len(seeds) - len(entries))]
    return [Pair(padded[a], padded[b]) for a, b in zip(seeds[::2], seeds[1::2], strict=True)]


def next_round(last: Sequence[Pair], winners: Sequence[int]) -> list[Pair]:
    """The round after `last`, whose winners are in the same order; no pairs after the final.

    Side 1 goes to whoever had side 2, if the other had not; otherwise to the upper one in the bracket.
    """
    before = list(zip(last, winners, strict=True))
    return [_pair(*upper, *lower) for upper, lower in zip(before[::2], before[1::2], strict=False)]


def third_place(semifinals: Sequence[Pair], winners: Sequence[int]) -> Pair | None:
    """The match of the two losers; none if there is only one."""
    losers = [
        pair.second if winner == pair.first else pair.first for pair, winner in zip(semifinals, winners, strict=True)
    ]
    if len(losers) != 2 or 0 in losers:
        return None
    return _pair(semifinals[0], losers[0], semifinals[1], losers[1])


def _pair(above: Pair, upper: int, below: Pair, lower: int) -> Pair:
    return Pair(lower, upper) if below.second == lower and above.second != upper else Pair(upper, lower)
