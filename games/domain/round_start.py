"""A round begins: the pack, the first deal, and everything before the first play (RULEBOOK 3.1 to 3.8, 8.4)."""

from . import events
from .cards import Card
from .dealing import first_deal, first_pairs, must_redeal
from .event_collector import EventCollector
from .events import Event
from .state import GameState, next_seat
from .turns import end_if_won_immediately, first_seat, lift_claim_bans, sweeps_count


def start_round(state: GameState, pack: tuple[Card, ...]) -> tuple[Event, ...]:
    """Return the events that begin a round: the pack, the first deal, and everything before the first play."""
    collector, dealer = EventCollector(state), _next_dealer(state)
    collector.add(events.RoundStarted(state.latest_round + 1, dealer, pack))
    deal = first_deal(state.rules.dealing, state.seats, dealer, pack)
    collector.add(events.CardsDealt(1, deal.last, deal.hands, deal.table))
    _prepare_table(collector)
    first = first_seat(state, dealer)
    before = collector.state
    _take_pairs(collector, first)
    if collector.state is before or not end_if_won_immediately(collector, before, collector.state.side_of(first)):
        collector.add(events.TurnStarted(first))
    return collector.events


def _next_dealer(state: GameState) -> int:
    if state.latest_round == 0:
        return state.dealer
    direction = "clockwise" if state.rules.dealing.dealer_moves == "left" else "counterclockwise"
    return next_seat(state.dealer, state.seats, direction)


def _prepare_table(collector: EventCollector) -> None:
    """Replace jacks and deal anew as often as the first table cards ask for it (3.7, 3.8).

    Where every deal to come asks for another, the first cards that come again stay.
    """
    _replace_jacks(collector)
    redeal, seen = collector.state.rules.dealing.redeal, {collector.round.table.loose}
    while redeal and must_redeal(collector.round.table.loose, collector.round.stock, redeal):
        collector.add(events.TableRedealt(collector.round.stock[: len(collector.round.table.loose)]))
        _replace_jacks(collector)
        if collector.round.table.loose in seen:
            return
        seen.add(collector.round.table.loose)


def _replace_jacks(collector: EventCollector) -> None:
    """Replace the jacks among the first table cards where a jack takes all (3.7)."""
    if not collector.state.rules.specials.jack_takes_all:
        return
    while True:
        jacks = [card for card in collector.round.table.loose if card.rank == "J"]
        if not jacks or all(card.rank == "J" for card in collector.round.stock):
            return
        collector.add(events.JackReplaced(jacks[0], collector.round.stock[0]))


def _take_pairs(collector: EventCollector, seat: int) -> None:
    """Give pairs among the first table cards to the seat that plays first (8.4)."""
    pairs = first_pairs(collector.round.table.loose) if collector.state.rules.specials.initial_pairs else ()
    if not pairs:
        return
    collector.add(events.PairsTaken(seat, pairs))
    lift_claim_bans(collector)
    if collector.round.table.empty and sweeps_count(collector):
        collector.add(events.SweepMade(seat, len(pairs), first_play=False))
