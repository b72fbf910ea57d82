"""Answers that are the same for everyone are worked out once; only working one out counts against the limit."""

from collections.abc import Callable
from secrets import token_hex

import pytest
from django.http import HttpRequest
from django.test import RequestFactory
from django.utils import translation
from pytest_django import Settings

from casino.page_cache import answer_once
from casino.rate_limits import RateLimitExceeded


@pytest.fixture
def request_() -> HttpRequest:
    return RequestFactory().get("/")


@pytest.fixture
def worked_out(settings: Settings) -> list[str]:
    settings.LIMITS = {"replay": "2/minute"}
    return []


def answerer(worked_out: list[str], text: str = "answer") -> Callable[[], str]:
    def answer() -> str:
        worked_out.append(text)
        return text

    return answer


def test_a_question_asked_again_costs_nothing(request_: HttpRequest, worked_out: list[str]) -> None:
    question = (token_hex(8),)
    assert {answer_once(request_, "replay", question, answerer(worked_out)) for _ in range(9)} == {"answer"}
    assert len(worked_out) == 1
    answer_once(request_, "replay", (*question, 2), answerer(worked_out))
    with pytest.raises(RateLimitExceeded):
        answer_once(request_, "replay", (*question, 3), answerer(worked_out))
    assert answer_once(request_, "replay", question, answerer(worked_out)) == "answer"


def test_another_language_is_another_question(request_: HttpRequest, worked_out: list[str]) -> None:
    question = (token_hex(8),)
    answer_once(request_, "replay", question, answerer(worked_out, "cards"))
    with translation.override("es"):
        assert answer_once(request_, "replay", question, answerer(worked_out, "cartas")) == "cartas"


def test_an_answer_for_one_viewer_is_never_cached(request_: HttpRequest, worked_out: list[str]) -> None:
    assert answer_once(request_, "replay", (), answerer(worked_out, "Ann's hand")) == "Ann's hand"
    assert answer_once(request_, "replay", (), answerer(worked_out, "Bob's hand")) == "Bob's hand"
    with pytest.raises(RateLimitExceeded):
        answer_once(request_, "replay", (), answerer(worked_out))
