"""The lobby and a player's own games: contents and order, bounded and quick however many games there are."""

import time
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.db.models import Q, QuerySet
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import Person
from games import services
from games.consumers.lobby import LobbyConsumer
from games.contexts.lobby import MAX_ROWS, LobbyFilters, games_of, lobby_querysets, open_tables, paginate
from games.contexts.waiting import ABANDONED_AFTER, MAX_RUNNING, WaitingGames, icon_of, waiting_seats
from games.domain.presets import DEFAULT_PRESET, FAMILY_OF
from games.domain.table_settings import DAY, TableSettings
from games.live import presence
from games.log.recent_states import recent_states
from games.log.store import load
from games.models import Game, Rating, Seat
from games.presenters.cards import card_short
from tests.games.recipients import OVER_DAYS as CORRESPONDENCE
from tests.games.recipients import play_once
from tests.games.tables import RULES, person
from tests.games.viewers import Page, browser_of, laid, path_of

pytestmark = pytest.mark.django_db

PUBLIC = TableSettings(public=True, clock="live", time=300, vacations=False)


def opened(who: Person, table_settings: TableSettings = PUBLIC, seats: int = 2) -> Game:
    return services.start_game(who, RULES, "casino", seats, False, "friends", table_settings)


def many(count: int, who: Person, **fields: Any) -> None:
    """Create so many rows of games of this person, without logs: enough for lists."""
    plain: dict[str, Any] = {
        "preset": "casino",
        "options": {},
        "seats": 2,
        "table_settings": PUBLIC._asdict(),
        "seed": b"",
    }
    made = Game.objects.bulk_create(Game(**(plain | {"host": who} | fields)) for _ in range(count))
    Seat.objects.bulk_create(Seat(game=game, number=1, person=who, name=str(who)) for game in made)


def page(client: Client, name: str, **query: str) -> Page:
    response = client.get(reverse(f"games:{name}"), query)
    assert response.status_code == 200
    return Page(response)


# --- the lobby ----------------------------------------------------------------------------------------------------


def test_open_public_tables_stand_in_the_lobby_with_all_that_one_must_know() -> None:
    opened(person("Ann"), TableSettings(public=True, rated=True, clock="turn", time=3 * DAY), seats=4)
    text = page(Client(), "lobby").text
    for words in (
        "Casino",
        "3 days per turn",
        "rated",
        "4 players",
        "1 of 4 seats taken: Ann",
        "Join",
    ):
        assert words in text


def test_a_lobby_without_tables_offers_opponents_the_days_deal_and_the_latest_results() -> None:
    ann, bob = person("Ann"), person("Bob")
    game = opened(ann, TableSettings(public=True))
    empty = page(Client(), "lobby", pace="live", rated="", seats="")
    assert "No open tables match these filters. Show all tables" in empty.text
    for words in ("While you wait", "Pip", "Daily deal"):
        assert words in empty.text
    assert "Latest results" not in empty.text
    services.take_seat(game, bob, None)
    game.refresh_from_db()
    services.resign(game.taken_seats.get(number=2), game.seq)
    text = page(Client(), "lobby").text
    assert "No open tables right now." in text
    assert "Any number" not in text
    assert "Latest results Ann, Bob Casino" in text


def test_tables_by_link_full_ones_and_those_called_off_do_not(ann: Person) -> None:
    opened(ann, TableSettings())
    services.take_seat(opened(ann), person("Bob"), None)
    services.cancel_game(opened(ann), ann)
    assert "No open tables right now." in page(Client(), "lobby").text


def test_a_table_whose_host_is_gone_does_not_stand_there() -> None:
    game = opened(person("Ann"))
    Game.objects.filter(pk=game.pk).update(host=None)
    assert "No open tables" in page(Client(), "lobby").text


def test_a_table_to_play_at_once_stands_there_while_somebody_is_at_it() -> None:
    game = opened(person("Ann"), PUBLIC)
    with time_machine.travel(timezone.now() + timedelta(minutes=14), tick=False):
        assert "seats taken: Ann" in page(Client(), "lobby").text
        presence.connect(game, 1, "Ann's page")
        presence.connect(game, 0, "an onlooker's")
    with time_machine.travel(timezone.now() + timedelta(minutes=28), tick=False):
        assert "seats taken: Ann" in page(Client(), "lobby").text
        presence.refresh(["an onlooker's"])
    with time_machine.travel(timezone.now() + timedelta(minutes=30), tick=False):
        assert "No open tables" in page(Client(), "lobby").text
        presence.connect(game, 1, "Ann is back")
        assert "seats taken: Ann" in page(Client(), "lobby").text


