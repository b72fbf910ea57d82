"""The filters of the lobby: kept by the session, bounded, and the same for what is pushed; ratings at open tables."""

import time

import pytest
from django.test import Client
from django.urls import reverse

from games.consumers.lists import LobbyConsumer
from games.contexts.lobby_filters import LobbyFilters
from games.domain.presets import DEFAULT_PRESET, FAMILY_OF
from games.domain.table_settings import DAY
from games.models import Rating
from tests.games.tables import person
from tests.games.views.test_lists import PUBLIC, opened, page

pytestmark = pytest.mark.django_db


@pytest.fixture
def tables() -> None:
    opened(person("Ann"))
    opened(person("Bob"), PUBLIC._replace(clock="turn", time=DAY, rated=True))
    opened(person("Cleo"), seats=4)


@pytest.mark.parametrize(
    ("filters", "names"),
    [
        ({}, {"Ann", "Bob", "Cleo"}),
        ({"pace": "days"}, {"Bob"}),
        ({"pace": "live"}, {"Ann", "Cleo"}),
        ({"pace": "", "rated": "yes"}, {"Bob"}),
        ({"pace": "", "seats": "4"}, {"Cleo"}),
        ({"pace": "live", "rated": "no", "seats": "2"}, {"Ann"}),
        ({"pace": "nonsense" * 1000, "rated": "'", "seats": "99"}, {"Ann", "Bob", "Cleo"}),
    ],
)
def test_only_the_wanted_tables_are_listed(tables: None, filters: dict[str, str], names: set[str]) -> None:
    text = page(Client(), "lobby", **filters).text
    assert {name for name in ("Ann", "Bob", "Cleo") if f"seats taken: {name}" in text} == names


def test_the_session_keeps_the_filters_until_others_are_sent(tables: None) -> None:
    client = Client()
    page(client, "lobby", pace="days")
    assert "seats taken: Ann" not in page(client, "lobby").text
    assert 'ws-connect="/ws/lobby/?pace=days"' in page(client, "lobby").html
    page(client, "lobby", pace="")
    assert "seats taken: Ann" in page(client, "lobby").text


def test_a_session_of_another_version_filters_nothing(tables: None) -> None:
    client = Client()
    session = client.session
    session["lobby_filters"] = ["days"]
    session.save()
    assert "seats taken: Ann" in page(client, "lobby").text


def test_what_is_pushed_is_filtered_alike(tables: None) -> None:
    consumer = LobbyConsumer()
    consumer.scope = {"query_string": b"pace=days", "headers": [], "cookies": {}}
    consumer.changed_at = time.monotonic()
    assert "seats taken: Bob" in consumer.render()
    assert "seats taken: Ann" not in consumer.render()


def test_no_table_that_fits_is_told_from_no_table(tables: None) -> None:
    assert "No open tables match these filters." in page(Client(), "lobby", pace="days", rated="no").text


def test_ratings_stand_beside_the_names() -> None:
    ann = person("Ann")
    Rating.objects.create(person=ann, family=FAMILY_OF[DEFAULT_PRESET], mu=27, sigma=2.0, games=9)
    opened(ann)
    assert "seats taken: Ann (1580)" in page(Client(), "lobby").text


def test_filters_in_an_address_are_short() -> None:
    assert LobbyFilters.of({"pace": "live", "seats": "3"}).query == "pace=live&seats=3"
    assert reverse("games:lobby") == "/lobby/"
