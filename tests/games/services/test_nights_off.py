"""Nights off are each player's own: the log names their time zones when the game begins, and the table their hours."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client

from accounts.models import Person
from accounts.person_preferences import save_preferences
from games.domain.table_settings import DAY
from games.log.verification import verify_game
from games.models import Game
from tests.games.tables import person
from tests.games.timed import Passing, fresh, kinds, mover, standing_time, timed_game

pytestmark = pytest.mark.django_db

ZONES = {"Ann": "Asia/Kolkata", "Bob": "America/Los_Angeles"}
DEADLINES = {
    "Ann": datetime(2026, 11, 25, 5, tzinfo=UTC),  # from half past two in the afternoon: 7½, 14 and 2½ hours
    "Bob": datetime(2026, 11, 25, 2, tzinfo=UTC),  # from one at night: 14 and 10 hours
}


@pytest.fixture(autouse=True)
def time() -> Iterator[Passing]:
    with standing_time() as passing:
        yield passing


def between_continents(**table_settings: Any) -> Game:
    for name, zone in ZONES.items():
        save_preferences(person(name), time_zone=zone)
    terms: dict[str, Any] = {"clock": "turn", "time": DAY, "days_off": "nights", **table_settings}
    return timed_game(**terms)


def test_each_clock_rests_in_the_nights_of_its_player() -> None:
    game = between_continents()
    assert game.deadline == DEADLINES[mover(game).name]
    noted = game.events.filter(type="time_zone_set").order_by("seq")
    assert [event.payload for event in noted] == [
        {"seat": 1, "time_zone": "Asia/Kolkata"},
        {"seat": 2, "time_zone": "America/Los_Angeles"},
    ]
    assert verify_game(game) == []


def test_whoever_moves_away_keeps_the_nights_with_which_the_game_began() -> None:
    game = between_continents()
    for name in ZONES:
        save_preferences(Person.objects.get(display_name=name), time_zone="Europe/Berlin")
    assert fresh(game).deadline == DEADLINES[mover(game).name]
    assert verify_game(fresh(game)) == []


def test_without_time_zones_the_nights_are_those_of_the_table() -> None:
    game = timed_game(clock="turn", time=DAY, days_off="nights", time_zone="Asia/Kolkata")
    assert "time_zone_set" not in kinds(game)
    assert game.deadline == DEADLINES["Ann"]


def test_a_live_game_has_no_nights() -> None:
    assert "time_zone_set" not in kinds(between_continents(clock="live", days_off="none"))


@pytest.mark.parametrize(
    ("reader", "hours"),
    [("Ann", "nights off 11:30 AM to 9:30 PM"), ("Bob", "nights off 8:30 AM to 6:30 PM")],
)
def test_the_table_names_the_nights_of_the_others_in_hours_of_the_reader(
    client: Client, reader: str, hours: str
) -> None:
    game = between_continents()
    client.force_login(Person.objects.get(display_name=reader))
    assert hours in client.get(f"/g/{game.public_id}/").text


def test_where_clocks_run_at_night_the_table_names_none(client: Client) -> None:
    game = between_continents(days_off="weekends")
    client.force_login(Person.objects.get(display_name="Ann"))
    assert "nights off" not in client.get(f"/g/{game.public_id}/").text
