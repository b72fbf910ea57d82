"""People and guests."""

import re
from itertools import product

import pytest
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest
from django.test import Client, RequestFactory
from django.utils.translation import override

from accounts.models import Person
from accounts.person_names import (
    ADJECTIVES,
    ANIMALS,
    GUEST_NAME,
    MAX_NAME_LENGTH,
    check_not_reserved,
    check_visible,
    guest_name,
)
from accounts.services import ensure_person

pytestmark = pytest.mark.django_db


@pytest.fixture
def request_of_a_stranger(rf: RequestFactory) -> HttpRequest:
    request = rf.post("/")
    request.session = SessionStore()
    request.user = AnonymousUser()
    return request


def test_a_stranger_becomes_a_guest(request_of_a_stranger: HttpRequest) -> None:
    person = ensure_person(request_of_a_stranger)
    assert person.is_guest
    assert not person.has_usable_password()
    assert not person.is_staff
    assert str(person) == person.display_name
    assert Person.objects.get() == person


def test_the_guest_is_logged_in_from_then_on(request_of_a_stranger: HttpRequest) -> None:
    person = ensure_person(request_of_a_stranger)
    assert request_of_a_stranger.user == person
    assert request_of_a_stranger.session["_auth_user_id"] == str(person.pk)
    assert ensure_person(request_of_a_stranger) == person
    assert Person.objects.count() == 1


def test_who_is_logged_in_stays_who_they_are(rf: RequestFactory) -> None:
    request = rf.post("/")
    request.user = member = Person.objects.create_user("anna", password="a long password")
    assert ensure_person(request) == member
    assert not member.is_guest


def test_nobody_can_log_in_as_a_guest_with_a_password(client: Client, request_of_a_stranger: HttpRequest) -> None:
    guest = ensure_person(request_of_a_stranger)
    assert not client.login(username=guest.username, password="")


def test_a_person_is_shown_by_the_first_name_known() -> None:
    assert str(Person(username="anna")) == "anna"
    assert str(Person(username="anna", first_name="Anna", last_name="Bell")) == "Anna Bell"
    assert str(Person(username="anna", first_name="Anna", display_name="Annie")) == "Annie"


def test_guests_have_friendly_names() -> None:
    names = {guest_name() for _ in range(50)}
    assert all(re.fullmatch(r"[A-Z][a-z]+ [A-Z][a-z]+ \d\d", name) for name in names)
    assert len(names) > 25


def test_a_guest_is_named_in_the_language_of_the_visit(monkeypatch: pytest.MonkeyPatch) -> None:
    words = {str(ADJECTIVES): "Tranquilo", str(ANIMALS): "Zorro"}
    words |= {str(GUEST_NAME): "%(animal)s %(adjective)s %(number)d"}  # the adjective follows
    monkeypatch.setattr("django.utils.translation._trans.gettext", words.get)
    assert re.fullmatch(r"Zorro Tranquilo \d\d", guest_name())


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_every_name_of_a_guest_is_one_that_a_person_may_have(language: str) -> None:
    with override(language):
        for adjective, animal in product(str(ADJECTIVES).split(), str(ANIMALS).split()):
            name = str(GUEST_NAME % {"adjective": adjective, "animal": animal, "number": 99})
            assert len(name) <= MAX_NAME_LENGTH
            check_visible(name)
            check_not_reserved(name)


def test_people_can_be_found_in_the_admin_pages(admin_client: Client) -> None:
    person = Person.objects.create_user("anna", display_name="Annie Bell")
    listed = admin_client.get("/admin/accounts/person/", {"q": "Annie"})
    assert listed.status_code == 200
    assert b"Annie Bell" in listed.content
    assert b"Name shown at the table" in admin_client.get(f"/admin/accounts/person/{person.pk}/change/").content
