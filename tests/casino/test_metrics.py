"""Figures for Prometheus."""

import json
import logging
import os
import re
import signal
import socket
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from pkgutil import resolve_name

import pytest
import requests
from django.conf import settings
from django.core.cache import cache
from django.utils import timezone
from django_tasks_db.models import DBTaskResult
from prometheus_client import REGISTRY
from prometheus_client.parser import text_string_to_metric_families
from websockets.sync.client import connect
from websockets.typing import Origin

from casino import metrics
from casino.asgi import application
from casino.metrics import REPORTER, DatabaseMetrics, ErrorCount, is_reporter, listen, page_name, with_page_metrics
from casino.version import VERSION, build
from games.models import Game
from games.tasks.metrics import database_metrics
from games.tasks.turns import enforce_timeout
from tests.casino.test_backup import open_games
from tests.examples import exhaustive
from tests.games.tables import game_by_hand
from tests.http import get
from tests.live import PROJECT, LiveSite, live_site
from tests.load.cluster.process import free_port
from tests.promql import Scrapes

WATCHED = (PROJECT / "docs" / "operations.md").read_text(encoding="utf-8")


def figure(name: str, label: str) -> float:
    return next(numbers for each, _, _, numbers in database_metrics() if each == name)[label]


def answers(page: str, status: str) -> float:
    return REGISTRY.get_sample_value("casino_page_seconds_count", {"page": page, "status": status}) or 0.0


async def test_each_answer_is_counted_by_the_name_of_its_page() -> None:
    before = answers("none", "200")
    assert await get(with_page_metrics(application), "/healthz") == (200, "ok\n")
    assert answers("none", "200") == before + 1


def test_an_address_is_never_a_label() -> None:
    assert page_name("/g/abcdefghij/") == "games:table"
    assert page_name("/static/css/table.css") == "static"
    assert page_name("/wp-login.php") == "none"


def test_errors_are_counted_by_who_wrote_them() -> None:
    counter, record = ErrorCount(logging.ERROR), logging.makeLogRecord({"name": "games.counted"})
    counter.emit(record)
    counter.emit(record)
    assert REGISTRY.get_sample_value("casino_errors_total", {"logger": "games.counted"}) == 2.0


def test_errors_are_still_counted_when_logging_is_set_up_again() -> None:
    counts = settings.LOGGING["handlers"]["errors"]
    assert resolve_name(counts["class"]) is ErrorCount
    assert "errors" in settings.LOGGING["root"]["handlers"]


@pytest.mark.django_db
def test_games_are_counted_by_their_status() -> None:
    game_by_hand()
    assert figure("casino_games", Game.Status.PLAYING) == 1.0


@pytest.mark.django_db
def test_nothing_is_late_where_nothing_waits() -> None:
    assert (figure("casino_seconds_late", "task"), figure("casino_seconds_late", "clock")) == (0.0, 0.0)


@pytest.mark.django_db
def test_a_task_is_late_from_the_moment_it_was_due() -> None:
    enforce_timeout.enqueue("abcdefghij", 1)
    enforce_timeout.using(run_after=timezone.now() + timedelta(hours=1)).enqueue("abcdefghij", 1)
    DBTaskResult.objects.update(enqueued_at=timezone.now() - timedelta(seconds=100))
    assert 100 <= figure("casino_seconds_late", "task") < 200
    deferred = DBTaskResult.objects.filter(run_after__lt=timezone.now() + timedelta(days=1))
    deferred.update(run_after=timezone.now() - timedelta(seconds=300))
    assert 300 <= figure("casino_seconds_late", "task") < 400


@pytest.mark.django_db
def test_a_clock_that_ran_out_unseen_is_late() -> None:
    game, _ = game_by_hand()
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - timedelta(seconds=50))
    assert 50 <= figure("casino_seconds_late", "clock") < 150


def test_one_process_reads_the_database_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    cache.delete(REPORTER)
    assert (is_reporter(), is_reporter()) == (True, True)
    with monkeypatch.context() as other:
        other.setattr(metrics, "PROCESS", "another")
        assert not is_reporter()
        assert list(DatabaseMetrics().collect()) == []
        cache.delete(REPORTER)  # the first has ended: its time is over
        assert is_reporter()
    assert not is_reporter()
    cache.delete(REPORTER)


def test_each_process_takes_a_port_of_its_own() -> None:
    port = free_port()
    first, second = (listen("127.0.0.1", f"{port}-{port + 20}") for _ in range(2))
    try:
        assert first[0].server_port == port < second[0].server_port
        with pytest.raises(OSError, match="in use"):
            listen("127.0.0.1", str(port))
    finally:
        for server, thread in (first, second):
            server.shutdown()
            server.server_close()
            thread.join()


