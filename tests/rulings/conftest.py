"""Fixtures of all tests of rulings."""

import pytest

from accounts.models import Person
from games.models import Game
from tests.games.conftest import computers_play_at_once, nothing_remembered
from tests.games.timed import timed_game
from tests.rulings import cases

__all__ = ["computers_play_at_once", "nothing_remembered"]


@pytest.fixture
def game() -> Game:
    """A game of Ann and Bob that has just begun."""
    return timed_game()


@pytest.fixture
def dora() -> Person:
    return cases.director()
