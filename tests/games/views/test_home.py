"""The home page of someone who has played: what waits for them comes first."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import Person
from casino.clock import today
from games import services
from games.clubs.calendar import add_date
from games.clubs.models import Club
from games.clubs.services import ClubValues, create_club
from games.deals.models import Attempt, SharedDeal
from games.domain.presets import resolve_rules
from games.puzzles.catalog import all_puzzles
from games.puzzles.services import daily_number, record_try
from tests.games.tables import person
from tests.games.tournaments.laid import laid as laid_tournament
from tests.games.tournaments.laid import people
from tests.games.viewers import Page, browser_of, laid
from tests.games.views.test_profiles import played

pytestmark = pytest.mark.django_db

QUERIES = 15


def home(who: Person) -> Page:
    return Page(browser_of(who).get(reverse("games:home")))


def own_club(owner: Person) -> Club:
    made = create_club(owner, ClubValues("Quai Street", "", private=True))
    assert isinstance(made, Club)
    return made


def test_of_the_games_those_that_wait_are_shown_and_few_others() -> None:
    ann = laid("casino", "", "")[0].game.taken_seats.get(number=1).person
    assert ann
    for _ in range(3):
        services.start_game(ann, resolve_rules("casino"), "casino", 2, False, "friends")
    shown = home(ann).text
    assert shown.count("your turn") == shown.count("waiting for players") == 1


def test_the_days_deal_and_puzzle_tell_of_the_days_in_a_row() -> None:
    ann = person("Ann")
    assert "Welcome back" not in home(ann).text
    for days in (1, 2):
        deal = SharedDeal.objects.create(day=today() - timedelta(days=days), seed=b"", preset="casino", options={})
        Attempt.objects.create(deal=deal, game=played(ann, "steady", outcome="lost"), finished=timezone.now())
    shown = home(ann).text
    assert "Welcome back, Ann" in shown
    assert "Take cards that match" not in shown
    assert "Daily deal 2 days in a row ●●○ Daily puzzle Find the one best move" in shown
    assert shown.index("Daily deal") < shown.index("Play the computer")
    number = daily_number(today())
    record_try(ann, number, all_puzzles()[number - 1].solution_text)
    assert "Daily puzzle Solved. See it again." in home(ann).text


def test_whoever_has_just_been_welcomed_is_not_greeted_twice() -> None:
    ann, shown = person("Ann"), "<h1>Welcome back"
    played(ann, "steady")
    browser = browser_of(ann)
    browser.post(reverse("games:answer_puzzle", args=[1]), {"line": "no move"})  # which leaves a message
    pages = [browser.get(reverse("games:home")).content.decode() for _ in range(2)]
    assert [shown in page for page in pages] == [False, True]
    assert all("Welcome back" in page for page in pages)  # the heading stays for screen readers


def test_a_computer_has_the_name_that_it_has_at_the_table() -> None:
    ann = person("Ann")
    services.start_game(ann, resolve_rules("casino"), "casino", 2, False, "computer", level="strong")
    assert "Ada Casino" in home(ann).text
    assert "Computer Ada" not in home(ann).text


def test_the_next_level_up_can_be_played_at_one_tap() -> None:
    ann = person("Ann")
    played(ann, "easy")
    button = next(button for words, button in home(ann).buttons.items() if words.startswith("Beat"))
    assert (button["name"], button["value"]) == ("level", "casual")
    played(ann, "master")
    assert "Beat Pip" in home(ann).text


def test_the_next_date_of_a_club_and_the_tournament_that_runs_are_there() -> None:
    host, *others = people("mara kim Nora Otis")
    club = own_club(host)
    assert "Welcome back, mara Today" in home(host).text
    laid_tournament("swiss", [host, *others], rounds=2, name="Winter Cup")
    shown = home(host).text
    assert "Winter Cup Running" in shown
    assert "Quai Street Your club" in shown
    add_date(club, host, "Partners’ Night", "", timezone.now() + timedelta(days=2))
    shown = home(host).text
    assert "Partners’ Night" in shown
    assert "Your club" not in shown
    assert "Partners’ Night" not in home(others[0]).text


def test_all_of_it_takes_few_queries(django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    host, *others = people("mara kim Nora Otis")
    add_date(own_club(host), host, "Partners’ Night", "", timezone.now() + timedelta(days=2))
    laid_tournament("swiss", [host, *others], rounds=2)
    played(host, "easy")
    client = browser_of(host)
    client.get(reverse("games:home"))
    with django_assert_max_num_queries(QUERIES):
        client.get(reverse("games:home"))
