"""Events when a player's time runs out or a player is away, by the terms of the table.

Under the timeout "lose", the player of a seat against one other seat loses the game. With partners, or against several,
no one else is punished for it: the computer plays the seat to the end, and the others' game continues.
"""

from typing import assert_never

from . import commands
from . import events as facts
from .events import Event
from .recorder import Recorder
from .refusal import Refusal, refuse
from .state import GameState
from .winning import best_of_the_rest


def of_time(state: GameState, command: commands.TimeCommand) -> tuple[Event, ...] | Refusal:
    """Return the events that follow from a command about time or about a computer's seat, or the refusal."""
    match command:
        case commands.ExpireTurn(seat, bot):
            return expire_turn(state, seat, bot)
        case commands.GiveSeat(seat, bot, final):
            return give_seat(state, seat, bot, final)
        case commands.ReturnToSeat(seat):
            return return_to_seat(state, seat)
        case commands.GiveTime(seat, seconds, reason):
            return give_time(state, seat, seconds, reason)
        case commands.NoteHolidays(seat, days):
            return (facts.HolidaysNoted(seat, days),)
        case other:
            assert_never(other)


def expire_turn(state: GameState, seat: int, bot: str) -> tuple[Event, ...] | Refusal:
    """Let the time of the seat to play run out. A card that is then played for it is a separate move."""
    if state.terms.clock == "none":
        return refuse("bad-request", "", "no-clock")
    if seat != state.turn:
        return refuse("turn", "4.1", "not-your-turn")
    record = Recorder(state)
    record.add(facts.TurnExpired(seat))
    if state.terms.timeout == "lose":
        _lose(record, seat, bot)
    elif state.terms.timeout == "computer":
        record.add(facts.SeatGiven(seat, bot, final=state.terms.clock != "turn"))
    return record.events


def _lose(record: Recorder, seat: int, bot: str) -> None:
    state = record.state
    if state.seats == 2:
        record.win(best_of_the_rest(state, state.side_of(seat)), "timeout", state.totals)
    else:
        record.add(facts.SeatGiven(seat, bot, final=True))


def give_seat(state: GameState, seat: int, bot: str, final: bool) -> tuple[Event, ...] | Refusal:
    """Let the computer play on for the seat."""
    if seat in state.left:
        return refuse("bad-request", "", "given-already")
    return (facts.SeatGiven(seat, bot, final),)


def return_to_seat(state: GameState, seat: int) -> tuple[Event, ...] | Refusal:
    """Return the seat to its player, unless it was given away for good."""
    if seat in state.out:
        return refuse("bad-request", "", "given-for-good")
    if seat not in state.left:
        return refuse("bad-request", "", "not-given")
    return (facts.SeatReturned(seat),)


def give_time(state: GameState, seat: int, seconds: float, reason: str) -> tuple[Event, ...] | Refusal:
    """Give `seconds` back to the seat to play."""
    if seat != state.turn:
        return refuse("turn", "4.1", "not-your-turn")
    return (facts.TimeGiven(seat, seconds, reason),)
