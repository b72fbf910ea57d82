"""Claims of the target and calls of an orange (RULEBOOK 7.6, 8.6)."""

from . import events as facts
from .events import Event
from .playing import judge_orange, won_on_the_spot
from .recorder import Recorder
from .refusal import Refusal, refuse
from .state import GameState
from .winning import claimed, earned


def claim(state: GameState, seat: int) -> tuple[Event, ...] | Refusal:
    """Claim that the seat's side has reached the target (7.6): return the events that follow, or the refusal."""
    rule = state.rules.winning.claims
    if rule == "no":
        return refuse("claim", "7.6", "no-claims")
    if state.round is None:
        return refuse("claim", "7.6", "claim-no-round")
    if seat in state.round.silenced:
        return refuse("claim", "7.6", "claim-again")
    side, totals = state.side_of(seat), earned(state, state.round, "all")
    right = claimed(state, state.round, side)
    record = Recorder(state)
    record.add(facts.ClaimMade(seat, right))
    if right:
        record.win((side,), "claim", totals)
    elif rule == "wins_or_loses":
        record.win((1 - side,), "wrong-claim", totals)
    return record.events


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
    record = Recorder(state)
    judge_orange(record, seat, last.orange)
    won_on_the_spot(record, state, state.side_of(seat))
    return record.events
