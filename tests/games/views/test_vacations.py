"""Holidays: chosen in advance, limited by the year, written into the games that they stop, shown to the others."""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client

from accounts.models import Person
from accounts.person_preferences import save_preferences
from games import services
from games.domain.table_settings import DAY
from games.log.verification import verify_game
from games.models import Game, Vacation
from games.services import Refused
from tests.games.tables import person
from tests.games.timed import MONDAY, Passing, fresh, kinds, standing_time, timed_game

pytestmark = pytest.mark.django_db

TODAY = MONDAY.date()


@pytest.fixture(autouse=True)
def time() -> Iterator[Passing]:
    with standing_time() as passing:
        yield passing


def day(after: int) -> date:
    return TODAY + timedelta(days=after)


def chosen(who: Person, first: int, last: int) -> Vacation:
    done = services.add_vacation(who, day(first), day(last))
    assert isinstance(done, Vacation), done
    return done


def refused(who: Person, first: int, last: int) -> str:
    done = services.add_vacation(who, day(first), day(last))
    assert isinstance(done, Refused), done
    return done.refusal.key


def mover_of(game: Game) -> Person:
    return Person.objects.get(seats__game=game, seats__number=fresh(game).turn)


# --- choosing -----------------------------------------------------------------------------------------------------


def test_a_holiday_is_chosen_in_advance_and_once(ann: Person) -> None:
    assert refused(ann, -1, 3) == "holiday-late"
    assert refused(ann, 5, 4) == "holiday-backwards"
    assert refused(ann, 360, 366) == "holiday-far"
    chosen(ann, 1, 3)
    assert refused(ann, 3, 5) == "holiday-twice"
    chosen(ann, 4, 4)


@pytest.mark.parametrize(
    ("zone", "today"),
    [
        ("Europe/Berlin", 0),
        ("America/New_York", 0),
        ("Asia/Kolkata", 0),
        ("Pacific/Honolulu", -1),  # still Sunday there
        ("Pacific/Auckland", 0),
    ],
)
def test_a_holiday_can_begin_today_where_the_person_is(ann: Person, zone: str, today: int) -> None:
    save_preferences(ann, time_zone=zone)
    assert refused(ann, today - 1, today + 1) == "holiday-late"
    begun = chosen(ann, today, today + 1)
    assert services.away_until([ann.pk]) == {ann.pk: begun.last}
    services.cancel_vacation(ann, begun.pk)
    assert ann.vacations.get().last == day(today)


def test_a_holiday_ends_where_the_person_is(time: Passing, ann: Person, bob: Person) -> None:
    save_preferences(ann, time_zone="Pacific/Auckland")
    save_preferences(bob, time_zone="Pacific/Honolulu")
    for each in (ann, bob):
        chosen(each, 0, 0)
    time.passes(3 * 3600)  # noon on Monday in Greenwich
    assert services.away_until([ann.pk, bob.pk]) == {bob.pk: day(0)}


def test_there_are_so_many_days_a_year(ann: Person) -> None:
    chosen(ann, 1, 10)
    assert services.days_left(ann, TODAY.year) == 20
    chosen(ann, 20, 59)  # 13 to 31 December, and 21 days of January
    assert (services.days_left(ann, TODAY.year), services.days_left(ann, TODAY.year + 1)) == (1, 9)
    assert refused(ann, 11, 12) == "holiday-many"
    chosen(ann, 11, 11)
    assert refused(ann, 100, 109) == "holiday-many"


def test_it_is_cancelled_before_it_begins_and_later_ends_with_today(time: Passing, ann: Person, bob: Person) -> None:
    first, second = chosen(ann, 1, 3), chosen(ann, 5, 6)
    services.cancel_vacation(bob, first.pk)
    assert ann.vacations.count() == 2
    services.cancel_vacation(ann, second.pk)
    services.cancel_vacation(ann, second.pk)
    assert list(ann.vacations.all()) == [first]
    time.passes(2 * DAY)
    services.cancel_vacation(ann, first.pk)
    assert list(ann.vacations.values_list("first", "last")) == [(first.first, day(2))]
    time.passes(DAY)
    services.cancel_vacation(ann, first.pk)
    assert list(ann.vacations.values_list("first", "last")) == [(first.first, day(2))]


# --- at the tables ------------------------------------------------------------------------------------------------


def test_a_holiday_that_begins_today_stops_the_clock_from_this_mornings_midnight_on() -> None:
    game = timed_game(clock="turn", time=3 * DAY, time_zone="UTC")
    chosen(mover_of(game), 0, 1)
    assert fresh(game).deadline == MONDAY.replace(hour=0) + timedelta(days=5)
    assert verify_game(fresh(game)) == []


