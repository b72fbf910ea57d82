"""Replays, variations and analyses: limited where they have to be worked out, and free where they are cached."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from limits import parse
from pytest_django import Settings

from accounts.models import Person
from games import services
from games.analysis import variations
from games.analysis.models import GameAnalysis
from games.domain.cards import Card
from games.forms import record_import
from games.models import Game, ImportedRecord, Seat
from games.presenters.cards import card_name
from tests.games.finished import finished_game
from tests.games.viewers import HTMX, Page, browser_of, laid

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return finished_game()


@pytest.fixture
def record(game: Game, client: Client) -> ImportedRecord:
    text = client.get(reverse("games:record_text", args=[game.public_id])).content.decode()
    client.post(reverse("games:records"), {"text": text}, REMOTE_ADDR="192.0.2.1")
    return ImportedRecord.objects.get()


def person_of(game: Game) -> Person:
    person = Seat.objects.get(game=game, number=1).person
    assert person
    return person


@pytest.mark.parametrize("kind", ["replay", "record"])
def test_who_walks_through_a_game_and_back_again_pays_for_each_moment_once(
    kind: str, game: Game, record: ImportedRecord, settings: Settings
) -> None:
    row = game if kind == "replay" else record
    client, address = Client(), reverse(f"games:{kind}", args=[row.public_id])
    moments = [*range(6), 99999]  # the last one
    settings.LIMITS = settings.LIMITS | {"replay": f"{len(moments)}/minute"}
    for at in (*moments, *reversed(moments)):
        assert client.get(address, {"at": at}, headers=HTMX).status_code == 200
    assert Client().get(address, {"at": 3}).status_code == 200
    assert client.get(address, {"at": 6}).status_code == 429


def test_the_longest_record_can_be_walked_through_within_a_minute(settings: Settings) -> None:
    limit = parse(settings.DEFAULT_LIMITS["replay"])
    assert (limit.get_expiry(), limit.amount > record_import.MAX_MOVES) == (60, True)


def pages_of(game: Game, record: ImportedRecord) -> dict[str, tuple[str, dict[str, Any]]]:
    """Return the pages by name: the address, and another question for each number."""
    return {
        "replay": (reverse("games:replay", args=[game.public_id]), {"at": 1}),
        "record": (reverse("games:record", args=[record.public_id]), {"at": 1}),
        "analysis": (reverse("games:analysis", args=[game.public_id]), {"move": 1}),
        "variation": (reverse("games:variation", args=[game.public_id]), {"at": 1}),
        "record_variation": (reverse("games:record_variation", args=[record.public_id]), {"at": 1}),
    }


@pytest.mark.parametrize("name", ["replay", "record", "analysis", "variation", "record_variation"])
@pytest.mark.parametrize("by", ["", "@address"])
def test_too_many_questions_are_refused_in_words_and_those_answered_before_are_not(
    name: str, by: str, game: Game, record: ImportedRecord, settings: Settings
) -> None:
    done = {"status": GameAnalysis.Status.DONE, "updated_at": timezone.now(), "evaluations": []}
    GameAnalysis.objects.create(game=game, seat=1, **done)
    limit = "variation" if "variation" in name else "replay"
    settings.LIMITS = settings.LIMITS | {f"{limit}{by}": "1/minute"}
    client, (address, first) = browser_of(person_of(game)), pages_of(game, record)[name]
    other = dict.fromkeys(first, 2)
    assert client.get(address, first).status_code == 200
    page = Page(client.get(address, other))
    assert page.status == 429
    assert "Too many requests in a short time. Please wait 60 seconds." in page.text.replace("\n", " ")
    assert client.get(address, first).status_code == 200


def test_a_cached_replay_shows_the_names_of_today(game: Game) -> None:
    client, address = Client(), reverse("games:replay", args=[game.public_id])
    client.get(address)
    ann = person_of(game)
    ann.display_name = "Annabel"
    ann.save()
    services.update_seat_names(ann)
    assert "Annabel" in Page(client.get(address)).text


def test_in_a_running_game_each_viewer_gets_a_replay_of_their_own() -> None:
    """The same question at the same moment: nothing that one of them may see is kept for another."""
    hands = ["2H 3H 4H 5H", "2C 3C 4C 5C"]
    viewers = laid("casino", *hands, table="2S QS JS TS")
    for viewer, own, other in zip(viewers, hands, reversed(hands), strict=True):
        text = Page(viewer.client.get(viewer.address("replay"), {"at": 0})).text
        assert all(card_name(Card(code)) in text for code in own.split())
        assert not any(card_name(Card(code)) in text for code in other.split())


def test_a_line_that_takes_too_long_is_cut_short_and_says_so(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = iter(range(10_000))
    monkeypatch.setattr("casino.work_budget.thread_time", lambda: next(ticks))
    monkeypatch.setattr(variations, "MAX_SECONDS", 1)
    address = reverse("games:variation", args=[game.public_id])
    seats = Page(Client().get(address, {"at": 0})).offered("hand")
    asked: dict[str, Any] = {"at": 0, "line": [seats[0], "claim@2", "claim@1"]}
    page = Page(Client().get(address, asked))
    assert "These moves take too long to calculate" in page.text
