"""Announcements: on every page while they run, in the viewer's language, without a query, until they are dismissed."""

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.admin.models import LogEntry
from django.db import DatabaseError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import Person
from games.notifications import banners
from games.notifications.models import ANNOUNCEMENT_LENGTH, Announcement, AnnouncementText
from games.views.announcements import COOKIE, MAX_DISMISSED
from tests.games.viewers import Page, browser_of, laid

pytestmark = pytest.mark.django_db

SOON, LATER = timedelta(hours=1), timedelta(hours=2)
ADD = "/admin/notifications/announcement/add/"


@pytest.fixture(autouse=True)
def read_at_once() -> None:
    banners.banners.forget()


def announced(starts: timedelta = -SOON, ends: timedelta = SOON, **texts: str) -> Announcement:
    at = timezone.now()
    made = Announcement.objects.create(starts=at + starts, ends=at + ends)
    for language, text in (texts or {"en": "Down at noon."}).items():
        AnnouncementText.objects.create(announcement=made, language=language.replace("_", "-"), text=text)
    banners.banners.forget()
    return made


def sent(text: str = "Down at noon.", **more: str) -> dict[str, Any]:
    times = {"starts_0": "2026-01-01", "starts_1": "10:00", "ends_0": "2126-01-02", "ends_1": "10:00"}
    rows = {"texts-TOTAL_FORMS": "1", "texts-INITIAL_FORMS": "0", "texts-0-language": "en", "texts-0-text": text}
    return times | rows | more


@pytest.mark.parametrize("path", ["/", "/lobby/", "/rules/", "/about/", "/settings/", "/nowhere/", "/account/login/"])
def test_it_is_shown_on_every_page(path: str) -> None:
    announced()
    assert "Down at noon." in Page(Client().get(path)).text


def test_at_a_table_too() -> None:
    ann, _ = laid("casino", "9S 2C 3C 4C", "9H 2H 3H 4H", table="AD 5D 6D 7D")
    announced()
    assert "Down at noon." in ann.look().text


@pytest.mark.parametrize(("starts", "ends"), [(SOON, LATER), (-LATER, -SOON)])
def test_it_is_not_shown_before_and_after(starts: timedelta, ends: timedelta) -> None:
    announced(starts, ends)
    assert "Down at noon." not in Page(Client().get("/")).text


def test_it_begins_and_ends_by_itself_in_a_process_that_knows_of_it() -> None:
    announced(SOON, LATER)
    for hours, shown in ((0.5, False), (1.5, True), (2.5, False)):
        with time_machine.travel(timezone.now() + timedelta(hours=hours), tick=False):
            assert ("Down at noon." in Page(Client().get("/about/")).text) is shown


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "English"), ("es", "Español"), ("pt", "Português"), ("pt-br", "Português"), ("de", "English")],
)
def test_each_reads_it_in_their_language_or_the_nearest(language: str, text: str) -> None:
    announced(en="English", es="Español", pt="Português")
    page = Page(Client(headers={"accept-language": language}).get("/about/"))
    code = {"English": "en", "Español": "es", "Português": "pt"}[text]
    assert f'lang="{code}">{text}</p>' in page.html


def test_without_a_text_in_the_sites_language_the_first_is_shown() -> None:
    announced(es="Cerrado")
    assert "Cerrado" in Page(Client().get("/about/")).text


def test_it_is_escaped() -> None:
    announced(en="<script>alert(1)</script> & more")
    html = Page(Client().get("/about/")).html
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; more" in html


def test_a_page_asks_the_database_nothing_for_it() -> None:
    announced()
    client = Client()
    client.get("/about/")
    with CaptureQueriesContext(connection) as queries:
        assert "Down at noon." in Page(client.get("/about/")).text
    assert not [query for query in queries if "announcement" in query["sql"]]


def test_only_some_are_shown_at_a_time() -> None:
    for number in range(banners.MAX_SHOWN + 3):
        announced(en=f"News {number}")
    assert Page(Client().get("/about/")).text.count("News") == banners.MAX_SHOWN


def test_while_the_database_is_away_the_known_ones_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise DatabaseError("away")

    announced()
    assert "Down at noon." in Page(Client().get("/about/")).text
    banners.banners.forget()
    monkeypatch.setattr(banners, "_read", fail)
    assert "Down at noon." in Page(Client().get("/about/")).text


