"""Apply events to the state of a game, one at a time. Never judges: recorded events have happened."""

from collections.abc import Callable
from typing import Any

from . import events as facts
from .cards import Card
from .disputed import STEPS as DISPUTE_STEPS
from .moves import BuildName
from .opening import STEPS as OPENING_STEPS
from .opening import opened
from .state import GameState, LastPlay, Offer, Piles, Result, RoundSheet, RoundState, Sweep, put
from .table import NOBODY, Build, Shown, Table, Value
from .values import card_values

type Proofs = tuple[frozenset[Value], ...]


def evolve(state: GameState | None, event: facts.Event) -> GameState:
    """The state after the event. The first event of a game is GameOpened; `state` is None only there."""
    if isinstance(event, facts.GameOpened):
        return opened(event)
    if state is None:
        raise ValueError(f"a game begins with GameOpened, not {type(event).__name__}")
    step = ROUND_STEPS.get(type(event))
    if step is None:
        return _GAME_STEPS[type(event)](state, event)
    return state._replace(round=step(state, round_of(state), event))


# --- small steps --------------------------------------------------------------------------------------------------


def round_of(state: GameState) -> RoundState:
    """The round in progress. Raises ValueError if there is none."""
    if state.round is None:
        raise ValueError("no round is on")
    return state.round


def _take_from(table: Table, loose: tuple[Card, ...], builds: tuple[BuildName, ...]) -> tuple[Table, tuple[Card, ...]]:
    """The table without these items, and all their cards."""
    left = Table(
        tuple(card for card in table.loose if card not in loose),
        tuple(build for build in table.builds if build.cards not in builds) if builds else table.builds,
    )
    return left, (*loose, *(card for name in builds for card in name))


def _onto(piles: Piles, side: int, cards: tuple[Card, ...]) -> Piles:
    return put(piles, side, piles[side] + cards)


def _still_proved(game: GameState, now: RoundState, seat: int, played: tuple[Card, ...]) -> Proofs:
    """The proofs of 5.14 after the seat has played these cards."""
    if not now.proved[seat - 1]:
        return now.proved
    spent = {value for card in played for value in (*card_values(game.rules.matching)[card], card.rank)}
    return put(now.proved, seat - 1, now.proved[seat - 1] - spent)


