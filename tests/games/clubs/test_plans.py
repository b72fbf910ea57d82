"""A club's calendar and its feed, favorite games and house rules."""

import re
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone
from icalendar import Calendar

from accounts.models import Person
from accounts.person_preferences import save_preferences
from games import services
from games.clubs import calendar, favorites, tables
from games.clubs import services as clubs
from games.clubs.models import Club, ClubDate, ClubFavorite
from games.models import Game, HouseRules
from tests.games.clubs.test_members import OPEN, PRIVATE, case, club_of, member, place, press
from tests.games.viewers import Page, browser_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(db: None) -> Person:
    return member("olga")


@pytest.fixture
def ben(db: None) -> Person:
    return member("ben")


def feed_address(who: Person, club: Club) -> str:
    page = Page(browser_of(who).get(f"/clubs/{club.address}/calendar/"))
    link = next(field["value"] for field in page.inputs if field.get("value", "").endswith(".ics"))
    return link.removeprefix("http://testserver")


def tomorrow(owner: Person, club: Club, title: str = "Thursday cards") -> ClubDate:
    assert (
        calendar.add_date(club, owner, title, "Bring snacks;\nnewcomers welcome", timezone.now() + timedelta(days=1))
        is None
    )
    return ClubDate.objects.latest("pk")


# --- calendar ---------------------------------------------------------------------------------------------------------


def test_an_organizer_adds_a_date_by_their_own_clocks(owner: Person) -> None:
    club = club_of(owner)
    save_preferences(owner, time_zone="Europe/Madrid")
    day = (timezone.now() + timedelta(days=10)).date().replace(day=1) + timedelta(days=62)
    there = f"/clubs/{club.address}/calendar/"
    owner = Person.objects.get(pk=owner.pk)
    assert browser_of(owner).post(there, {"title": "Cup", "starts": f"{day}T20:00"}).status_code == 302
    zone = ClubDate.objects.get().starts.astimezone(ZoneInfo("Europe/Madrid"))
    assert (zone.hour, zone.date()) == (20, day)
    assert "Cup" in browser_of(owner).get(f"/clubs/{club.address}/").content.decode()


@pytest.mark.parametrize("starts", ["", "soon", "2020-01-01T20:00", "2099-01-01T20:00"])
def test_not_every_time_will_do(owner: Person, starts: str) -> None:
    club = club_of(owner)
    answer = browser_of(owner).post(f"/clubs/{club.address}/calendar/", {"title": "Cup", "starts": starts})
    assert 'class="errorlist' in answer.content.decode()
    assert not ClubDate.objects.exists()


def test_members_add_and_delete_no_dates(owner: Person, ben: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    club = club_of(owner, PRIVATE, ben)
    date = tomorrow(owner, club)
    assert case(calendar.delete_date(club, ben, date.pk)) == "club-not-organizer"
    assert case(calendar.add_date(club, ben, "Mine", "", timezone.now())) == "club-not-organizer"
    monkeypatch.setattr(calendar, "MAX_DATES", 1)
    assert case(calendar.add_date(club, owner, "One more", "", date.starts)) == "club-dates-many"
    press(owner, club, f"calendar/{date.pk}/delete/")
    assert not ClubDate.objects.exists()


def test_a_calendar_app_reads_the_feed_without_logging_in(owner: Person, ben: Person) -> None:
    club = club_of(owner, PRIVATE, ben)
    date = tomorrow(owner, club, "Thursday cards; rain or shine")
    answer = Client().get(feed_address(ben, club))
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    (entry,) = Calendar.from_ical(answer.content).walk("VEVENT")
    assert str(entry["summary"]) == "Thursday cards; rain or shine"
    assert entry.decoded("dtstart") == date.starts.replace(microsecond=0)
    assert str(entry["description"]) == "Bring snacks;\nnewcomers welcome"
    assert str(entry["url"]) == f"http://testserver/clubs/{club.address}/"


def test_the_feed_ends_with_the_membership(owner: Person, ben: Person) -> None:
    club, other = club_of(owner, PRIVATE, ben), club_of(owner, OPEN, ben)
    tomorrow(owner, club)
    there = feed_address(ben, club)
    assert Client().get(there.replace(club.address, other.address)).status_code == 404
    assert Client().get(there[:-5] + "x.ics").status_code == 404
    clubs.remove_member(club, owner, place(club, ben))
    assert Client().get(there).status_code == 404
    clubs.invite_to_club(club, owner, "ben")
    clubs.answer_invitation(club, ben, accepted=True)
    assert Client().get(there).status_code == 404
    assert Client().get(feed_address(ben, club)).status_code == 200


def test_visitors_of_an_open_club_see_its_dates_but_have_no_feed(owner: Person) -> None:
    club = club_of(owner, OPEN)
    tomorrow(owner, club)
    page = Client().get(f"/clubs/{club.address}/calendar/").content.decode()
    assert "Thursday cards" in page
    assert ".ics" not in page
    assert Client().post(f"/clubs/{club.address}/calendar/", {"title": "Mine"}).status_code == 404


# --- favorites --------------------------------------------------------------------------------------------------------


def test_a_favorite_is_opened_in_one_tap_with_its_house_rules(owner: Person, ben: Person) -> None:
    club = club_of(owner, PRIVATE, ben)
    services.save_rules(owner, "Grandma’s table", "casino", {"duty": "free", "target": 11})
    press(owner, club, "favorites/", saved=str(HouseRules.objects.get().pk))
    press(owner, club, "favorites/", preset="casino")
    assert [str(row) for row in ClubFavorite.objects.all()] == ["Grandma’s table", "casino"]
    page = browser_of(ben).get(f"/clubs/{club.address}/").content.decode()
    assert re.search(rf'/new/casino/\?duty=free&amp;target=11&amp;club={club.address}"', page)
    press(ben, club, "table/", favorite=str(ClubFavorite.objects.earliest("pk").pk))
    game = Game.objects.get()
    assert (game.host, game.options["duty"], game.options["target"], game.club_game.club) == (ben, "free", 11, club)


def test_favorites_are_the_organizers_and_not_too_many(
    owner: Person, ben: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = club_of(owner, PRIVATE, ben)
    assert case(favorites.add_favorite(club, ben, "casino")) == "club-not-organizer"
    assert browser_of(ben).get(f"/clubs/{club.address}/favorites/").status_code == 404
    monkeypatch.setattr(favorites, "MAX_FAVORITES", 1)
    assert favorites.add_favorite(club, owner, "casino") is None
    assert favorites.add_favorite(club, owner, "casino") is None
    assert case(favorites.add_favorite(club, owner, "royal")) == "club-favorites-many"
    first = ClubFavorite.objects.get()
    assert case(favorites.remove_favorite(club, ben, first.pk)) == "club-not-organizer"
    press(owner, club, f"favorites/{first.pk}/remove/")
    assert not ClubFavorite.objects.exists()


def test_house_rules_of_others_are_not_added(owner: Person, ben: Person) -> None:
    club = club_of(owner)
    services.save_rules(ben, "Mine", "casino", {"target": 11})
    assert case(favorites.add_house_rules(club, owner, HouseRules.objects.get().pk)) == "club-rules-gone"


def test_house_rules_that_cannot_be_played_anymore_open_no_table(owner: Person) -> None:
    club = club_of(owner)
    favorites.add_favorite(club, owner, "casino", "Broken", {"target": 0})
    assert case(tables.open_favorite(club, owner, ClubFavorite.objects.get().pk)) == "club-rules-old"
    assert case(tables.open_favorite(club, owner, 0)) == "club-rules-gone"
    assert not Game.objects.exists()
