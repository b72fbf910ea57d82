"""A game between two computers, opened for whoever finds none to watch."""

from collections.abc import Callable

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from games.contexts.lobby import running_games
from games.models import Game, Rating, SeatResult
from tests.games.computers import fresh
from tests.games.tables import person
from tests.games.viewers import Page, Viewer, browser_of

LABEL = "Watch two computers play"

transactional = pytest.mark.django_db(transaction=True)
pytestmark = pytest.mark.django_db


def opened(client: Client) -> Game:
    answer = client.post(reverse("games:watch_computers"))
    return Game.objects.get(public_id=answer["Location"].strip("/").rpartition("/")[2])


@pytest.mark.parametrize("name", ["lobby", "watch"])
def test_who_finds_nothing_to_watch_opens_a_game_of_computers(name: str) -> None:
    client = Client()
    page = Page(client.get(reverse(f"games:{name}")))
    shown = Page(client.post(page.buttons[LABEL]["action"], follow=True))
    assert "Otto" in shown.text
    assert "Cleo" in shown.text
    assert "Resign" not in shown.buttons


def test_each_visitor_has_one_at_a_time() -> None:
    ann, bob = browser_of(person("Ann")), browser_of(person("Bob"))
    game = opened(ann)
    assert opened(ann) == game
    assert opened(bob) != game
    Game.objects.filter(pk=game.pk).update(status=Game.Status.OVER)
    assert opened(ann) != game


def test_a_game_of_ones_own_is_not_taken_for_it() -> None:
    ann, bob = person("Ann"), person("Bob")
    game = opened(browser_of(ann))
    Game.objects.filter(pk=game.pk).update(host=bob)
    game.taken_seats.filter(number=1).update(person=bob)
    assert opened(browser_of(bob)) != game


@transactional
def test_it_ends_by_itself_is_listed_nowhere_and_counts_for_no_one(run_tasks: Callable[[], None]) -> None:
    ann = person("Ann")
    game = opened(browser_of(ann))
    assert game.status == Game.Status.PLAYING
    assert running_games(ann) == []
    assert game.public_id not in browser_of(person("Eve")).get(reverse("games:watch")).content.decode()
    run_tasks()
    assert fresh(game).status == Game.Status.OVER
    assert not SeatResult.objects.filter(game=game).exists()
    assert not Rating.objects.filter(person=ann).exists()
    call_command("verify", game.public_id)
    assert "Rematch" not in Viewer(fresh(game), ann).look().buttons


def test_nobody_takes_a_seat_of_it_over() -> None:
    ann = person("Ann")
    game = opened(browser_of(ann))
    for viewer in (Viewer(game, ann), Viewer(game, person("Eve"))):
        assert not [words for words in viewer.look().buttons if words.startswith("Ask to play for")]