@pytest.mark.parametrize("table_settings", [TableSettings(public=True), PUBLIC._replace(clock="turn", time=DAY)])
def test_any_other_table_stands_there_though_nobody_looks(table_settings: TableSettings) -> None:
    opened(person("Ann"), table_settings)
    with time_machine.travel(timezone.now() + timedelta(days=5), tick=False):
        assert "seats taken: Ann" in page(Client(), "lobby").text


OVER_DAYS = PUBLIC._replace(clock="bank", time=DAY)._asdict()


def test_however_the_lobby_is_turned_each_table_stands_there_once_by_its_age() -> None:
    """With days to think, just opened, with a player there; and tables that are two or three of these."""
    ann, long_ago = person("Ann"), timezone.now() - timedelta(days=2)
    for count in range(1, 5):
        many(4 * count, ann, public=True, created=long_ago, table_settings=OVER_DAYS)
        many(9, ann, public=True, created=long_ago)
        many(5, ann, public=True)
        many(2, ann, public=True, table_settings=OVER_DAYS)
    for game in Game.objects.all():
        presence.connect(game, game.pk % 3 % 2, f"page {game.pk}")
    stale = Game.objects.filter(created=long_ago).exclude(table_settings=OVER_DAYS)
    left = {game.public_id for game in stale if game.pk % 3 != 1}
    assert 20 < len(left) < 36
    shown: list[str] = []
    after = ""
    while after or not shown:
        part = open_tables(None, after)
        assert len(part.rows) == MAX_ROWS or not part.after
        shown += [table.public_id for table in part.rows]
        after = part.after
    by_age = Game.objects.order_by("-pk").values_list("public_id", flat=True)
    assert shown == [each for each in by_age if each not in left]


def test_one_press_joins() -> None:
    game = opened(person("Ann"))
    client = browser_of(person("Bob"))
    response = client.post(next(form for form in page(client, "lobby").forms if "/seat/" in form))
    assert path_of(response) == reverse("games:table", args=[game.public_id])
    game.refresh_from_db()
    assert game.status == Game.Status.PLAYING


def test_ones_own_table_is_there_to_go_to_and_not_to_join(ann: Person) -> None:
    opened(ann)
    shown = page(browser_of(ann), "lobby")
    assert "Go to your table" in shown.text
    assert not any("/seat/" in form for form in shown.forms)


def test_joining_too_late_gets_a_clear_answer() -> None:
    game = opened(person("Ann"))
    services.take_seat(game, person("Bob"), None)
    late = browser_of(person("Cleo"))
    answer = Page(late.post(reverse("games:take_seat", args=[game.public_id]), follow=True))
    assert "All seats are taken." in answer.text


def test_the_lobby_is_turned_page_by_page(ann: Person) -> None:
    many(MAX_ROWS + 5, ann, public=True)
    first = Client().get(reverse("games:lobby")).content.decode()
    assert first.count("/seat/") == 2 * MAX_ROWS  # each form says it twice, for htmx too
    after = Game.objects.order_by("-pk")[MAX_ROWS - 1].public_id
    assert f"?after={after}" in first
    second = Client().get(reverse("games:lobby"), {"after": after}).content.decode()
    assert second.count("/seat/") == 2 * 5
    assert "Older tables" not in second
    assert "ws-connect" in first
    assert "ws-connect" not in second


def test_a_page_after_nothing_known_is_empty() -> None:
    opened(person("Ann"))
    assert "No open tables" in page(Client(), "lobby", after="nonsense").text


# --- the player's games -------------------------------------------------------------------------------------------


def test_my_turn_comes_first_then_what_waits_then_what_is_over() -> None:
    ann, bob = laid("casino", "", "")
    opened(Person.objects.get(display_name="Ann"), TableSettings())
    texts = page(ann.client, "my_games").text
    parts = [
        texts.index(words)
        for words in ("Waiting for you", "Bob Casino", "your turn", "Waiting for opponents", "waiting for players")
    ]
    assert parts == sorted(parts)
    assert "No games are waiting for you. Waiting for opponents" in page(bob.client, "my_games").text
    bob.post("resign", seq=bob.look().seq)
    text = page(bob.client, "my_games").text
    assert (
        text.index("No games are waiting for you.") < text.index("Finished") < text.index("Ann Casino You lost to Ann")
    )


