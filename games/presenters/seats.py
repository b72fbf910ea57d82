"""The seats at the table, as one viewer sees them: their players, clocks, last captures and scores as peg boards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from games.domain import events
from games.domain.cards import Card
from games.domain.perspective import Perspective, RedactedPack, VisibleEvent
from games.domain.scoring import sweep_worth
from games.domain.state import playing_order

from .cards import CardView, card_views
from .clocks import ClockView
from .names import Names
from .portraits import Portrait, person_portrait
from .score_sheet import ScoreSheet, signed

# --- a score as a peg board ----------------------------------------------------------------------------------------


HOLE = 12
"""The width of a hole in the drawing."""

MOST_HOLES = 31


@dataclass(frozen=True, slots=True)
class PegBar:
    """A drawing of `holes`, the first `has` with a peg, the next `new` with a peg of this round. One stands for
    several points if the target is far."""

    total: int
    target: int
    holes: int
    has: int
    new: int

    @property
    def width(self) -> int:
        return self.holes * HOLE

    @property
    def all_holes(self) -> str:
        return _row(0, self.holes)

    @property
    def pegs(self) -> str:
        return _row(0, self.has)

    @property
    def new_pegs(self) -> str:
        return _row(self.has, self.new)


def peg_bar(total: int, target: int, new: int = 0) -> PegBar | None:
    """The bar of a side with `total` points, of which `new` were won just now; None without a target."""
    if target <= 0:
        return None
    worth = -(-target // MOST_HOLES)
    holes = -(-target // worth)
    before, now = (min(max(points, 0), target) * holes // target for points in (total - new, total))
    return PegBar(total, target, holes, before, now - before)


def _row(first: int, count: int) -> str:
    """The path through the middles of these holes, empty without any."""
    return f"M{first * HOLE + HOLE // 2} {HOLE // 2}h{(count - 1) * HOLE or '.01'}" if count else ""


# --- the last captures ---------------------------------------------------------------------------------------------


class LastCapture(NamedTuple):
    """The cards taken, then those that took them. `just`: the viewer has not played since."""

    cards: tuple[Card, ...] = ()
    just: bool = False


def last_captures(log: Sequence[VisibleEvent], viewer: int) -> dict[int, LastCapture]:
    """The last capture of each seat in this round; for a spectator only the last play has just been made."""
    captures: dict[int, LastCapture] = {}
    for event in log:
        if isinstance(event, RedactedPack):
            captures.clear()
        if isinstance(event, events.PLAYS) and viewer in (0, event.seat):
            captures = {seat: capture._replace(just=False) for seat, capture in captures.items()}
        for card, seat in getattr(event, "stolen", ()):
            left = captures.get(seat, LastCapture())
            captures[seat] = left._replace(cards=tuple(other for other in left.cards if other != card))
        if isinstance(event, events.CardsCaptured):
            taken = (*event.loose, *(card for build in event.builds for card in build))
            stolen = (item.card for item in event.stolen)
            captures[event.seat] = LastCapture((*taken, *stolen, *event.played), just=event.seat != viewer)
    return captures


# --- the seats -----------------------------------------------------------------------------------------------------


class SeatDetails(NamedTuple):
    """Details by seat that are not in the log: clocks, nights off, last days of vacations, profile pages, numbers of
    hints, portraits."""

    clocks: Mapping[int, ClockView] = {}
    vacations: Mapping[int, date] = {}
    profiles: Mapping[int, str] = {}
    hints: Mapping[int, int] = {}
    portraits: Mapping[int, Portrait] = {}
    nights: Mapping[int, str] = {}


NO_DETAILS = SeatDetails()


PLACES = {
    0: (),
    1: ("top",),
    2: ("left", "right"),
    3: ("left", "top", "right"),
    4: ("left low", "left high", "right high", "right low"),
    5: ("left low", "left high", "top", "right high", "right low"),
}
"""Where the others sit round the table, by their number: clockwise from the viewer's left."""


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat: `cards` in hand; `pile`, `sweeps`, `total`, `pegs` and `so_far` are its side's; `so_far`: the points of
    this round if it ended now, signed, once there are any.

    `place`: where it is drawn; `team`: "us" or "them" in a game with partners, for a spectator of the first side or of
    another, and `partners`: the names of the other players of its side, where the viewer is not one of them.

    `stand_in`: the computer plays on for its player, who is `out` of the game if it does so for good; `nights`: when
    its clock rests, in words; `vacation_until`: the last day of its player's vacation;
    `profile`: the name of its player's page, if there is one; `hints`: the number of hints it has been given.
    """

    number: int
    name: str
    me: bool
    place: str
    team: str
    partner: bool
    partners: str
    free: bool
    dealer: bool
    turn: bool
    cards: int
    pile: int
    sweeps: int
    total: int
    pegs: PegBar | None
    so_far: str
    last_capture: tuple[CardView, ...]
    just_captured: bool
    stand_in: bool
    out: bool
    clock: ClockView | None
    nights: str
    vacation_until: date | None
    profile: str
    hints: int
    portrait: Portrait

    @property
    def backs(self) -> range:
        """A range for templates to draw a card back for each card in hand."""
        return range(self.cards)


def seat_views(
    perspective: Perspective, details: SeatDetails, log: Sequence[VisibleEvent] = (), sheet: ScoreSheet | None = None
) -> tuple[SeatView, ...]:
    """The seats in the order of play, the viewer last; for a spectator by number. `log` tells of the last captures,
    `sheet` of the points of each side in this round, where the rules let the page count them."""
    numbers: tuple[int, ...] = tuple(range(1, perspective.seats + 1))
    if perspective.viewer:
        numbers = playing_order(perspective.viewer, perspective.seats, perspective.rules.dealing.play_direction)
    names = Names(perspective)
    captures = last_captures(log, perspective.viewer) if perspective.round else {}
    around = PLACES[perspective.seats - 1]
    if perspective.rules.dealing.play_direction == "counterclockwise":
        around = around[::-1]
    points = sheet.points if sheet else ()
    return tuple(
        _seat_view(names, number, details, captures.get(number, LastCapture()), place, points)
        for number, place in zip(numbers, (*around, "near"), strict=True)
    )


def _seat_view(
    names: Names, number: int, details: SeatDetails, capture: LastCapture, place: str, points: Sequence[int]
) -> SeatView:
    perspective = names.perspective
    now, side = perspective.round, perspective.side_of(number)
    own_side = perspective.side_of(perspective.viewer or 1)
    same_side = bool(perspective.viewer) and side == own_side
    others = [seat for seat in range(1, perspective.seats + 1) if seat != number and perspective.side_of(seat) == side]
    top_is_shown = now is not None and bool(now.seat_piles) and number != perspective.viewer  # and not fanned out
    to_target = perspective.rules.winning.ending == "target"
    return SeatView(
        number=number,
        name=names.seat(number),
        me=number == perspective.viewer,
        place=place,
        team=("us" if side == own_side else "them") if others else "",
        partner=same_side and number != perspective.viewer,
        partners="" if same_side else names.seats(others),
        free=not perspective.players[number - 1],
        dealer=number == (now.dealer if now else perspective.dealer),
        turn=now is not None and perspective.result is None and not perspective.paused and now.turn == number,
        cards=now.hand_counts[number - 1] if now else 0,
        pile=len(now.piles[side]) if now else 0,
        sweeps=sum(sweep_worth(perspective.rules.scoring, sweep) > 0 for sweep in now.sweeps[side]) if now else 0,
        total=perspective.totals[side],
        pegs=peg_bar(perspective.totals[side], perspective.target) if to_target else None,
        so_far=(signed(points[side]) or "+0") if any(points) else "",
        last_capture=() if top_is_shown else card_views(capture.cards),
        just_captured=capture.just,
        stand_in=number in perspective.bot_seats,
        out=number in perspective.forfeited_seats,
        clock=details.clocks.get(number),
        nights=details.nights.get(number, ""),
        vacation_until=details.vacations.get(number),
        profile=details.profiles.get(number, ""),
        hints=details.hints.get(number, 0),
        portrait=details.portraits.get(number) or person_portrait(perspective.players[number - 1]),
    )