def test_a_holiday_stops_the_clock_and_the_log_says_so() -> None:
    game = timed_game(clock="turn", time=3 * DAY, time_zone="UTC")
    holiday = chosen(mover_of(game), 1, 2)
    now = fresh(game)
    assert now.deadline == MONDAY + timedelta(days=5)
    noted = game.events.get(type="vacation_set")
    assert noted.payload == {"seat": now.turn, "days": [["2026-11-24", "2026-11-25"]]}
    services.cancel_vacation(mover_of(game), holiday.pk)
    assert fresh(game).deadline == MONDAY + timedelta(days=3)
    assert verify_game(fresh(game)) == []


def test_where_the_host_allows_none_it_changes_nothing() -> None:
    cases: list[dict[str, Any]] = [{"clock": "turn", "vacations": False}, {"clock": "live"}, {"clock": "none"}]
    for table_settings in cases:
        game = timed_game(time=3 * DAY, **table_settings)
        before = (game.seq, game.deadline)
        holiday = chosen(mover_of(game), 1, 2)
        assert (fresh(game).seq, fresh(game).deadline) == before
        services.cancel_vacation(mover_of(game), holiday.pk)


def test_one_chosen_before_the_game_counts_in_it() -> None:
    for name in ("Ann", "Bob"):
        chosen(person(name), 1, 2)
    game = timed_game(clock="turn", time=3 * DAY, time_zone="UTC")
    assert kinds(game).count("vacation_set") == 2
    assert game.deadline == MONDAY + timedelta(days=5)
    assert verify_game(game) == []


def test_who_is_away_today_is_known(ann: Person, bob: Person) -> None:
    Vacation.objects.create(person=ann, first=day(-1), last=day(2))
    Vacation.objects.create(person=bob, first=day(1), last=day(2))
    assert services.away_until([ann.pk, bob.pk]) == {ann.pk: day(2)}


def test_the_others_at_the_table_see_who_is_away(client: Client) -> None:
    game = timed_game(clock="turn", time=3 * DAY)
    ann = Person.objects.get(display_name="Ann")
    Vacation.objects.create(person=ann, first=day(-1), last=day(2))
    client.force_login(Person.objects.get(display_name="Bob"))
    assert "away until November 25" in client.get(f"/g/{game.public_id}/").text
    assert "Ann is on vacation until November 25" in client.get("/games/").text


# --- the page -----------------------------------------------------------------------------------------------------


def test_the_page_adds_lists_and_cancels(client: Client) -> None:
    client.force_login(person("Ann"))
    added = client.post("/account/holidays/", {"first": "2026-12-24", "last": "2026-12-26"})
    assert added.status_code == 302
    page = client.get("/account/holidays/").text
    assert "Dec. 24, 2026 to Dec. 26, 2026" in page
    assert "You have 27 days left this year." in page
    client.post("/account/holidays/cancel/", {"pk": Vacation.objects.get().pk})
    assert Vacation.objects.count() == 0


@pytest.mark.parametrize(
    ("first", "last", "said"),
    [
        ("2026-11-22", "2026-11-24", "A vacation can’t start in the past"),
        ("2026-12-24", "2026-12-20", "A vacation can’t end before it starts"),
        ("2026-12-01", "2026-12-31", "You have 30 of 30 vacation days left in 2026."),
        ("never", "2026-12-20", "Enter a valid date."),
    ],
)
def test_what_is_wrong_is_said_and_what_was_entered_stays(client: Client, first: str, last: str, said: str) -> None:
    client.force_login(person("Ann"))
    page = client.post("/account/holidays/", {"first": first, "last": last}).text
    assert said in page
    assert first in page
    assert Vacation.objects.count() == 0


def test_one_that_has_begun_can_end_today(client: Client, ann: Person) -> None:
    client.force_login(ann)
    begun = Vacation.objects.create(person=ann, first=day(-1), last=day(2))
    assert "End it today" in client.get("/account/holidays/").text
    page = client.post("/account/holidays/cancel/", {"pk": begun.pk}, follow=True).text
    assert "now" in page
    assert "End it today" not in page
    assert Vacation.objects.get().last == day(0)


def test_strangers_are_asked_to_log_in(client: Client) -> None:
    assert client.get("/account/holidays/").headers["Location"] == "/account/login/?next=%2Faccount%2Fholidays%2F"
    assert client.post("/account/holidays/cancel/", {"pk": 1}).status_code == 302
