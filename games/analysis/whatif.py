"""Other moves tried from a moment of a game whose cards are all known: the engine judges them, nothing is saved."""

from collections.abc import Iterable
from typing import NamedTuple

from games.domain.decide import decide
from games.domain.events import Event
from games.domain.refusal import Refusal
from games.domain.replay import fold
from games.domain.run import BadEntry, command_of
from games.domain.state import GameState


class Tried(NamedTuple):
    """One accepted entry (RULEBOOK 12.5, 12.6), and its events."""

    entry: str
    events: tuple[Event, ...]


class Line(NamedTuple):
    """The state the entries lead to. `refusal` is about the first refused entry: it and all later ones are left out."""

    state: GameState
    tried: tuple[Tried, ...]
    refusal: Refusal | None = None


def playable(state: GameState) -> bool:
    """Return True if a seat is to play and holds cards; the next deal is a moment of its own.

    With the last card of the pack the round is scored, and no other pack is dealt here.
    """
    now = state.round
    return state.result is None and now is not None and bool(now.turn) and bool(now.hands[now.turn - 1])


def follow(state: GameState, entries: Iterable[str]) -> Line:
    """Play the entries one after the other, as far as they are accepted and the round lasts.

    Hands dealt on the way come from the same pack.
    """
    tried: tuple[Tried, ...] = ()
    for entry in entries:
        if not playable(state):
            break
        decided = _decided(state, entry)
        if isinstance(decided, Refusal):
            return Line(state, tried, decided)
        state, tried = fold(decided, state), (*tried, Tried(entry, decided))
    return Line(state, tried)


def _decided(state: GameState, entry: str) -> tuple[Event, ...] | Refusal:
    try:
        return decide(state, command_of(state, entry))
    except BadEntry as bad:
        return bad.refusal
