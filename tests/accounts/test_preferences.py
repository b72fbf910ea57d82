"""Preferences: their owners, their effects on pages, and their cost."""

from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.forms import CHOICES
from accounts.models import Person, Preferences
from accounts.person_preferences import language_of_person, preferences_of, save_preferences
from accounts.services import create_guest

pytestmark = pytest.mark.django_db

PAGE = "/settings/"
COOKIE = settings.LANGUAGE_COOKIE_NAME
USUAL = {name: getattr(Preferences(), name) for name in CHOICES} | {"language": ""}


@pytest.fixture
def person() -> Person:
    return create_guest()


@pytest.fixture
def browser(person: Person) -> Client:
    browser = Client()
    browser.force_login(person)
    return browser


def page(browser: Client, address: str = "/") -> str:
    return browser.get(address).content.decode()


def test_looking_at_the_settings_makes_nobody_a_guest(client: Client) -> None:
    assert client.get(PAGE).status_code == 200
    assert not Person.objects.exists()


def test_a_stranger_who_saves_becomes_a_guest_with_these_preferences(client: Client) -> None:
    answer = client.post(PAGE, USUAL | {"theme": "dark", "confirm": "on"})
    assert (answer.status_code, answer["Location"]) == (302, PAGE)
    kept = Person.objects.get(is_guest=True).preferences
    assert (kept.theme, kept.confirm, kept.automatic, kept.suits) == ("dark", True, False, "two")


def test_what_was_saved_is_chosen_when_the_page_is_opened_again(browser: Client) -> None:
    browser.post(PAGE, USUAL | {"hand": "left", "sounds": "on"})
    again = browser.get(PAGE).context["form"]
    assert [again.initial[name] for name in ("hand", "sounds", "confirm")] == ["left", True, False]


def test_a_switch_can_be_turned_off_again(browser: Client, person: Person) -> None:
    save_preferences(person, sounds=True)
    browser.post(PAGE, USUAL)
    assert not Preferences.objects.get(person=person).sounds


def test_sounds_and_the_second_tap_are_on_until_they_are_turned_off(browser: Client, person: Person) -> None:
    assert preferences_of(person).sounds
    assert preferences_of(person).second_tap
    browser.post(PAGE, USUAL)
    kept = Preferences.objects.get(person=person)
    assert not kept.sounds
    assert not kept.second_tap


def test_the_switch_at_the_table_is_the_same_preference(browser: Client, person: Person) -> None:
    save_preferences(person, confirm=True)
    answer = browser.post("/settings/sounds/", {"sounds": "off", "next": "/g/1/"}, headers={"HX-Request": "true"})
    assert 'aria-pressed="false"' in answer.content.decode()
    assert 'name="next" value="/g/1/"' in answer.content.decode()
    assert 'value="on"' in answer.content.decode()
    kept = Preferences.objects.get(person=person)
    assert (kept.sounds, kept.confirm) == (False, True)
    answer = browser.post("/settings/sounds/", {"sounds": "on", "next": "/rules/"})
    assert (answer.status_code, answer["Location"]) == (302, "/rules/")
    assert Preferences.objects.get(person=person).sounds


def test_a_choice_that_there_is_not_is_refused_with_the_rest_kept(browser: Client) -> None:
    answer = browser.post(PAGE, USUAL | {"theme": "purple", "suits": "four"})
    assert answer.status_code == 400
    assert "Select a valid choice." in answer.content.decode()
    assert answer.context["form"]["suits"].value() == "four"
    assert not Preferences.objects.exists()


def test_saving_leads_back_to_where_one_came_from(browser: Client) -> None:
    assert 'name="next" value="/rules/"' in page(browser, f"{PAGE}?next=/rules/")
    assert browser.post(PAGE, USUAL | {"next": "/rules/"})["Location"] == "/rules/"


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example", "javascript:alert(1)"])
def test_saving_leads_to_no_other_site(browser: Client, elsewhere: str) -> None:
    assert elsewhere not in page(browser, f"{PAGE}?next={elsewhere}").split("<footer")[0].split("<main")[1]
    assert browser.post(PAGE, USUAL | {"next": elsewhere})["Location"] == PAGE


@pytest.mark.parametrize(
    ("name", "value"),
    [("theme", "dark"), ("suits", "four"), ("index", "large"), ("back", "stars"), ("hand", "left"), ("motion", "off")],
)
def test_a_look_is_an_attribute_of_every_page(browser: Client, person: Person, name: str, value: str) -> None:
    assert f"data-{name}=" not in page(browser).split("<body")[0]
    save_preferences(person, **{name: value})
    assert f'data-{name}="{value}"' in page(browser).split("<head")[0]


