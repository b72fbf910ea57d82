"""Other moves tried from a position of a game whose cards are all known: the engine judges them, nothing is saved."""

from collections.abc import Iterable
from typing import NamedTuple

from casino.work_budget import TooMuchWork, within_budget
from games.domain.decide import decide
from games.domain.events import Event
from games.domain.evolve import fold
from games.domain.record import RejectedEntry, parse_entry
from games.domain.refusal import Refusal
from games.domain.state import GameState

MAX_SECONDS = 2.0
"""Processor time for the entries of one line."""


class VariationMove(NamedTuple):
    """One accepted entry (RULEBOOK 12.5, 12.6), and its events."""

    entry: str
    events: tuple[Event, ...]


class Variation(NamedTuple):
    """The state the entries lead to. `refusal` is about the first refused entry: it and all later ones are left out.
    So are those after MAX_SECONDS (`cut_short`)."""

    state: GameState
    moves: tuple[VariationMove, ...]
    refusal: Refusal | None = None
    cut_short: bool = False


def can_continue(state: GameState) -> bool:
    """True if a seat is to play and holds cards; the next deal is an entry of its own.

    With the last card of the pack the round is scored, and no other pack is dealt here.
    """
    round_ = state.round
    return state.result is None and round_ is not None and bool(round_.turn and round_.hands[round_.turn - 1])


def play_variation(state: GameState, entries: Iterable[str]) -> Variation:
    """Play the entries one after the other, as far as they are accepted and the round lasts.

    Hands dealt on the way come from the same pack.
    """
    moves: tuple[VariationMove, ...] = ()
    try:
        for entry in within_budget(MAX_SECONDS, entries):
            if not can_continue(state):
                break
            decided = _decide(state, entry)
            if isinstance(decided, Refusal):
                return Variation(state, moves, decided)
            state, moves = fold(decided, state), (*moves, VariationMove(entry, decided))
    except TooMuchWork:
        return Variation(state, moves, cut_short=True)
    return Variation(state, moves)


def _decide(state: GameState, entry: str) -> tuple[Event, ...] | Refusal:
    try:
        return decide(state, parse_entry(state, entry))
    except RejectedEntry as bad:
        return bad.refusal
