"""Apply events to the state of a game: one, or a whole log. It does not validate: a recorded event is a fact."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from . import events, setup_events
from .cards import Card
from .dispute_events import HANDLERS as DISPUTE_HANDLERS
from .dispute_events import GamePaused, GameResumed, unchanged, without_offer
from .events import BotTookOver, Event, PlayerReturned, RolledBack, SeatTakenOver, TimeZoneSet, VacationSet
from .moves import Stolen
from .setup_events import HANDLERS as OPENING_HANDLERS
from .setup_events import SeatLeft, SeatsSwapped, SeatTaken, TableSettingsFixed, initial_state
from .state import EndReason, GameState, LastPlay, Offer, Piles, Result, RoundSheet, RoundState, Sweep, partner_of
from .table import NO_SEAT, Build, PublicPlay, Table, Value, add_to_seat_pile, replace_at
from .values import hand_values

type Proofs = tuple[frozenset[Value], ...]


def evolve(state: GameState | None, event: events.Event) -> GameState:
    """The state after the event. The first event of a game is GameOpened; `state` is None only there."""
    if isinstance(event, setup_events.GameOpened):
        return initial_state(event)
    if state is None:
        raise ValueError(f"a game begins with GameOpened, not {type(event).__name__}")
    step = ROUND_HANDLERS.get(type(event))
    if step is None:
        return _GAME_HANDLERS[type(event)](state, event)
    return state._replace(round=step(state, round_of(state), event))


# --- cards between the table and the piles (4.7, 15.3, 15.5) ----------------------------------------------------------


def add_to_pile(piles: Piles, side: int, cards: tuple[Card, ...]) -> Piles:
    return replace_at(piles, side, piles[side] + cards)


def rob(game: GameState, round_: RoundState, stolen: tuple[Stolen, ...]) -> RoundState:
    """The round once the stolen cards have left their piles."""
    piles, seat_piles = round_.piles, round_.seat_piles
    for card, seat in stolen:
        side = game.side_of(seat)
        piles = replace_at(piles, side, tuple(other for other in piles[side] if other != card))
        seat_piles = replace_at(seat_piles, seat - 1, seat_piles[seat - 1][:-1])
    return round_._replace(piles=piles, seat_piles=seat_piles)


# --- small steps --------------------------------------------------------------------------------------------------


def round_of(state: GameState) -> RoundState:
    """The round in progress. Raises ValueError if there is none."""
    if state.round is None:
        raise ValueError("no round is on")
    return state.round


def _still_proved(game: GameState, round_: RoundState, seat: int, played: tuple[Card, ...]) -> Proofs:
    """The proofs of 5.14 after the seat has played these cards."""
    if not round_.proven_values[seat - 1]:
        return round_.proven_values
    spent = {value for card in played for value in (*hand_values(game.rules.matching)[card], card.rank)}
    return replace_at(round_.proven_values, seat - 1, round_.proven_values[seat - 1] - spent)


def _hands_without(round_: RoundState, seat: int, played: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    return replace_at(round_.hands, seat - 1, tuple(card for card in round_.hands[seat - 1] if card not in played))


def _add_public_play(round_: RoundState, seat: int, play: PublicPlay) -> tuple[tuple[PublicPlay, ...], ...]:
    return replace_at(round_.public_plays, seat - 1, (*round_.public_plays[seat - 1], play))


def _still_open(round_: RoundState, seat: int, played: tuple[Card, ...]) -> Offer | None:
    """The open offer after the seat has played these cards, or None: playing declines another's offer not agreed to
    yet, and ends one's own request for a takeback."""
    made = round_.offer
    if made is None or (seat not in made.agreed and (seat != made.seat or made.plays)):
        return None
    return made._replace(plays=made.plays + 1) if made.plays and played else made


# --- the steps of a round -----------------------------------------------------------------------------------------


