"""The view that one seat, or a spectator, has of a game: built up from nothing, so that no secret can be left in it."""

from typing import NamedTuple

from . import events
from .cards import CARD_INDEX, Card
from .events import Event
from .moves import Stolen
from .position import Position
from .rules import Rules
from .state import GameState, LastPlay, Offer, Piles, Result, RoundSheet, RoundState, Sweep, partner_of, side_of
from .table import NO_SEAT, PublicPlay, Table, Value
from .table_settings import TableSettings

SPECTATOR = 0


class RoundView(NamedTuple):
    """A round as one viewer sees it. `piles` hold only cards that all viewers have seen go there."""

    number: int
    dealer: int
    deal: int
    last_deal: bool
    turn: int
    hand: tuple[Card, ...]
    hand_counts: tuple[int, ...]
    stock_count: int
    table: Table
    piles: Piles
    sweeps: tuple[tuple[Sweep, ...], ...]
    totals_at_start: tuple[int, ...]
    bonus_points: tuple[dict[str, int], ...]
    proven_values: tuple[frozenset[Value], ...]
    plays: int
    last_capture: int | None
    last_play: LastPlay | None
    pluck_used: frozenset[int]
    claim_blocked: frozenset[int]
    bottom_card: Card | None
    offer: Offer | None
    public_plays: tuple[tuple[PublicPlay, ...], ...]
    seat_piles: Piles = ()


class Perspective(NamedTuple):
    """A game as one viewer sees it: a seat, or SPECTATOR."""

    viewer: int
    rules: Rules
    preset: str
    seats: int
    partners: bool
    players: tuple[str, ...]
    table_settings: TableSettings
    dealer: int
    target: int
    totals: tuple[int, ...]
    sheets: tuple[RoundSheet, ...]
    result: Result | None
    latest_round: int
    round: RoundView | None
    finished_round: RoundView | None = None
    bot_seats: frozenset[int] = frozenset()
    forfeited_seats: frozenset[int] = frozenset()
    paused: bool = False
    carried: tuple[tuple[str, int], ...] = ()

    @property
    def my_turn(self) -> bool:
        playing = self.result is None and not self.paused
        return self.round is not None and playing and self.viewer == self.round.turn != NO_SEAT

    def side_of(self, seat: int) -> int:
        """The side (counted from 0) that this seat scores for."""
        return side_of(seat, self.partners)

    def position(self) -> Position:
        """The viewer's position, to judge moves. Raises ValueError without a round, and for a spectator."""
        if self.round is None or self.viewer == SPECTATOR:
            raise ValueError("only a seat in a round has a position")
        return position_of(self, self.round)


def position_of(perspective: Perspective, round_: RoundView) -> Position:
    """The viewer's position in this round."""
    seat = perspective.viewer
    partner = partner_of(seat, perspective.partners)
    others = sum(round_.hand_counts) - len(round_.hand)
    return Position(
        rules=perspective.rules,
        seat=seat,
        hand=round_.hand,
        table=round_.table,
        partner=partner,
        pluck_used=seat in round_.pluck_used,
        proven_values=round_.proven_values[partner - 1] if partner else frozenset(),
        last_turn=not others and not round_.stock_count,
        last_deal=not round_.stock_count,
        tops=stealable(round_.seat_piles, seat, partner) if round_.seat_piles else (),
    )


def stealable(piles: Piles, seat: int, partner: int) -> tuple[Stolen, ...]:
    """The top cards of the opponents' piles, in the order of 12.2 (15.3)."""
    tops = [Stolen(pile[-1], number) for number, pile in enumerate(piles, 1) if pile and number not in (seat, partner)]
    return tuple(sorted(tops, key=lambda top: CARD_INDEX[top.card]))


def perspective_of(state: GameState, viewer: int) -> Perspective:
    """The game as the seat `viewer` (or SPECTATOR) may see it."""
    return Perspective(
        viewer=viewer,
        rules=state.rules,
        preset=state.preset,
        seats=state.seats,
        partners=state.partners,
        players=state.players,
        table_settings=state.table_settings,
        dealer=state.dealer,
        target=state.target,
        totals=state.totals,
        sheets=state.sheets,
        result=state.result,
        latest_round=state.latest_round,
        round=state.round and _round_view(state, state.round, viewer),
        finished_round=state.finished_round and _round_view(state, state.finished_round, viewer),
        bot_seats=state.bot_seats,
        forfeited_seats=state.forfeited_seats,
        paused=state.paused,
        carried=state.carried,
    )


def at_round_end(perspective: Perspective) -> Perspective:
    """The perspective as it was before the round in progress was dealt; only its dealer is known already."""
    round_, finished = perspective.round, perspective.finished_round
    if round_ is None or finished is None:
        return perspective
    return perspective._replace(round=None, latest_round=finished.number, totals=round_.totals_at_start)


def _round_view(state: GameState, round_: RoundState, viewer: int) -> RoundView:
    return RoundView(
        number=round_.number,
        dealer=round_.dealer,
        deal=round_.deal,
        last_deal=round_.last_deal,
        turn=round_.turn,
        hand=() if viewer == SPECTATOR else round_.hands[viewer - 1],
        hand_counts=tuple(map(len, round_.hands)),
        stock_count=len(round_.stock),
        table=round_.table,
        piles=round_.piles,
        sweeps=round_.sweeps,
        totals_at_start=round_.totals_at_start,
        bonus_points=round_.bonus_points,
        proven_values=round_.proven_values,
        plays=round_.plays,
        last_capture=round_.last_capture,
        last_play=round_.last_play,
        pluck_used=round_.pluck_used,
        claim_blocked=round_.claim_blocked,
        bottom_card=_bottom_card(state, round_, viewer),
        offer=round_.offer,
        public_plays=round_.public_plays,
        seat_piles=round_.seat_piles,
    )


def _bottom_card(state: GameState, round_: RoundState, viewer: int) -> Card | None:
    """The bottom card as the pack lay, while it is in the stock: shown to all, or to those who peek (3.9, 8.9)."""
    specials = state.rules.specials
    seen = specials.bottom_shown or (specials.cut_peek and viewer not in (SPECTATOR, round_.dealer))
    return round_.bottom if seen and round_.bottom in round_.stock else None


class RedactedDeal(NamedTuple):
    """A deal as one viewer sees it: the viewer's own new cards, and how many every seat got."""

    deal: int
    last: bool
    hand: tuple[Card, ...]
    counts: tuple[int, ...]
    table: tuple[Card, ...]


class RedactedPack(NamedTuple):
    """A pack laid ready, as every viewer sees it: without its cards."""

    number: int
    dealer: int


class RedactedDraw(NamedTuple):
    """A card drawn from the stock by another seat."""

    seat: int


type VisibleEvent = Event | RedactedDeal | RedactedPack | RedactedDraw


def redact(event: Event, viewer: int) -> VisibleEvent:
    """The event without everything that the viewer may not see."""
    match event:
        case events.RoundStarted(number, dealer, _):
            return RedactedPack(number, dealer)
        case events.CardsDealt(deal, last, hands, table):
            own = () if viewer == SPECTATOR else hands[viewer - 1]
            return RedactedDeal(deal, last, own, tuple(map(len, hands)), table)
        case events.CardDrawn(seat, _) if seat != viewer:
            return RedactedDraw(seat)
        case _:
            return event
