"""The games on offer, their rules in a few words, and score sheets."""

import pytest

from games.domain.variants import PRESETS, resolve
from games.presenters.catalogue import Company, offer, playable_companies, shelves
from games.presenters.lobby import game_row, left_words
from games.presenters.rules import game_name, goal_words, house_rules
from games.presenters.scores import sheet


def shelf_of(preset: str) -> str:
    return next(shelf.title for shelf in shelves() if preset in [each.id for each in shelf.offers])


def test_every_preset_stands_on_one_shelf() -> None:
    assert sorted(each.id for shelf in shelves() for each in shelf.offers) == sorted(PRESETS)


def test_games_stand_with_their_like() -> None:
    assert shelves()[0].title == shelf_of("casino") == shelf_of("casino-sweeps") == "Casino"
    assert shelf_of("dominican") == shelf_of("royal-gamerules") != shelf_of("royal")
    assert shelf_of("tablanette") == shelf_of("callabra") == "Without builds"
    assert shelf_of("tuxedo") == "With another pack"
    assert shelf_of("california") == shelf_of("cassino-21")


def test_an_offer_says_for_how_many_and_to_how_much() -> None:
    assert offer(PRESETS["casino"]).summary == "2, 3 or 4 players · to 21 points"
    assert offer(PRESETS["michigan"]).summary == "2 players · to 5 points · sweeps count"
    assert offer(PRESETS["california"]).summary == "2, 3, 4 or 6 players · a set number of rounds"
    assert offer(PRESETS["callabra"]).summary == "2 or 3 players · one round, most cards"


def test_companies_are_those_that_can_play() -> None:
    assert playable_companies(resolve("portuguese")) == (Company(2, False), Company(4, True))
    assert [each.label for each in playable_companies(resolve("portuguese"))] == [
        "2 players",
        "4 players, in partnerships",
    ]


def test_what_has_to_be_reached() -> None:
    assert goal_words(resolve("casino"), 21, 2) == "to 21 points"
    assert goal_words(resolve({"preset": "casino", "target": 1}), 1, 2) == "to 1 point"
    assert goal_words(resolve("california"), 21, 3) == "6 rounds"


def test_house_rules_are_what_differs() -> None:
    assert house_rules(resolve("casino"), "casino") == ()
    changed = resolve({"preset": "casino", "target": 11, "raise_own": False, "face_builds": True})
    assert set(house_rules(changed, "casino")) == {
        "Points to win: 11",
        "Your own build may be raised: no",
        "Builds of faces: yes",
    }


def test_house_rules_do_not_repeat_the_goal() -> None:
    changed = resolve({"preset": "casino", "ending": "rounds", "rounds_per_seat": 1, "raise_own": False})
    assert goal_words(changed, 21, 2) == "2 rounds"
    assert house_rules(changed, "casino") == ("Your own build may be raised: no",)


def test_a_name_nobody_knows_any_more_stands_as_it_is() -> None:
    assert game_name("forgotten") == "forgotten"
    assert house_rules(resolve("casino"), "forgotten") == ()


def test_a_row_of_ones_games() -> None:
    row = game_row("abc", "casino", ["Ben", "Carla"], "being played", True)
    assert (row.players, row.status, row.left, row.late) == ("with Ben and Carla", "your turn", "", False)
    assert game_row("abc", "casino", [], "waiting for players", False).players == ""
    assert game_row("abc", "casino", [], "waiting for players", False).status == "waiting for players"


def test_a_row_tells_the_time_left() -> None:
    assert game_row("abc", "casino", [], "", True, 3599).late
    assert not game_row("abc", "casino", [], "", True, 3600).late
    assert not game_row("abc", "casino", [], "", False, 60).late
    assert game_row("abc", "casino", [], "", False, 7300).left == "2 hours left"


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
    assert left_words(seconds) == words


def test_a_sheet_shows_every_way_that_counts_even_a_tie() -> None:
    found = sheet(
        resolve("casino"),
        2,
        ("You", "Ben"),
        ({"aces": 3, "total": 3}, {"aces": 1, "big_casino": 2, "total": 3}),
        (9, 8),
    )
    assert [row.label for row in found.rows] == [
        "Most cards",
        "Most spades",
        "Big casino (10♦)",
        "Little casino (2♠)",
        "Aces",
    ]
    assert [row.points for row in found.rows] == [(0, 0), (0, 0), (0, 2), (0, 0), (3, 1)]
    assert (found.number, found.added, found.totals) == (2, (3, 3), (9, 8))


def test_a_sheet_checks_its_sum_against_all_there_is() -> None:
    points = ({"most_cards": 3, "aces": 3, "total": 6}, {"aces": 1, "big_casino": 2, "sweeps": 2, "total": 5})
    assert sheet(resolve("casino"), 1, ("You", "Ben"), points).check == "Scored: 9 of the 11 points in a round."
    swept = sheet(resolve("casino-sweeps"), 1, ("You", "Ben"), points).check
    assert swept == "Scored: 9 of the 11 points in a round, sweeps apart."
    assert sheet(resolve("callabra"), 1, ("You", "Ben"), ({"cards": 9}, {"cards": 3})).check == ""


def test_where_only_the_number_of_cards_counts_the_sheet_has_no_other_line() -> None:
    points = ({"cards": 21, "total": 21}, {"cards": 31, "total": 31})
    assert [row.label for row in sheet(resolve("callabra"), 1, ("You", "Ben"), points).rows] == ["Cards"]


def test_a_sheet_leaves_out_what_does_not_count() -> None:
    found = sheet(
        resolve({"preset": "casino", "sweep": 1, "aces": 0}),
        1,
        ("You", "Ben"),
        ({"total": 0}, {"orange": 10, "total": 10}),
    )
    labels = [row.label for row in found.rows]
    assert "Sweeps" in labels
    assert "Oranges" in labels
    assert "Aces" not in labels
    assert "Tablanettes" not in labels
