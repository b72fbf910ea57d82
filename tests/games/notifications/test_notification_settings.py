"""The page for choosing notifications, and the parts that make the site an app."""

import json
import os
import re
import socket
from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.test import Client
from pytest_django import Settings

from accounts.models import Person
from casino.vapid import base64url, public_key
from games import services
from games.notifications.absolute_links import unsubscribe_link
from games.notifications.kinds import CONFIGURABLE, DeliveryMethod, NotificationKind
from games.notifications.models import (
    Device,
    GameNotificationPreferences,
    Notification,
    NotificationPreferences,
    Webhook,
)
from games.notifications.preferences import methods_for, quiet_hours, quiet_hours_end, reminder_time
from games.notifications.services import MAX_DEVICES, MAX_WEBHOOKS
from tests.games.tables import RULES, person
from tests.games.viewers import browser_of, told_after

pytestmark = pytest.mark.django_db

PAGE = "/settings/notifications/"


@pytest.fixture
def ann(client: Client, ann: Person) -> Person:
    client.force_login(ann)
    return ann


def filled(**changed: Any) -> dict[str, Any]:
    """The form as sent by a person who wants everything everywhere."""
    boxes = {each.value: list(DeliveryMethod.values) for each in CONFIGURABLE}
    rest = {"remind_before": "6", "quiet_from": "", "quiet_until": ""}
    return {**boxes, **rest, **changed}


# --- preferences ----------------------------------------------------------------------------------------------------


def test_a_stranger_can_look_and_becomes_a_guest_only_by_saving(client: Client) -> None:
    assert client.get(PAGE).status_code == 200
    assert Person.objects.count() == 0
    client.post(PAGE, filled())
    assert NotificationPreferences.objects.get().person.is_guest


def test_what_is_wished_is_kept_and_shown(client: Client, ann: Person) -> None:
    asked = filled(chat=[], my_turn=["push"], quiet_from="22:00", quiet_until="07:30")
    client.post(PAGE, asked)
    preferences = NotificationPreferences.objects.get(person=ann)
    assert methods_for(preferences, NotificationKind.CHAT, None) == frozenset()
    assert methods_for(preferences, NotificationKind.MY_TURN, None) == {DeliveryMethod.PUSH}
    assert (preferences.quiet_from, preferences.quiet_until) == (time(22), time(7, 30))
    page = client.get(PAGE).content.decode()
    assert re.search(r'name="my_turn" value="push"[^>]* checked', page)
    assert not re.search(r'name="my_turn" value="email"[^>]* checked', page)
    assert 'value="22:00"' in page


def test_whoever_has_said_nothing_gets_the_usual() -> None:
    preferences = NotificationPreferences(email_always=True)
    assert methods_for(preferences, NotificationKind.MY_TURN, None) == set(DeliveryMethod)
    assert methods_for(preferences, NotificationKind.CHAT, None) == {DeliveryMethod.PUSH, DeliveryMethod.WEBHOOK}


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"quiet_from": "22:00"}, "Quiet hours need a start and an end."),
        ({"quiet_from": "22:00", "quiet_until": "22:00"}, "can’t start and end at the same time"),
        ({"quiet_from": "late"}, "Enter a valid time"),
        ({"remind_before": "1000"}, "Select a valid choice"),
        ({"my_turn": ["pigeon"]}, "Select a valid choice"),
    ],
)
def test_what_cannot_be_taken_is_said_and_nothing_is_lost(
    wrong: dict[str, Any], sentence: str, client: Client, ann: Person
) -> None:
    answer = client.post(PAGE, filled(**wrong, email_always="on"))
    page = answer.content.decode()
    assert answer.status_code == 400
    assert sentence in page
    assert re.search(r'name="email_always"[^>]* checked', page)
    assert not NotificationPreferences.objects.exists()


