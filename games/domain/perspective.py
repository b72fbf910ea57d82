"""The view that one seat, or a spectator, has of a game: built up from nothing, so that no secret can be left in it."""

from typing import NamedTuple

from . import events as facts
from .cards import Card
from .events import Event
from .position import Position
from .rules import Rules
from .state import GameState, LastPlay, Offer, Piles, Result, RoundSheet, RoundState, Sweep, partner_of, side_of
from .table import NOBODY, Shown, Table, Value
from .terms import Terms

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
    before: tuple[int, ...]
    given: tuple[dict[str, int], ...]
    proved: tuple[frozenset[Value], ...]
    plays: int
    last_capture: int | None
    last_play: LastPlay | None
    plucked: frozenset[int]
    silenced: frozenset[int]
    bottom_card: Card | None
    offer: Offer | None
    shown: tuple[tuple[Shown, ...], ...]


class Perspective(NamedTuple):
    """A game as one viewer sees it: a seat, or SPECTATOR."""

    viewer: int
    rules: Rules
    preset: str
    seats: int
    partners: bool
    players: tuple[str, ...]
    terms: Terms
    dealer: int
    target: int
    totals: tuple[int, ...]
    sheets: tuple[RoundSheet, ...]
    result: Result | None
    latest_round: int
    round: RoundView | None
    left: frozenset[int] = frozenset()
    out: frozenset[int] = frozenset()
    frozen: bool = False

    @property
    def my_turn(self) -> bool:
        playing = self.result is None and not self.frozen
        return self.round is not None and playing and self.viewer == self.round.turn != NOBODY

    def side_of(self, seat: int) -> int:
        """The side (counted from 0) that this seat scores for."""
        return side_of(seat, self.partners)

    def position(self) -> Position:
        """The viewer's position, to judge moves. Raises ValueError without a round, and for a spectator."""
        if self.round is None or self.viewer == SPECTATOR:
            raise ValueError("only a seat in a round has a position")
        return position_of(self, self.round)


def position_of(sight: Perspective, now: RoundView) -> Position:
    """The viewer's position in this round."""
    seat = sight.viewer
    partner = partner_of(seat, sight.partners)
    others = sum(now.hand_counts) - len(now.hand)
    return Position(
        rules=sight.rules,
        seat=seat,
        hand=now.hand,
        table=now.table,
        partner=partner,
        plucked=seat in now.plucked,
        proved=now.proved[partner - 1] if partner else frozenset(),
        last_turn=not others and not now.stock_count,
    )


def perspective(state: GameState, viewer: int) -> Perspective:
    """The game as the seat `viewer` (or SPECTATOR) may see it."""
    return Perspective(
        viewer=viewer,
        rules=state.rules,
        preset=state.preset,
        seats=state.seats,
        partners=state.partners,
        players=state.players,
        terms=state.terms,
        dealer=state.dealer,
        target=state.target,
        totals=state.totals,
        sheets=state.sheets,
        result=state.result,
        latest_round=state.latest_round,
        round=None if state.round is None else _round_view(state, state.round, viewer),
        left=state.left,
        out=state.out,
        frozen=state.frozen,
    )


def _round_view(state: GameState, now: RoundState, viewer: int) -> RoundView:
    return RoundView(
        number=now.number,
        dealer=now.dealer,
        deal=now.deal,
        last_deal=now.last_deal,
        turn=now.turn,
        hand=() if viewer == SPECTATOR else now.hands[viewer - 1],
        hand_counts=tuple(map(len, now.hands)),
        stock_count=len(now.stock),
        table=now.table,
        piles=now.piles,
        sweeps=now.sweeps,
        before=now.before,
        given=now.given,
        proved=now.proved,
        plays=now.plays,
        last_capture=now.last_capture,
        last_play=now.last_play,
        plucked=now.plucked,
        silenced=now.silenced,
        bottom_card=_bottom_card(state, now, viewer),
        offer=now.offer,
        shown=now.shown,
    )


def _bottom_card(state: GameState, now: RoundState, viewer: int) -> Card | None:
    """The card the non-dealer of two has peeked at (8.9), while it lies in the stock."""
    peeks = state.rules.specials.cut_peek and viewer not in (SPECTATOR, now.dealer)
    return now.stock[-1] if peeks and now.stock else None


class HiddenDeal(NamedTuple):
    """A deal as one viewer sees it: the viewer's own new cards, and how many every seat got."""

    deal: int
    last: bool
    hand: tuple[Card, ...]
    counts: tuple[int, ...]
    table: tuple[Card, ...]


class HiddenPack(NamedTuple):
    """A pack laid ready, as every viewer sees it: without its cards."""

    number: int
    dealer: int


class HiddenDraw(NamedTuple):
    """A card drawn from the stock by another seat."""

    seat: int


type SeenEvent = Event | HiddenDeal | HiddenPack | HiddenDraw


def seen_by(event: Event, viewer: int) -> SeenEvent:
    """The event without everything that the viewer may not see."""
    match event:
        case facts.RoundStarted(number, dealer, _):
            return HiddenPack(number, dealer)
        case facts.CardsDealt(deal, last, hands, table):
            own = () if viewer == SPECTATOR else hands[viewer - 1]
            return HiddenDeal(deal, last, own, tuple(map(len, hands)), table)
        case facts.CardDrawn(seat, _) if seat != viewer:
            return HiddenDraw(seat)
        case _:
            return event
