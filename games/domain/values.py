"""The values of each card under the options (RULEBOOK 2.2 to 2.6)."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from .cards import FACES, PACKS, Card
from .rules import Matching
from .table import Value

_FACE_VALUES: dict[str, dict[str, int]] = {
    "none": {},
    "royal": {"J": 11, "Q": 12, "K": 13},
    "tablanette": {"Q": 13, "K": 14},
    "tablic": {"J": 12, "Q": 13, "K": 14},
}


@lru_cache(maxsize=64)
def card_values(matching: Matching) -> Mapping[Card, tuple[int, ...]]:
    """Every card's values on the table, smallest first; empty for a face that only pairs by rank (2.3)."""
    extra = dict(matching.extra_values)
    cards = dict.fromkeys((*PACKS["standard"], *PACKS["rook"]))
    return {card: tuple(sorted({*_printed_values(card, matching), *extra.get(card, ())})) for card in cards}


@lru_cache(maxsize=64)
def hand_values(matching: Matching) -> Mapping[Card, tuple[int, ...]]:
    """Every card's values in the hand, with which it captures, holds, covers and proves (2.6)."""
    listed, printed = dict(matching.hand_values), card_values(matching)
    if not listed:
        return printed
    return {card: tuple(sorted({*listed.get(card, listed.get(card.rank, values))})) for card, values in printed.items()}


@lru_cache(maxsize=64)
def highest_value(matching: Matching) -> int:
    """The highest value of a card, in the hand or on the table, and so of a build."""
    tables = (card_values(matching), hand_values(matching))
    return max(value for table in tables for values in table.values() for value in values)


def _printed_values(card: Card, matching: Matching) -> tuple[int, ...]:
    if card.rank == "A":
        return matching.ace_values
    if card.rank in FACES:
        value = _FACE_VALUES[matching.face_values].get(card.rank)
        return () if value is None else (value,)
    return (10,) if card.rank == "T" else (int(card.rank),)


def takes_value(card: Card, value: Value, matching: Matching) -> bool:
    """Whether the card can capture a build of this value: its value, or its rank if it has none (5.9)."""
    if isinstance(value, str):
        return card.rank == value and not hand_values(matching)[card]
    return value in hand_values(matching)[card]


def unmatched_values(hand: tuple[Card, ...], values: Iterable[Value], matching: Matching) -> tuple[Value, ...]:
    """The values without a card, once as many as possible have been given a separate card (5.10, 9.2).

    A maximum bipartite matching of values and cards, by Kuhn's algorithm.
    """
    held = hand_values(matching)
    holder: dict[Card, Value] = {}

    def assign(value: Value, tried: set[Card]) -> bool:
        for card in hand:
            if card in tried or value not in (held[card] or (card.rank,)):
                continue
            tried.add(card)
            if card not in holder or assign(holder[card], tried):
                holder[card] = value
                return True
        return False

    return tuple(value for value in dict.fromkeys(values) if not assign(value, set()))
