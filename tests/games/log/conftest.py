"""A game whose first cards are dealt, as a row and as its state."""

import pytest

from games.domain.state import GameState
from games.models import Game
from tests.games.tables import game_by_hand


@pytest.fixture
def begun_game() -> tuple[Game, GameState]:
    return game_by_hand()


@pytest.fixture
def game(begun_game: tuple[Game, GameState]) -> Game:
    """A game of Ann and Bob, the first cards dealt."""
    return begun_game[0]


@pytest.fixture
def state(begun_game: tuple[Game, GameState]) -> GameState:
    """The state of the game."""
    return begun_game[1]