def test_games_called_off_are_gone(ann: Person) -> None:
    game = opened(ann)
    assert f"/g/{game.public_id}/" in page(browser_of(ann), "my_games").html
    services.cancel_game(game, ann)
    assert f"/g/{game.public_id}/" not in page(browser_of(ann), "my_games").html


def test_of_my_turns_the_one_whose_time_runs_out_first_comes_first() -> None:
    ann, now = person("Ann"), timezone.now()
    for preset, left in (("royal", None), ("draw", timedelta(days=3, hours=1)), ("spade", timedelta(minutes=20.5))):
        deadline = left and now + left
        many(1, ann, preset=preset, status=Game.Status.PLAYING, turn=1, deadline=deadline)
    text = page(browser_of(ann), "my_games").text
    order = [text.index(words) for words in ("Spade", "20 minutes left", "Draw", "3 days left", "Royal")]
    assert order == sorted(order)


def test_finished_games_are_turned_page_by_page(ann: Person) -> None:
    many(MAX_ROWS + 3, ann, status=Game.Status.OVER)
    client = browser_of(ann)
    after = Game.objects.order_by("-pk")[MAX_ROWS - 1].public_id
    first = client.get(reverse("games:my_games")).content.decode()
    assert (first.count('<a href="/g/'), f"?after={after}" in first) == (MAX_ROWS, True)
    second = client.get(reverse("games:my_games"), {"after": after}).content.decode()
    assert (second.count('<a href="/g/'), "Waiting for you" in second) == (3, False)
    last = Game.objects.order_by("pk")[0].public_id
    assert "That’s all." in page(client, "my_games", after=last).text


def test_every_game_is_told_by_opponent_score_round_last_move_and_deadline() -> None:
    ann, bob = laid("casino", "9S", "8S", table="9H")
    ann.play("9Sx9H")
    Game.objects.update(deadline=timezone.now() + timedelta(days=2, hours=1))
    shown = page(bob.client, "my_games")
    assert "Ann Casino · round 1 your turn You 0 · Ann 0 Ann took 9♥ with 9♠. 2 days left · until" in shown.text
    assert 'class="portrait' in shown.html
    deadline = Game.objects.get().deadline
    assert deadline
    assert f'<time datetime="{deadline:%Y-%m-%dT%H:%M}' in shown.html
    assert "You took 9♥ with 9♠." in page(ann.client, "my_games").text


def test_a_move_taken_back_is_not_the_last_one() -> None:
    ann, bob = laid("casino", "9S 8S", "8H 7S")
    ann.play("9S")
    assert "You trailed 9♠." in page(ann.client, "my_games").text
    ann.post("make_offer", kind="takeback", seq=ann.look().seq)
    bob.post("answer_offer", agreed="yes", seq=bob.look().seq)
    assert "trailed" not in page(ann.client, "my_games").text


def test_no_hidden_card_is_in_a_list(ann: Person) -> None:
    for number in range(8):
        game = services.start_game(ann, RULES, "casino", 2, False, "friends", CORRESPONDENCE)
        services.take_seat(game, person(f"Other{number}"), 2)
        play_once(game)
        recent_states.clear()
        text = page(browser_of(ann), "my_games").text
        state = load(Game.objects.get(pk=game.pk))[0]
        assert state.round
        hidden = {card_short(card) for cards in (*state.round.hands, state.round.stock) for card in cards}
        told = {word.strip(".,") for word in text.split(f"Other{number}")[1].split("until")[0].split()}
        assert not hidden & told
        services.resign(Seat.objects.get(game=game, number=1), Game.objects.get(pk=game.pk).seq)


@pytest.mark.parametrize("cached", [True, False])
def test_many_games_with_their_moves_take_the_queries_of_one(cached: bool, ann: Person) -> None:
    def begin(count: int) -> None:
        for number in range(count):
            name = f"Other{number} of {count}"
            game = services.start_game(ann, RULES, "casino", 2, False, "friends", CORRESPONDENCE)
            services.take_seat(game, Person.objects.create_user(name.lower(), display_name=name), 2)
            for _ in range(1 + number % 3):
                play_once(game)

    def queries() -> int:
        if not cached:
            recent_states.clear()
        return cost(client, "my_games")

    client = browser_of(ann)
    begin(1)
    few = queries()
    begin(7)
    assert queries() == few <= (13 if cached else 15)
    assert page(client, "my_games").text.count("round 1") == 8


# --- the next one that waits ----------------------------------------------------------------------------------------


