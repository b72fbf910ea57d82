"""Moving cards between the table and the piles, while events are applied (RULEBOOK 4.7, 15.3, 15.5)."""

from .cards import Card, sort_cards
from .moves import BuildName, Stolen
from .state import GameState, Piles, RoundState, replace_at
from .table import Table


def take_from(table: Table, loose: tuple[Card, ...], builds: tuple[BuildName, ...]) -> tuple[Table, tuple[Card, ...]]:
    """The table without these items, and all their cards."""
    left = Table(
        tuple(card for card in table.loose if card not in loose),
        tuple(build for build in table.builds if build.cards not in builds) if builds else table.builds,
    )
    return left, (*loose, *(card for name in builds for card in name))


def add_to_pile(piles: Piles, side: int, cards: tuple[Card, ...]) -> Piles:
    return replace_at(piles, side, piles[side] + cards)


def add_to_seat_pile(piles: Piles, seat: int, taken: tuple[Card, ...], played: tuple[Card, ...] = ()) -> Piles:
    """The piles of the seats once one has taken these: low cards above high, those played on top (15.5)."""
    if not piles:
        return piles
    return replace_at(piles, seat - 1, (*piles[seat - 1], *reversed(sort_cards(taken)), *played))


def rob(game: GameState, round_: RoundState, stolen: tuple[Stolen, ...]) -> RoundState:
    """The round once the stolen cards have left their piles."""
    piles, seat_piles = round_.piles, round_.seat_piles
    for card, seat in stolen:
        side = game.side_of(seat)
        piles = replace_at(piles, side, tuple(other for other in piles[side] if other != card))
        seat_piles = replace_at(seat_piles, seat - 1, seat_piles[seat - 1][:-1])
    return round_._replace(piles=piles, seat_piles=seat_piles)
