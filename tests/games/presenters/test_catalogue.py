"""The games on offer, their rules in a few words, and score sheets."""

import pytest

from games.domain.presets import NAMED_RULES, PRESETS, resolve_rules
from games.presenters.catalogue import (
    Filters,
    Seating,
    filtered_groups,
    game_groups,
    game_length,
    game_listing,
    playable_seatings,
)
from games.presenters.lobby import game_row, time_left_words
from games.presenters.portraits import PlayerFace, person_portrait


def shelf_of(preset: str) -> str:
    return next(shelf.title for shelf in game_groups() if preset in [each.id for each in shelf.games])


def test_every_preset_stands_on_one_shelf() -> None:
    assert sorted(each.id for shelf in game_groups() for each in shelf.games) == sorted(PRESETS)


def test_games_stand_with_their_like() -> None:
    assert game_groups()[0].title == shelf_of("casino") == shelf_of("casino-sweeps") == "Casino"
    assert shelf_of("dominican") == shelf_of("royal-gamerules") != shelf_of("royal")
    assert shelf_of("tablanette") == shelf_of("callabra") == "No builds"
    assert shelf_of("tuxedo") == "Special decks" != shelf_of("south-african")
    assert shelf_of("california") == shelf_of("cassino-21")


def test_facts_name_the_players_and_the_goal() -> None:
    assert game_listing("casino").facts == "2, 3, or 4 players · to 21 points"
    assert game_listing("michigan").facts == "2 players · to 5 points · sweeps score"
    assert game_listing("california").facts == "2, 3, 4, or 6 players · fixed number of rounds"
    assert game_listing("callabra").facts == "2 or 3 players · one round, most cards wins"


def test_companies_are_those_that_can_play() -> None:
    assert playable_seatings(resolve_rules("portuguese")) == (Seating(2, False), Seating(4, True))
    assert [each.label for each in playable_seatings(resolve_rules("portuguese"))] == [
        "2 players",
        "4 players, in partnerships",
    ]


def found(**query: str) -> set[str]:
    return {game.id for category in filtered_groups(Filters.of(query)) for game in category.games}


def test_every_game_has_a_title_and_a_sentence_of_its_own() -> None:
    games = [game for category in game_groups() for game in category.games]
    assert len({game.title for game in games}) == len({game.summary for game in games}) == len(games)
    assert all(game.summary.endswith(".") for game in games)


def test_games_are_found_by_the_number_of_players_and_the_length() -> None:
    assert found() == {*PRESETS, *NAMED_RULES}
    assert found(players="5") == {preset for preset in PRESETS if 5 in resolve_rules(preset).dealing.seats}
    assert "michigan" in found(length="short")
    assert "tablanette" in found(length="long")
    assert game_length(resolve_rules("casino")) == "medium"
    assert found(players="5", length="short") == found(players="5") & found(length="short")


SWEDISH = ["swedish", "byggkasino", "dragkasino"]


@pytest.mark.parametrize(
    ("search", "games"),
    [
        ("wikipedia", ["cassino", "royal-short"]),
        ("MOKKI", ["finnish"]),
        ("sudden-death", ["cassino-sudden-death"]),
        ("Swedish Casino", SWEDISH),
        ("svensk", ["byggkasino", "swedish", "dragkasino"]),
        ("swedisch", ["byggkasino", "swedish", "dragkasino"]),
        ("danish casino", ["danish"]),
        ("denmark", ["danish"]),
        ("dansk kasino", ["danish"]),
        ("diloti online", ["diloti-online"]),
        ("greek", ["diloti", "diloti-online"]),
        ("greek chess", ["diloti", "diloti-online"]),
        ("xyzzy", []),
    ],
)
def test_games_are_found_word_by_word_or_the_nearest(search: str, games: list[str]) -> None:
    assert [game.id for group in filtered_groups(Filters.of({"search": search})) for game in group.games] == games


@pytest.mark.parametrize("search", ["ten or 16", "10 or 16", "TEN, sixteen"])
def test_games_are_found_by_their_options(search: str) -> None:
    assert {"byggkasino", "danish", "finnish"} < found(search=search)


def test_the_nearest_games_say_so() -> None:
    assert [group.title for group in filtered_groups(Filters(search="swedish poker"))] == [
        "No game matches exactly. The nearest:"
    ]


def test_filters_that_nobody_offered_filter_nothing() -> None:
    assert Filters.of({"players": "7", "length": "endless", "search": " " * 1000}) == Filters()
    assert len(Filters.of({"search": "x" * 100_000}).search) == 60


def test_every_kind_of_game_has_a_scene_in_its_own_cards() -> None:
    scenes = [tuple(card.code for part in kind.scene for card in part.cards) for kind in game_groups()]
    assert len(set(scenes)) == len(game_groups()) == 7
    assert all(2 <= len(cards) <= 4 for cards in scenes)
    by_key = {kind.key: kind for kind in game_groups()}
    assert [part.word for part in by_key["casino"].scene if part.kind == "build"] == ["9"]
    assert by_key["decks"].scene[0].cards[0].code == "1R"


# --- rows of the lists of games --------------------------------------------------------------------------------------


def face(name: str) -> PlayerFace:
    return PlayerFace(name, person_portrait(name))


def test_a_row_of_ones_games() -> None:
    row = game_row("abc", "casino", [face("Ben"), face("Carla")], "in progress", ["turn", "offer"])
    assert (row.opponents, row.waits) == ("Ben and Carla", ("your turn", "your answer"))
    assert (row.time_left, row.time_short) == ("", False)
    row = game_row("abc", "casino", [], "waiting for players", [])
    assert (row.opponents, row.status, row.waits) == ("", "waiting for players", ())


def test_a_row_tells_the_time_left() -> None:
    assert game_row("abc", "casino", [], "", ["turn"], 3599).time_short
    assert not game_row("abc", "casino", [], "", ["turn"], 3600).time_short
    assert not game_row("abc", "casino", [], "", ["offer"], 60).time_short
    assert game_row("abc", "casino", [], "", [], 7300).time_left == "2 hours left"


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