def _cards_dealt(game: GameState, round_: RoundState, event: events.CardsDealt) -> RoundState:
    dealt = sum(map(len, event.hands)) + len(event.table)
    return round_._replace(
        deal=event.deal,
        last_deal=event.last,
        stock=round_.stock[dealt:],
        hands=tuple(old + new for old, new in zip(round_.hands, event.hands, strict=True)),
        table=round_.table._replace(loose=round_.table.loose + event.table),
        pluck_used=frozenset(),
        proven_values=(frozenset(),) * game.seats,
        public_plays=((),) * game.seats,
    )


def _jack_replaced(_: GameState, round_: RoundState, event: events.JackReplaced) -> RoundState:
    loose = tuple(event.by if card == event.jack else card for card in round_.table.loose)
    return round_._replace(table=round_.table._replace(loose=loose), stock=(*round_.stock[1:], event.jack))


def _table_redealt(_: GameState, round_: RoundState, event: events.TableRedealt) -> RoundState:
    stock = (*round_.stock[len(event.table) :], *round_.table.loose)
    return round_._replace(table=round_.table._replace(loose=event.table), stock=stock)


def _pairs_taken(game: GameState, round_: RoundState, event: events.PairsTaken) -> RoundState:
    left, side = round_.table.without(event.cards), game.side_of(event.seat)
    return round_._replace(
        table=left,
        piles=add_to_pile(round_.piles, side, event.cards),
        seat_piles=add_to_seat_pile(round_.seat_piles, event.seat, event.cards),
        last_capture=side,
    )


def _card_trailed(game: GameState, round_: RoundState, event: events.CardTrailed) -> RoundState:
    played = (event.card,)
    return round_._replace(
        hands=_hands_without(round_, event.seat, played),
        table=Table((*round_.table.loose, event.card), round_.table.builds),
        public_plays=_add_public_play(round_, event.seat, PublicPlay(round_.table, played)),
        proven_values=_still_proved(game, round_, event.seat, played),
        plays=round_.plays + 1,
        last_play=LastPlay(event.seat),
        offer=_still_open(round_, event.seat, played),
    )


def _cards_captured(game: GameState, round_: RoundState, event: events.CardsCaptured) -> RoundState:
    side, taken = game.side_of(event.seat), (*event.loose, *(card for name in event.builds for card in name))
    if event.stolen:
        round_ = rob(game, round_, event.stolen)
        taken = (*taken, *(item.card for item in event.stolen))
    return round_._replace(
        hands=_hands_without(round_, event.seat, event.played),
        table=round_.table.without(event.loose, event.builds),
        piles=add_to_pile(round_.piles, side, event.played + taken),
        seat_piles=add_to_seat_pile(round_.seat_piles, event.seat, taken, event.played),
        public_plays=_add_public_play(round_, event.seat, PublicPlay(round_.table, event.played, taken)),
        proven_values=_still_proved(game, round_, event.seat, event.played),
        plays=round_.plays + 1,
        last_play=LastPlay(event.seat, event.orange),
        last_capture=side,
        offer=_still_open(round_, event.seat, event.played),
        claim_blocked=round_.claim_blocked.difference(game.seats_of(side))
        if round_.claim_blocked
        else round_.claim_blocked,
    )


def _sweep_made(game: GameState, round_: RoundState, event: events.SweepMade) -> RoundState:
    side = game.side_of(event.seat)
    swept = (*round_.sweeps[side], Sweep(event.cards, event.first_play, event.min_points))
    return round_._replace(sweeps=replace_at(round_.sweeps, side, swept))


def _build_made(game: GameState, round_: RoundState, event: events.BuildMade) -> RoundState:
    if event.stolen:
        round_ = rob(game, round_, event.stolen)
    left = round_.table.without(event.loose, event.builds)
    proved = _still_proved(game, round_, event.seat, event.played)
    return round_._replace(
        hands=_hands_without(round_, event.seat, event.played) if event.played else round_.hands,
        table=Table(left.loose, (*left.builds, event.build)),
        proven_values=_proved_by_build(game, proved, event),
        plays=round_.plays + len(event.played),
        last_play=LastPlay(event.seat),
        offer=_still_open(round_, event.seat, event.played),
    )


