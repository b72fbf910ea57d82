"""From the pack to hands and table (RULEBOOK 3, 8.4, 15.1)."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from .cards import FACES, Card
from .rules import Dealing
from .state import playing_order

type Hands = tuple[tuple[Card, ...], ...]


class Sizes(NamedTuple):
    """The number of cards of one deal: for each seat, for the table, left over for the table, and in a packet."""

    each: int
    table: int
    over: int
    packet: int


class Deal(NamedTuple):
    """One deal: each seat's new cards in seat order, the new loose cards, and whether no seat gets another."""

    hands: Hands
    table: tuple[Card, ...]
    last: bool


def first_deal(dealing: Dealing, seats: int, dealer: int, stock: Sequence[Card]) -> Deal:
    """The first deal of a round, hands and table in packets (3.1)."""
    table, each = _listed(dealing, seats, 1) or (dealing.table_size, dealing.hand_size)
    return _hand_out(dealing, seats, dealer, stock, Sizes(each, table, 0, _packet(each, table)))


def next_deal(dealing: Dealing, seats: int, dealer: int, stock: Sequence[Card], number: int) -> Deal:
    """A later deal of a round: hands only, except for cards left over by the last deal (3.2, 3.3)."""
    listed = _listed(dealing, seats, number)
    if listed is not None:
        return _hand_out(dealing, seats, dealer, stock, Sizes(listed[1], 0, 0, _packet(listed[1], listed[0])))
    each, over = _hand_sizes(dealing, seats, len(stock))
    packet = _packet(dealing.hand_size, dealing.table_size)
    return _hand_out(dealing, seats, dealer, stock, Sizes(each, 0, over, packet))


def _listed(dealing: Dealing, seats: int, number: int) -> tuple[int, int] | None:
    """The cards dealt to the table in the first deal, and the hand size of this one, where deals are listed (15.1)."""
    if dealing.deals is None:
        return None
    table, *hands = dict(dealing.deals)[seats]
    return table, hands[number - 1]


def _packet(each: int, table: int) -> int:
    """The size of a packet: two cards where both sizes are even, else one (3.1)."""
    return 2 if each % 2 == table % 2 == 0 else 1


def _hand_sizes(dealing: Dealing, seats: int, available: int) -> tuple[int, int]:
    """The number of cards for each seat, and the number of cards then dealt loose to the table (3.3)."""
    full = seats * dealing.hand_size
    if available < full:
        return available // seats, available % seats
    over = available - full
    if dealing.last_deal == "extra" and over < full:
        return dealing.hand_size + over // seats, 0
    return dealing.hand_size, 0


def _hand_out(dealing: Dealing, seats: int, dealer: int, stock: Sequence[Card], sizes: Sizes) -> Deal:
    """Deal packets in passes: every seat but the dealer in playing order, the table, the dealer.

    Cards left over then go to the table.
    """
    table = 0
    *others, last = playing_order(dealer, seats, dealing.play_direction)
    due = dict.fromkeys([*others, table, last], sizes.each) | {table: sizes.table}
    got: dict[int, list[Card]] = {place: [] for place in due}
    dealt = 0
    while any(len(got[place]) < due[place] for place in due):
        for place, cards in got.items():
            size = min(sizes.packet, due[place] - len(cards))
            cards.extend(stock[dealt : dealt + size])
            dealt += size
    got[table].extend(stock[dealt : dealt + sizes.over])
    hands = tuple(tuple(got[seat]) for seat in range(1, seats + 1))
    return Deal(hands, tuple(got[table]), last=len(stock) - dealt - sizes.over < seats)


def must_redeal(table: Sequence[Card], stock: Sequence[Card], limit: int) -> bool:
    """Whether the first table cards are dealt anew: so many faces of one rank, and stock enough (3.8)."""
    counts = Counter(card.rank for card in table if card.rank in FACES)
    return max(counts.values(), default=0) >= limit and len(stock) >= len(table)


def first_pairs(table: Sequence[Card]) -> tuple[Card, ...]:
    """The pairs by rank among the first table cards: of three the first two dealt, of four all (8.4)."""
    counts = Counter(card.rank for card in table)
    taken: list[Card] = []
    for rank, count in counts.items():
        taken += [card for card in table if card.rank == rank][: count // 2 * 2]
    return tuple(taken)