def next_after(client: Client, here: str = "") -> str:
    return path_of(client.get(reverse("games:next_game"), {"from": here} if here else {}))


def test_the_next_game_is_the_one_with_the_earliest_deadline_and_then_each_in_turn(ann: Person) -> None:
    now, client = timezone.now(), browser_of(ann)
    for days in (3, None, 1, 2):
        deadline = now + timedelta(days=days) if days else None
        many(1, ann, status=Game.Status.PLAYING, turn=1, deadline=deadline)
    many(1, ann, status=Game.Status.PLAYING, turn=2, deadline=now)
    third, never, first, second, moved = Game.objects.order_by("pk").values_list("public_id", flat=True)
    way = {"": first, moved: first, first: second, second: third, third: never, never: first, "nonsense": first}
    for here, there in way.items():
        assert next_after(client, here) == f"/g/{there}/"


def test_where_no_other_game_waits_the_way_leads_to_ones_games(ann: Person) -> None:
    client = browser_of(ann)
    assert next_after(client) == reverse("games:my_games")
    many(1, ann, status=Game.Status.PLAYING, turn=1)
    assert next_after(client, Game.objects.get().public_id) == reverse("games:my_games")
    assert next_after(Client()) == reverse("games:my_games")


def test_the_table_offers_the_next_game_when_another_is_to_play_and_says_how_many_wait() -> None:
    ann, bob = laid("casino", "9S 8S", "8H 7S")
    who = Person.objects.get(display_name="Ann")
    many(2, who, status=Game.Status.PLAYING, turn=1)
    assert "Next game" not in ann.look().text
    ann.play("9S")
    assert "Next game 2" in ann.look().text
    assert f'{reverse("games:next_game")}?from={ann.game.public_id}"' in ann.look().html
    assert "Next game" not in bob.look().text


def test_no_next_game_pops_up_while_a_computer_thinks() -> None:
    ann, _ = laid("casino", "9S 8S", "8H 7S")
    many(2, Person.objects.get(display_name="Ann"), status=Game.Status.PLAYING, turn=1)
    Seat.objects.filter(game=ann.game, number=2).update(bot="beginner", person=None)
    ann.play("9S")
    assert "Waiting for" in ann.look().text
    assert "Next game" not in ann.look().text


def test_no_way_leads_from_a_table_whose_clock_runs() -> None:
    ann, _ = laid("casino", "9S 8S", "8H 7S", table_settings=TableSettings(clock="live", time=120))
    many(2, Person.objects.get(display_name="Ann"), status=Game.Status.PLAYING, turn=1)
    ann.play("9S")
    assert "Waiting for" in ann.look().text
    assert "Next game" not in ann.look().text


def test_a_move_counts_no_other_games() -> None:
    ann, _ = laid("casino", "9S 8S", "8H 7S")
    seq = ann.look().seq
    with CaptureQueriesContext(connection) as queries:
        answer = ann.client.post(
            reverse("games:play", args=[ann.game.public_id]),
            {"move": "9S", "seq": seq},
            headers={"HX-Request": "true"},
        )
    assert "next-game" in answer.content.decode()
    assert not [each for each in queries if '"turn"' in each["sql"] and "COUNT" in each["sql"]]


# --- how many wait ------------------------------------------------------------------------------------------------


def test_title_icon_and_menu_say_how_many_wait(ann: Person) -> None:
    many(2, ann, status=Game.Status.PLAYING, turn=1)
    many(1, ann, status=Game.Status.PLAYING, turn=2)
    many(1, ann, status=Game.Status.OVER)
    html = browser_of(ann).get(reverse("games:rulebook")).content.decode()
    assert "<title>(2) " in html
    assert f'href="{reverse("games:icon", args=[2])}"' in html
    assert 'id="turns" data-open="">2<' in html


def test_the_open_game_is_not_counted_on_its_own_page() -> None:
    ann, _ = laid("casino", "9S", "8S")
    who = Person.objects.get(display_name="Ann")
    assert WaitingGames(who).count == 1
    table = ann.look().html
    assert f'id="turns" data-open="{ann.game.public_id}"><' in table
    assert "<title>Your turn" in table
    many(1, who, status=Game.Status.PLAYING, turn=1)
    assert "<title>(1) Your turn" in ann.look().html
    assert 'id="turns" data-open="">2<' in page(ann.client, "my_games").html


