"""The lobby and a player's own games: contents and order, bounded and quick however many games there are."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.db.models import QuerySet
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import Person
from games import services
from games.domain.terms import DAY, Terms
from games.live import presence
from games.models import Game, Seat
from games.views.lists import (
    MOST_ROWS,
    MOST_RUNNING,
    Turns,
    games_of,
    icon_of,
    open_tables,
    page_of,
    parts_of_lobby,
    turns_of,
)
from tests.games.tables import RULES, person
from tests.games.viewers import Page, laid, path_of

pytestmark = pytest.mark.django_db

PUBLIC = Terms(public=True)


def opened(who: Person, terms: Terms = PUBLIC, seats: int = 2) -> Game:
    return services.start_game(who, RULES, "casino", seats, False, "friends", terms)


def many(count: int, who: Person, **fields: Any) -> None:
    """Create so many rows of games of this person, without logs: enough for lists."""
    plain: dict[str, Any] = {"preset": "casino", "options": {}, "seats": 2, "terms": PUBLIC._asdict(), "seed": b""}
    made = Game.objects.bulk_create(Game(**(plain | {"host": who} | fields)) for _ in range(count))
    Seat.objects.bulk_create(Seat(game=game, number=1, person=who, name=str(who)) for game in made)


def as_person(who: Person) -> Client:
    client = Client()
    client.force_login(who)
    return client


def page(client: Client, name: str, **query: str) -> Page:
    response = client.get(reverse(f"games:{name}"), query)
    assert response.status_code == 200
    return Page(response)


# --- the lobby ----------------------------------------------------------------------------------------------------


def test_open_public_tables_stand_in_the_lobby_with_all_that_one_must_know() -> None:
    opened(person("Ann"), Terms(public=True, rated=True, clock="turn", time=3 * DAY), seats=4)
    text = page(Client(), "lobby").text
    for words in ("Casino (Anglo-American)", "3 days for each turn", "rated", "4 players", "1 of 4 there: Ann", "Join"):
        assert words in text


def test_tables_by_link_full_ones_and_those_called_off_do_not() -> None:
    ann = person("Ann")
    opened(ann, Terms())
    services.take_seat(opened(ann), person("Bob"), None)
    services.cancel_game(opened(ann), ann)
    assert "No table is open at the moment." in page(Client(), "lobby").text


def test_a_table_whose_host_is_gone_does_not_stand_there() -> None:
    game = opened(person("Ann"))
    Game.objects.filter(pk=game.pk).update(host=None)
    assert "No table is open" in page(Client(), "lobby").text


@pytest.mark.parametrize("terms", [PUBLIC, PUBLIC._replace(clock="live", time=300)])
def test_a_table_to_play_at_once_stands_there_while_somebody_is_at_it(terms: Terms) -> None:
    game = opened(person("Ann"), terms)
    with time_machine.travel(timezone.now() + timedelta(minutes=14), tick=False):
        assert "there: Ann" in page(Client(), "lobby").text
        presence.arrive(game, 1, "Ann's page")
        presence.arrive(game, 0, "an onlooker's")
    with time_machine.travel(timezone.now() + timedelta(minutes=28), tick=False):
        assert "there: Ann" in page(Client(), "lobby").text
        presence.beat(["an onlooker's"])
    with time_machine.travel(timezone.now() + timedelta(minutes=30), tick=False):
        assert "No table is open" in page(Client(), "lobby").text
        presence.arrive(game, 1, "Ann is back")
        assert "there: Ann" in page(Client(), "lobby").text


def test_a_table_with_days_to_think_stands_there_though_nobody_looks() -> None:
    opened(person("Ann"), PUBLIC._replace(clock="turn", time=DAY))
    with time_machine.travel(timezone.now() + timedelta(days=5), tick=False):
        assert "there: Ann" in page(Client(), "lobby").text


OVER_DAYS = PUBLIC._replace(clock="bank", time=DAY)._asdict()


def test_however_the_lobby_is_turned_each_table_stands_there_once_by_its_age() -> None:
    """With days to think, just opened, with a player there; and tables that are two or three of these."""
    ann, long_ago = person("Ann"), timezone.now() - timedelta(days=2)
    for count in range(1, 5):
        many(4 * count, ann, public=True, created=long_ago, terms=OVER_DAYS)
        many(9, ann, public=True, created=long_ago)
        many(5, ann, public=True)
        many(2, ann, public=True, terms=OVER_DAYS)
    for game in Game.objects.all():
        presence.arrive(game, game.pk % 3 % 2, f"page {game.pk}")
    stale = Game.objects.filter(created=long_ago).exclude(terms=OVER_DAYS)
    left = {game.public_id for game in stale if game.pk % 3 != 1}
    assert 20 < len(left) < 36
    shown: list[str] = []
    after = ""
    while after or not shown:
        part = open_tables(None, after)
        assert len(part.rows) == MOST_ROWS or not part.after
        shown += [table.public_id for table in part.rows]
        after = part.after
    by_age = Game.objects.order_by("-pk").values_list("public_id", flat=True)
    assert shown == [each for each in by_age if each not in left]


def test_one_press_joins() -> None:
    game = opened(person("Ann"))
    client = as_person(person("Bob"))
    response = client.post(next(form for form in page(client, "lobby").forms if "/seat/" in form))
    assert path_of(response) == reverse("games:table", args=[game.public_id])
    game.refresh_from_db()
    assert game.status == Game.Status.PLAYING


def test_ones_own_table_is_there_to_go_to_and_not_to_join() -> None:
    ann = person("Ann")
    opened(ann)
    shown = page(as_person(ann), "lobby")
    assert "To your table" in shown.text
    assert not any("/seat/" in form for form in shown.forms)


def test_joining_too_late_gets_a_clear_answer() -> None:
    game = opened(person("Ann"))
    services.take_seat(game, person("Bob"), None)
    late = as_person(person("Cleo"))
    answer = Page(late.post(reverse("games:seat", args=[game.public_id]), follow=True))
    assert "All seats are taken." in answer.text


def test_the_lobby_is_turned_page_by_page() -> None:
    ann = person("Ann")
    many(MOST_ROWS + 5, ann, public=True)
    first = Client().get(reverse("games:lobby")).content.decode()
    assert first.count("/seat/") == 2 * MOST_ROWS  # each form says it twice, for htmx too
    after = Game.objects.order_by("-pk")[MOST_ROWS - 1].public_id
    assert f"?after={after}" in first
    second = Client().get(reverse("games:lobby"), {"after": after}).content.decode()
    assert second.count("/seat/") == 2 * 5
    assert "Older tables" not in second
    assert "ws-connect" in first
    assert "ws-connect" not in second


def test_a_page_after_nothing_known_is_empty() -> None:
    opened(person("Ann"))
    assert "No table is open" in page(Client(), "lobby", after="nonsense").text


# --- the player's games -------------------------------------------------------------------------------------------


def test_strangers_have_no_games() -> None:
    response = Client().get(reverse("games:mine"))
    assert response.status_code == 302
    assert path_of(response) == reverse("games:home")


def test_my_turn_comes_first_then_what_waits_then_what_is_over() -> None:
    ann, bob = laid("casino", "", "")
    opened(Person.objects.get(display_name="Ann"), Terms())
    texts = page(ann.client, "mine").text
    parts = [texts.index(words) for words in ("Your turn", "with Bob your turn", "The others", "waiting for players")]
    assert parts == sorted(parts)
    assert "No game waits for you. The others" in page(bob.client, "mine").text
    bob.post("resign", seen=bob.look().seen)
    text = page(bob.client, "mine").text
    assert text.index("No game waits for you.") < text.index("Over") < text.index("with Ann over")


def test_games_called_off_are_gone() -> None:
    ann = person("Ann")
    services.cancel_game(opened(ann), ann)
    assert "Casino (Anglo-American)" not in page(as_person(ann), "mine").text


def test_of_my_turns_the_one_whose_time_runs_out_first_comes_first() -> None:
    ann, now = person("Ann"), timezone.now()
    for preset, left in (("royal", None), ("draw", timedelta(days=3, hours=1)), ("spade", timedelta(minutes=20.5))):
        deadline = left and now + left
        many(1, ann, preset=preset, status=Game.Status.PLAYING, turn=1, deadline=deadline)
    text = page(as_person(ann), "mine").text
    order = [text.index(words) for words in ("Spade", "20 minutes left", "Draw", "3 days left", "Royal")]
    assert order == sorted(order)


def test_finished_games_are_turned_page_by_page() -> None:
    ann = person("Ann")
    many(MOST_ROWS + 3, ann, status=Game.Status.OVER)
    client = as_person(ann)
    after = Game.objects.order_by("-pk")[MOST_ROWS - 1].public_id
    first = client.get(reverse("games:mine")).content.decode()
    assert (first.count('<a href="/g/'), f"?after={after}" in first) == (MOST_ROWS, True)
    second = client.get(reverse("games:mine"), {"after": after}).content.decode()
    assert (second.count('<a href="/g/'), "Your turn" in second) == (3, False)
    last = Game.objects.order_by("pk")[0].public_id
    assert "There are no more." in page(client, "mine", after=last).text


# --- how many wait ------------------------------------------------------------------------------------------------


def test_title_icon_and_menu_say_how_many_wait() -> None:
    ann = person("Ann")
    many(2, ann, status=Game.Status.PLAYING, turn=1)
    many(1, ann, status=Game.Status.PLAYING, turn=2)
    many(1, ann, status=Game.Status.OVER)
    html = as_person(ann).get(reverse("games:rules")).content.decode()
    assert "<title>(2) " in html
    assert f'href="{reverse("games:icon", args=[2])}"' in html
    assert 'id="turns">2<' in html


def test_where_none_waits_nothing_is_said() -> None:
    html = as_person(person("Ann")).get(reverse("games:rules")).content.decode()
    assert "<title>(" not in html
    assert 'id="turns"><' in html
    assert icon_of(0).startswith("/static/icon.svg")


def test_strangers_are_not_counted_and_have_no_socket() -> None:
    html = Client().get(reverse("games:rules")).content.decode()
    assert 'id="turns"' not in html
    assert "me.js" not in html
    assert Turns(None).count == 0


@pytest.mark.parametrize(("count", "text"), [(1, ">1<"), (9, ">9<"), (10, ">9+<"), (99, ">9+<")])
def test_the_icon_has_the_number_on_it(count: int, text: str) -> None:
    response = Client().get(icon_of(count))
    assert response["Content-Type"] == "image/svg+xml"
    assert text in response.content.decode()
    assert "max-age=604800" in response["Cache-Control"]


# --- cost ---------------------------------------------------------------------------------------------------------


def cost(client: Client, name: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(reverse(f"games:{name}")).status_code == 200
    return len(queries)


@pytest.mark.parametrize(("name", "most"), [("home", 7), ("lobby", 9), ("mine", 10)])
def test_a_page_takes_the_same_few_queries_for_few_games_and_for_many(name: str, most: int) -> None:
    """Session, person, preferences, number of waiting games, invitations; the games and their seats."""
    ann = person("Ann")
    client = as_person(ann)

    def some_of_each(count: int) -> None:
        many(count, ann, public=True)
        many(count, ann, status=Game.Status.PLAYING, turn=1)
        many(count, ann, status=Game.Status.OVER)

    some_of_each(1)
    few = cost(client, name)
    some_of_each(2 * MOST_RUNNING)
    assert cost(client, name) == few <= most


def test_no_list_shows_more_than_fits() -> None:
    ann = person("Ann")
    many(MOST_RUNNING + 10, ann, status=Game.Status.PLAYING, turn=1)
    many(MOST_ROWS + 10, ann, status=Game.Status.OVER)
    html = as_person(ann).get(reverse("games:mine")).content.decode()
    assert html.count('<a href="/g/') == MOST_RUNNING + MOST_ROWS


def plan(games: QuerySet[Any], without: Sequence[str] = ("seqscan", "bitmapscan", "sort")) -> str:
    """Return the query plan as for a great many games: PostgreSQL would otherwise plan for the few rows of the test."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            for way in without:
                cursor.execute(f"SET LOCAL enable_{way} = off")
    return games.explain()