def test_preferences_cost_a_person_one_query_and_a_stranger_none(
    person: Person, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        assert preferences_of(AnonymousUser()).marks == preferences_of(None).marks == "possible"
    for _ in ("without a row", "with one"):
        asking = Person.objects.get(pk=person.pk)
        with django_assert_num_queries(1):
            assert preferences_of(asking).theme == preferences_of(asking).theme
        save_preferences(person, marks="legal")


@pytest.mark.parametrize("cookie", ["en", ""])
def test_a_page_asks_for_preferences_at_most_once(
    browser: Client, person: Person, cookie: str, django_assert_max_num_queries: Any
) -> None:
    browser.cookies[COOKIE] = cookie
    with django_assert_max_num_queries(50) as asked:
        browser.get(reverse("games:rulebook"))
    assert sum("accounts_preferences" in query["sql"] for query in asked.captured_queries) == 1


# --- the language -------------------------------------------------------------------------------------------------


def test_a_language_saved_is_spoken_at_once_and_kept(browser: Client, person: Person) -> None:
    answer = browser.post(PAGE, USUAL | {"language": "es"})
    assert answer.cookies[COOKIE].value == "es"
    assert '<html lang="es"' in page(browser)
    assert language_of_person(Person.objects.get(pk=person.pk)) == "es"


def test_the_buttons_below_each_page_change_the_preference_too(browser: Client, person: Person) -> None:
    browser.post("/language/", {"language": "pt", "next": "/rules/"})
    assert Preferences.objects.get(person=person).language == "pt"
    assert browser.get(PAGE).context["form"]["language"].value() == "pt"


def test_they_make_nobody_a_guest(client: Client) -> None:
    client.post("/language/", {"language": "pt"})
    assert not Person.objects.exists()
    assert client.get(PAGE).context["form"]["language"].value() == "pt"


def test_a_language_that_there_is_not_is_not_kept(browser: Client) -> None:
    browser.post("/language/", {"language": "xx"})
    assert not Preferences.objects.exists()


def test_another_browser_of_the_same_person_speaks_their_language(person: Person) -> None:
    save_preferences(person, language="es")
    other = Client(headers={"Accept-Language": "pt"})
    assert '<html lang="pt"' in page(other)
    other.force_login(person)
    assert '<html lang="es"' in page(other)
    assert other.cookies[COOKIE].value == "es"


def test_as_the_browser_asks_forgets_the_language_chosen(browser: Client, person: Person) -> None:
    browser.post(PAGE, USUAL | {"language": "es"})
    browser.post(PAGE, USUAL)
    assert '<html lang="pt"' in browser.get("/", headers={"Accept-Language": "pt"}).content.decode()
    assert spoken_to(person) == "pt"


def spoken_to(person: Person) -> str:
    return language_of_person(Person.objects.get(pk=person.pk))


@pytest.mark.parametrize("language", ["pt-br", "pt", "es"])
def test_mail_speaks_the_language_of_the_browser_used_last(
    browser: Client, person: Person, language: str, django_assert_max_num_queries: Any
) -> None:
    assert spoken_to(person) == settings.LANGUAGE_CODE
    browser.get("/rules/", headers={"Accept-Language": language})
    assert spoken_to(person) == language
    assert not preferences_of(person).language  # nothing was chosen
    with django_assert_max_num_queries(50) as asked:
        browser.get("/rules/", headers={"Accept-Language": language})
    assert not any("UPDATE" in query["sql"] for query in asked.captured_queries)
    browser.get("/rules/", headers={"HX-Request": "true"})  # an idle page in another browser is drawn anew
    assert spoken_to(person) == language
    browser.get("/rules/")
    assert spoken_to(person) == settings.LANGUAGE_CODE


def test_no_browser_overrules_a_language_chosen(browser: Client, person: Person) -> None:
    save_preferences(person, language="es")
    browser.cookies[COOKIE] = "pt"
    assert '<html lang="pt"' in page(browser)
    assert spoken_to(person) == "es"


def test_a_new_guest_is_spoken_to_as_the_page_was(client: Client) -> None:
    client.post("/settings/sounds/", {"sounds": "off"}, headers={"Accept-Language": "es"})
    assert spoken_to(Person.objects.get()) == "es"


def test_preferences_are_called_by_their_person(person: Person) -> None:
    person.display_name = "Anna"
    assert str(save_preferences(person)) == "preferences of Anna"
