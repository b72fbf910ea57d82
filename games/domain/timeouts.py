"""Events when a player's time runs out or a player is away, by the terms of the table; and when a person takes a seat
over from a computer.

Under the timeout "lose", the player of a seat against one other seat loses the game. With partners, or against several,
no one else is punished for it: the computer plays the seat to the end, and the others' game continues.
"""

from . import events
from .events import Event
from .evolve import EventCollector
from .refusal import Refusal, refuse
from .state import GameState, TimeLossReason
from .winning import winners_after_resignation


def expire_turn(state: GameState, seat: int, bot: str) -> tuple[Event, ...] | Refusal:
    """Let the time of the seat to play run out. A card that is then played for it is a separate move."""
    if state.table_settings.clock == "none":
        return refuse("bad-request", "", "no-clock")
    if seat != state.turn:
        return refuse("turn", "4.1", "not-your-turn")
    collector = EventCollector(state)
    collector.add(events.TurnExpired(seat))
    if state.table_settings.timeout == "lose":
        _lose(collector, seat, bot)
    elif state.table_settings.timeout == "computer":
        collector.add(events.BotTookOver(seat, bot, final=state.table_settings.clock != "turn"))
    return collector.events


def _lose(collector: EventCollector, seat: int, bot: str) -> None:
    state = collector.state
    if state.seats == 2:
        collector.end_game(winners_after_resignation(state, state.side_of(seat)), "timeout", state.totals)
    else:
        collector.add(events.BotTookOver(seat, bot, final=True))


def substitute_bot(state: GameState, seat: int, bot: str, final: bool) -> tuple[Event, ...] | Refusal:
    """Let the computer play on for the seat."""
    if seat in state.bot_seats:
        return refuse("bad-request", "", "given-already")
    return (events.BotTookOver(seat, bot, final),)


def return_to_seat(state: GameState, seat: int) -> tuple[Event, ...] | Refusal:
    """The seat to its player, unless it was given away for good."""
    if seat in state.forfeited_seats:
        return refuse("bad-request", "", "given-for-good")
    if seat not in state.bot_seats:
        return refuse("bad-request", "", "not-given")
    return (events.PlayerReturned(seat),)


def take_over_seat(state: GameState, seat: int, player: str) -> tuple[Event, ...] | Refusal:
    """The seat to another person. The caller knows that a computer plays it.

    Refused while its own player may return, and in rated games, where a loss stays with the one who left.
    """
    if state.table_settings.rated:
        return refuse("bad-request", "", "takeover-rated")
    if seat in state.bot_seats - state.forfeited_seats:
        return refuse("bad-request", "", "takeover-held")
    return (events.SeatTakenOver(seat, player),)


def compensate_time(state: GameState, seat: int, seconds: float, reason: TimeLossReason) -> tuple[Event, ...] | Refusal:
    """Give `seconds` back to the seat to play."""
    if seat != state.turn:
        return refuse("turn", "4.1", "not-your-turn")
    return (events.TimeCompensated(seat, seconds, reason),)