# --- quiet hours ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hours", "now", "end"),
    [
        ((22, 7), "2027-03-10 21:59", None),
        ((22, 7), "2027-03-10 22:00", "2027-03-11 07:00"),
        ((22, 7), "2027-03-11 06:59", "2027-03-11 07:00"),
        ((22, 7), "2027-03-11 07:00", None),
        ((13, 15), "2027-03-10 14:00", "2027-03-10 15:00"),
        ((13, 15), "2027-03-10 12:59", None),
        ((2, 3), "2027-03-28 01:59", None),  # at two the clocks go forward to three
        ((1, 2), "2027-10-31 01:30", "2027-10-31 02:00"),
        ((1, 3), "2027-10-31 02:30", "2027-10-31 03:00"),  # half past two comes twice
    ],
)
def test_quiet_hours_are_by_the_clock_on_the_wall(hours: tuple[int, int], now: str, end: str | None) -> None:
    madrid = ZoneInfo("Europe/Madrid")
    begin, until = time(hours[0]), time(hours[1])
    preferences = NotificationPreferences(quiet_from=begin, quiet_until=until)
    result = quiet_hours_end(preferences, madrid, datetime.fromisoformat(now).replace(tzinfo=madrid))
    assert (f"{result.astimezone(madrid):%Y-%m-%d %H:%M}" if result else None) == end


def test_quiet_hours_that_end_in_the_hour_left_out_end_after_they_have_begun() -> None:
    preferences = NotificationPreferences(quiet_from=time(1), quiet_until=time(2, 30))
    now = datetime(2027, 3, 28, 0, 45, tzinfo=UTC)  # a quarter to two; the next thing on the wall is three
    assert quiet_hours_end(preferences, ZoneInfo("Europe/Madrid"), now) == datetime(2027, 3, 28, 1, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "night"),
    [
        ("Europe/Berlin", "2026-10-24"),
        ("Europe/Berlin", "2027-03-27"),
        ("America/New_York", "2026-10-31"),
        ("America/Los_Angeles", "2027-03-13"),
        ("Asia/Kolkata", "2026-10-24"),
        ("America/Santiago", "2026-09-05"),  # midnight does not come
        ("America/Santiago", "2027-04-03"),  # eleven to midnight comes twice
    ],
)
def test_quiet_hours_begin_and_end_where_the_person_is_when_clocks_change(zone: str, night: str) -> None:
    there, preferences = ZoneInfo(zone), NotificationPreferences(quiet_from=time(22), quiet_until=time(7))
    evening = datetime.fromisoformat(f"{night} 22:30").replace(tzinfo=there)
    for hours in (0, 2, 5, 7):
        quiet = quiet_hours(preferences, there, evening.astimezone(UTC) + timedelta(hours=hours))
        assert quiet
        assert [f"{each.astimezone(there):%H:%M}" for each in quiet] == ["22:00", "07:00"]
        assert f"{quiet[0].astimezone(there).date()}" == night


@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/New_York", "America/Los_Angeles", "Asia/Kolkata"])
@pytest.mark.parametrize(
    ("deadline", "reminder"),
    [
        ("2027-03-12 03:00", "2027-03-11 21:00"),  # before they begin anyway
        ("2027-03-12 06:00", "2027-03-11 21:45"),  # the deadline is within them
        ("2027-03-12 09:00", "2027-03-11 21:45"),  # shortly after them
        ("2027-03-12 09:01", "2027-03-12 03:01"),  # held back until seven: early enough
        ("2027-03-12 20:00", "2027-03-12 14:00"),
    ],
)
def test_a_reminder_comes_before_quiet_hours_that_would_swallow_it(zone: str, deadline: str, reminder: str) -> None:
    there, preferences = ZoneInfo(zone), NotificationPreferences(quiet_from=time(22), quiet_until=time(7))
    until = datetime.fromisoformat(deadline).replace(tzinfo=there).astimezone(UTC)
    due = reminder_time(preferences, there, until - timedelta(days=3), until)
    assert due
    assert f"{due.astimezone(there):%Y-%m-%d %H:%M}" == reminder


def test_a_turn_that_begins_just_before_quiet_hours_has_no_reminder_at_once() -> None:
    preferences = NotificationPreferences(quiet_from=time(22), quiet_until=time(7))
    started, until = datetime(2027, 3, 11, 21, 50, tzinfo=UTC), datetime(2027, 3, 12, 6, tzinfo=UTC)
    assert reminder_time(preferences, ZoneInfo("UTC"), started, until) == datetime(2027, 3, 12, 1, 55, tzinfo=UTC)


# --- devices --------------------------------------------------------------------------------------------------------


def subscription(address: str = "https://93.184.216.34/push/1") -> dict[str, str]:
    point = ec.generate_private_key(ec.SECP256R1()).public_key()
    raw = point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return {"endpoint": address, "p256dh": base64url(raw), "auth": base64url(os.urandom(16))}