UNIT_PORT = re.compile(r"^Environment=METRICS=127\.0\.0\.1:(\S+)$", re.MULTILINE)


def port_of(unit: str, instance: str) -> int:
    (port,) = UNIT_PORT.findall((PROJECT / "deploy" / unit).read_text(encoding="utf-8"))
    return int(port.replace("%i", instance))


def test_each_process_of_the_units_has_the_port_that_the_documents_tell() -> None:
    ports = [port_of("casino-web@.service", name) for name in ("8001", "8002")]
    ports.append(port_of("casino-worker@.service", "1"))
    assert f"targets: [{', '.join(f'127.0.0.1:{port}' for port in ports)}]" in WATCHED
    last = [port_of("casino-web@.service", "9999"), port_of("casino-worker@.service", "9")]
    assert max(ports + last) < 32768  # where ports of outgoing connections begin


# --- a real server that fails --------------------------------------------------------------------------------------

RULES = dict(
    re.findall(r"- alert: (\w+)\n +expr: (.+)\n", (PROJECT / "deploy" / "prometheus.yml").read_text(encoding="utf-8"))
)


class Measured:
    """A server with metrics and without a worker, and what Prometheus would know of it."""

    def __init__(self, site: LiveSite) -> None:
        self.site, self.port = site, int(site.environment["METRICS"].rpartition(":")[2])

    def scrape(self) -> str:
        return requests.get(f"http://127.0.0.1:{self.port}/", timeout=20).text

    def firing(self, first: str) -> set[str]:
        """The alerts that fire when this was scraped first."""
        try:
            scrapes = Scrapes(first, self.scrape())
        except requests.ConnectionError:
            scrapes = Scrapes(first, "", up=False)
        return {name for name, rule in RULES.items() if scrapes.fires(rule)}

    def get(self, path: str) -> int:
        return requests.get(f"{self.site.url}{path}", timeout=20).status_code

    def sql(self, statement: str) -> None:
        self.site.run(f"from django.db import connection\nconnection.cursor().execute({statement!r})")


@pytest.fixture
def measured(tmp_path: Path) -> Iterator[Measured]:
    given = {"METRICS": f"127.0.0.1:{free_port()}", "CASINO_WORKER": "none", "DATABASE_URL": ""}
    with live_site(tmp_path / "data", given) as site:
        yield Measured(site)


def lose_a_table(measured: Measured) -> None:
    measured.sql("ALTER TABLE games_game RENAME TO lost")
    assert {measured.get("/g/abcdefghij/") for _ in range(20)} == {503}


def send_moves_slowly(measured: Measured) -> None:
    header = b"POST /g/abcdefghij/play/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\n"
    for _ in range(2):
        with socket.create_connection(("127.0.0.1", measured.site.port)) as connection:
            connection.sendall(header)
            time.sleep(0.7)
            connection.sendall(b"move")
            assert connection.recv(100).startswith(b"HTTP/1.1 403")


def enqueue_a_task(measured: Measured) -> None:
    measured.site.run("from accounts.tasks import send_mail\nsend_mail.enqueue('', '', [])")
    measured.site.run(
        "from django_tasks_db.models import *\nDBTaskResult.objects.update(enqueued_at='2026-01-01T00:00Z')"
    )


def miss_a_deadline(measured: Measured) -> None:
    measured.site.run(open_games("ann", "ben"))
    measured.site.run("from games.models import *\nGame.objects.update(deadline='2026-01-01T00:00Z', status='playing')")


MOVE = """
from datetime import timedelta
from games import services
from games.domain.move_generation import legal_moves
from games.domain.notation import write_move
from games.domain.perspective import perspective_of
from games.log.store import load
from games.models import Game
from tests.sessions import session_of
game = Game.objects.latest("pk")
seat = game.taken_seats.get(number=game.turn)
other = game.taken_seats.exclude(pk=seat.pk).get()
"""
TELL = MOVE + "print(game.public_id, game.seq, session_of(other.person))"
PLAY = (
    MOVE
    + """
position = perspective_of(load(game)[0], seat.number).position()
assert isinstance(services.play(seat, write_move(legal_moves(position)[0]), game.seq), services.Accepted)
Game.objects.filter(pk=game.pk).update(updated=game.updated - timedelta(seconds=10))
"""
)


def push_a_move_late(measured: Measured) -> None:
    """Another process makes the move, and no message about it arrives: the page gets it when it was found."""
    measured.site.run(open_games("cleo"))
    game, seq, cookie = measured.site.run(TELL).split()
    address = f"{measured.site.url.replace('http', 'ws')}/ws/g/{game}/"
    headers = {"Cookie": f"sessionid={cookie}"}
    with connect(address, origin=Origin(measured.site.url), additional_headers=headers) as page:
        page.send(json.dumps({"ask": "talk", "seen": int(seq)}))
        while 'id="lines"' not in str(page.recv(10)):
            pass
        measured.site.run(PLAY)
        while 'id="table"' not in str(page.recv(10)):
            pass