LISTS: dict[str, Callable[[Person], QuerySet[Any]]] = {
    "turns": lambda who: turns_of(who).order_by(),
    "running": lambda who: games_of(who, Game.Status.OPEN, Game.Status.PLAYING).order_by("-pk"),
    "over": lambda who: games_of(who, Game.Status.OVER).order_by("-pk")[:31],
}


@pytest.mark.parametrize("name", LISTS)
def test_ones_own_games_are_found_by_ones_own_seats(name: str) -> None:
    """By the index that begins with the person; games by their key, and neither table is scanned."""
    how = plan(LISTS[name](person("Ann")))
    assert ("one_seat_per_person" if connection.vendor == "postgresql" else "(person_id=?") in how
    assert "Seq Scan" not in how
    assert "SCAN games" not in how


def test_the_lobby_is_found_without_going_through_the_tables_that_all_have_left() -> None:
    """With days to think: read from an index in the order of the page. Just opened, or with a player there: by the
    time."""
    many(300, person("Ann"), public=True, created=timezone.now() - timedelta(days=2))
    over_days, opened_now, there = (part.order_by("-pk")[:31] for part in parts_of_lobby())
    how = plan(opened_now, ["seqscan"]), plan(there, ["seqscan"]), plan(over_days)
    for part, index in zip(how, ("game_status_created", "presence_seen", "game_lobby_days"), strict=True):
        assert index in part
        assert not any(way in part for way in ("SCAN games", "Seq Scan", "Backward"))
    assert not any(way in how[2] for way in ("TEMP B-TREE", "Sort Key"))


def test_a_page_of_rows_is_two_queries() -> None:
    many(MOST_ROWS + 5, person("Ann"), public=True)
    with CaptureQueriesContext(connection) as queries:
        found = page_of([Game.objects.all()], "")
        assert len([seat for game in found.rows for seat in game.taken_seats.all()]) == MOST_ROWS
    assert len(queries) == 2
