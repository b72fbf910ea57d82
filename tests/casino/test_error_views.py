"""Pages shown when something is broken that visitors cannot repair."""

from typing import NoReturn

import pytest
from django.db import DataError, InterfaceError, OperationalError
from django.test import Client
from django.utils import translation


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
