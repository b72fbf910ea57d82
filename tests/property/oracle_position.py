"""A position as the command line asks about it (12.1 to 12.4, 13): the places of the cards, and the value of each
(2)."""

import re
from collections.abc import Iterable
from itertools import chain, combinations
from typing import Any, NamedTuple

from tests.property.oracle_presets import Options, resolve

RANKS = "A123456789TJQK"
SUITS = "SHDCBRGY"
ROYAL_VALUES: dict[str, dict[str, int]] = {
    "none": {},
    "royal": {"J": 11, "Q": 12, "K": 13},
    "tablanette": {"Q": 13, "K": 14},
    "tablic": {"J": 12, "Q": 13, "K": 14},
}

Value = int | str
Card = str


class Item(NamedTuple):
    """A loose card (without a value here, and without an owner), a build, or the top card of an opponent's pile; `name`
    is how a move names it (12.4, 12.8)."""

    name: str
    cards: tuple[Card, ...]
    build: bool = False
    value: Value = 0
    owner: int = 0
    groups: int = 1
    stolen: bool = False


Items = frozenset[Item]


class Position(NamedTuple):
    rules: Options
    seats: int
    partners: bool
    turn: int
    hand: tuple[Card, ...]
    table: Items
    stock: int
    others: int
    proved: frozenset[Value]
    plucked: bool
    tops: Items = frozenset()
    added: bool = False

    @property
    def duty(self) -> str:
        """Return the duty of an owner of builds: that of the last deal when the stock is empty (15.2)."""
        last = None if self.stock else self.rules["last_deal_duty"]
        return str(last or self.rules["duty"])

    @property
    def loose(self) -> Items:
        return frozenset(item for item in self.table if not item.build)

    @property
    def builds(self) -> Items:
        return frozenset(item for item in self.table if item.build)

    @property
    def partner(self) -> int:
        """Return the partner's seat number; -1, who owns nothing, where there is none."""
        return (self.turn + 1) % 4 + 1 if self.partners else -1


def read_position(ask: dict[str, Any]) -> Position:
    seats = int(ask["seats"])
    return Position(
        rules=resolve(ask["rules"]),
        seats=seats,
        partners=bool(ask.get("partners", False)),
        turn=int(ask["turn"]),
        hand=tuple(ask["hand"].split()),
        table=frozenset(read_item(text) for text in ask["table"].split()),
        stock=int(ask["stock"]),
        others=int(ask.get("others", 4 * (seats - 1))),
        proved=frozenset(read_value(text) for text in ask.get("proved", [])),
        plucked=bool(ask.get("plucked", False)),
        tops=read_tops(ask),
    )


def read_tops(ask: dict[str, Any]) -> Items:
    """Return the top cards of the opponents' piles, where they can be stolen (15.3)."""
    turn, partners = int(ask["turn"]), bool(ask.get("partners", False))
    friends = {turn, (turn + 1) % 4 + 1} if partners else {turn}
    if not resolve(ask["rules"])["steal"]:
        return frozenset()
    piles = enumerate(ask.get("tops", []), start=1)
    return frozenset(
        Item(f"{card}@{seat}", (card,), stolen=True) for seat, card in piles if card and seat not in friends
    )


def read_value(text: str) -> Value:
    return int(text) if text.isdigit() else text


def read_item(text: str) -> Item:
    if not text.startswith("["):
        return Item(text, (text,))
    groups, value, owner = re.split("[=@]", text.strip("[]"))
    cards = tuple(sorted(re.split("[+,]", groups), key=card_order))
    return Item(f"[{''.join(cards)}]", cards, True, read_value(value), int(owner), groups.count(",") + 1)


def card_order(card: Card) -> tuple[int, int]:
    return RANKS.index(card[0]), SUITS.index(card[1])


def item_order(item: Item) -> tuple[bool, bool, tuple[int, int]]:
    """Return the key for the order of items: loose cards, builds by their first card, stolen cards (12.2)."""
    return item.stolen, item.build, card_order(item.cards[0])


def numbers(rules: Options, card: Card) -> frozenset[int]:
    """Return every number the card can count as (2.2 to 2.4); none for a face without a value."""
    rank = card[0]
    extra = frozenset(rules["extra_values"].get(card, []))
    if rank == "A":
        return extra | frozenset(rules["ace_values"])
    if rank in "JQK":
        royal = ROYAL_VALUES[rules["face_values"]]
        return extra | (frozenset({royal[rank]}) if rank in royal else frozenset())
    return extra | frozenset({10 if rank == "T" else int(rank)})


def worth(rules: Options, card: Card) -> frozenset[Value]:
    """Return the values of the builds a card captures: its numbers, or for a face without a value the letter of its
    rank (5.9)."""
    return frozenset[Value](numbers(rules, card)) or frozenset[Value]({card[0]})


def hand_numbers(rules: Options, card: Card) -> frozenset[int]:
    """Return every number the card counts as from the hand: those listed for it, or for its rank, or its own (2.6)."""
    listed = rules["hand_values"]
    mine = listed.get(card, listed.get(card[0]))
    return numbers(rules, card) if mine is None else frozenset(mine)


def hand_worth(rules: Options, card: Card) -> frozenset[Value]:
    """Return the values of the builds a card in the hand captures, covers and proves (2.6)."""
    return frozenset[Value](hand_numbers(rules, card)) or frozenset[Value]({card[0]})


def can_count(rules: Options, cards: Iterable[Card], total: int) -> bool:
    """Return whether the cards, each with one of its values, add up to the total."""
    sums = {0}
    for card in cards:
        sums = {sum_so_far + number for sum_so_far in sums for number in numbers(rules, card)}
    return total in sums


def subsets[T](things: Iterable[T]) -> list[frozenset[T]]:
    """Return every subset, the empty one first."""
    pool = list(things)
    return [frozenset(some) for some in chain.from_iterable(combinations(pool, n) for n in range(len(pool) + 1))]
