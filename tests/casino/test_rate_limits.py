"""Actions done too often are refused in words, for a while, and for no one else."""

import os
import secrets
import socket
import threading
from functools import partial
from typing import Any

import pytest
from django.test import Client, RequestFactory
from django.urls import reverse
from limits.errors import StorageError
from limits.strategies import MovingWindowRateLimiter
from pytest_django import Settings

from accounts.models import Person
from casino import smtp
from casino.backends import cache
from casino.rate_limits import RateLimitExceeded, client_address, get_limit, hit, limiter, wait_text
from games.models import Game

REDIS = os.environ.get("REDIS_URL", "")


@pytest.fixture(autouse=True)
def low(settings: Settings) -> None:
    settings.LIMITS = {"open_game": "2/hour", "join": "1/minute", "guest": "1/hour", "import_record": "none"}


@pytest.fixture
def ann(db: None, client: Client) -> Client:
    client.force_login(Person.objects.create_user("ann"))
    return client


def play_now(client: Client, **headers: str) -> Any:
    return client.post(reverse("games:play_now"), headers=headers)


def test_beyond_the_limit_nothing_is_done_and_a_page_says_so(ann: Client) -> None:
    answers = [play_now(ann) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [302, 302, 429]
    assert Game.objects.count() == 2
    page = answers[2].content.decode()
    assert "Too many requests in a short time." in page
    assert "Please wait 60 minutes." in page
    assert 3500 < int(answers[2]["Retry-After"]) <= 3600


def test_what_was_sent_can_be_sent_again(ann: Client, settings: Settings) -> None:
    settings.LIMITS = settings.LIMITS | {"import_record": "1/hour"}
    for _ in range(2):
        answer = ann.post(reverse("games:records"), {"text": 'a long "record"'})
    assert answer.status_code == 429
    assert '<input type="hidden" name="text" value="a long &quot;record&quot;">' in answer.content.decode()
    assert "Send again" in answer.content.decode()


def test_looking_counts_for_nothing(ann: Client) -> None:
    address = reverse("games:set_up", args=["casino"])
    assert {ann.get(address).status_code for _ in range(5)} == {200}
    assert play_now(ann).status_code == 302


def test_one_person_does_not_use_up_anothers(ann: Client) -> None:
    for _ in range(3):
        play_now(ann)
    bob = Client()
    bob.force_login(Person.objects.create_user("bob"))
    assert play_now(bob).status_code == 302


def test_taking_seats_and_bringing_records_are_limited_too(ann: Client, settings: Settings) -> None:
    settings.LIMITS = settings.LIMITS | {"import_record": "1/hour"}
    play_now(ann)
    seat = reverse("games:take_seat", args=[Game.objects.get().public_id])
    assert [ann.post(seat).status_code for _ in range(2)] == [302, 429]
    assert [ann.post(reverse("games:records")).status_code for _ in range(2)] == [200, 429]


@pytest.mark.django_db
def test_guests_are_counted_by_address() -> None:
    assert play_now(Client(REMOTE_ADDR="192.0.2.1")).status_code == 302
    assert play_now(Client(REMOTE_ADDR="192.0.2.1")).status_code == 429
    assert play_now(Client(REMOTE_ADDR="192.0.2.2")).status_code == 302
    assert Person.objects.count() == 2


@pytest.mark.django_db
def test_all_people_at_an_address_are_counted_together_where_they_have_a_limit(settings: Settings) -> None:
    settings.LIMITS = {
        "guest": "none",
        "open_game": "none",
        "import_record": "2/hour",
        "import_record@address": "3/hour",
    }
    records = reverse("games:records")
    ann, ben = Client(), Client()
    for visitor in (ann, ben):
        play_now(visitor)
    assert [ann.post(records).status_code for _ in range(3)] == [200, 200, 429]
    assert [ben.post(records).status_code for _ in range(2)] == [200, 429]
    assert ben.post(records, REMOTE_ADDR="192.0.2.1").status_code == 429  # his own two are used up
    assert Client(REMOTE_ADDR="192.0.2.1").post(records).status_code == 200


def test_htmx_is_told_to_load_the_page_with_a_notice(ann: Client) -> None:
    for _ in range(2):
        play_now(ann)
    answer = play_now(ann, HX_Request="true")
    assert (answer.status_code, answer["HX-Refresh"]) == (429, "true")
    assert "Too many requests in a short time. Please wait 60 minutes." in ann.get("/").content.decode()


def test_where_the_settings_say_none_there_is_no_limit() -> None:
    assert get_limit("import_record") is None
    for _ in range(100):
        hit("import_record", "somebody")


def test_a_limit_without_a_figure_is_a_fault() -> None:
    with pytest.raises(KeyError):
        hit("sneeze", "somebody")


def test_what_costs_more_counts_for_more(settings: Settings) -> None:
    settings.LIMITS = {"record_size": "10/day"}
    hit("record_size", "somebody", cost=9)
    with pytest.raises(RateLimitExceeded):
        hit("record_size", "somebody", cost=2)
    hit("record_size", "somebody", cost=1)


def test_a_store_that_is_down_stops_nobody(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    def down(*_: object, cost: int) -> bool:
        raise StorageError(ConnectionRefusedError("nobody there"))

    monkeypatch.setattr(MovingWindowRateLimiter, "hit", down)
    for _ in range(3):
        hit("join", "somebody")
    assert "join is not limited" in caplog.text


def test_a_silent_redis_holds_nobody_up_for_good(settings: Settings, caplog: pytest.LogCaptureFixture) -> None:
    """Its connections are taken and never answered, as when its machine is gone."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        settings.LIMITS_STORAGE = f"redis://127.0.0.1:{silent.getsockname()[1]}/0"
        settings.CACHES = {"default": cache([settings.LIMITS_STORAGE])}
        limiter.cache_clear()
        for work in (partial(hit, "join", "somebody"), partial(smtp.remember, smtp.SENT)):
            thread = threading.Thread(target=work, daemon=True)
            thread.start()
            thread.join(60)
            assert not thread.is_alive()
    assert "join is not limited" in caplog.text


@pytest.mark.parametrize("storage", ["process://", *([REDIS] if REDIS else [])])
def test_it_is_counted_in_memory_or_in_redis(settings: Settings, storage: str) -> None:
    settings.LIMITS_STORAGE = storage
    limiter.cache_clear()
    somebody = secrets.token_hex(8)
    hit("join", somebody)
    with pytest.raises(RateLimitExceeded) as refused:
        hit("join", somebody)
    assert 1 <= refused.value.wait <= 60


def test_what_is_counted_in_this_process_is_tidied_by_one_thread(settings: Settings) -> None:
    """The library would start a new one at every hit."""
    settings.LIMITS_STORAGE = "process://"
    limiter.cache_clear()
    limiter()
    before = set(threading.enumerate())
    for _ in range(5):
        hit("join", secrets.token_hex(8))
    assert set(threading.enumerate()) == before


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "20010db800010002/64"),
        ("2001:db8:1:2::99", "20010db800010002/64"),
        ("::ffff:192.0.2.7", "::ffff:192.0.2.7"),
        ("", ""),
    ],
)
def test_of_an_ipv6_address_the_network_counts(rf: RequestFactory, address: str, counted: str) -> None:
    assert client_address(rf.get("/", REMOTE_ADDR=address)) == counted


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (1, "Please wait 1 second."),
        (90, "Please wait 90 seconds."),
        (91, "Please wait 2 minutes."),
        (3600, "Please wait 60 minutes."),
    ],
)
def test_how_long_to_wait_is_said_in_words(seconds: int, words: str) -> None:
    assert wait_text(seconds) == words
