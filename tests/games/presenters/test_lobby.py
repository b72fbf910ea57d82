"""Rows of the lists of games."""

import pytest

from games.presenters.lobby import game_row, time_left_words
from games.presenters.portraits import PlayerFace, person_portrait


def face(name: str) -> PlayerFace:
    return PlayerFace(name, person_portrait(name))


def test_a_row_of_ones_games() -> None:
    row = game_row("abc", "casino", [face("Ben"), face("Carla")], "in progress", True)
    assert (row.opponents, row.status, row.time_left, row.time_short) == ("Ben and Carla", "your turn", "", False)
    assert game_row("abc", "casino", [], "waiting for players", False).opponents == ""
    assert game_row("abc", "casino", [], "waiting for players", False).status == "waiting for players"


def test_a_row_tells_the_time_left() -> None:
    assert game_row("abc", "casino", [], "", True, 3599).time_short
    assert not game_row("abc", "casino", [], "", True, 3600).time_short
    assert not game_row("abc", "casino", [], "", False, 60).time_short
    assert game_row("abc", "casino", [], "", False, 7300).time_left == "2 hours left"


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (-5, "time is up"),
        (0, "time is up"),
        (59.9, "less than a minute left"),
        (60, "1 minute left"),
        (3599, "59 minutes left"),
        (3600, "1 hour left"),
        (47.9 * 3600, "47 hours left"),
        (48 * 3600, "2 days left"),
        (13.9 * 86400, "13 days left"),
    ],
)
def test_time_left_is_told_in_whole_units_and_never_more_than_there_is(seconds: float, words: str) -> None:
    assert time_left_words(seconds) == words
