"""The player by the value network: what it sees after a move, and its moves."""

from collections.abc import Iterator
from random import Random

import pytest

from games.bots.card_worth import mask_of
from games.domain.commands import OpenGame, Play
from games.domain.decide import needs_round
from games.domain.moves import play_of, played_cards
from games.domain.perspective import perspective_of
from games.domain.presets import resolve_rules
from tests.property.random_games import Step, accept, play_at_random, shuffled
from tests.train.__main__ import NETWORK
from tests.train.network import read_network
from tests.train.player import PRESETS, Learned
from tests.train.sight import Encoder, sight_of


@pytest.mark.parametrize("preset", PRESETS)
def test_it_makes_only_legal_moves(preset: str) -> None:
    player, dice = Learned(read_network(NETWORK)[0], exact_nodes=40), Random(preset)
    rules = resolve_rules({"preset": preset, "target": 11})
    state, plays = accept(None, OpenGame(rules, "", 2, False, 2)).after, 0
    while state.result is None:
        if needs_round(state):
            state = accept(state, shuffled(rules, dice)).after
        else:
            seat = state.round.turn
            state = accept(state, Play(seat, player.best_move(perspective_of(state, seat), Random(1)))).after
            plays += 1
    assert plays >= 48


def played_steps(preset: str, dice: Random) -> Iterator[Step]:
    """Yield the plays of random games after which the deal goes on; a false claim may end a game at once."""
    for step in (each for _ in range(4) for each in play_at_random(resolve_rules(preset), preset, 2, False, dice)):
        if isinstance(step.command, Play) and step.before.round and step.after.round:
            before, after = step.before.round, step.after.round
            if (before.number, before.deal) == (after.number, after.deal) and any(after.hands):
                yield step


@pytest.mark.parametrize("preset", PRESETS)
def test_a_move_leads_where_the_engine_says(preset: str) -> None:
    """The inputs after a move are those of the position that the engine reaches by it."""
    seen, encoder = 0, Encoder(resolve_rules(preset))
    for step in played_steps(preset, Random(preset)):
        seat, move = step.command.seat, step.command.move
        before, after = perspective_of(step.before, seat), perspective_of(step.after, seat)
        kept = mask_of(before.round.hand) & ~mask_of(played_cards(play_of(move)))
        reached, gain = sight_of(before).after(seat, move)
        assert kept == mask_of(after.round.hand)
        assert encoder.inputs(reached, seat, kept) == encoder.inputs(sight_of(after), seat, kept)
        assert gain[5] == len(after.round.sweeps[seat - 1]) - len(before.round.sweeps[seat - 1])
        seen += 1
    assert seen > 30
