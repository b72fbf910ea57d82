"""Decide commands: the events that follow from a command in a state, or a refusal (RULEBOOK 3 to 8). Pure functions."""

from collections.abc import Callable
from typing import Any

from . import commands, events, offers, rounds, seating, setup_events, timeouts
from .cards import PACKS, Card
from .events import Event
from .refusal import Refusal, refuse
from .rules import RULES_VERSION
from .state import GameState

type Decision = tuple[Event, ...] | Refusal

ACCEPTED_WHILE_PAUSED = (commands.Resign, commands.LeaveGame, commands.ReturnToSeat, commands.SetVacation)
"""Commands that are accepted while a dispute freezes the game; none of them plays."""


def needs_round(state: GameState) -> bool:
    """Whether the game waits for the next pack: it is not over and no round is in progress."""
    return state.result is None and state.round is None


def decide(state: GameState | None, command: commands.Command) -> Decision:
    """The events that follow from the command, or the refusal. `state` is None before OpenGame only.

    >>> decide(None, commands.Claim(1))
    Refusal(code='bad-request', rule='', key='not-started', args=())
    """
    if isinstance(command, commands.OpenGame):
        return _open(command) if state is None else refuse("bad-request", "", "started")
    if state is None:
        return refuse("bad-request", "", "not-started")
    if state.result is not None:
        return refuse("over", "7.1", "game-over")
    if state.paused and not isinstance(command, ACCEPTED_WHILE_PAUSED):
        return refuse("bad-request", "", "frozen")
    seat = getattr(command, "seat", 1)
    if not 1 <= seat <= state.seats:
        return refuse("bad-request", "1", "no-seat", seat=seat)
    return _HANDLERS[type(command)](state, *command)


def _open(command: commands.OpenGame) -> Decision:
    return (setup_events.GameOpened(*command[:-1], RULES_VERSION, command.committed_at),)


def _start_round(state: GameState, pack: tuple[Card, ...]) -> Decision:
    if state.round is not None:
        return refuse("bad-request", "3.1", "round-on")
    if sorted(pack) != sorted(PACKS[state.rules.dealing.deck]):
        return refuse("bad-request", "2.1", "wrong-pack")
    return rounds.start_round(state, pack)


_HANDLERS: dict[type[Any], Callable[..., Decision]] = {
    commands.FixTableSettings: lambda _, settings: (setup_events.TableSettingsFixed(settings),),
    commands.TakeSeat: lambda _, *taken: (setup_events.SeatTaken(*taken),),
    commands.LeaveSeat: seating.leave_seat,
    commands.SwapSeats: seating.swap_seats,
    commands.CancelGame: seating.cancel_game,
    commands.CommitClientSeed: seating.promise_seed,
    commands.RevealClientSeed: seating.give_seed,
    commands.CollectClientSeeds: seating.collect_client_seeds,
    commands.StartRound: _start_round,
    commands.Play: rounds.play_turn,
    commands.PlayForced: rounds.play_forced,
    commands.PlayConditional: rounds.play_conditional,
    commands.Claim: rounds.claim,
    commands.CallOrange: rounds.call_orange,
    commands.Resign: offers.resign,
    commands.LeaveGame: offers.leave_game,
    commands.MakeOffer: offers.make_offer,
    commands.AnswerOffer: offers.answer_offer,
    commands.ClaimForfeit: offers.claim_forfeit,
    commands.ExpireTurn: timeouts.expire_turn,
    commands.SubstituteBot: timeouts.substitute_bot,
    commands.ReturnToSeat: timeouts.return_to_seat,
    commands.TakeOverSeat: timeouts.take_over_seat,
    commands.CompensateTime: timeouts.compensate_time,
    commands.SetVacation: lambda _, *holidays: (events.VacationSet(*holidays),),
    commands.SetTimeZone: lambda _, *zone: (events.TimeZoneSet(*zone),),
}
"""How each command but OpenGame is decided, given the state and the command's fields."""