def _hands_without(now: RoundState, seat: int, played: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    return put(now.hands, seat - 1, tuple(card for card in now.hands[seat - 1] if card not in played))


def _still_open(now: RoundState, seat: int) -> Offer | None:
    """The open offer after the seat has played, or None: playing declines another's offer not agreed to yet."""
    made = now.offer
    return made if made is None or seat == made.seat or seat in made.agreed else None


# --- the steps of a round -----------------------------------------------------------------------------------------


def _cards_dealt(game: GameState, now: RoundState, event: facts.CardsDealt) -> RoundState:
    given = sum(map(len, event.hands)) + len(event.table)
    return now._replace(
        deal=event.deal,
        last_deal=event.last,
        stock=now.stock[given:],
        hands=tuple(old + new for old, new in zip(now.hands, event.hands, strict=True)),
        table=now.table._replace(loose=now.table.loose + event.table),
        plucked=frozenset(),
        proved=(frozenset(),) * game.seats,
        shown=((),) * game.seats,
    )


def _jack_replaced(_: GameState, now: RoundState, event: facts.JackReplaced) -> RoundState:
    loose = tuple(event.by if card == event.jack else card for card in now.table.loose)
    return now._replace(table=now.table._replace(loose=loose), stock=(*now.stock[1:], event.jack))


def _turn_passed(_: GameState, now: RoundState, event: facts.TurnPassed) -> RoundState:
    return now._replace(turn=event.seat)


def _pairs_taken(game: GameState, now: RoundState, event: facts.PairsTaken) -> RoundState:
    (left, _), side = _take_from(now.table, event.cards, ()), game.side_of(event.seat)
    return now._replace(table=left, piles=_onto(now.piles, side, event.cards), last_capture=side)


def _card_trailed(game: GameState, now: RoundState, event: facts.CardTrailed) -> RoundState:
    played = (event.card,)
    return now._replace(
        hands=_hands_without(now, event.seat, played),
        table=Table((*now.table.loose, event.card), now.table.builds),
        shown=put(now.shown, event.seat - 1, (*now.shown[event.seat - 1], Shown(now.table, played))),
        proved=_still_proved(game, now, event.seat, played),
        plays=now.plays + 1,
        last_play=LastPlay(event.seat),
        offer=_still_open(now, event.seat),
    )


def _cards_captured(game: GameState, now: RoundState, event: facts.CardsCaptured) -> RoundState:
    (left, taken), side = _take_from(now.table, event.loose, event.builds), game.side_of(event.seat)
    return now._replace(
        hands=_hands_without(now, event.seat, event.played),
        table=left,
        piles=_onto(now.piles, side, event.played + taken),
        shown=put(now.shown, event.seat - 1, (*now.shown[event.seat - 1], Shown(now.table, event.played, taken))),
        proved=_still_proved(game, now, event.seat, event.played),
        plays=now.plays + 1,
        last_play=LastPlay(event.seat, event.orange),
        last_capture=side,
        offer=_still_open(now, event.seat),
        silenced=now.silenced.difference(game.seats_of(side)) if now.silenced else now.silenced,
    )


def _sweep_made(game: GameState, now: RoundState, event: facts.SweepMade) -> RoundState:
    side = game.side_of(event.seat)
    swept = (*now.sweeps[side], Sweep(event.cards, event.first_play))
    return now._replace(sweeps=put(now.sweeps, side, swept))


def _build_made(game: GameState, now: RoundState, event: facts.BuildMade) -> RoundState:
    left, _ = _take_from(now.table, event.loose, event.builds)
    proved, owner = _still_proved(game, now, event.seat, event.played), event.build.owner
    return now._replace(
        hands=_hands_without(now, event.seat, event.played) if event.played else now.hands,
        table=Table(left.loose, (*left.builds, event.build)),
        proved=put(proved, owner - 1, proved[owner - 1] | {event.build.value}),
        plays=now.plays + len(event.played),
        last_play=LastPlay(event.seat),
        offer=_still_open(now, event.seat),
    )


def _card_plucked(game: GameState, now: RoundState, event: facts.CardPlucked) -> RoundState:
    (left, _), side = _take_from(now.table, (event.card,), ()), game.side_of(event.seat)
    return now._replace(table=left, piles=_onto(now.piles, side, (event.card,)), plucked=now.plucked | {event.seat})


def _card_drawn(_: GameState, now: RoundState, event: facts.CardDrawn) -> RoundState:
    hands = put(now.hands, event.seat - 1, (*now.hands[event.seat - 1], event.card))
    return now._replace(hands=hands, stock=now.stock[1:])


def _builds_disowned(_: GameState, now: RoundState, event: facts.BuildsDisowned) -> RoundState:
    def disown(build: Build) -> Build:
        return build._replace(owner=NOBODY) if build.cards in event.builds else build

    return now._replace(table=now.table._replace(builds=tuple(map(disown, now.table.builds))))


def _orange_called(_: GameState, now: RoundState, event: facts.OrangeCalled) -> RoundState:
    if not event.right or now.last_play is None:
        return now
    return now._replace(last_play=now.last_play._replace(called=True))


def _claim_made(_: GameState, now: RoundState, event: facts.ClaimMade) -> RoundState:
    return now._replace(silenced=now.silenced | {event.seat})


def _offer_made(_: GameState, now: RoundState, event: facts.OfferMade) -> RoundState:
    return now._replace(offer=Offer(event.kind, event.seat, event.asked, event.back, len(now.stock)))


def _offer_agreed(_: GameState, now: RoundState, event: facts.OfferAgreed) -> RoundState:
    if now.offer is None:
        return now
    return now._replace(offer=now.offer._replace(agreed=now.offer.agreed | {event.seat}))


def _offer_dropped(_: GameState, now: RoundState, _event: facts.Event) -> RoundState:
    return now._replace(offer=None)


def _table_taken(_: GameState, now: RoundState, event: facts.TableTaken) -> RoundState:
    piles = now.piles if event.side is None else _onto(now.piles, event.side, now.table.cards)
    return now._replace(table=Table(), piles=piles)


ROUND_STEPS: dict[type[Any], Callable[[GameState, RoundState, Any], RoundState]] = {
    facts.CardsDealt: _cards_dealt,
    facts.JackReplaced: _jack_replaced,
    facts.TurnPassed: _turn_passed,
    facts.PairsTaken: _pairs_taken,
    facts.CardTrailed: _card_trailed,
    facts.CardsCaptured: _cards_captured,
    facts.SweepMade: _sweep_made,
    facts.BuildMade: _build_made,
    facts.CardPlucked: _card_plucked,
    facts.CardDrawn: _card_drawn,
    facts.BuildsDisowned: _builds_disowned,
    facts.OrangeCalled: _orange_called,
    facts.ClaimMade: _claim_made,
    facts.OfferMade: _offer_made,
    facts.OfferAgreed: _offer_agreed,
    facts.OfferDeclined: _offer_dropped,
    facts.OfferWithdrawn: _offer_dropped,
    facts.TableTaken: _table_taken,
}
"""The steps of events that change nothing but the round; of the game they read only its rules and its seats."""


# --- the steps of a game ------------------------------------------------------------------------------------------


def _round_started(state: GameState, event: facts.RoundStarted) -> GameState:
    fresh = RoundState(
        number=event.number,
        dealer=event.dealer,
        stock=event.pack,
        hands=((),) * state.seats,
        piles=((),) * state.sides,
        sweeps=((),) * state.sides,
        before=state.totals,
        given=({},) * state.sides,
        proved=(frozenset(),) * state.seats,
        shown=((),) * state.seats,
        silenced=state.silenced,
    )
    return state._replace(round=fresh, dealer=event.dealer, latest_round=event.number)


def _points_given(state: GameState, event: facts.PointsGiven) -> GameState:
    now, side = round_of(state), event.side
    added = now.given[side] | {event.key: now.given[side].get(event.key, 0) + event.points}
    totals = put(state.totals, side, state.totals[side] + event.points)
    return state._replace(totals=totals, round=now._replace(given=put(now.given, side, added)))


def _round_scored(state: GameState, event: facts.RoundScored) -> GameState:
    now, sheets = round_of(state), (*state.sheets, RoundSheet(event.points))
    return state._replace(totals=event.totals, sheets=sheets, round=None, silenced=now.silenced, latest_deal=now.deal)


def _target_raised(state: GameState, event: facts.TargetRaised) -> GameState:
    return state._replace(target=event.target)


def _seat_given(state: GameState, event: facts.SeatGiven) -> GameState:
    out = state.out | {event.seat} if event.final else state.out
    return _without_offer(state._replace(left=state.left | {event.seat}, out=out))


def _seat_returned(state: GameState, event: facts.SeatReturned) -> GameState:
    return state._replace(left=state.left - {event.seat}, out=state.out - {event.seat})


def _same(state: GameState, _: facts.Event) -> GameState:
    """Leave the state as it is: the event concerns clocks or people, or announces the events that change the state."""
    return state


def _game_won(state: GameState, event: facts.GameWon) -> GameState:
    return state._replace(totals=event.totals, result=Result(event.winners, event.reason))


def _game_ended(state: GameState, event: facts.GameEnded) -> GameState:
    return state._replace(totals=event.totals, result=Result((), event.reason))


def _without_offer(state: GameState) -> GameState:
    return state._replace(round=state.round and state.round._replace(offer=None))


_GAME_STEPS: dict[type[Any], Callable[[GameState, Any], GameState]] = {
    **OPENING_STEPS,
    facts.RoundStarted: _round_started,
    facts.PointsGiven: _points_given,
    facts.RoundScored: _round_scored,
    facts.TargetRaised: _target_raised,
    facts.SeatResigned: _same,
    facts.SeatAbandoned: _same,
    facts.MoveForced: _same,
    facts.WentBack: lambda state, _: _without_offer(state),  # `replay.standing` leaves out the undone events
    facts.GameEnded: _game_ended,
    facts.TurnExpired: _same,
    facts.SeatGiven: _seat_given,
    facts.SeatReturned: _seat_returned,
    facts.TimeGiven: _same,
    facts.HolidaysNoted: _same,
    facts.GameWon: _game_won,
    **DISPUTE_STEPS,
}