def test_a_device_is_added_under_the_name_of_its_browser(client: Client, ann: Person) -> None:
    agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
    answer = client.post(f"{PAGE}devices/", subscription(), headers={"user-agent": agent})
    device = Device.objects.get(person=ann)
    assert device.name == "Firefox, Linux"
    assert "Notifications are on for this device" in told_after(answer)
    assert b"Firefox, Linux" in client.get(PAGE).content
    client.post(f"{PAGE}devices/{device.pk}/remove/")
    assert not Device.objects.exists()


def test_a_browser_is_whose_who_subscribed_with_it_last(client: Client, ann: Person) -> None:
    client.post(f"{PAGE}devices/", subscription())
    bob = person("Bob")
    client.force_login(bob)
    client.post(f"{PAGE}devices/", subscription())
    assert [device.person for device in Device.objects.all()] == [bob]


def test_the_oldest_of_too_many_devices_make_room(client: Client, ann: Person, settings: Settings) -> None:
    settings.LIMITS["webhook"] = "none"
    for number in range(MAX_DEVICES + 2):
        client.post(f"{PAGE}devices/", subscription(f"https://93.184.216.34/push/{number}"))
    kept = list(Device.objects.values_list("endpoint", flat=True))
    assert len(kept) == MAX_DEVICES
    assert "https://93.184.216.34/push/0" not in kept


@pytest.mark.parametrize(
    "wrong",
    [
        *({"endpoint": "https://127.0.0.1/push"}, {"endpoint": "http://93.184.216.34/"}, {"endpoint": "nonsense"}),
        *({"p256dh": "nonsense"}, {"p256dh": base64url(b"\x04" + bytes(64))}, {"auth": "short"}, {"auth": ""}),
    ],
)
def test_a_subscription_that_is_none_is_refused(wrong: dict[str, str], client: Client, ann: Person) -> None:
    answer = client.post(f"{PAGE}devices/", {**subscription(), **wrong})
    assert "couldn’t be added" in told_after(answer)
    assert not Device.objects.exists()


def test_nobody_removes_the_device_of_another(client: Client, ann: Person) -> None:
    client.post(f"{PAGE}devices/", subscription())
    client.force_login(person("Bob"))
    client.post(f"{PAGE}devices/{Device.objects.get().pk}/remove/")
    assert Device.objects.filter(person=ann).exists()


# --- web addresses --------------------------------------------------------------------------------------------------


def test_the_secret_of_a_web_address_is_shown_once(client: Client, ann: Person) -> None:
    client.post(f"{PAGE}webhooks/", {"kind": "json", "url": "https://93.184.216.34/hook"})
    secret = Webhook.objects.get(person=ann).secret
    assert secret in client.get(PAGE).content.decode()
    assert secret not in client.get(PAGE).content.decode()


@pytest.mark.parametrize(
    ("kind", "address", "sentence"),
    [
        ("json", "nonsense", "This isn’t a web address."),
        ("json", "ftp://93.184.216.34/", "This isn’t a web address."),
        ("json", "http://93.184.216.34/", "must begin with https://"),
        ("json", "https://10.0.0.1/", "is on a private network"),
        ("json", "https://[::ffff:127.0.0.1]/", "is on a private network"),
        ("discord", "https://discord.example/api/webhooks/1", "A Discord address begins with"),
        ("discord", "https://discord.com.evil.example/api/webhooks/1", "A Discord address begins with"),
        ("discord", "https://[::1", "A Discord address begins with"),
        ("slack", "https://hooks.slack.com/", "A Slack address begins with"),
        ("json", "", "This field is required."),
        ("pigeon", "https://93.184.216.34/", "Select a valid choice"),
    ],
)
def test_an_address_that_cannot_be_taken_is_said_why(
    kind: str, address: str, sentence: str, client: Client, ann: Person
) -> None:
    answer = client.post(f"{PAGE}webhooks/", {"kind": kind, "url": address})
    assert answer.status_code == 400
    assert sentence in answer.content.decode()
    assert not Webhook.objects.exists()


