"""The imagined round does what the engine does."""

from random import Random
from typing import Any

import pytest

from games.bots.card_worth import mask_of, sweep_worth
from games.bots.hidden_hands import (
    Determinization,
    is_perfect_information,
    required_values,
    sample_determinizations,
    unseen_cards,
)
from games.bots.move_ordering import MoveOrdering
from games.bots.simulation import MAX_UNIONS, SimState, Simulator
from games.domain.commands import Play
from games.domain.events import PointsAwarded
from games.domain.move_generation import legal_moves
from games.domain.moves import Capture, Move, PluckAndPlay
from games.domain.notation import write_move
from games.domain.perspective import perspective_of
from games.domain.presets import resolve_rules
from games.domain.rules import Rules
from games.domain.state import GameState, RoundState
from games.domain.table import Table
from games.domain.values import takes_value
from tests.examples import some
from tests.property.random_games import ALL_PRESETS, Step, some_game

HOUSES: list[dict[str, Any]] = [
    {"preset": "diloti", "matching": "all_numerals", "match_builds": True, "join_builds": False},
    {"preset": "diloti", "matching": "all_numerals", "match_builds": True, "join_builds": False, "face_builds": True},
    {"preset": "casino", "join_builds": False, "duty": "free"},
    {"preset": "casino", "join_builds": False, "single_build_in_sums": "anyone", "sweep": 1},
    {"preset": "trailing-royals", "matching": "all", "match_builds": True, "face_capture": "one_or_three"},
    {"preset": "trailing-royals", "matching": "some", "match_builds": True},
    {"preset": "cassino", "one_sum": True, "matching": "all"},
    {"preset": "royal", "one_sum": True, "single_build_in_sums": "anyone"},
    {"preset": "hungarian", "one_sum": True},
    {"preset": "south-african", "one_sum": True},
    {"preset": "tablanette", "one_sum": True, "building": True},
    {"preset": "swedish", "five_of_spades_sweeps": True, "sweep_rule": "by_size"},
]
"""House rules whose moves or points no preset has."""
GAMES: list[object] = [*some(ALL_PRESETS), *some(HOUSES, 6)]


def plays(game: str | dict[str, Any], seed: int = 3) -> list[Step]:
    return [step for step in some_game(game, Random(seed), 120) if isinstance(step.command, Play)]


def before(step: Step) -> tuple[GameState, RoundState]:
    assert step.before
    assert step.before.round
    return step.before, step.before.round


def imagined(step: Step) -> tuple[Simulator, SimState]:
    state, now = before(step)
    simulator = Simulator(perspective_of(state, now.turn))
    return simulator, simulator.from_determinization(Determinization(now.hands, now.stock))


def uncalled(move: Move) -> str:
    if isinstance(move, PluckAndPlay):
        return write_move(move).replace("!", "")
    return write_move(move._replace(orange=False) if isinstance(move, Capture) else move)


def in_order(table: Table) -> tuple[list[str], list[str]]:
    return sorted(table.loose), sorted(map(str, table.builds))


def extra(now: RoundState, rules: Rules) -> tuple[float, ...]:
    return tuple(
        sum(given.values())
        + sum(sweep_worth(sweep.cards, sweep.first_play, rules, sweep.min_points) for sweep in swept)
        for given, swept in zip(now.bonus_points, now.sweeps, strict=True)
    )


@pytest.mark.parametrize("game", GAMES)
def test_the_moves_are_the_legal_moves(game: str | dict[str, Any]) -> None:
    for step in plays(game):
        state, now = before(step)
        simulator, sim_state = imagined(step)
        legal = sorted(uncalled(move) for move in legal_moves(perspective_of(state, now.turn).position()))
        imagined_moves = sorted(uncalled(move) for move in simulator.moves(sim_state))
        weighed = sorted(uncalled(move) for _, move in MoveOrdering(simulator).ordered(sim_state))
        if len(legal) <= MAX_UNIONS:
            assert imagined_moves == weighed == legal
        else:  # a crowded table is listed in part
            assert set(imagined_moves) | set(weighed) <= set(legal)


