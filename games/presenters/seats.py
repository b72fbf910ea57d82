"""The seats at the table, as one viewer sees them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from games.domain.perspective import Perspective, RoundView, VisibleEvent
from games.domain.scoring import sweep_worth
from games.domain.state import playing_order

from .cards import CardView, card_views
from .clocks import ClockView
from .last_captures import LastCapture, last_captures
from .names import Names
from .pegs import PegBar, peg_bar
from .portraits import Portrait, person_portrait


class SeatDetails(NamedTuple):
    """Details by seat that are not in the log: clocks, last days of vacations, profile pages, numbers of hints,
    portraits."""

    clocks: Mapping[int, ClockView] = {}
    vacations: Mapping[int, date] = {}
    profiles: Mapping[int, str] = {}
    hints: Mapping[int, int] = {}
    portraits: Mapping[int, Portrait] = {}


NO_DETAILS = SeatDetails()


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat: `cards` in hand; `pile`, `sweeps`, `total` and `pegs` are its side's.

    `stand_in`: the computer plays on for its player; `vacation_until`: the last day of its player's vacation;
    `profile`: the name of its player's page, if there is one; `hints`: the number of hints it has been given.
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
    pegs: PegBar | None
    last_capture: tuple[CardView, ...]
    just_captured: bool
    stand_in: bool
    clock: ClockView | None
    vacation_until: date | None
    profile: str
    hints: int
    portrait: Portrait

    @property
    def backs(self) -> range:
        """A range for templates to draw a card back for each card in hand."""
        return range(self.cards)


def seat_views(
    perspective: Perspective, details: SeatDetails, log: Sequence[VisibleEvent] = ()
) -> tuple[SeatView, ...]:
    """The seats in the order of play, the viewer last; for a spectator by number. `log` tells of the last captures."""
    numbers: tuple[int, ...] = tuple(range(1, perspective.seats + 1))
    if perspective.viewer:
        numbers = playing_order(perspective.viewer, perspective.seats, perspective.rules.dealing.play_direction)
    names = Names(perspective)
    captures = last_captures(log, perspective.viewer) if perspective.round else {}
    return tuple(
        _seat_view(perspective, number, names, details, captures.get(number, LastCapture())) for number in numbers
    )


def _top_is_shown(now: RoundView | None, viewer: int, number: int) -> bool:
    """Return whether the table shows the top card of the seat's pile, which then is not fanned out."""
    return now is not None and bool(now.seat_piles) and number != viewer


def _seat_view(
    perspective: Perspective, number: int, names: Names, details: SeatDetails, capture: LastCapture
) -> SeatView:
    now, side = perspective.round, perspective.side_of(number)
    same_side = bool(perspective.viewer) and side == perspective.side_of(perspective.viewer)
    to_target = perspective.rules.winning.ending == "target"
    return SeatView(
        number=number,
        name=names.seat(number),
        me=number == perspective.viewer,
        partner=same_side and number != perspective.viewer,
        free=not perspective.players[number - 1],
        dealer=number == (now.dealer if now else perspective.dealer),
        turn=now is not None and perspective.result is None and not perspective.paused and now.turn == number,
        cards=now.hand_counts[number - 1] if now else 0,
        pile=len(now.piles[side]) if now else 0,
        sweeps=sum(sweep_worth(perspective.rules.scoring, sweep) > 0 for sweep in now.sweeps[side]) if now else 0,
        total=perspective.totals[side],
        pegs=peg_bar(perspective.totals[side], perspective.target) if to_target else None,
        last_capture=() if _top_is_shown(now, perspective.viewer, number) else card_views(capture.cards),
        just_captured=capture.just,
        stand_in=number in perspective.bot_seats,
        clock=details.clocks.get(number),
        vacation_until=details.vacations.get(number),
        profile=details.profiles.get(number, ""),
        hints=details.hints.get(number, 0),
        portrait=details.portraits.get(number) or person_portrait(perspective.players[number - 1]),
    )