def test_abandoned_games_against_computers_are_not_counted() -> None:
    ann = person("Ann")
    alone = services.start_game(ann, RULES, "casino", 2, False, "computer")
    long_ago = timezone.now() - ABANDONED_AFTER - timedelta(hours=1)
    Game.objects.filter(pk=alone.pk).update(turn=1)
    assert WaitingGames(ann).count == 1
    Game.objects.filter(pk=alone.pk).update(updated=long_ago)
    assert WaitingGames(ann).count == 0
    bob, _ = laid("casino", "9S", "8S")
    Game.objects.filter(pk=bob.game.pk).update(updated=long_ago)
    assert WaitingGames(Seat.objects.get(game=bob.game, number=1).person).count == 1  # a person waits there


def test_where_none_waits_nothing_is_said() -> None:
    html = browser_of(person("Ann")).get(reverse("games:rulebook")).content.decode()
    assert "<title>(" not in html
    assert 'id="turns" data-open=""><' in html
    assert icon_of(0).startswith("/static/icon.svg")


def test_strangers_are_not_counted_and_have_no_socket() -> None:
    html = Client().get(reverse("games:rulebook")).content.decode()
    assert 'id="turns"' not in html
    assert "pending_turns.js" not in html
    assert WaitingGames(None).count == 0


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


@pytest.mark.parametrize(("name", "most"), [("home", 15), ("lobby", 15), ("my_games", 10)])
def test_a_page_takes_the_same_few_queries_for_few_games_and_for_many(name: str, most: int, ann: Person) -> None:
    """Session, person, preferences, number of waiting games, invitations; the games, their seats and who was invited.
    For the tiles the last game and the opponents; for the doors the games against computers and the levels beaten; for
    open tables the ratings; and the seats that players have left. On the home page, one each for what waits: the day's
    deal, the puzzle, a tournament, a club."""
    client = browser_of(ann)

    def some_of_each(count: int) -> None:
        many(count, ann, public=True)
        many(count, ann, status=Game.Status.PLAYING, turn=1)
        many(count, ann, status=Game.Status.OVER)

    some_of_each(1)
    few = cost(client, name)
    some_of_each(2 * MAX_RUNNING)
    assert cost(client, name) == few <= most


def test_no_list_shows_more_than_fits(ann: Person) -> None:
    many(MAX_RUNNING + 10, ann, status=Game.Status.PLAYING, turn=1)
    many(MAX_ROWS + 10, ann, status=Game.Status.OVER)
    html = browser_of(ann).get(reverse("games:my_games")).content.decode()
    assert html.count('<a href="/g/') == MAX_RUNNING + MAX_ROWS


def plan(games: QuerySet[Any], without: Sequence[str] = ("seqscan", "bitmapscan", "sort")) -> str:
    """Return the query plan as for a great many games: PostgreSQL would otherwise plan for the few rows of the test."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            for way in without:
                cursor.execute(f"SET LOCAL enable_{way} = off")
    return games.explain()


LISTS: dict[str, Callable[[Person], QuerySet[Any]]] = {
    "waiting": lambda who: waiting_seats(who.pk).order_by(),
    "running": lambda who: games_of(who, Q(status__in=[Game.Status.OPEN, Game.Status.PLAYING])).order_by("-pk"),
    "over": lambda who: games_of(who, Q(status=Game.Status.OVER)).order_by("-pk")[:31],
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
    over_days, opened_now, there = (part.order_by("-pk")[:31] for part in lobby_querysets())
    how = plan(opened_now, ["seqscan"]), plan(there, ["seqscan"]), plan(over_days)
    for part, index in zip(how, ("game_status_created", "presence_seen", "game_lobby_live"), strict=True):
        assert index in part
        assert not any(way in part for way in ("SCAN games", "Seq Scan", "Backward"))
    assert not any(way in how[2] for way in ("TEMP B-TREE", "Sort Key"))


def test_a_page_of_rows_is_two_queries() -> None:
    many(MAX_ROWS + 5, person("Ann"), public=True)
    with CaptureQueriesContext(connection) as queries:
        found = paginate([Game.objects.all()], "")
        assert len([seat for game in found.rows for seat in game.taken_seats.all()]) == MAX_ROWS
    assert len(queries) == 2


@pytest.mark.parametrize("name", ["home", "lobby"])
def test_the_clocks_to_tap_are_explained(name: str) -> None:
    shown = page(Client(), name)
    assert "Minutes for each player + seconds added per turn" in shown.text
    assert 'title="live: 2 minutes, plus 5 seconds per turn"' in shown.html


# --- the filters of the lobby ----------------------------------------------------------------------------------------


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