def _proved_by_build(game: GameState, proved: Proofs, event: events.BuildMade) -> Proofs:
    """The proofs of 5.14 once the build is made: adding to a build that stays another's proves nothing."""
    owner = partner_of(event.seat, game.partners) if event.for_partner else event.seat
    if owner != event.build.owner:
        return proved
    return replace_at(proved, owner - 1, proved[owner - 1] | {event.build.value})


def _build_added_to(game: GameState, round_: RoundState, event: events.BuildAddedTo) -> RoundState:
    if event.stolen:
        round_ = rob(game, round_, event.stolen)
    left = round_.table.without(event.loose, (event.before,))
    proved = replace_at(
        round_.proven_values, event.seat - 1, round_.proven_values[event.seat - 1] | {event.build.value}
    )
    return round_._replace(table=Table(left.loose, (*left.builds, event.build)), proven_values=proved)


def _card_plucked(game: GameState, round_: RoundState, event: events.CardPlucked) -> RoundState:
    left, side = round_.table.without((event.card,)), game.side_of(event.seat)
    return round_._replace(
        table=left, piles=add_to_pile(round_.piles, side, (event.card,)), pluck_used=round_.pluck_used | {event.seat}
    )


def _card_drawn(_: GameState, round_: RoundState, event: events.CardDrawn) -> RoundState:
    hands = replace_at(round_.hands, event.seat - 1, (*round_.hands[event.seat - 1], event.card))
    return round_._replace(hands=hands, stock=round_.stock[1:])


def _builds_disowned(_: GameState, round_: RoundState, event: events.BuildsReleased) -> RoundState:
    def disown(build: Build) -> Build:
        return build._replace(owner=NO_SEAT) if build.cards in event.builds else build

    return round_._replace(table=round_.table._replace(builds=tuple(map(disown, round_.table.builds))))


def _orange_called(_: GameState, round_: RoundState, event: events.OrangeCalled) -> RoundState:
    if not event.right or round_.last_play is None:
        return round_
    return round_._replace(last_play=round_.last_play._replace(called=True))


def _claim_made(_: GameState, round_: RoundState, event: events.ClaimMade) -> RoundState:
    return round_._replace(claim_blocked=round_.claim_blocked | {event.seat})


def _claim_ban_lifted(_: GameState, round_: RoundState, event: events.ClaimBanLifted) -> RoundState:
    return round_._replace(claim_blocked=round_.claim_blocked.difference(event.seats))


def _offer_made(_: GameState, round_: RoundState, event: events.OfferMade) -> RoundState:
    made = Offer(event.kind, event.seat, event.asked, event.to_seq, len(round_.stock))
    return round_._replace(offer=made._replace(card=event.card, plays=event.plays))


def _offer_agreed(_: GameState, round_: RoundState, event: events.OfferAgreed) -> RoundState:
    if round_.offer is None:
        return round_
    return round_._replace(offer=round_.offer._replace(agreed=round_.offer.agreed | {event.seat}))


def _offer_dropped(_: GameState, round_: RoundState, _event: events.Event) -> RoundState:
    return round_._replace(offer=None)


def _table_taken(_: GameState, round_: RoundState, event: events.RemainingCardsAwarded) -> RoundState:
    piles = round_.piles if event.side is None else add_to_pile(round_.piles, event.side, round_.table.cards)
    return round_._replace(table=Table(), piles=piles)


