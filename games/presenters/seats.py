"""The seats at the table, as one viewer sees them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from games.domain.perspective import Perspective, RoundView
from games.domain.state import playing_order

from .names import Names

if TYPE_CHECKING:
    from .clocks import ClockView


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat: `cards` in hand; `pile`, `sweeps` and `total` are its side's.

    `stand_in`: the computer plays on for its player; `away`: the last day of its player's holiday; `profile`: the name
    of its player's page, if there is one; `hints`: the number of hints it has been given.
    """

    number: int
    name: str
    me: bool
    partner: bool
    free: bool
    dealer: bool
    turn: bool
    cards: int
    pile: int
    sweeps: int
    total: int
    stand_in: bool = False
    clock: ClockView | None = None
    away: date | None = None
    profile: str = ""
    hints: int = 0

    @property
    def backs(self) -> range:
        """A range for templates to draw a card back for each card in hand."""
        return range(self.cards)


def seat_views(sight: Perspective) -> tuple[SeatView, ...]:
    """The seats in the order of play, the viewer last; for a spectator by number."""
    numbers: tuple[int, ...] = tuple(range(1, sight.seats + 1))
    if sight.viewer:
        numbers = playing_order(sight.viewer, sight.seats, sight.rules.dealing.play_direction)
    names = Names(sight)
    return tuple(_seat_view(sight, number, names) for number in numbers)


def _seat_view(sight: Perspective, number: int, names: Names) -> SeatView:
    now, side = sight.round, sight.side_of(number)
    same_side = bool(sight.viewer) and side == sight.side_of(sight.viewer)
    return SeatView(
        number=number,
        name=names.seat(number),
        me=number == sight.viewer,
        partner=same_side and number != sight.viewer,
        free=not sight.players[number - 1],
        dealer=number == (now.dealer if now else sight.dealer),
        turn=now is not None and sight.result is None and not sight.frozen and now.turn == number,
        cards=now.hand_counts[number - 1] if now else 0,
        pile=len(now.piles[side]) if now else 0,
        sweeps=_sweeps(now, side),
        total=sight.totals[side],
        stand_in=number in sight.left,
    )


def _sweeps(now: RoundView | None, side: int) -> int:
    return len(now.sweeps[side]) if now else 0