def test_a_name_is_not_looked_up_while_the_page_waits_but_tried(
    client: Client, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    def look_up(*_: object, flags: int = 0, **__: object) -> list[Any]:
        assert flags & socket.AI_NUMERICHOST
        raise socket.gaierror

    monkeypatch.setattr("casino.safe_http.socket.getaddrinfo", look_up)
    answer = client.post(f"{PAGE}webhooks/", {"kind": "json", "url": "https://slow.example/hook"})
    assert "check the address" in told_after(answer)
    tried = Notification.objects.get(person=ann, kind=NotificationKind.TEST)
    assert (tried.method, tried.destination) == ("webhook", Webhook.objects.get().pk)
    client.post(f"{PAGE}devices/", subscription("https://slow.example/push"))
    assert Device.objects.get().endpoint == "https://slow.example/push"


def test_nobody_has_more_web_addresses_than_enough(client: Client, ann: Person) -> None:
    for number in range(MAX_WEBHOOKS + 1):
        answer = client.post(f"{PAGE}webhooks/", {"kind": "json", "url": f"https://93.184.216.34/{number}"})
    assert "Remove one first" in answer.content.decode()
    assert Webhook.objects.count() == MAX_WEBHOOKS


def test_a_web_address_that_was_switched_off_says_so_and_can_be_used_again(client: Client, ann: Person) -> None:
    since = datetime(2027, 3, 1, tzinfo=UTC)
    url = "https://93.184.216.34/"
    webhook = Webhook.objects.create(person=ann, kind="json", url=url, failing_since=since, disabled=True)
    assert "Disabled: no response since March 1, 2027." in client.get(PAGE).content.decode()
    client.post(f"{PAGE}webhooks/{webhook.pk}/enable/")
    webhook.refresh_from_db()
    assert (webhook.disabled, webhook.failing_since) == (False, None)
    client.post(f"{PAGE}webhooks/{webhook.pk}/remove/")
    assert not Webhook.objects.exists()


def test_a_try_goes_to_ones_own_places_only(client: Client, ann: Person) -> None:
    webhook = Webhook.objects.create(person=ann, kind="json", url="https://93.184.216.34/")
    client.force_login(person("Bob"))
    client.post(f"{PAGE}test/", {"method": "webhook", "destination": webhook.pk})
    assert not Notification.objects.exists()
    client.force_login(ann)
    client.post(f"{PAGE}test/", {"method": "webhook", "destination": webhook.pk})
    assert Notification.objects.get().kind == NotificationKind.TEST


def test_tries_are_limited(client: Client, ann: Person, settings: Settings) -> None:
    settings.LIMITS["test_notification"] = "2/hour"
    answers = [client.post(f"{PAGE}test/", {"method": "email", "destination": 0}).status_code for _ in range(3)]
    assert answers == [302, 302, 429]


@pytest.mark.parametrize(
    "data", [{}, {"method": "pigeon", "destination": 1}, {"method": "webhook", "destination": "x"}]
)
def test_a_try_that_names_no_place_finds_nothing(data: dict[str, Any], client: Client, ann: Person) -> None:
    assert client.post(f"{PAGE}test/", data).status_code == 404


def test_a_stranger_removes_and_tries_nothing(client: Client) -> None:
    paths = ["devices/1/remove/", "webhooks/1/remove/", "webhooks/1/enable/"]
    assert [client.post(PAGE + path).status_code for path in paths] == [404, 404, 404]
    assert client.post(f"{PAGE}test/", {"method": "email", "destination": 0}).status_code == 404


# --- games ----------------------------------------------------------------------------------------------------------


def test_for_a_single_game_calls_are_chosen_by_who_plays_in_it(client: Client, ann: Person) -> None:
    game = services.start_game(ann, RULES, "casino", 2, False, "friends")
    own, choose = f"/g/{game.public_id}/notifications/", f"/g/{game.public_id}/notifications/save/"
    assert own in client.get(f"/g/{game.public_id}/").content.decode()
    assert own in client.get(PAGE).content.decode()
    assert re.search(r'value="default"[^>]* checked', client.get(own).content.decode())
    client.post(choose, {"mode": "custom", "chat": ["email"], "over": ["push", "webhook"]})
    assert GameNotificationPreferences.objects.get(person=ann, game=game).methods["chat"] == ["email"]
    page = client.get(own).content.decode()
    assert re.search(r'value="custom"[^>]* checked', page)
    assert re.search(r'name="chat" value="email"[^>]* checked', page)
    assert not re.search(r'name="my_turn" value="email"[^>]* checked', page)
    assert "custom notifications" in client.get(PAGE).content.decode()
    client.post(choose, {"mode": "silent"})
    assert GameNotificationPreferences.objects.get(person=ann, game=game).silent
    assert "no notifications" in client.get(PAGE).content.decode()
    client.post(choose, {"mode": "default"})
    assert not GameNotificationPreferences.objects.exists()


def test_what_was_not_offered_for_a_game_changes_nothing(client: Client, ann: Person) -> None:
    game = services.start_game(ann, RULES, "casino", 2, False, "friends")
    for wrong in ({}, {"mode": "loud"}, {"mode": "custom", "chat": ["pigeon"]}):
        answer = client.post(f"/g/{game.public_id}/notifications/save/", wrong)
        assert "couldn’t understand that request" in told_after(answer)
    assert not GameNotificationPreferences.objects.exists()


def test_who_does_not_play_in_a_game_chooses_no_calls_for_it(ann: Person) -> None:
    game = services.start_game(ann, RULES, "casino", 2, False, "friends")
    for other in (Client(), browser_of(person("Bob"))):
        assert other.get(f"/g/{game.public_id}/notifications/").status_code == 404
        assert other.post(f"/g/{game.public_id}/notifications/save/", {"mode": "silent"}).status_code == 404


def test_a_game_against_computers_alone_has_no_calls_to_choose(client: Client, ann: Person) -> None:
    game = services.start_game(ann, RULES, "casino", 2, False, "computer")
    assert f"/g/{game.public_id}/notifications/" not in client.get(PAGE).content.decode()
    assert f"/g/{game.public_id}/notifications/" not in client.get(f"/g/{game.public_id}/").content.decode()


# --- the way out ----------------------------------------------------------------------------------------------------


def test_a_link_that_was_tampered_with_stops_nothing(client: Client, settings: Settings) -> None:
    settings.SITE_URL = ""
    link = unsubscribe_link(person("Ann"))
    for wrong in (link[:-3] + "x/", "/notifications/unsubscribe/nonsense/"):
        answer = client.post(wrong)
        assert answer.status_code == 404
        assert b"This link is incomplete." in answer.content
    assert not NotificationPreferences.objects.exists()


# --- the app --------------------------------------------------------------------------------------------------------


def test_the_manifest_names_icons_that_are_there(client: Client) -> None:
    answer: Any = client.get("/manifest.webmanifest")
    manifest = json.loads(answer.content)
    assert answer["Content-Type"] == "application/manifest+json"
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("/", "/", "standalone")
    assert {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]} == {
        *(("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")),
    }
    for icon in manifest["icons"]:
        assert client.get(icon["src"]).content.startswith(b"\x89PNG")


