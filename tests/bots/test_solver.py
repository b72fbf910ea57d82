"""The exact end of a round, against a plain search of every line with the engine itself."""

from random import Random

import pytest

from games.bots.scene import Stage
from games.bots.solver import Solver, TooHard
from games.bots.standing import Standing
from games.bots.unseen import Guess
from games.domain.commands import Play
from games.domain.decide import decide
from games.domain.legality import legal_moves
from games.domain.perspective import perspective
from games.domain.refusal import Refusal
from games.domain.replay import fold
from games.domain.state import GameState
from games.domain.variants import resolve
from tests.property.random_games import play_at_random

ENDS = "casino casino-sweeps cassino trailing-royals diamond royal-short dominican spade pluck".split()


def lasts(preset: str, seed: int, cards: int) -> GameState:
    """Return the first moment of a game of two when so many cards are left, all of them in hands."""
    rules = resolve({"preset": preset, "target": 1000, "endgame": "none"})
    for step in play_at_random(rules, "", 2, False, Random(seed)):
        now = step.after.round
        if now is not None and not now.stock and sum(map(len, now.hands)) == cards and now.deal:
            return step.after
    raise AssertionError("every round ends")


def every_line(state: GameState, side: int) -> int:
    """Return the side's lead at the end of the round, if both play their best."""
    assert state.round
    seat, reached = state.round.turn, []
    for move in legal_moves(perspective(state, seat).position()):
        decided = decide(state, Play(seat, move))
        assert not isinstance(decided, Refusal)
        after = fold(decided, state)
        if after.round is None or len(after.sheets) > len(state.sheets):
            points = after.sheets[-1].points
            reached.append(points[side]["total"] - points[1 - side]["total"])
        else:
            reached.append(every_line(after, side))
    return max(reached) if state.side_of(seat) == side else min(reached)


@pytest.mark.parametrize("preset", ENDS)
@pytest.mark.parametrize("seed", range(4))
def test_it_finds_what_a_search_of_every_line_finds(preset: str, seed: int) -> None:
    state = lasts(preset, seed, cards=4)
    assert state.round
    stage = Stage(perspective(state, state.round.turn))
    scene = stage.guessed(Guess(state.round.hands, ()))
    side = state.side_of(state.round.turn)
    best = every_line(state, side)
    assert Solver(stage, 100_000).value(scene) == pytest.approx(best)
    values = {value for value, _ in Solver(stage, 100_000).best(scene)}
    assert all(value == pytest.approx(best) for value in values)


def test_its_best_moves_are_best() -> None:
    state = lasts("casino-sweeps", 9, cards=4)
    assert state.round
    seat, side = state.round.turn, state.side_of(state.round.turn)
    stage = Stage(perspective(state, seat))
    for value, move in Solver(stage, 100_000).best(stage.guessed(Guess(state.round.hands, ()))):
        decided = decide(state, Play(seat, move))
        assert not isinstance(decided, Refusal)
        assert every_line(fold(decided, state), side) == pytest.approx(value)


def test_it_gives_up_when_it_would_take_too_long() -> None:
    state = lasts("casino", 1, cards=4)
    assert state.round
    stage = Stage(perspective(state, state.round.turn))
    with pytest.raises(TooHard):
        Solver(stage, 1).value(stage.guessed(Guess(state.round.hands, ())))


@pytest.mark.parametrize("preset", ENDS)
def test_the_end_is_worth_what_the_score_sheet_says(preset: str) -> None:
    state = lasts(preset, 5, cards=1)
    assert state.round
    seat = state.round.turn
    stage = Stage(perspective(state, seat))
    move = legal_moves(perspective(state, seat).position())[0]
    scene = stage.after(stage.guessed(Guess(state.round.hands, ())), move)
    decided = decide(state, Play(seat, move))
    assert not isinstance(decided, Refusal)
    points = [own["total"] for own in fold(decided, state).sheets[-1].points]
    assert Standing(stage).lead(scene, 0) == pytest.approx(points[0] - points[1])
