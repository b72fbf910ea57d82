"""Pages shown when something is broken that visitors cannot repair."""

import logging
from io import BytesIO
from typing import NoReturn

import pytest
from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.db import DataError, InterfaceError, OperationalError
from django.test import Client
from django.utils import translation
from pytest_django import Settings

from accounts.models import Person
from casino.live_server.asgi_handler import Request
from casino.local_hosts import is_allowed

KEY = settings.SECRET_KEY


def broken_by(error: Exception, monkeypatch: pytest.MonkeyPatch) -> Client:
    def fail(*_: object, **__: object) -> NoReturn:
        raise error

    monkeypatch.setattr("django.contrib.sessions.middleware.SessionMiddleware.process_request", fail)
    return Client(raise_request_exception=False)


@pytest.mark.parametrize("error", [OperationalError("connection refused by db.secret"), InterfaceError("closed")])
def test_when_the_database_is_away_one_is_asked_to_try_again(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = broken_by(error, monkeypatch).get("/lobby/", {"family": "casino"})
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    page = answer.content.decode()
    assert "Nothing is lost" in page
    assert 'href="/lobby/?family=casino"' in page
    assert "db.secret" not in page


def test_what_was_posted_is_not_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = broken_by(OperationalError("away"), monkeypatch).post("/play/")
    assert answer.status_code == 503
    assert 'href="/"' in answer.content.decode()


def test_it_is_said_in_the_language_of_who_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    with translation.override("es"):
        page = broken_by(OperationalError("away"), monkeypatch).get("/").content.decode()
    assert '<html lang="es"' in page


def test_a_fault_of_the_program_is_not_called_something_else(monkeypatch: pytest.MonkeyPatch) -> None:
    assert broken_by(DataError("too long"), monkeypatch).get("/").status_code == 500


@pytest.mark.django_db
def test_a_form_without_its_token_is_answered_with_a_page_of_the_site() -> None:
    response = Client(enforce_csrf_checks=True).post("/play/")
    assert response.status_code == 403
    page = response.content.decode()
    assert "We couldn’t understand that request" in page
    assert "<style" not in page


# --- a host name that is not the site's ------------------------------------------------------------------------------


def test_a_host_name_that_is_none_of_the_sites_is_answered_with_what_to_set(caplog: pytest.LogCaptureFixture) -> None:
    response = Client().get("/rules/", headers={"host": "casino.example:8000"})
    assert response.status_code == 400
    assert "<code>ALLOWED_HOSTS=casino.example</code>" in response.content.decode()
    lines = [record for record in caplog.records if "casino.example" in record.getMessage()]
    assert [line.name for line in lines if line.levelno >= logging.WARNING] == [OWN]
    assert "ALLOWED_HOSTS=" not in Client().get("/", headers={"host": "<b>"}).content.decode()


OWN = "casino.error_views"

ARRIVED_AT = [
    ("10.7.7.7", "10.7.7.7:8000", True),
    ("fd00::7", "[FD00:0::7]:8000", True),
    ("fe80::7%eth0", "[fe80::7]", True),
    ("10.7.7.7", "10.7.7.8", False),
    ("10.7.7.7", "10.7.7.7.evil.example", False),
    ("10.7.7.7", "evil.example", False),
    ("10.7.7.7", "[::ffff:10.7.7.7]", False),
    ("10.7.7.7", "", False),
    ("/run/casino.sock", "10.7.7.7", False),
    (None, "10.7.7.7", False),
]


@pytest.mark.parametrize(("address", "host", "allowed"), ARRIVED_AT)
def test_the_address_at_which_a_connection_arrives_is_the_sites(
    address: str | None, host: str, allowed: bool, settings: Settings
) -> None:
    settings.ANY_OWN_ADDRESS = True
    scope = {
        "type": "http",
        "method": "GET",
        "path": "/",
        "query_string": b"",
        "headers": [(b"host", host.encode())],
        "server": address and (address, 8000),
    }
    assert is_allowed(host, scope) is allowed
    request = Request(scope, BytesIO())
    if allowed:
        assert request.get_host() == host
        settings.ANY_OWN_ADDRESS = False
    with pytest.raises(DisallowedHost):
        request.get_host()


# --- a key that is not the one that signed the sessions --------------------------------------------------------------


@pytest.fixture
def visitor(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Client:
    """A member whose session another key has signed."""
    client = Client()
    client.force_login(Person.objects.create_user("mara", password="x"))
    settings.SECRET_KEY = "another key, as long as it has to be"
    monkeypatch.setattr("casino.sessions._told", set())
    return client


@pytest.mark.django_db
def test_with_another_key_people_are_asked_to_log_in_again(
    visitor: Client, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    for path in ("/", "/rules/", "/account/login/"):
        assert "Please log in again." in visitor.get(path).content.decode()
    assert "Please log in again." not in Client().get("/").content.decode()
    assert [record.levelname for record in caplog.records if "SECRET_KEY is not" in record.getMessage()] == ["ERROR"]
    settings.SECRET_KEY = KEY
    assert "Please log in again." not in visitor.get("/").content.decode()
    assert visitor.get("/account/").status_code == 200


@pytest.mark.django_db
def test_with_another_key_a_move_leads_to_the_login(visitor: Client) -> None:
    assert visitor.post("/g/abcdefghij/play/").headers["Location"].startswith("/account/login/")
    assert visitor.post("/g/abcdefghij/play/", headers={"hx-request": "true"}).headers["HX-Refresh"] == "true"
    assert Client().post("/g/abcdefghij/play/").status_code in (403, 404)
