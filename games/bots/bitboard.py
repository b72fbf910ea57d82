"""A table in a simulation, with cards as bits by their index in the deck, and lookup tables for the rules' cards."""

from functools import lru_cache
from typing import NamedTuple

from games.bots.card_worth import mask_of
from games.bots.subset_sums import ItemValues
from games.domain.cards import CARD_INDEX, PACKS, RED_SUITS, YELLOW_SUITS
from games.domain.rules import Rules
from games.domain.subset_sum import Values, bits
from games.domain.table import Value
from games.domain.values import card_values, hand_values

NO_OWNERS: frozenset[int] = frozenset()


class BitBuild(NamedTuple):
    """A build, its cards as bits."""

    cards: int
    value: Value
    owner: int
    single: bool


class BitTable:
    """A table: loose cards as bits, and builds. `transitions`, `ordered` and `greediest` are caches of its moves."""

    __slots__ = (
        "builds",
        "cards",
        "greediest",
        "loose",
        "loose_bits",
        "loose_values",
        "ordered",
        "owners",
        "transitions",
    )

    def __init__(self, loose: int, builds: tuple[BitBuild, ...]) -> None:
        self.loose, self.builds = loose, builds
        self.loose_values: ItemValues | None = None
        self.loose_bits: list[int] = []
        self.cards = loose | sum([build.cards for build in builds]) if builds else loose
        self.owners = {build.owner for build in builds} if builds else NO_OWNERS
        self.transitions: dict[tuple[int, int, Value], list[Transition]] = {}
        self.ordered: dict[tuple[int, int], list[Transition]] = {}
        self.greediest: dict[tuple[int, int], Transition] = {}


class Transition(NamedTuple):
    """A move of a seat: how promising it looks (`estimate`), its gain for the side, the part of the gain that does not
    come from cards (`extra`), the cards played and taken, and the table after it."""

    estimate: float
    gain: float
    extra: float
    played: int
    taken: int
    after: BitTable


class CardMasks(NamedTuple):
    """Lookup tables for the deck: values on the table, values in the hand and ranks by card index, the cards of each
    rank, the hand cards that take each value, the table cards that have it, and the suits that make an orange."""

    values: tuple[Values, ...]
    hand: tuple[Values, ...]
    ranks: tuple[str, ...]
    of_rank: dict[str, int]
    takers: dict[Value, int]
    having: dict[Value, int]
    red: int
    yellow: int


@lru_cache(maxsize=128)
def card_masks(rules: Rules) -> CardMasks:
    """The lookup tables for the rules' deck."""
    pack = sorted(PACKS[rules.dealing.deck], key=CARD_INDEX.__getitem__)
    values, held = card_values(rules.matching), hand_values(rules.matching)
    by_index: list[Values] = [()] * (CARD_INDEX[pack[-1]] + 1)
    hand, ranks = by_index.copy(), [""] * len(by_index)
    takers: dict[Value, int] = {}
    having: dict[Value, int] = {}
    for card in pack:
        index = CARD_INDEX[card]
        by_index[index], hand[index], ranks[index] = values[card], held[card], card.rank
        for table, listed in ((takers, held[card]), (having, values[card])):
            for value in listed or (card.rank,):
                table[value] = table.get(value, 0) | 1 << index
    of_rank = {rank: mask_of(card for card in pack if card.rank == rank) for rank in set(ranks)}
    red, yellow = (mask_of(card for card in pack if card.suit in suits) for suits in (RED_SUITS, YELLOW_SUITS))
    if not rules.specials.orange:
        red = yellow = 0
    return CardMasks(tuple(by_index), tuple(hand), tuple(ranks), of_rank, takers, having, red, yellow)


def union(mask: int, cards: list[int]) -> int:
    """The cards of the items in the set."""
    all_cards = 0
    for index in bits(mask):
        all_cards |= cards[index]
    return all_cards