ROUND_HANDLERS: dict[type[Any], Callable[[GameState, RoundState, Any], RoundState]] = {
    events.CardsDealt: _cards_dealt,
    events.JackReplaced: _jack_replaced,
    events.TableRedealt: _table_redealt,
    events.TurnStarted: lambda _, round_, event: round_._replace(turn=event.seat),
    events.PairsTaken: _pairs_taken,
    events.CardTrailed: _card_trailed,
    events.CardsCaptured: _cards_captured,
    events.SweepMade: _sweep_made,
    events.BuildMade: _build_made,
    events.BuildAddedTo: _build_added_to,
    events.CardPlucked: _card_plucked,
    events.CardDrawn: _card_drawn,
    events.BuildsReleased: _builds_disowned,
    events.OrangeCalled: _orange_called,
    events.ClaimMade: _claim_made,
    events.ClaimBanLifted: _claim_ban_lifted,
    events.OfferMade: _offer_made,
    events.OfferAgreed: _offer_agreed,
    events.OfferDeclined: _offer_dropped,
    events.OfferWithdrawn: _offer_dropped,
    events.RemainingCardsAwarded: _table_taken,
}
"""The steps of events that change nothing but the round; of the game they read only its rules and its seats."""


# --- the steps of a game ------------------------------------------------------------------------------------------


def _round_started(state: GameState, event: events.RoundStarted) -> GameState:
    fresh = RoundState(
        number=event.number,
        dealer=event.dealer,
        stock=event.pack,
        hands=((),) * state.seats,
        piles=((),) * state.sides,
        sweeps=((),) * state.sides,
        totals_at_start=state.totals,
        bonus_points=({},) * state.sides,
        proven_values=(frozenset(),) * state.seats,
        public_plays=((),) * state.seats,
        claim_blocked=state.finished_round.claim_blocked if state.finished_round else frozenset(),
        bottom=event.pack[-1],
        seat_piles=((),) * state.seats if state.rules.specials.steal else (),
    )
    return state._replace(round=fresh, dealer=event.dealer, latest_round=event.number)


def _points_given(state: GameState, event: events.PointsAwarded) -> GameState:
    round_, side = round_of(state), event.side
    added = round_.bonus_points[side] | {event.key: round_.bonus_points[side].get(event.key, 0) + event.points}
    totals = replace_at(state.totals, side, state.totals[side] + event.points)
    return state._replace(
        totals=totals, round=round_._replace(bonus_points=replace_at(round_.bonus_points, side, added))
    )


def _round_scored(state: GameState, event: events.RoundScored) -> GameState:
    sheets = (*state.sheets, RoundSheet(event.points))
    return state._replace(totals=event.totals, sheets=sheets, round=None, finished_round=round_of(state))


def _seat_given(state: GameState, event: events.BotTookOver) -> GameState:
    out = state.forfeited_seats | {event.seat} if event.final else state.forfeited_seats
    return without_offer(state._replace(bot_seats=state.bot_seats | {event.seat}, forfeited_seats=out))


def _seat_returned(state: GameState, event: events.PlayerReturned) -> GameState:
    return state._replace(
        bot_seats=state.bot_seats - {event.seat}, forfeited_seats=state.forfeited_seats - {event.seat}
    )


def _seat_taken_over(state: GameState, event: SeatTakenOver) -> GameState:
    players = replace_at(state.players, event.seat - 1, event.player)
    return without_offer(_seat_returned(state._replace(players=players), PlayerReturned(event.seat)))


def _game_won(state: GameState, event: events.GameWon) -> GameState:
    return state._replace(totals=event.totals, result=Result(event.winners, event.reason))


def _game_ended(state: GameState, event: events.GameEnded) -> GameState:
    return state._replace(totals=event.totals, result=Result((), event.reason))


