"""From the pack to hands and table (RULEBOOK 3, 8.4)."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from .cards import Card
from .rules import Dealing
from .state import playing_order

type Hands = tuple[tuple[Card, ...], ...]


class Deal(NamedTuple):
    """One deal: each seat's new cards in seat order, the new loose cards, and whether no seat gets another."""

    hands: Hands
    table: tuple[Card, ...]
    last: bool


def first_deal(dealing: Dealing, seats: int, dealer: int, stock: Sequence[Card]) -> Deal:
    """The first deal of a round, hands and table in packets (3.1)."""
    each, over = _hand_sizes(dealing, seats, len(stock) - dealing.table_size)
    return _hand_out(dealing, seats, dealer, stock, each, dealing.table_size, over)


def next_deal(dealing: Dealing, seats: int, dealer: int, stock: Sequence[Card]) -> Deal:
    """A later deal of a round: hands only, except for cards left over by the last deal (3.2, 3.3)."""
    each, over = _hand_sizes(dealing, seats, len(stock))
    return _hand_out(dealing, seats, dealer, stock, each, 0, over)


def _hand_sizes(dealing: Dealing, seats: int, available: int) -> tuple[int, int]:
    """The number of cards for each seat, and the number of cards then dealt loose to the table (3.3)."""
    full = seats * dealing.hand_size
    if available < full:
        return available // seats, available % seats
    over = available - full
    if dealing.last_deal == "extra" and over < full:
        return dealing.hand_size + over // seats, 0
    return dealing.hand_size, 0


def _hand_out(
    dealing: Dealing, seats: int, dealer: int, stock: Sequence[Card], each: int, on_table: int, over: int
) -> Deal:
    """Deal packets in passes: every seat but the dealer in playing order, the table, the dealer.

    Cards left over (`over`) then go to the table.
    """
    table = 0
    *others, last = playing_order(dealer, seats, dealing.play_direction)
    due = dict.fromkeys([*others, table, last], each) | {table: on_table}
    got: dict[int, list[Card]] = {place: [] for place in due}
    packet = 2 if dealing.hand_size % 2 == dealing.table_size % 2 == 0 else 1
    given = 0
    while any(len(got[place]) < due[place] for place in due):
        for place, cards in got.items():
            size = min(packet, due[place] - len(cards))
            cards.extend(stock[given : given + size])
            given += size
    got[table].extend(stock[given : given + over])
    hands = tuple(tuple(got[seat]) for seat in range(1, seats + 1))
    return Deal(hands, tuple(got[table]), last=len(stock) - given - over < seats)


def first_pairs(table: Sequence[Card]) -> tuple[Card, ...]:
    """The pairs by rank among the first table cards: of three the first two dealt, of four all (8.4)."""
    counts = Counter(card.rank for card in table)
    taken: list[Card] = []
    for rank, count in counts.items():
        taken += [card for card in table if card.rank == rank][: count // 2 * 2]
    return tuple(taken)
