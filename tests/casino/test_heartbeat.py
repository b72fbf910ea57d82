"""The server's signs of life, and a system clock that is put forward."""

import gc
import threading
from collections.abc import Callable

import pytest
from django.db import OperationalError
from pytest_django import Settings

from casino import hooks
from casino.hooks import Hook
from casino.lifespan import Heartbeat, lifespan
from games import services
from games.models import ServerHeartbeat

signs: list[str] = []
twice = threading.Event()


def note(word: str) -> None:
    signs.append(word)
    if signs.count("beat") >= 2:
        twice.set()


def fail(_word: str) -> None:
    raise OperationalError("the database is away")


def fail_by_a_fault(_word: str) -> None:
    raise ValueError("a game that cannot be read")


@pytest.fixture(autouse=True)
def noted(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    signs.clear()
    twice.clear()
    monkeypatch.setattr(hooks, "heartbeat", Hook([note]))
    settings.HEARTBEAT = 0.01


class Times:
    """A system clock and a monotonic one, set by hand."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = (1000.0, 50.0)
        monkeypatch.setattr(Heartbeat, "_times", staticmethod(lambda: self.now))

    def pass_(self, wall: float, steady: float) -> None:
        self.now = (self.now[0] + wall, self.now[1] + steady)


@pytest.mark.parametrize(
    ("wall", "steady", "word"),
    [(10, 10, "beat"), (3600, 3600, "beat"), (3610, 10, "jump"), (12, 10, "beat"), (-3590, 10, "beat")],
)
def test_a_clock_that_goes_further_than_time_has_jumped(
    wall: float, steady: float, word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = Times(monkeypatch)
    heart = Heartbeat()
    times.pass_(wall, steady)
    heart.tick()
    times.pass_(10, 10)
    heart.tick()
    assert signs == [word, "beat"]


@pytest.mark.django_db(transaction=True)
def test_it_begins_beats_and_ends() -> None:
    heart = Heartbeat()
    heart.start()
    running = threading.Thread(target=heart.run)
    running.start()
    assert twice.wait(30)
    heart.stop()
    running.join()
    assert signs == ["begin", *["beat"] * (len(signs) - 2), "end"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("fault", [fail, fail_by_a_fault])
def test_neither_a_database_that_is_away_nor_a_fault_stops_it(
    fault: Callable[[str], None], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(hooks, "heartbeat", Hook([fault]))
    heart = Heartbeat()
    heart.start()
    assert "clocks stand still" in caplog.text
    monkeypatch.setattr(hooks, "heartbeat", Hook([note]))
    heart.tick()
    assert signs == ["beat"]


def test_it_is_stuck_when_one_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    times = Times(monkeypatch)
    heart = Heartbeat()
    monkeypatch.setattr("casino.lifespan.time.monotonic", lambda: times.now[1])
    times.pass_(60, 60)
    assert not heart.is_stuck()
    times.pass_(1, 1)
    assert heart.is_stuck()
    heart.tick()
    assert not heart.is_stuck()


@pytest.mark.django_db(transaction=True)
async def test_a_server_says_that_it_begins_before_its_worker_does_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hooks, "heartbeat", Hook([services.record_heartbeat]))
    monkeypatch.setattr(hooks, "worker_started", Hook([look_for_a_sign]))
    ended = await whole_life()
    assert ended == ["lifespan.startup.complete", "lifespan.shutdown.complete"]
    assert signs == ["alive"]
    assert [sign.stopped async for sign in ServerHeartbeat.objects.all()] == [True]


@pytest.mark.django_db(transaction=True)
async def test_a_server_without_a_worker_gives_signs_of_life_too(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.WORKER_INSIDE = False
    monkeypatch.setattr(hooks, "worker_started", Hook([look_for_a_sign]))
    await whole_life()
    assert (signs[0], signs[-1], "alive" in signs) == ("begin", "end", False)


@pytest.mark.django_db(transaction=True)
async def test_what_a_server_has_loaded_is_never_tidied_up_again(settings: Settings) -> None:
    settings.WORKER_INSIDE = False
    gc.unfreeze()
    await whole_life()
    assert gc.get_freeze_count()
    gc.unfreeze()


def look_for_a_sign() -> None:
    signs.append("alive" if ServerHeartbeat.objects.filter(stopped=False).exists() else "nobody there")


async def whole_life() -> list[str]:
    """Start and stop a server by the lifespan protocol, and return its replies."""
    said: list[str] = []

    async def receive() -> dict[str, str]:
        return {"type": "lifespan"}

    async def send(message: dict[str, str]) -> None:
        said.append(message["type"])

    await lifespan({}, receive, send)
    return said