_GAME_HANDLERS: dict[type[Any], Callable[[GameState, Any], GameState]] = {
    **OPENING_HANDLERS,
    events.RoundStarted: _round_started,
    events.PointsAwarded: _points_given,
    events.RoundScored: _round_scored,
    events.MajoritiesCarried: lambda state, event: state._replace(carried=event.points),
    events.TargetRaised: lambda state, event: state._replace(target=event.target),
    **dict.fromkeys((events.SeatResigned, events.SeatForfeited, *events.AUTOMATIC, events.TurnExpired), unchanged),
    **dict.fromkeys((events.TimeCompensated, events.VacationSet, events.TimeZoneSet), unchanged),
    events.RolledBack: lambda state, _: without_offer(state),  # `effective_seqs` leaves out the undone events
    events.GameEnded: _game_ended,
    events.BotTookOver: _seat_given,
    events.PlayerReturned: _seat_returned,
    events.SeatTakenOver: _seat_taken_over,
    events.GameWon: _game_won,
    **DISPUTE_HANDLERS,
}


# --- whole logs -----------------------------------------------------------------------------------------------------


UNAFFECTED_BY_ROLLBACK = (
    SeatTaken,
    SeatLeft,
    SeatsSwapped,
    BotTookOver,
    PlayerReturned,
    SeatTakenOver,
    VacationSet,
    TimeZoneSet,
    TableSettingsFixed,
    GamePaused,
    GameResumed,
)
"""Events that going back does not undo: the players of the seats, the terms, and freezing the game."""


def fold(events: Iterable[Event], start: GameState | None = None) -> GameState:
    """The state after these events, from the opening or from `start`.

    Raises ValueError for an empty game, and for one that goes back on events it has not been given. The same as
    evolving one by one, but a series of events that change only the round is folded on the round alone.
    """
    log = tuple(events)
    if any(isinstance(event, RolledBack) for event in log):
        if start is not None:
            raise ValueError("a log that goes back is folded from its beginning")
        log = tuple(log[number - 1] for number in effective_seqs(log))
    return _folded(log, start)


def _folded(log: Sequence[Event], start: GameState | None) -> GameState:
    state, round_ = start, start.round if start else None
    for event in log:
        step = ROUND_HANDLERS.get(type(event))
        if step is None or state is None:
            state = evolve(state and state._replace(round=round_), event)
            round_ = state.round
        else:
            round_ = step(state, round_ or round_of(state), event)
    if state is None:
        raise ValueError("a game without events has no state")
    return state._replace(round=round_)


def effective_seqs(log: Sequence[Event]) -> tuple[int, ...]:
    """Sequence numbers, from 1, of the events still in effect at the end of the whole log: all but those undone.

    The log is read from the end: a RolledBack jumps to the event that it restores. Raises ValueError if
    that is not an earlier event.
    """
    numbers: list[int] = []
    number = len(log)
    while number:
        numbers.append(number)
        event = log[number - 1]
        if not isinstance(event, RolledBack):
            number -= 1
            continue
        if not 1 <= event.to_seq < number:
            raise ValueError(f"event {number} goes back to event {event.to_seq}")
        numbers.extend(
            seq for seq in range(number - 1, event.to_seq, -1) if isinstance(log[seq - 1], UNAFFECTED_BY_ROLLBACK)
        )
        number = event.to_seq
    return tuple(reversed(numbers))


# --- events as they are decided --------------------------------------------------------------------------------------


class EventCollector:
    """The events that a command leads to, and the state after them."""

    def __init__(self, state: GameState) -> None:
        self.state = state
        self.events: tuple[events.Event, ...] = ()

    def add(self, event: events.Event) -> None:
        self.events = (*self.events, event)
        self.state = evolve(self.state, event)

    @property
    def round(self) -> RoundState:
        """The round in progress. Raises ValueError if there is none."""
        return round_of(self.state)

    def award(self, side: int, key: str, points: int) -> None:
        """Add points to a side's total at once; zero points are not recorded."""
        if points:
            self.add(events.PointsAwarded(side, key, points))

    def end_game(self, sides: tuple[int, ...], reason: EndReason, totals: tuple[int, ...]) -> None:
        """End the game; the event names the winning sides' seats."""
        seats = sorted(seat for side in sides for seat in self.state.seats_of(side))
        self.add(events.GameWon(tuple(seats), reason, totals))
