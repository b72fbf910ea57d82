"""Offers during play (a draw, aborting the game, resigning together, a takeback), and seats whose player gives the game
up or has left.

The caller chooses the seats to ask; this module decides which events follow.
"""

from collections.abc import Sequence

from . import events
from .cards import Card
from .dispute_events import RulingMade
from .events import Event
from .evolve import EventCollector, effective_seqs
from .refusal import Refusal, refuse
from .state import EndReason, GameState, OfferKind, partner_of
from .winning import winners_after_resignation

NEW_CARDS = (events.CardsDealt, events.CardDrawn)

ENDS: dict[OfferKind, EndReason] = {"drawn": "drawn", "abort": "aborted"}
"""The offers that end the game without a winner, with the reason that GameEnded records."""


def make_offer(
    state: GameState,
    seat: int,
    kind: OfferKind,
    asked: tuple[int, ...],
    to_seq: int = 0,
    card: Card | None = None,
    plays: int = 0,
) -> tuple[Event, ...] | Refusal:
    """Make an offer to the seats in `asked`.

    With no seat to ask, the offer takes effect at once; a draw needs another seat, and resigning together the partner.
    No offer is made while a computer holds the seat of a player who may return, and could not be asked. Once a player
    has lost by leaving, the game can't be aborted, nor ended by an offer that nobody need agree to.
    """
    if state.round is None:
        return refuse("bad-request", "", "offer-no-round")
    if state.round.offer is not None:
        return refuse("bad-request", "", "offer-open")
    if state.bot_seats - state.forfeited_seats or (state.bot_seats and not asked):
        return refuse("bad-request", "", "offer-held-seat")
    if kind == "abort" and state.forfeited_seats:
        return refuse("bad-request", "", "abort-left")
    if kind == "takeback" and not state.table_settings.takebacks:
        return refuse("bad-request", "", "takeback-never")
    if kind == "drawn" and not asked:
        return refuse("bad-request", "", "draw-alone")
    if kind == "resign" and asked != (partner_of(seat, state.partners),):
        return refuse("bad-request", "", "resign-alone")
    collector = EventCollector(state)
    collector.add(events.OfferMade(seat, kind, asked, to_seq, card, plays))
    _apply_accepted_offer(collector)
    return collector.events


def answer_offer(state: GameState, seat: int, agreed: bool) -> tuple[Event, ...] | Refusal:
    """Agree to the open offer, decline it, or withdraw the seat's own: return the events, or the refusal."""
    made = state.round.offer if state.round else None
    if state.round is None or made is None:
        return refuse("bad-request", "", "offer-none")
    collector = EventCollector(state)
    if not agreed and seat == made.seat:
        collector.add(events.OfferWithdrawn(seat))
    elif seat not in made.asked:
        return refuse("bad-request", "", "offer-not-asked")
    elif not agreed:
        collector.add(events.OfferDeclined(seat))
    elif seat in made.agreed:
        return refuse("bad-request", "", "offer-agreed")
    elif state.bot_seats - state.forfeited_seats:
        return refuse("bad-request", "", "offer-held-seat")
    elif made.kind == "takeback" and made.stock_count != len(state.round.stock):
        return refuse("bad-request", "", "takeback-late")
    else:
        collector.add(events.OfferAgreed(seat))
        _apply_accepted_offer(collector)
    return collector.events


def _apply_accepted_offer(collector: EventCollector) -> None:
    """Carry out the open offer once every seat that was asked has agreed."""
    made = collector.round.offer
    if made is None or not made.agreed.issuperset(made.asked):
        return
    if made.kind == "resign":
        _resign(collector, made.seat)
    elif made.kind in ENDS:
        collector.add(events.GameEnded(ENDS[made.kind], collector.state.totals))
    else:
        collector.add(events.RolledBack(made.to_seq))


def takeback_seq(log: Sequence[Event], seat: int) -> int | Refusal:
    """The number of the event before the seat's latest move, for a takeback.

    `log` is whole: its first event has the number 1. Refused when the seat has no move in effect, and when new cards
    have come or a director has ruled since.
    """
    numbers = effective_seqs(log)
    own = [place for place, number in enumerate(numbers) if _moves(log[number - 1], seat)]
    if not own:
        return refuse("bad-request", "", "takeback-nothing")
    if any(isinstance(log[number - 1], NEW_CARDS) for number in numbers[own[-1] :]):
        return refuse("bad-request", "", "takeback-late")
    if any(isinstance(log[number - 1], RulingMade) for number in numbers[own[-1] :]):
        return refuse("bad-request", "", "takeback-ruled")
    first = own[-1]
    while first - 1 in own:
        first -= 1
    return numbers[first] - 1


def undone_plays(log: Sequence[Event], to_seq: int) -> tuple[Card, int]:
    """The first card that a takeback to after this event returns, and how many plays it undoes. `log` is whole."""
    played = [cards for number in effective_seqs(log) if number > to_seq and (cards := _cards_played(log[number - 1]))]
    return played[0][0], len(played)


def _cards_played(event: Event) -> tuple[Card, ...]:
    """The cards from hand; none for other events, and for builds of table cards alone."""
    if isinstance(event, events.CardTrailed):
        return (event.card,)
    return event.played if isinstance(event, events.CardsCaptured | events.BuildMade) else ()


def _moves(event: Event, seat: int) -> bool:
    """Whether the event is a play or a pluck of the seat. Such events of one turn follow each other."""
    return isinstance(event, events.CARD_EVENTS) and event.seat == seat


def resign(state: GameState, seat: int) -> tuple[Event, ...]:
    """End the game because a side gives it up (7.8)."""
    collector = EventCollector(state)
    _resign(collector, seat)
    return collector.events


def _resign(collector: EventCollector, seat: int) -> None:
    state = collector.state
    collector.add(events.SeatResigned(seat))
    collector.end_game(winners_after_resignation(state, state.side_of(seat)), "resign", state.totals)


def leave_game(state: GameState, seat: int, bot: str) -> tuple[Event, ...] | Refusal:
    """Give the seat to a computer for good: its player loses, and the others, who don't pay for it, play on.

    Refused for two seats, where resigning ends the game, and for a seat already given for good.
    """
    if state.seats == 2:
        return refuse("bad-request", "7.8", "leave-two")
    if seat in state.forfeited_seats:
        return refuse("bad-request", "", "given-already")
    return (events.SeatForfeited(seat), events.BotTookOver(seat, bot, final=True))


def claim_forfeit(state: GameState, seat: int) -> tuple[Event, ...] | Refusal:
    """Let the other of two seats win because the player of `seat`, which is to play, has left (7.8).

    Refused with more seats: partners and third players do not pay for it.
    """
    if state.seats > 2:
        return refuse("bad-request", "7.8", "left-others")
    if seat != state.turn:
        return refuse("turn", "7.8", "not-awaited")
    return forfeit_seat(state, seat)


def forfeit_seat(state: GameState, seat: int) -> tuple[Event, ...]:
    """The events of a claim that holds. Games from before release 0.1.0 may have one out of turn."""
    collector = EventCollector(state)
    collector.add(events.SeatForfeited(seat))
    collector.end_game((1 - state.side_of(seat),), "abandoned", state.totals)
    return collector.events
