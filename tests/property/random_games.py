"""Whole games played at random, with every kind of action a seat may take, for tests that look at all their steps."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

from games.domain.cards import PACKS
from games.domain.commands import CallOrange, Claim, Command, OpenGame, Play, StartRound
from games.domain.decide import decide, needs_round
from games.domain.events import Event
from games.domain.evolve import fold
from games.domain.move_generation import legal_moves
from games.domain.moves import Capture, Move
from games.domain.perspective import perspective_of
from games.domain.presets import PRESETS, resolve_rules
from games.domain.refusal import Refusal
from games.domain.rules import Rules
from games.domain.rules_validation import seatings
from games.domain.state import GameState


class Step(NamedTuple):
    """A command, its events, and the states before and after."""

    before: GameState | None
    command: Command
    events: tuple[Event, ...]
    after: GameState


def accept(state: GameState | None, command: Command) -> Step:
    """Return the step of the command, which must not be refused."""
    decided = decide(state, command)
    assert not isinstance(decided, Refusal), (command, decided)
    return Step(state, command, decided, fold(decided, state))


def shuffled(rules: Rules, dice: Random) -> StartRound:
    """Return a pack in random order."""
    pack = list(PACKS[rules.dealing.deck])
    dice.shuffle(pack)
    return StartRound(tuple(pack))


def _chosen(moves: list[Move], rules: Rules, dice: Random) -> Move:
    """Choose any move; captures are now and then called an orange where there are oranges."""
    move = dice.choice(moves)
    if isinstance(move, Capture) and rules.specials.orange and dice.random() < 0.3:
        return move._replace(orange=True)
    return move


def _aside(state: GameState, dice: Random) -> Command | None:
    """Now and then a claim or a call from any seat."""
    seat = dice.randint(1, state.seats)
    if state.rules.winning.claims != "no" and dice.random() < 0.03:
        return Claim(seat)
    if state.rules.specials.orange and dice.random() < 0.1:
        return CallOrange(seat)
    return None


def next_command(state: GameState, dice: Random) -> Command:
    if needs_round(state):
        return shuffled(state.rules, dice)
    aside = _aside(state, dice)
    if aside is not None and not isinstance(decide(state, aside), Refusal):
        return aside
    assert state.round is not None
    seat = state.round.turn
    moves = legal_moves(perspective_of(state, seat).position())
    assert moves, "an owner is never stuck"
    return Play(seat, _chosen(moves, state.rules, dice))


def play_at_random(rules: Rules, preset: str, seats: int, partners: bool, dice: Random) -> Iterator[Step]:
    """Yield every step of a random game to its end."""
    step = accept(None, OpenGame(rules, preset, seats, partners, dice.randint(1, seats)))
    yield step
    while step.after.result is None:
        step = accept(step.after, next_command(step.after, dice))
        yield step


def some_game(wanted: str | Mapping[str, Any], dice: Random, limit: int = 150) -> list[Step]:
    """Return the first steps of a random game of a preset, or with house rules, in a company it allows."""
    rules = resolve_rules(wanted)
    preset = wanted if isinstance(wanted, str) else str(wanted["preset"])
    seats, partners = dice.choice(seatings(rules))
    steps = []
    for step in play_at_random(rules, preset, seats, partners, dice):
        steps.append(step)
        if len(steps) == limit:
            break
    return steps


ALL_PRESETS = sorted(PRESETS)
