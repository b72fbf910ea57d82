"""The log names who logs in and who is turned away, and contains nothing that would let a reader in."""

import json
import logging
import logging.config
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from casino.logs import log_security_event
from tests.accounts.test_signup import SECRET, guest_at_table, log_in, sign_up
from tests.examples import exhaustive

pytestmark = pytest.mark.django_db

WRONG = "eight of clubs"

type Told = Callable[[], list[logging.LogRecord]]


@pytest.fixture
def told(caplog: pytest.LogCaptureFixture) -> Told:
    """Return a function that lists the log records written during the test."""
    caplog.set_level(logging.INFO, "casino.security")
    return lambda: [record for record in caplog.records if record.name == "casino.security"]


def lines(told: Told) -> list[str]:
    return [record.getMessage() for record in told()]


@pytest.fixture
def anna() -> int:
    return Person.objects.create_user("anna", password=SECRET).pk


@exhaustive
def test_logging_in_and_out(client: Client, anna: int, told: Told) -> None:
    log_in(client)
    client.post(reverse("account_logout"))
    assert lines(told) == [
        f"logged in: person={anna} how=password address=127.0.0.1",
        f"logged out: person={anna} address=127.0.0.1",
    ]


def test_a_guest_is_known_by_the_browser(client: Client, told: Told) -> None:
    guest, _ = guest_at_table(client)
    assert lines(told) == [f"logged in: person={guest.pk} how=guest address=127.0.0.1"]


def test_a_wrong_password_with_whose_account_it_was(client: Client, anna: int, told: Told) -> None:
    log_in(client, "ANNA", WRONG)
    assert lines(told) == [f"login failed: person={anna} address=127.0.0.1"]


def test_what_was_typed_is_not_told(client: Client, anna: int, told: Told) -> None:
    """A password is easily typed into the field for the name."""
    log_in(client, SECRET, "anna")
    log_in(client, "anna", WRONG)
    client.get("/admin/", {"next": SECRET})
    written = " ".join(str(record.__dict__) for record in told())
    assert "login failed: address=127.0.0.1" in written
    for typed in (SECRET, WRONG, "anna"):
        assert typed not in written


def test_who_tries_too_often(client: Client, anna: int, told: Told) -> None:
    for _ in range(6):
        log_in(client, "anna", WRONG)
    assert lines(told)[-1] == f"too often: person={anna} address=127.0.0.1"


def test_a_new_password(client: Client, told: Told) -> None:
    person = sign_up(client)
    client.post(reverse("account_change_password"), {"oldpassword": SECRET, "password1": WRONG, "password2": WRONG})
    assert lines(told)[-1] == f"password changed: person={person.pk} address=127.0.0.1"


def test_a_page_that_is_not_ones_own(client: Client, anna: int, told: Told) -> None:
    log_in(client)
    client.get(reverse("admin:login"))
    assert lines(told)[-1] == f"refused: page=GET admin:login person={anna} address=127.0.0.1"


def test_a_form_of_another_site(anna: int, told: Told) -> None:
    Client(enforce_csrf_checks=True).post(reverse("games:play_now"))
    assert lines(told) == ["refused: page=POST games:play_now address=127.0.0.1"]


def test_coming_too_often(client: Client, told: Told, settings: Any) -> None:
    settings.LIMITS = settings.LIMITS | {"open_game": "1/hour"}
    guest, _ = guest_at_table(client)
    for _ in range(2):
        client.post(reverse("games:play_now"))
    assert lines(told)[-1] == f"too often: page=POST games:play_now person={guest.pk} address=127.0.0.1"


def test_each_is_a_field_where_lines_are_json(told: Told) -> None:
    log_security_event("refused", page="GET games:table", person=7, address="192.0.2.1")
    formats: dict[str, Any] = settings.LOGGING["formatters"]
    formatter = logging.config.DictConfigurator({}).configure_formatter(dict(formats["json"]))
    line = json.loads(formatter.format(told()[-1]))
    assert {name: line[name] for name in ("event", "page", "person", "address")} == {
        "event": "refused",
        "page": "GET games:table",
        "person": 7,
        "address": "192.0.2.1",
    }


def test_such_lines_are_written_though_others_are_only_from_warnings_on() -> None:
    assert logging.getLogger("casino.security").isEnabledFor(logging.INFO)
    assert not logging.getLogger("casino.other").isEnabledFor(logging.INFO)
