"""The exact end of a round, against a plain search of every line with the engine itself."""

from random import Random

import pytest

from games.bots.evaluation import Evaluator
from games.bots.hidden_hands import Determinization
from games.bots.simulation import SimState, Simulator
from games.bots.solver import NodeLimitExceeded, Solver
from games.domain.commands import Play
from games.domain.evolve import round_of
from games.domain.move_generation import legal_moves
from games.domain.perspective import perspective_of
from games.domain.presets import resolve_rules
from games.domain.state import GameState
from tests.domain.perspectives import after
from tests.property.random_games import play_at_random

ENDS = "casino casino-sweeps cassino trailing-royals diamond royal-short dominican spade pluck".split()


def lasts(preset: str, seed: int, cards: int) -> GameState:
    """Return the first state of a game of two when so many cards are left, all of them in hands."""
    rules = resolve_rules({"preset": preset, "target": 1000, "endgame": "none"})
    for step in play_at_random(rules, "", 2, False, Random(seed)):
        now = step.after.round
        if now is not None and not now.stock and sum(map(len, now.hands)) == cards and now.deal:
            return step.after
    raise AssertionError("every round ends")


def every_line(state: GameState, side: int) -> int:
    """Return the side's lead at the end of the round, if both play their best."""
    seat, reached = state.turn, []
    for move in legal_moves(perspective_of(state, seat).position()):
        then = after(state, Play(seat, move))
        if then.round is None or len(then.sheets) > len(state.sheets):
            points = then.sheets[-1].points
            reached.append(points[side]["total"] - points[1 - side]["total"])
        else:
            reached.append(every_line(then, side))
    return max(reached) if state.side_of(seat) == side else min(reached)


def imagined(state: GameState) -> tuple[Simulator, SimState]:
    """Return the end as the seat to play imagines it, who knows every card."""
    simulator = Simulator(perspective_of(state, state.turn))
    return simulator, simulator.from_determinization(Determinization(round_of(state).hands, ()))


@pytest.mark.parametrize("preset", ENDS)
@pytest.mark.parametrize("seed", range(4))
def test_it_finds_what_a_search_of_every_line_finds(preset: str, seed: int) -> None:
    state = lasts(preset, seed, cards=4)
    simulator, sim_state = imagined(state)
    side = state.side_of(state.turn)
    best = every_line(state, side)
    assert Solver(simulator, 100_000).value(sim_state) == pytest.approx(best)
    values = {value for value, _ in Solver(simulator, 100_000).best(sim_state)}
    assert all(value == pytest.approx(best) for value in values)


def test_its_best_moves_are_best() -> None:
    state = lasts("casino-sweeps", 9, cards=4)
    simulator, sim_state = imagined(state)
    for value, move in Solver(simulator, 100_000).best(sim_state):
        then = after(state, Play(state.turn, move))
        assert every_line(then, state.side_of(state.turn)) == pytest.approx(value)


def test_it_gives_up_when_it_would_take_too_long() -> None:
    simulator, sim_state = imagined(lasts("casino", 1, cards=4))
    with pytest.raises(NodeLimitExceeded):
        Solver(simulator, 1).value(sim_state)


@pytest.mark.parametrize("preset", ENDS)
def test_the_end_is_worth_what_the_score_sheet_says(preset: str) -> None:
    state = lasts(preset, 5, cards=1)
    simulator, sim_state = imagined(state)
    move = legal_moves(perspective_of(state, state.turn).position())[0]
    points = [own["total"] for own in after(state, Play(state.turn, move)).sheets[-1].points]
    lead = Evaluator(simulator).lead(simulator.next_state(sim_state, move), 0)
    assert lead == pytest.approx(points[0] - points[1])
