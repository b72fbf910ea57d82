"""Decide commands: the events that follow from a command in a state, or a refusal (RULEBOOK 3 to 8). Pure functions."""

from typing import assert_never

from . import commands, events, setup_events
from .cards import PACKS, Card
from .claims import call_orange, claim
from .event_collector import EventCollector
from .events import Event
from .offers import decide_offer_command
from .refusal import Refusal, refuse
from .round_start import start_round
from .rules import RULES_VERSION
from .seating import cancel_game, collect_client_seeds, decide_seating_command
from .state import GameState
from .timeouts import decide_clock_command
from .turns import play_conditional, play_turn
from .winning import winners_after_resignation

type Decision = tuple[Event, ...] | Refusal

ACCEPTED_WHILE_PAUSED = (commands.Resign, commands.ReturnToSeat, commands.SetVacation)
"""Commands that are accepted while a dispute freezes the game; none of them plays."""


def needs_round(state: GameState) -> bool:
    """Return whether the game waits for the next pack: it is not over and no round is in progress."""
    return state.result is None and state.round is None


def decide(state: GameState | None, command: commands.Command) -> Decision:
    """Return the events that follow from the command, or the refusal. `state` is None before OpenGame only.

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
    match command:
        case commands.FixTableSettings(table_settings):
            return (setup_events.TableSettingsFixed(table_settings),)
        case commands.StartRound(pack):
            return _start_round(state, pack)
        case commands.CancelGame(begun):
            return cancel_game(state, begun)
        case commands.CollectClientSeeds(drawn, dealer):
            return collect_client_seeds(state, drawn, dealer)
        case _:
            return _no_such_seat(state, command.seat) or _decide_seat_command(state, command)


def _decide_seat_command(state: GameState, command: commands.SeatCommand) -> Decision:
    match command:
        case (
            commands.TakeSeat()
            | commands.LeaveSeat()
            | commands.SwapSeats()
            | commands.CommitClientSeed()
            | commands.RevealClientSeed()
        ):
            return decide_seating_command(state, command)
        case commands.Play(seat, move):
            return play_turn(state, seat, move)
        case commands.PlayConditional(seat, move):
            return play_conditional(state, seat, move)
        case commands.Claim(seat):
            return claim(state, seat)
        case commands.CallOrange(seat):
            return call_orange(state, seat)
        case commands.Resign(seat):
            return _resign(state, seat)
        case commands.PlayForced() | commands.MakeOffer() | commands.AnswerOffer() | commands.ClaimForfeit():
            return decide_offer_command(state, command)
        case (
            commands.ExpireTurn()
            | commands.SubstituteBot()
            | commands.ReturnToSeat()
            | commands.CompensateTime()
            | commands.SetVacation()
        ):
            return decide_clock_command(state, command)
        case other:
            assert_never(other)


def _open(command: commands.OpenGame) -> Decision:
    return (setup_events.GameOpened(*command[:-1], RULES_VERSION, command.committed_at),)


def _no_such_seat(state: GameState, seat: int) -> Refusal | None:
    return None if 1 <= seat <= state.seats else refuse("bad-request", "1", "no-seat", seat=seat)


def _start_round(state: GameState, pack: tuple[Card, ...]) -> Decision:
    if state.round is not None:
        return refuse("bad-request", "3.1", "round-on")
    if sorted(pack) != sorted(PACKS[state.rules.dealing.deck]):
        return refuse("bad-request", "2.1", "wrong-pack")
    return start_round(state, pack)


def _resign(state: GameState, seat: int) -> Decision:
    collector = EventCollector(state)
    collector.add(events.SeatResigned(seat))
    collector.end_game(winners_after_resignation(state, state.side_of(seat)), "resign", state.totals)
    return collector.events
