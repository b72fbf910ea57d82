"""Replay a whole game from its packs and the entries of its record (RULEBOOK 12.6, 13: replay)."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from .cards import Card, NotationError
from .commands import CallOrange, Claim, Command, OpenGame, Play, Resign, StartRound
from .decide import decide, needs_round
from .events import Event
from .notation import read_move
from .record_entries import CALL
from .refusal import Refusal, refuse
from .replay import fold
from .rules import Rules
from .state import GameState

_COMMANDS: dict[str, Callable[[int], Command]] = {"claim": Claim, "orange": CallOrange, "resign": Resign}


class GameScript(NamedTuple):
    """Everything a game was played with: a pack for each round, an entry for each move, claim, call or resignation."""

    rules: Rules
    preset: str
    seats: int
    partners: bool
    dealer: int
    packs: tuple[tuple[Card, ...], ...]
    entries: tuple[str, ...]


class RejectedEntry(Exception):
    """A refused entry: its place, counted from 0, and the refusal."""

    def __init__(self, at: int, refusal: Refusal) -> None:
        super().__init__(at, refusal)
        self.at, self.refusal = at, refusal


class ScriptStep(NamedTuple):
    """One entry with the events it led to; the opening and each new pack have an empty entry."""

    entry: str
    events: tuple[Event, ...]


def replay_script(run: GameScript) -> tuple[GameState, tuple[ScriptStep, ...]]:
    """Return the state that the run leads to, and its steps. Raises RejectedEntry, as `play_script` does."""
    states, steps = zip(*play_script(run), strict=True)
    return states[-1], steps


def play_script(run: GameScript) -> Iterator[tuple[GameState, ScriptStep]]:
    """Yield each step of the run, when it is played, after the state that it leads to.

    Raises RejectedEntry; for a bad pack `at` is the number of entries before it.
    """
    state, step = _stepped(None, OpenGame(run.rules, run.preset, run.seats, run.partners, run.dealer), 0)
    yield state, step
    decks = iter(run.packs)
    for at in range(len(run.entries) + 1):
        pack = next(decks, None) if needs_round(state) else None
        if pack is not None:
            state, step = _stepped(state, StartRound(pack), at)
            yield state, step
        if at < len(run.entries):
            state, step = _stepped(state, parse_entry(state, run.entries[at], at), at, run.entries[at])
            yield state, step


def _stepped(state: GameState | None, command: Command, at: int, entry: str = "") -> tuple[GameState, ScriptStep]:
    events = _accepted(decide(state, command), at)
    return fold(events, state), ScriptStep(entry, events)


def _accepted(decided: tuple[Event, ...] | Refusal, at: int) -> tuple[Event, ...]:
    if isinstance(decided, Refusal):
        raise RejectedEntry(at, decided)
    return decided


def parse_entry(state: GameState, entry: str, at: int = 0) -> Command:
    """Return the command of an entry in this state; a move is for the seat to play. Raises RejectedEntry, at `at`."""
    call = CALL.fullmatch(entry.strip())
    if call:
        return _COMMANDS[call[1]](int(call[2]))
    try:
        return Play(state.round.turn if state.round else 1, read_move(entry))
    except NotationError as wrong:
        raise RejectedEntry(at, refuse("bad-request", "12.5", "unreadable", why=wrong)) from wrong
