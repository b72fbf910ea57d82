"""Sentences that end with a time end with one period, in every language."""

import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import override

from games.presenters.event_lines import until_words
from games.rulings.models import Sanction
from tests.games.tables import person
from tests.live import PROJECT

TIMES = [datetime(2026, month, 9, hour, 59, tzinfo=UTC) for month in range(1, 13) for hour in (0, 9, 12, 23)]
TIMES += [datetime(2026, 1, 9, hour, tzinfo=UTC) for hour in (0, 12)]
FORMATS = [
    *("DATE_FORMAT", "TIME_FORMAT", "DATETIME_FORMAT", "SHORT_DATE_FORMAT", "SHORT_DATETIME_FORMAT"),
    *("MONTH_DAY_FORMAT", "YEAR_MONTH_FORMAT"),
]
LANGUAGES = [code for code, _ in settings.LANGUAGES]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("named", FORMATS)
def test_no_date_and_no_time_ends_in_a_period(language: str, named: str) -> None:
    with override(language):
        assert [written for at in TIMES if (written := date_format(at, named)).endswith(".")] == []


def test_american_english_writes_am_and_pm() -> None:
    with override("en"):
        assert date_format(datetime(2026, 3, 9, 23, 59, tzinfo=UTC), "DATETIME_FORMAT") == "March 9, 2026, 11:59 PM"


def test_no_page_names_a_format_that_ends_in_a_period() -> None:
    """The letters a and P write “p.m.”, N writes “Nov.”."""
    sources = [*(PROJECT / "templates").rglob("*.html"), *(PROJECT / "games").rglob("*.py")]
    formats = re.compile(r"""\|(?:date|time):["']([^"']+)["']""")
    named = {found for path in sources for found in formats.findall(path.read_text()) if found[-1] in "aPN"}
    assert named == set()


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_who_is_suspended_reads_a_sentence_with_one_period(client: Client, language: str) -> None:
    with time_machine.travel(datetime(2026, 11, 9, 12, tzinfo=UTC), tick=False):
        ann = person("Ann")
        client.force_login(ann)
        until = datetime(2026, 11, 22, 23, 59, tzinfo=UTC)
        sanction = {"kind": "suspended", "until": until, "made": datetime.now(UTC)}
        Sanction.objects.create(person=ann, director=person("Dora"), **sanction)
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
        page = client.get(reverse("games:my_games")).content.decode()
    assert "11:59" in page or "23:59" in page
    assert not re.search(r"\.\.(?!\.)", page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_news_of_a_suspension_ends_with_one_period(language: str) -> None:
    with override(language):
        until = until_words((datetime(2026, 11, 22, tzinfo=UTC) + timedelta(hours=23)).isoformat())
    assert not until.endswith(".")
