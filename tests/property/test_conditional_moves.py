"""Seats leave random plans in random games of every preset: only what the rules allow is ever played by them."""

from random import Random

import pytest

from games.domain.cards import PACKS
from games.domain.commands import PlayConditional
from games.domain.conditional_moves import ConditionalMove, assumed_position, first_that_fits
from games.domain.decide import needs_round
from games.domain.evolve import fold
from games.domain.move_generation import legal_moves
from games.domain.moves import Move
from games.domain.perspective import perspective_of
from games.domain.position import Position
from games.domain.presets import PRESETS, resolve_rules
from games.domain.revalidation import revalidate
from games.domain.rules_validation import seatings
from games.domain.state import GameState
from tests.examples import some
from tests.property.random_games import accept, next_command, play_at_random

MAX_STEPS = 90


def random_plan(position: Position, dice: Random) -> list[ConditionalMove]:
    """Return moves that the rules allow on tables with random cards come and gone; now and then any move at all."""
    deck, plan = PACKS[position.rules.dealing.deck], []
    for _ in range(dice.randint(1, 4)):
        present = tuple(card for card in dice.sample(deck, 2) if card not in position.hand)[: dice.randint(0, 2)]
        absent = tuple(card for card in position.table.cards if card not in present and dice.random() < 0.3)
        moves = legal_moves(assumed_position(position, present, absent))
        plan.append(ConditionalMove(dice.choice(moves), present, absent if dice.random() < 0.5 else ()))
    return plan


def played_by_plans(preset: str, dice: Random) -> int:
    """Play a random game in which every seat plans before its turns; return how many planned moves were played."""
    rules, planned = resolve_rules(preset), 0
    plans: dict[int, list[ConditionalMove]] = {}
    seats, partners = dice.choice(seatings(rules))
    opening = next(play_at_random(rules, preset, seats, partners, dice))
    log, state = [*opening.events], opening.after
    for _ in range(MAX_STEPS):
        if state.result is not None:
            break
        move = None if needs_round(state) else fitting(state, plans)
        command = PlayConditional(state.turn, move) if move else next_command(state, dice)
        step = accept(state, command)
        planned += move is not None
        if move:
            judged = revalidate([*log, *step.events], len(log) + 1)
            assert judged
            assert judged.same
        log, state = [*log, *step.events], step.after
        if state.round:
            plans = {seat: random_plan(perspective_of(state, seat).position(), dice) for seat in holding(state)}
    assert fold(log) == state
    return planned


def fitting(state: GameState, plans: dict[int, list[ConditionalMove]]) -> Move | None:
    return first_that_fits(perspective_of(state, state.turn).position(), plans.get(state.turn, ()))


def holding(state: GameState) -> list[int]:
    assert state.round
    return [seat for seat, hand in enumerate(state.round.hands, start=1) if hand]


@pytest.mark.parametrize("preset", some(sorted(PRESETS), 6))
def test_only_what_the_rules_allow_is_played(preset: str) -> None:
    assert played_by_plans(preset, Random(f"plans {preset}")) > 0
