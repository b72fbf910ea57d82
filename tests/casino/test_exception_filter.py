"""A fault reveals nothing more than that it happened: not to the visitor, not in the log, not in a report by mail."""

import logging
import re
import sys
from collections.abc import Iterator
from html import unescape
from io import StringIO
from typing import Any

import pytest
from django.http import HttpRequest
from django.test import Client, RequestFactory
from django.views.debug import ExceptionReporter
from pytest_django import Settings

from casino.logs import SecretRedactingFilter
from games.log import store
from games.models import Game
from tests.casino.test_pages import Parts
from tests.games.tables import SEED
from tests.games.viewers import Viewer, laid

pytestmark = pytest.mark.django_db

SECRET = "nine of diamonds"
WAY_IN = "the key of a session"
HANDS = ["9S 2H 3H 4H", "2C 3C 4C 5C"]
CARD = re.compile(r"(?<![0-9A-Za-z])[2-9TJQKA][SHDC](?![0-9A-Za-z])")


@pytest.fixture
def ann(monkeypatch: pytest.MonkeyPatch) -> Viewer:
    """Ann is to play; whatever she plays ends in a fault whose text contains everything about the game."""

    def fail(game: Game, _steps: Any, state: Any) -> None:
        hands, seed = state.round.hands, bytes(game.seed)
        raise RuntimeError(f"{hands} {seed!r} {seed.hex()}")

    ann, _ = laid("casino", *HANDS, table="KD QD JD TD")
    monkeypatch.setattr(store, "append_events", fail)
    monkeypatch.setattr("games.services.game_transaction.append_events", fail)
    ann.client.raise_request_exception = False
    return ann


@pytest.fixture
def terminal() -> Iterator[StringIO]:
    handler = logging.getHandlerByName("terminal")
    assert isinstance(handler, logging.StreamHandler)
    with StringIO() as shown:
        before = handler.setStream(shown)
        yield shown
        handler.setStream(before or sys.stderr)


def fault(ann: Viewer) -> Any:
    """Return the answer that she gets."""
    return ann.client.post(ann.address("play"), {"move": "9S", "seq": Game.objects.get().seq})


def values_in(report: str) -> dict[str, set[str]]:
    """Return the variables of all frames, and the values shown for them."""
    frames = re.findall(r'<table class="vars" id="v\d+">(.*?)</table>', report, re.DOTALL)
    shown: dict[str, set[str]] = {}
    for name, value in re.findall(r"<td>(\w+)</td>\s*<td[^>]*><pre>(.*?)</pre>", "".join(frames), re.DOTALL):
        shown.setdefault(name, set()).add(unescape(value).strip("'"))
    return shown


def secrets_in(text: str) -> list[str]:
    return [*CARD.findall(text), *(told for told in (SEED.hex(), repr(SEED)[2:-1]) if told in text)]


def test_the_page_says_that_it_is_the_sites_fault_and_nothing_else(ann: Viewer) -> None:
    answer = fault(ann)
    assert answer.status_code == 500
    text = answer.content.decode()
    assert "The problem is on our side." in text
    assert secrets_in(text) == []
    assert "RuntimeError" not in text
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    assert Parts(text).inline == []


def test_the_page_needs_nothing_that_may_be_broken(django_assert_num_queries: Any) -> None:
    from django.views.defaults import bad_request, server_error

    with django_assert_num_queries(0):
        assert server_error(HttpRequest()).status_code == 500
        assert b"Check that the address is correct" in bad_request(RequestFactory().get("/"), Exception()).content


def test_the_log_names_the_place_and_no_card_and_no_seed(ann: Viewer, terminal: StringIO) -> None:
    fault(ann)
    text = terminal.getvalue()
    assert "RuntimeError" in text
    assert "in commit" in text
    assert secrets_in(text) == []


def test_nor_does_a_line_that_was_meant_to_tell_them() -> None:
    said = ("%s of %s", ("9S 4H", SEED))
    told = SecretRedactingFilter().filter(logging.LogRecord("games", logging.ERROR, "", 0, *said, None))
    assert told.getMessage() == "* * of *"


@pytest.mark.parametrize("debug", [False, True])
def test_a_report_names_variables_and_shows_none(ann: Viewer, settings: Settings, debug: bool) -> None:
    settings.DEBUG = debug
    request = RequestFactory().post("/", {"password": SECRET, "move": "9S"})
    request.COOKIES["sessionid"] = WAY_IN
    try:
        hands, password = HANDS, SECRET
        raise RuntimeError("something")
    except RuntimeError:
        reporter = ExceptionReporter(request, *sys.exc_info())
    assert values_in(reporter.get_traceback_html())["hands"] == {"hidden"}
    for text in (reporter.get_traceback_text(), reporter.get_traceback_html()):
        assert SECRET not in text
        assert WAY_IN not in text
        assert settings.SECRET_KEY not in text
        assert HANDS[0] not in text
    assert password
    assert hands


def test_who_develops_the_site_sees_no_values_either(ann: Viewer, settings: Settings) -> None:
    settings.DEBUG = True
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("games.services.game_transaction.append_events", lambda *_: 1 / 0)
        text = fault(ann).content.decode()
    assert "ZeroDivisionError" in text
    assert set().union(*values_in(text).values()) == {"hidden"}
    assert {"state", "self"} & set(values_in(text))


def test_nobody_at_the_desk_reads_the_mails_that_wait(client: Client) -> None:
    from django.contrib import admin
    from django_tasks_db.models import DBTaskResult

    assert DBTaskResult not in admin.site._registry
