"""Puzzles found in the finished games of a site."""

import pytest

from games.domain.cards import PACKS
from games.domain.move_generation import legal_moves
from games.domain.perspective import perspective_of
from games.management.commands.puzzles import puzzles_of_finished_games
from games.models import Game
from games.puzzles.proof import MIN_MARGIN
from tests.examples import exhaustive
from tests.games.finished import finished_game

pytestmark = pytest.mark.django_db


@exhaustive
def test_positions_of_finished_games_by_the_puzzles_rules_become_puzzles() -> None:
    finished_game("casino-sweeps", target=11)
    (found,) = puzzles_of_finished_games()
    assert found
    for puzzle in found:
        position = puzzle.position
        cards = [card for cards in (*position.hands, position.table.cards, *position.piles) for card in cards]
        assert sorted(cards) == sorted(PACKS["standard"])
        assert puzzle.solution in legal_moves(perspective_of(puzzle.state(), 1).position())
        assert puzzle.margin >= MIN_MARGIN


@pytest.mark.parametrize("change", [{"status": Game.Status.PLAYING}, {}])
def test_games_in_progress_and_by_other_rules_are_left_out(change: dict[str, str]) -> None:
    game = finished_game("casino-sweeps" if change else "casino", target=3)
    Game.objects.filter(pk=game.pk).update(**change)
    assert list(puzzles_of_finished_games()) == []
