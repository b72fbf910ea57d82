"""Decide commands: the events that follow from a command in a state, or a refusal (RULEBOOK 3 to 8). Pure functions."""

from typing import assert_never

from . import commands, events
from .agreements import of_talk
from .cards import PACKS, Card
from .claiming import call_orange, claim
from .events import Event
from .playing import play_turn, start_round
from .recorder import Recorder
from .refusal import Refusal, refuse
from .rules import RULES_VERSION
from .seating import cancel_game, gather_words, of_seating
from .state import GameState
from .timing import of_time
from .winning import best_of_the_rest

type Decision = tuple[Event, ...] | Refusal

WHILE_FROZEN = (commands.Resign, commands.ReturnToSeat, commands.NoteHolidays)
"""Commands that are accepted while a dispute freezes the game; none of them plays."""


def needs_round(state: GameState) -> bool:
    """Return whether the game waits for the next pack: it is not over and no round is in progress."""
    return state.result is None and state.round is None


def decide(state: GameState | None, command: commands.Command) -> Decision:
    """Return the events that follow from the command, or the refusal. `state` is None before OpenGame only."""
    if isinstance(command, commands.OpenGame):
        return _open(command) if state is None else refuse("bad-request", "", "started")
    if state is None:
        return refuse("bad-request", "", "not-started")
    if state.result is not None:
        return refuse("over", "7.1", "game-over")
    if state.frozen and not isinstance(command, WHILE_FROZEN):
        return refuse("bad-request", "", "frozen")
    match command:
        case commands.AgreeTerms(terms):
            return (events.TermsAgreed(terms),)
        case commands.StartRound(pack):
            return _start_round(state, pack)
        case commands.CancelGame():
            return cancel_game(state)
        case commands.GatherWords(drawn, dealer):
            return gather_words(state, drawn, dealer)
        case _:
            return _no_such_seat(state, command.seat) or _of_a_seat(state, command)


def _of_a_seat(state: GameState, command: commands.SeatCommand) -> Decision:
    match command:
        case (
            commands.TakeSeat()
            | commands.LeaveSeat()
            | commands.SwapSeats()
            | commands.PromiseSeed()
            | commands.GiveSeed()
        ):
            return of_seating(state, command)
        case commands.Play(seat, move):
            return play_turn(state, seat, move)
        case commands.Claim(seat):
            return claim(state, seat)
        case commands.CallOrange(seat):
            return call_orange(state, seat)
        case commands.Resign(seat):
            return _resign(state, seat)
        case commands.PlayForced() | commands.MakeOffer() | commands.Answer() | commands.Abandon():
            return of_talk(state, command)
        case (
            commands.ExpireTurn()
            | commands.GiveSeat()
            | commands.ReturnToSeat()
            | commands.GiveTime()
            | commands.NoteHolidays()
        ):
            return of_time(state, command)
        case other:
            assert_never(other)


def _open(command: commands.OpenGame) -> Decision:
    return (events.GameOpened(*command[:-1], RULES_VERSION, command.committed),)


def _no_such_seat(state: GameState, seat: int) -> Refusal | None:
    return None if 1 <= seat <= state.seats else refuse("bad-request", "1", "no-seat", seat=seat)


def _start_round(state: GameState, pack: tuple[Card, ...]) -> Decision:
    if state.round is not None:
        return refuse("bad-request", "3.1", "round-on")
    if sorted(pack) != sorted(PACKS[state.rules.dealing.deck]):
        return refuse("bad-request", "2.1", "wrong-pack")
    return start_round(state, pack)


def _resign(state: GameState, seat: int) -> Decision:
    record = Recorder(state)
    record.add(events.SeatResigned(seat))
    record.win(best_of_the_rest(state, state.side_of(seat)), "resign", state.totals)
    return record.events
