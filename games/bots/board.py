"""A table in a simulation, with cards as bits by their index in the deck, and lookup tables for the rules' cards."""

from functools import lru_cache
from typing import NamedTuple

from games.bots.sums import Things
from games.bots.worth import mask_of
from games.domain.cards import ORDER, PACKS
from games.domain.combining import Values, bits
from games.domain.rules import Rules
from games.domain.table import Value
from games.domain.values import card_values

NO_OWNERS: frozenset[int] = frozenset()


class Pile(NamedTuple):
    """A build, its cards as bits."""

    cards: int
    value: Value
    owner: int
    single: bool


class Board:
    """A table: loose cards as bits, and builds. `known`, `sorted` and `best` cache the steps worked out for it."""

    __slots__ = ("best", "bits", "cards", "known", "loose", "owners", "piles", "sorted", "things")

    def __init__(self, loose: int, piles: tuple[Pile, ...]) -> None:
        self.loose, self.piles = loose, piles
        self.things: Things | None = None
        self.bits: list[int] = []
        self.cards = loose | sum([pile.cards for pile in piles]) if piles else loose
        self.owners = {pile.owner for pile in piles} if piles else NO_OWNERS
        self.known: dict[tuple[int, int, Value], list[Step]] = {}
        self.sorted: dict[tuple[int, int], list[Step]] = {}
        self.best: dict[tuple[int, int], Step] = {}


class Step(NamedTuple):
    """Something a seat can do: how promising it looks (`order`), its gain for the side, the part of the gain that does
    not come from cards (`extra`), the cards spent and taken, and the table after it."""

    order: float
    gain: float
    extra: float
    spent: int
    taken: int
    board: Board


class Shorthand(NamedTuple):
    """Lookup tables for the deck: values and ranks by card index, the cards of each rank, the cards that take each
    value, and the two suits that make an orange."""

    values: tuple[Values, ...]
    ranks: tuple[str, ...]
    of_rank: dict[str, int]
    takers: dict[Value, int]
    red: int
    yellow: int


@lru_cache(maxsize=128)
def shorthand(rules: Rules) -> Shorthand:
    """Return the lookup tables for the rules' deck."""
    pack, values = sorted(PACKS[rules.dealing.deck], key=ORDER.__getitem__), card_values(rules.matching)
    places: list[Values] = [()] * (ORDER[pack[-1]] + 1)
    ranks = [""] * len(places)
    takers: dict[Value, int] = {}
    for card in pack:
        places[ORDER[card]], ranks[ORDER[card]] = values[card], card.rank
        for value in values[card] or (card.rank,):
            takers[value] = takers.get(value, 0) | 1 << ORDER[card]
    of_rank = {rank: mask_of(card for card in pack if card.rank == rank) for rank in set(ranks)}
    red, yellow = (mask_of(card for card in pack if card.suit == suit) for suit in "RY")
    return Shorthand(tuple(places), tuple(ranks), of_rank, takers, red, yellow)


def together(mask: int, cards: list[int]) -> int:
    """Return the cards of the items in the set."""
    all_cards = 0
    for number in bits(mask):
        all_cards |= cards[number]
    return all_cards
