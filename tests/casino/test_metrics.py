"""Figures for Prometheus."""

import logging
from datetime import timedelta
from pathlib import Path

import pytest
import requests
from django.core.cache import cache
from django.utils import timezone
from django_tasks_db.models import DBTaskResult
from prometheus_client import REGISTRY
from prometheus_client.parser import text_string_to_metric_families

from casino import metrics
from casino.asgi import application
from casino.metrics import REPORTER, DatabaseMetrics, ErrorCount, is_reporter, listen, page_name, with_page_metrics
from games.models import Game
from games.tasks.metrics import database_metrics
from games.tasks.turns import enforce_timeout
from tests.examples import exhaustive
from tests.games.tables import game_by_hand
from tests.http import get
from tests.live import live_site
from tests.load.cluster.process import free_port


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
    counter, record = ErrorCount(logging.ERROR), logging.makeLogRecord({"name": "games.test"})
    counter.emit(record)
    counter.emit(record)
    assert REGISTRY.get_sample_value("casino_errors_total", {"logger": "games.test"}) == 2.0


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


@exhaustive
def test_a_server_tells_its_figures_where_it_was_asked_to(tmp_path: Path) -> None:
    port = free_port()
    with live_site(tmp_path / "data", {"METRICS": f"127.0.0.1:{port}"}) as site:
        assert requests.get(f"{site.url}/rules/", timeout=20).status_code == 200
        assert requests.get(f"{site.url}/metrics", timeout=20).status_code == 404
        told = requests.get(f"http://127.0.0.1:{port}/", timeout=20).text
    families = text_string_to_metric_families(told)
    samples = {(each.name, *each.labels.values()): each.value for family in families for each in family.samples}
    assert samples["casino_page_seconds_count", "games:rulebook", "200"] == 1.0
    assert samples["casino_seconds_late", "clock"] == 0.0
    assert samples["casino_sockets",] == 0.0
