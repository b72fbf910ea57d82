"""Who sits where before a game begins: getting up, changing over, calling it off; and the words of who sits."""

from collections.abc import Sequence

from . import events as facts
from .events import Event
from .refusal import Refusal, refuse
from .replay import fold
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


def gather_words(state: GameState, drawn: tuple[str, ...], dealer: int) -> tuple[Event, ...] | Refusal:
    """The words that the packs come from are settled, before the first pack."""
    if state.latest_round:
        return refuse("bad-request", "", "started")
    return (facts.WordsGathered(settled_words(state, drawn), dealer),)


def settled_words(state: GameState, drawn: tuple[str, ...]) -> tuple[str, ...]:
    """The words of the seats, where none was given those drawn for them."""
    given = state.words or ("",) * state.seats
    return tuple(word or other for word, other in zip(given, drawn, strict=True))


def whose_words(log: Sequence[Event]) -> tuple[tuple[str, bool], ...]:
    """The words that the packs of this game come from, and whether the seat's player gave it; none before all sit."""
    for place, event in enumerate(log):
        if isinstance(event, facts.WordsGathered):
            given = fold(log[:place]).words or ("",) * len(event.words)
            return tuple((word, bool(own)) for word, own in zip(event.words, given, strict=True))
    return ()