def test_the_service_worker_may_look_after_the_whole_site_and_is_asked_for_anew_each_time(client: Client) -> None:
    answer: Any = client.get("/sw.js")
    assert answer["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer["Service-Worker-Allowed"] == "/"
    assert "no-cache" in answer["Cache-Control"]
    assert "script-src 'self'" in answer["Content-Security-Policy"]
    kept = json.loads(answer.content.decode().partition(";\n")[0].removeprefix("const CACHE = "))
    assert kept["page"] == "/offline/"
    for file in [kept["page"], *kept["files"], kept["icon"]]:
        assert client.get(file).status_code == 200


def test_the_service_worker_changes_with_what_it_keeps(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    before = client.get("/sw.js").content
    assert client.get("/sw.js").content == before
    monkeypatch.setattr("games.views.pwa.static", lambda name: f"/static/{name}?v=other")
    after = client.get("/sw.js").content
    assert before.split(b'"')[3] != after.split(b'"')[3]


def test_the_page_for_when_there_is_no_network_names_nobody(client: Client, ann: Person) -> None:
    page = client.get("/offline/").content.decode()
    assert "Your games are safe" in page
    assert "Ann" not in page
    assert "csrf" not in page


def test_every_page_leads_to_manifest_and_worker(client: Client) -> None:
    page = client.get("/").content.decode()
    assert '<link rel="manifest" href="/manifest.webmanifest"' in page
    assert 'data-worker="/sw.js"' in page


def test_the_page_holds_the_key_to_subscribe_with(client: Client) -> None:
    assert f'data-key="{public_key()}"' in client.get(PAGE).content.decode()