@pytest.mark.parametrize("game", GAMES)
def test_a_move_leads_where_the_engine_leads(game: str | dict[str, Any]) -> None:
    for step in plays(game):
        state, now = before(step)
        after = step.after.round
        if after is None or step.after.result or after.deal != now.deal:
            continue
        assert isinstance(step.command, Play)
        simulator, sim_state = imagined(step)
        reached = simulator.next_state(sim_state, step.command.move)
        assert in_order(reached.table) == in_order(after.table)
        assert tuple(map(set, reached.hands)) == tuple(map(set, after.hands))
        assert reached.turn == after.turn
        assert reached.piles == tuple(map(mask_of, after.piles))
        known = (after.last_capture, after.pluck_used, after.proven_values)
        assert (reached.last_capturer, reached.plucked, reached.proved) == known
        assert not reached.over
        if not called_falsely(step):
            assert reached.extra == pytest.approx(extra(after, state.rules))


def called_falsely(step: Step) -> bool:
    """Return whether the mover lost points by a false call, which imagined players never make."""
    state, now = before(step)
    side = state.side_of(now.turn)
    return any(isinstance(event, PointsAwarded) and event.side == side and event.points < 0 for event in step.events)


def test_a_repertoire_knows_builds_of_table_cards() -> None:
    rules = resolve_rules({"preset": "casino", "table_only_builds": True})
    step = next(step for step in some_game("casino", Random(1)) if isinstance(step.command, Play))
    state, now = before(step)
    perspective = perspective_of(state._replace(rules=rules), now.turn)
    simulator = Simulator(perspective)
    sim_state = simulator.from_determinization(Determinization(now.hands, now.stock))
    legal = sorted(map(write_move, legal_moves(perspective.position())))
    assert sorted(write_move(move) for _, move in MoveOrdering(simulator).ordered(sim_state)) == legal


# --- a computer player's knowledge of hidden cards, and its guesses at them ------------------------------------------


@pytest.mark.parametrize("preset", some(ALL_PRESETS))
def test_a_guess_fits_all_that_is_known(preset: str) -> None:
    for number, step in enumerate(some_game(preset, Random(8), 90)):
        if not isinstance(step.command, Play) or step.before is None or step.before.round is None:
            continue
        now, perspective = step.before.round, perspective_of(step.before, step.before.round.turn)
        hidden = unseen_cards(perspective)
        guessed = next(sample_determinizations(perspective, Random(number)))
        assert set(guessed.hands[now.turn - 1]) == set(now.hands[now.turn - 1])
        assert tuple(map(len, guessed.hands)) == tuple(map(len, now.hands))
        assert len(guessed.stock) == len(now.stock)
        others = [card for seat, hand in enumerate(guessed.hands, start=1) if seat != now.turn for card in hand]
        bottom = {perspective.round.bottom_card} - {None} if perspective.round else set()
        assert sorted(map(str, {*others, *guessed.stock})) == sorted(map(str, {*hidden, *bottom}))
        for seat in range(1, perspective.seats + 1):
            for value in required_values(perspective, seat):
                assert any(takes_value(card, value, perspective.rules.matching) for card in guessed.hands[seat - 1])


def test_counting_tells_the_last_hand_of_two() -> None:
    told = 0
    for step in some_game("casino", Random(2)):
        now = step.before.round if step.before else None
        if step.before is None or now is None or not isinstance(step.command, Play) or step.before.seats != 2:
            continue
        perspective = perspective_of(step.before, now.turn)
        assert is_perfect_information(perspective) == now.last_deal
        if is_perfect_information(perspective):
            told += 1
            guessed = next(sample_determinizations(perspective, Random(1)))
            assert set(guessed.hands[2 - now.turn]) == set(now.hands[2 - now.turn])
    assert told


def test_a_peeked_card_is_known_to_lie_at_the_bottom() -> None:
    peeked = 0
    for step in some_game("casino-en-deux", Random(5), 30):
        if step.before is None or step.before.round is None or not step.before.round.stock:
            continue
        perspective = perspective_of(step.before, 3 - step.before.round.dealer)
        assert next(sample_determinizations(perspective, Random(1))).stock[-1] == step.before.round.stock[-1]
        peeked += 1
    assert peeked