def miss_a_backup(measured: Measured) -> None:
    last = Path(measured.site.environment["CASINO_DATA"]) / "last_backup"
    last.touch()
    assert "casino_backup_age_seconds" in measured.scrape()
    assert "CasinoBackupOld" not in measured.firing("")
    os.utime(last, (time.time() - 130_000,) * 2)


def kill_the_server(measured: Measured) -> None:
    measured.site.stop(signal.SIGKILL)


TROUBLES: list[tuple[Callable[[Measured], None], set[str]]] = [
    (send_moves_slowly, {"CasinoPagesSlow"}),
    (push_a_move_late, {"CasinoPushesLate"}),
    (enqueue_a_task, {"CasinoTasksLate"}),
    (miss_a_deadline, {"CasinoClocksLate"}),
    (miss_a_backup, {"CasinoBackupOld"}),
    (lose_a_table, {"CasinoPagesFail", "CasinoErrors", "CasinoNotMeasured"}),
    (kill_the_server, {"CasinoDown"}),
]


@exhaustive
def test_each_alert_fires_at_its_trouble_and_not_before(measured: Measured) -> None:
    assert set(RULES) == set().union(*(alerts for _, alerts in TROUBLES))
    measured.sql("ALTER TABLE games_game RENAME TO lost")
    assert measured.get("/g/abcdefghij/") == 503  # Prometheus sees no increase in a series that begins with it
    measured.sql("ALTER TABLE lost RENAME TO games_game")
    send_a_move(measured)
    first = measured.scrape()
    assert measured.get("/rules/") == 200
    assert measured.firing(first) == set()
    for trouble, alerts in TROUBLES:
        assert measured.firing(first) & alerts == set()
        trouble(measured)
        assert measured.firing(first) >= alerts
    measured.site.start()
    assert "casino_build_info" in measured.scrape()  # at the same port: its series go on


def send_a_move(measured: Measured) -> None:
    assert requests.post(f"{measured.site.url}/g/abcdefghij/play/", timeout=20).status_code == 403


# --- every metric --------------------------------------------------------------------------------------------------


@exhaustive
def test_a_server_tells_its_figures_where_it_was_asked_to(tmp_path: Path) -> None:
    port = free_port()
    with live_site(tmp_path / "data", {"METRICS": f"127.0.0.1:{port}"}) as site:
        assert requests.get(f"{site.url}/rules/", timeout=20).status_code == 200
        assert requests.get(f"{site.url}/metrics", timeout=20).status_code == 404
        site.run("from accounts.tasks import send_mail\nsend_mail.enqueue('', '', ['ann@club.example'])")
        site.run("from accounts.tasks import send_mail\nsend_mail.enqueue('', '', 5)")  # fails
        (tmp_path / "data" / "last_backup").touch()
        address = site.url.replace("http", "ws") + "/ws/lobby/"
        with connect(address, origin=Origin(site.url)):
            samples: dict[tuple[str, ...], float] = {}
            end = time.monotonic() + 20
            while (
                "casino_tasks_total",
                "FAILED",
                "accounts.tasks.send_mail",
            ) not in samples and time.monotonic() < end:
                told = requests.get(f"http://127.0.0.1:{port}/", timeout=20).text
                samples = samples_of(told)
    assert samples["casino_page_seconds_count", "games:rulebook", "200"] == 1.0
    assert samples["casino_seconds_late", "clock"] == 0.0
    assert samples["casino_sockets",] == 1.0
    assert samples["casino_tasks_total", "SUCCESSFUL", "accounts.tasks.send_mail"] == 1.0
    assert samples["casino_tasks_total", "FAILED", "accounts.tasks.send_mail"] == 1.0
    assert samples["casino_task_seconds_count", "accounts.tasks.send_mail"] == 2.0
    assert samples["casino_errors_total", "casino.worker"] == 1.0
    assert samples["casino_build_info", build().commit, VERSION] == 1.0
    assert {name for name in re.findall(r"`((?:casino|process)_\w+)", WATCHED) if name not in told} == set()


def samples_of(text: str) -> dict[tuple[str, ...], float]:
    """The samples by their names and the values of their labels, in the order of the labels' names."""
    return {
        (each.name, *(each.labels[label] for label in sorted(each.labels))): each.value
        for family in text_string_to_metric_families(text)
        for each in family.samples
    }
