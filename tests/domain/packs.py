"""Packs stacked for given deals, and rounds played by script. The deals follow an independent reading of rules 3.1 to
3.3."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

TABLE = 0

STANDARD = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"]
PACKS = {
    "standard": STANDARD,
    "no_faces": [card for card in STANDARD if card[0] not in "JQK"],
    "five_handed": [card for card in STANDARD if card not in ("2H", "2D", "2C")],
    "rook": [rank + suit for suit in "BRGY" for rank in "123456789T"],
}


class Company(NamedTuple):
    """Number of seats, dealer, and sizes of the hands and the table; `step` 1 is clockwise, -1 counterclockwise."""

    seats: int = 2
    dealer: int = 2
    step: int = 1
    hand: int = 4
    table: int = 4
    deck: str = "standard"

    @property
    def order(self) -> list[int]:
        """The seats in playing order, the dealer last."""
        return [(self.dealer - 1 + self.step * turn) % self.seats + 1 for turn in range(1, self.seats + 1)]


COUPLE = Company()


class Round(NamedTuple):
    """One pack and everything played with it."""

    pack: str
    moves: list[str]


def receivers(company: Company, table: int) -> list[int]:
    """Return the receiver of each card of a deal, in dealing order (3.1): a seat, or TABLE."""
    order = company.order
    due = dict.fromkeys(order, company.hand) | {TABLE: table}
    packet = 2 if company.hand % 2 == 0 and company.table % 2 == 0 else 1
    dealt: list[int] = []
    while any(due.values()):
        for who in [*order[:-1], TABLE, order[-1]]:
            count = min(packet, due[who])
            dealt += [who] * count
            due[who] -= count
    return dealt


def stack(
    company: Company, hands: Sequence[str], table: str = "", *, then: Sequence[str] = (), top: str = "", last: str = ""
) -> str:
    """A whole pack, top card first, that deals these hands (by seat) and table.

    `then` are the hands of later deals, `top` the next cards of the stock after those, `last` the pack's last cards.
    What is not wished for is filled up with the other cards in the order of PACKS."""
    wished = {card for text in (*hands, table, *then, top, last) for card in text.split()}
    rest = iter([card for card in PACKS[company.deck] if card not in wished])
    dealt = list(_stacked(company, company.table, hands, table, rest))
    for first in range(0, len(then), company.seats):
        dealt += _stacked(company, 0, then[first : first + company.seats], "", rest)
    return " ".join([*dealt, *top.split(), *rest, *last.split()])


def _stacked(company: Company, size: int, hands: Sequence[str], table: str, rest: Iterator[str]) -> Iterator[str]:
    wishes = [iter(text.split()) for text in (table, *hands, *[""] * company.seats)]
    for who in receivers(company, size):
        yield next(wishes[who], None) or next(rest)


def deals(company: Company, pack: str) -> Iterator[dict[int, list[str]]]:
    """Yield the hands of each deal by seat; exact while the stock can give everyone a full hand."""
    stock, table = pack.split(), company.table
    while stock:
        hands: dict[int, list[str]] = {seat: [] for seat in range(company.seats + 1)}
        to = receivers(company, table)
        for who, card in zip(to, stock, strict=False):
            hands[who].append(card)
        stock, table = stock[len(to) :], 0
        yield hands


def script(company: Company, pack: str, *opening: str) -> Round:
    """Return a round that opens with these moves, "." standing for any trail; after them all players trail to the end.

    For games in which every turn plays one card and a card may always be trailed.
    """
    wanted = list(opening)
    moves: list[str] = []
    for hands in deals(company, pack):
        for _turn in range(company.hand):
            for seat in company.order:
                moves += _next_moves(hands[seat], wanted) if hands[seat] else []
    return Round(pack, moves + wanted)


def _next_moves(hand: list[str], wanted: list[str]) -> Iterable[str]:
    """Yield the next wanted moves up to one that plays a card, which leaves the hand."""
    while wanted and "@" in wanted[0]:
        yield wanted.pop(0)
    move = wanted.pop(0) if wanted else "."
    if move == ".":
        kept = {_played(later) for later in wanted}
        move = next(card for card in hand if card not in kept)
    hand.remove(_played(move))
    yield move


def _played(move: str) -> str:
    """Return the hand card of a move, past a pluck."""
    return next(word for word in move.split() if word[0] != "^")[:2]


def takes_all(company: Company, seat: int) -> Round:
    """Return a round in which the seat makes the only capture and so, in the end, has every card of the pack."""
    hands = ["9S" if each == seat else "" for each in range(1, company.seats + 1)]
    before = company.order.index(seat)
    return script(company, stack(company, hands, "9H"), *["."] * before, "9Sx9H")


def decks_and_moves(*rounds: Round) -> tuple[list[str], list[str]]:
    """Several rounds as one game's packs and moves."""
    return [each.pack for each in rounds], [move for each in rounds for move in each.moves]
