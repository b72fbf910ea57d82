"""A person's time zone: from the browser at first use, from the settings afterwards, in effect on pages."""

from datetime import time
from importlib import import_module

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.test import Client

from accounts.forms import CHOICES
from accounts.models import Person, Preferences
from accounts.person_preferences import preferences_of, save_preferences
from accounts.services import create_guest
from accounts.time_zones import TIME_ZONE_COOKIE, time_zone_of, time_zones

pytestmark = pytest.mark.django_db

PAGE = "/settings/"
NOTIFICATIONS = "/settings/notifications/"
USUAL = {name: getattr(Preferences(), name) for name in CHOICES} | {"language": "", "time_zone": ""}


def browser_in(zone: str, person: Person | None = None) -> Client:
    browser = Client()
    if person:
        browser.force_login(person)
    browser.cookies[TIME_ZONE_COOKIE] = zone
    return browser


def kept(person: Person) -> str:
    return Preferences.objects.get(person=person).time_zone


@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/Santiago", "Asia/Kolkata", "Asia/Calcutta", "UTC"])
def test_the_first_page_keeps_the_time_zone_of_the_browser(zone: str) -> None:
    guest = create_guest()
    browser_in(zone, guest).get("/")
    assert kept(guest) == zone


def test_a_stranger_becomes_a_guest_with_the_time_zone_of_the_browser() -> None:
    browser = browser_in("America/New_York")
    assert "Your time zone: America/New York." in browser.get(NOTIFICATIONS).text
    assert not Person.objects.exists()
    browser.post("/settings/sounds/", {"sounds": "off"})
    assert kept(Person.objects.get()) == "America/New_York"


def test_another_browser_changes_nothing() -> None:
    guest = create_guest()
    browser_in("Europe/Berlin", guest).get("/")
    assert "Your time zone: Europe/Berlin." in browser_in("Asia/Kolkata", guest).get(NOTIFICATIONS).text
    assert kept(guest) == "Europe/Berlin"


@pytest.mark.parametrize("zone", ["", "Mars/Olympus", "../etc/passwd", "EST5EDT"])
def test_what_is_no_place_is_not_kept(zone: str) -> None:
    guest = create_guest()
    browser_in(zone, guest).get("/")
    assert not Preferences.objects.exists()
    assert time_zone_of(guest).key == "UTC"


def test_the_settings_show_it_and_change_it() -> None:
    guest = create_guest()
    browser = browser_in("Europe/Berlin", guest)
    assert '<option value="Europe/Berlin" selected>' in browser.get(PAGE).text
    browser.post(PAGE, USUAL | {"time_zone": "America/Los_Angeles"})
    assert kept(guest) == "America/Los_Angeles"
    browser.post(PAGE, USUAL)
    assert '<option value="Europe/Berlin" selected>' in browser.get(PAGE).text


def test_a_zone_that_there_is_not_is_refused() -> None:
    page = browser_in("", create_guest()).post(PAGE, USUAL | {"time_zone": "Mars/Olympus"})
    assert page.status_code == 400
    assert "Select a valid choice" in page.text


def test_pages_show_times_where_the_reader_is() -> None:
    guest = create_guest()
    save_preferences(guest, time_zone="Asia/Kolkata")
    assert "Your time zone: Asia/Kolkata." in browser_in("", guest).get(NOTIFICATIONS).text
    assert "Your time zone: UTC." in browser_in("").get(NOTIFICATIONS).text


def test_the_zones_have_names_of_places() -> None:
    assert {"UTC", "Europe/Berlin", "Asia/Calcutta", "America/Argentina/Buenos_Aires"} <= set(time_zones())
    assert time_zones()["America/New_York"] == "America/New York"
    assert not {"EST", "US/Pacific", "posixrules"} & set(time_zones())


def test_zones_chosen_for_mail_become_the_peoples() -> None:
    """The migration leaves out the default, which whoever stopped mail by its link has without having chosen it."""
    before = MigrationLoader(connection).project_state(
        [("notifications", "0001_initial"), ("accounts", "0002_preferences_time_zone")]
    )
    rows = before.apps.get_model("notifications", "NotificationPreferences").objects
    chosen, unasked, quiet = create_guest(), create_guest(), create_guest()
    save_preferences(chosen, theme="dark")
    rows.create(person_id=chosen.pk, time_zone="America/Santiago")
    rows.create(person_id=unasked.pk, email_stopped=True)
    rows.create(person_id=quiet.pk, quiet_from=time(22), quiet_until=time(7))
    migration = import_module("games.notifications.migrations.0003_time_zone_of_the_person")
    migration.move_time_zones(before.apps, None)
    people = Person.objects.order_by("pk")
    assert [preferences_of(person).time_zone for person in people] == ["America/Santiago", "", "UTC"]
    assert preferences_of(people[0]).theme == "dark"
