"""The level suggested by the latest games against computers."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import Person
from games import bots, services
from games.models import Seat
from games.results.level_suggestion import (
    LATEST,
    LEVEL_RATINGS,
    MIN_GAMES,
    LevelSuggestion,
    level_for,
    level_suggestion,
    rating_of,
    suggested_level,
)
from tests.games.computers import fresh
from tests.games.tables import RULES, person

pytestmark = pytest.mark.django_db


def lost_game(player: Person, level: str = "casual", preset: str = "casino") -> None:
    game = services.start_game(player, RULES, preset, 2, False, "computer")
    Seat.objects.filter(game=game, number=2).update(bot=level)
    services.resign(Seat.objects.get(game=game, number=1), fresh(game).seq)


def test_every_level_has_its_place_on_the_scale() -> None:
    assert list(LEVEL_RATINGS) == list(bots.LEVELS)
    assert list(LEVEL_RATINGS.values()) == sorted(LEVEL_RATINGS.values())


@pytest.mark.parametrize("level", bots.LEVELS)
def test_whoever_wins_every_second_game_against_a_level_is_suggested_it(level: str) -> None:
    assert level_for(rating_of([(level, game % 2) for game in range(LATEST)])) == level


def test_the_suggestion_follows_the_results() -> None:
    winning = rating_of([("careful", 1.0)] * 5)
    losing = rating_of([("careful", 1.0)] * 5 + [("careful", 0.0)] * 10)
    assert losing < winning
    assert LEVEL_RATINGS[level_for(losing)] < LEVEL_RATINGS[level_for(winning)]


def test_a_few_games_say_nothing_and_then_lost_games_lead_to_an_easier_level() -> None:
    ann = person("Ann")
    for _ in range(MIN_GAMES - 1):
        lost_game(ann)
    assert level_suggestion(ann.pk) is None
    lost_game(ann)
    suggestion = level_suggestion(ann.pk)
    assert suggestion
    assert (suggestion.level, suggestion.games) == ("beginner", MIN_GAMES)


def test_games_with_people_do_not_count_and_only_the_latest_are_read(
    django_assert_num_queries: DjangoAssertNumQueries, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = person("Ann"), person("Bob")
    for _ in range(MIN_GAMES):
        game = services.start_game(ann, RULES, "casino", 2, False, "friends")
        services.take_seat(game, bob, 2)
        services.resign(Seat.objects.get(game=game, number=1), fresh(game).seq)
    assert level_suggestion(ann.pk) is None
    monkeypatch.setattr("games.results.level_suggestion.LATEST", MIN_GAMES)
    for _ in range(MIN_GAMES + 2):
        lost_game(ann)
    with django_assert_num_queries(3):
        suggestion = level_suggestion(ann.pk)
    assert isinstance(suggestion, LevelSuggestion)
    assert suggestion.games == MIN_GAMES < LATEST


def test_the_first_game_is_with_the_weakest_and_the_next_ones_are_with_the_last_opponent_until_results_tell() -> None:
    assert suggested_level(None) == "beginner"
    ann = person("Ann")
    assert suggested_level(ann.pk) == "beginner"
    for level in ("casual", "strong"):
        lost_game(ann, level)
        assert suggested_level(ann.pk) == level
    lost_game(ann, "strong")
    assert suggested_level(ann.pk) == "easy"


def test_a_new_game_starts_with_the_suggested_level_and_says_why(client: Client) -> None:
    ann = person("Ann")
    for _ in range(MIN_GAMES):
        lost_game(ann)
    client.force_login(ann)
    page = client.get("/new/casino/").content.decode()
    assert "We suggest Pip (beginner)." in page
    assert "We suggest" not in Client().get("/new/casino/").content.decode()
