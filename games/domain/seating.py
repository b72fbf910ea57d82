"""Who sits where before a game begins: getting up, changing over, calling it off."""

from . import events as facts
from .events import Event
from .refusal import Refusal, refuse
from .state import GameState


def leave_seat(state: GameState, seat: int, removed: bool) -> tuple[Event, ...] | Refusal:
    """The player of this seat gets up."""
    if state.latest_round:
        return refuse("bad-request", "", "started")
    player = state.players[seat - 1]
    if not player:
        return refuse("bad-request", "", "seat-free", seat=seat)
    return (facts.SeatLeft(seat, player, removed),)


def swap_seats(state: GameState, seat: int, other: int) -> tuple[Event, ...] | Refusal:
    """The players of two seats change over, or one moves to a seat that is free."""
    if state.latest_round:
        return refuse("bad-request", "", "started")
    if not 1 <= other <= state.seats:
        return refuse("bad-request", "1", "no-seat", seat=other)
    if seat == other:
        return refuse("bad-request", "", "same-seat")
    players = (state.players[seat - 1], state.players[other - 1])
    if not any(players):
        return refuse("bad-request", "", "seat-free", seat=seat)
    return (facts.SeatsSwapped(seat, other, players),)


def cancel_game(state: GameState) -> tuple[Event, ...] | Refusal:
    """The game is called off."""
    if state.latest_round:
        return refuse("bad-request", "", "started")
    return (facts.GameCancelled(),)