# --- dismissing ----------------------------------------------------------------------------------------------------


def test_who_dismisses_it_stays_on_the_page_and_sees_the_others() -> None:
    first, _ = announced(), announced(en="Second")
    client = Client()
    page = Page(client.get("/lobby/?pace=live"))
    assert "Down at noon." in page.text
    fields = {"announcement": str(first.pk), "next": "/lobby/?pace=live"}
    assert client.post("/announcements/dismiss/", fields).headers["Location"] == "/lobby/?pace=live"
    text = Page(client.get("/lobby/")).text
    assert "Down at noon." not in text
    assert "Second" in text
    assert "Down at noon." in Page(Client().get("/lobby/")).text


@pytest.mark.parametrize("cookie", ["", "...", "x.y", "-1", "9" * 5_000, "\xb2", "1;2", "\xe9"])
def test_an_odd_cookie_hides_nothing(cookie: str) -> None:
    announced()
    client = Client()
    client.cookies[COOKIE] = cookie
    assert "Down at noon." in Page(client.get("/about/")).text


@pytest.mark.parametrize("number", ["", "0", "x", "9" * 99])
def test_nonsense_sets_no_cookie_and_leads_nowhere_else(number: str) -> None:
    answer = Client().post("/announcements/dismiss/", {"announcement": number, "next": "https://evil.example/"})
    assert answer.headers["Location"] == "/"
    assert COOKIE not in answer.cookies


def test_the_cookie_is_bounded() -> None:
    client = Client()
    for number in range(1, 50):
        client.post("/announcements/dismiss/", {"announcement": number})
    assert len(client.cookies[COOKIE].value.split(".")) == MAX_DISMISSED


# --- made by staff -------------------------------------------------------------------------------------------------


def test_staff_make_one_which_is_on_record_and_shown_at_once() -> None:
    banners.banners.put([])
    root = browser_of(Person.objects.create_superuser("root", password="x"))
    assert root.post(ADD, sent()).status_code == 302
    assert LogEntry.objects.get().object_id == str(Announcement.objects.get().pk)
    assert "Down at noon." in Page(Client().get("/about/")).text
    assert "Down at noon." in root.get("/admin/notifications/announcement/").content.decode()
    root.post(reverse("admin:notifications_announcement_delete", args=[Announcement.objects.get().pk]), {"post": "yes"})
    assert "Down at noon." not in Page(Client().get("/about/")).text


def test_there_is_a_form_for_each_language_that_has_no_text_yet() -> None:
    root = browser_of(Person.objects.create_superuser("root", password="x"))
    assert chosen_languages(root, ADD) == ["en", "es", "pt", "pt-br"]
    assert root.post(ADD, sent()).status_code == 302
    made = Announcement.objects.get()
    (written,) = made.texts.values_list("language", flat=True)
    url = reverse("admin:notifications_announcement_change", args=[made.pk])
    assert sorted(chosen_languages(root, url)) == ["en", "es", "pt", "pt-br"]
    assert chosen_languages(root, url)[0] == written


def chosen_languages(who: Client, url: str) -> list[str]:
    return re.findall(r'<option value="([a-z-]+)" selected>', who.get(url).content.decode())


@pytest.mark.parametrize(
    "wrong",
    [
        {"ends_0": "2025-12-31"},
        {"ends_0": ""},
        {"texts-0-text": ""},
        {"texts-0-text": "x" * (ANNOUNCEMENT_LENGTH + 1)},
        {"texts-0-language": "tlh"},
        {"texts-TOTAL_FORMS": "0"},
    ],
)
def test_one_without_words_or_with_wrong_times_is_refused(wrong: dict[str, str]) -> None:
    root = browser_of(Person.objects.create_superuser("root", password="x"))
    assert root.post(ADD, sent() | wrong).status_code == 200
    assert not Announcement.objects.exists()


def test_others_do_not_make_any(ann: Person) -> None:
    plain = Person.objects.create_user("stan", password="x", is_staff=True)
    assert browser_of(plain).post(ADD, sent()).status_code == 403
    assert browser_of(ann).post(ADD, sent()).status_code == 302
    assert not Announcement.objects.exists()
