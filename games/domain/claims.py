"""Claims of the target and calls of an orange (RULEBOOK 7.6, 8.6)."""

from . import events
from .event_collector import EventCollector
from .events import Event
from .refusal import Refusal, refuse
from .state import GameState
from .turns import end_if_won_immediately, record_orange_call
from .winning import has_reached_target, totals_as_earned


def claim(state: GameState, seat: int) -> tuple[Event, ...] | Refusal:
    """Claim that the seat's side has reached the target (7.6): return the events that follow, or the refusal."""
    rule = state.rules.winning.claims
    if rule == "no":
        return refuse("claim", "7.6", "no-claims")
    if state.round is None:
        return refuse("claim", "7.6", "claim-no-round")
    if seat in state.round.claim_blocked:
        return refuse("claim", "7.6", "claim-again")
    side, totals = state.side_of(seat), totals_as_earned(state, state.round, "all")
    right = has_reached_target(state, state.round, side)
    collector = EventCollector(state)
    collector.add(events.ClaimMade(seat, right))
    if right:
        collector.end_game((side,), "claim", totals)
    elif rule == "wins_or_loses":
        collector.end_game((1 - side,), "wrong-claim", totals)
    return collector.events


def call_orange(state: GameState, seat: int) -> tuple[Event, ...] | Refusal:
    """Call an orange on the latest play of another seat (8.6): return the events that follow, or the refusal."""
    if not state.rules.specials.orange:
        return refuse("call", "8.6", "no-orange")
    if state.round is None or state.round.last_play is None:
        return refuse("call", "8.6", "orange-nothing")
    last = state.round.last_play
    if last.seat == seat:
        return refuse("call", "8.6", "orange-own")
    if last.called:
        return refuse("call", "8.6", "orange-called")
    collector = EventCollector(state)
    record_orange_call(collector, seat, last.orange)
    end_if_won_immediately(collector, state, state.side_of(seat))
    return collector.events
