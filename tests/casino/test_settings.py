"""Settings: values chosen by the environment, and the defaults."""

import gzip
import os
import runpy
import shutil
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest import mock

import brotli
import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from casino.clock import clock_offset, now
from casino.languages import offered_languages
from casino.local_hosts import own_hosts
from casino.secret_files import load_or_create_secret
from casino.setting_checks import NAMES
from casino.static import version_of
from casino.vapid import signer
from tests.casino.test_containers import OF_THE_BACKUP, OF_THE_DRIVER, names_of_settings
from tests.commands import run
from tests.examples import exhaustive
from tests.live import PROJECT


def values(data: Path, **environment: str) -> dict[str, Any]:
    """Return the settings with this environment alone. They are computed in this process, whose own are not touched."""
    bare = {"PATH": os.environ["PATH"], "CASINO_DATA": str(data), **environment}
    with mock.patch.dict(os.environ, bare, clear=True):
        return runpy.run_path(str(PROJECT / "casino/settings.py"))


def setting(expression: str, data: Path, **environment: str) -> str:
    """Return the value of `expression` as text."""
    found = eval(expression, values(data, **environment))  # noqa: S307  of this file
    return " ".join(map(str, found)) if isinstance(found, tuple) else str(found)


@pytest.mark.parametrize(
    ("expression", "environment", "expected"),
    [
        ("DEBUG", {}, "False"),
        ("DEBUG", {"DEBUG": "1"}, "True"),
        ("SECRET_KEY", {"SECRET_KEY": "given" * 10}, "given" * 10),
        ("DATABASES['default']['ENGINE']", {}, "casino.live_server.sqlite3"),
        ("DATABASES['default']['OPTIONS']['transaction_mode']", {}, "IMMEDIATE"),
        ("DATABASES['default']['CONN_MAX_AGE']", {"DATABASE_URL": "sqlite:////tmp/some.sqlite3"}, "None"),
        ("DATABASES['default']['HOST']", {"DATABASE_URL": "postgres://me:pw@db.local/casino"}, "db.local"),
        ("'pool' in DATABASES['default']['OPTIONS']", {"DATABASE_URL": "postgres://me@db/casino"}, "True"),
        ("DATABASES['default']['OPTIONS']['pool']['max_size']", {"DATABASE_URL": "postgres://me@db/casino"}, "8"),
        (
            "DATABASES['default']['OPTIONS']['pool']['max_size'], DATABASES['default']['DISABLE_SERVER_SIDE_CURSORS']",
            {"DATABASE_URL": "postgres://me@db/casino", "DATABASE_CONNECTIONS": "3", "PGBOUNCER": "1"},
            "3 True",
        ),
        ("CHANNEL_LAYERS['default']['BACKEND']", {}, "casino.live_server.channel_layer.OneProcessChannelLayer"),
        ("CHANNEL_LAYERS['default']['CONFIG']['hosts'][0]['socket_timeout']", {"REDIS_URL": "redis://cache/1"}, "None"),
        ("CACHES['default']['BACKEND']", {}, "django.core.cache.backends.locmem.LocMemCache"),
        (
            "CACHES['default']['BACKEND']",
            {"REDIS_URL": "redis://cache/1"},
            "django.core.cache.backends.redis.RedisCache",
        ),
        ("MAILERS['default']['BACKEND']", {}, "django.core.mail.backends.console.EmailBackend"),
        ("MAILERS['default']['OPTIONS']['host']", {"EMAIL_URL": "smtp://post.example"}, "post.example"),
        ("MAIL_OFF", {}, "False"),
        (
            "MAIL_OFF, MAILERS['default']['BACKEND']",
            {"HTTPS": "1"},
            "True django.core.mail.backends.dummy.EmailBackend",
        ),
        ("MAIL_OFF", {"HTTPS": "1", "EMAIL_URL": "smtp://post.example"}, "False"),
        ("TRUSTED_PROXIES", {}, "['127.0.0.1', '::1']"),
        ("TRUSTED_PROXIES", {"TRUSTED_PROXIES": "10.0.0.0/8, 192.0.2.1"}, "['10.0.0.0/8', '192.0.2.1']"),
        (
            "[host['address'] for host in CHANNEL_LAYERS['default']['CONFIG']['hosts']], LIMITS_STORAGE",
            {"REDIS_URL": "redis://one/0, redis://two/0"},
            "['redis://one/0', 'redis://two/0'] redis://one/0",
        ),
        ("DEFAULT_FROM_EMAIL", {"EMAIL_FROM": "casino@club.example"}, "Casino <casino@club.example>"),
        ("SITE_URL", {}, "http://localhost:8000"),
        ("SITE_URL", {"SITE_URL": "https://casino.example"}, "https://casino.example"),
        ("SITE_URL", {"HTTPS": "1", "ALLOWED_HOSTS": "casino.example"}, "https://casino.example"),
        ("WEBHOOK_ALLOWED_NETWORKS", {}, "[]"),
        (
            "WEBHOOK_ALLOWED_NETWORKS",
            {"WEBHOOK_ALLOWED_NETWORKS": "10.0.0.5, 192.168.1.0/24"},
            "['10.0.0.5', '192.168.1.0/24']",
        ),
        ("VAPID_PRIVATE_KEY", {"VAPID_PRIVATE_KEY": "given"}, "given"),
        ("WORKER_INSIDE", {}, "True"),
        ("TIME_ZONE", {}, "UTC"),
        ("TIME_ZONE", {"TIME_ZONE": "Europe/Madrid"}, "Europe/Madrid"),
        ("TEST_CLOCK", {}, ""),
        ("TEST_CLOCK", {"CASINO_TEST_CLOCK": "/tmp/ahead"}, "/tmp/ahead"),  # noqa: S108  only named
        ("WORKER_INSIDE", {"CASINO_WORKER": "none"}, "False"),
        ("ALLOWED_HOSTS", {"ALLOWED_HOSTS": "casino.example, cards.example"}, "['casino.example', 'cards.example']"),
        ("SESSION_COOKIE_SECURE, SECURE_SSL_REDIRECT", {}, "False False"),
        ("SESSION_COOKIE_SECURE, SECURE_SSL_REDIRECT", {"HTTPS": "1"}, "True True"),
        ("SESSION_COOKIE_NAME, CSRF_COOKIE_NAME", {}, "sessionid csrftoken"),
        ("SESSION_COOKIE_NAME, CSRF_COOKIE_NAME", {"HTTPS": "1"}, "__Host-sessionid __Host-csrftoken"),
        ("SECURE_HSTS_INCLUDE_SUBDOMAINS", {"HTTPS": "1"}, "False"),
        ("SECURE_HSTS_INCLUDE_SUBDOMAINS", {"HTTPS": "1", "HSTS_SUBDOMAINS": "1"}, "True"),
    ],
)
def test_the_environment_chooses(expression: str, environment: dict[str, str], expected: str, tmp_path: Path) -> None:
    assert setting(expression, tmp_path, **environment) == expected


def test_the_data_folder_holds_database_and_key(tmp_path: Path) -> None:
    data = tmp_path / "a folder"
    assert setting("DATABASES['default']['NAME']", data) == str(data / "casino.sqlite3")
    assert setting("SECRET_KEY", data) == (data / "secret_key").read_text().strip()
    assert setting("VAPID_PRIVATE_KEY", data) == (data / "vapid_key").read_text().strip()


def test_the_key_is_made_once(tmp_path: Path) -> None:
    first = load_or_create_secret(tmp_path / "deep" / "key")
    assert len(first) > 50
    assert load_or_create_secret(tmp_path / "deep" / "key") == first
    assert [file.name for file in (tmp_path / "deep").iterdir()] == ["key"]


def test_whoever_makes_the_key_second_takes_the_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "key"

    def link_too_late(fresh: Path, _: Path) -> None:
        path.write_text("the first one\n")
        raise FileExistsError

    monkeypatch.setattr(os, "link", link_too_late)
    assert load_or_create_secret(path) == "the first one"
    assert list(tmp_path.iterdir()) == [path]


def test_this_machine_answers_to_its_own_names() -> None:
    assert {"localhost", "127.0.0.1", "[::1]"} <= set(own_hosts())
    assert "*" not in own_hosts()


@pytest.mark.django_db
def test_a_stranger_host_is_refused(client: Client) -> None:
    assert client.get("/admin/login/", headers={"host": "evil.example"}).status_code == 400


@pytest.mark.django_db
def test_pages_carry_the_security_headers(client: Client) -> None:
    headers = client.get("/admin/login/").headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == headers["Cross-Origin-Resource-Policy"] == "same-origin"


def test_static_files_are_served_without_debug(client: Client) -> None:
    answer = client.get("/static/admin/css/base.css")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"].startswith("text/css")
    assert b"body" in answer.content
    again = client.get("/static/admin/css/base.css", headers={"if-none-match": answer.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_static_files_are_compressed_for_who_can_read_it(client: Client) -> None:
    plain = client.get("/static/css/pages.css")
    assert "Content-Encoding" not in plain.headers
    for accepted, encoding, read in (("gzip, br", "br", brotli.decompress), ("gzip", "gzip", gzip.decompress)):
        small = client.get("/static/css/pages.css", headers={"accept-encoding": accepted})
        assert small.headers["Content-Encoding"] == encoding
        assert small.headers["Vary"] == plain.headers["Vary"] == "Accept-Encoding"
        assert int(small.headers["Content-Length"]) == len(small.content) < len(plain.content) / 2
        assert read(small.content) == plain.content


def test_a_part_of_a_static_file_is_that_part(client: Client) -> None:
    asked = {"range": "bytes=0-9", "accept-encoding": "gzip"}
    part = client.get("/static/css/pages.css", headers=asked)
    assert part.status_code == 206
    assert part.content == client.get("/static/css/pages.css").content[:10]


def test_a_static_file_asked_for_by_its_version_is_kept_for_ever(client: Client) -> None:
    address = "/static/css/pages.css"
    assert "immutable" in client.get(address, {"v": version_of("css/pages.css")}).headers["Cache-Control"]
    for other in ({}, {"v": "older"}):
        assert "immutable" not in client.get(address, other).headers["Cache-Control"]


@pytest.mark.django_db
def test_pages_are_compressed(client: Client) -> None:
    page = client.get("/rules/", headers={"accept-encoding": "gzip"})
    assert page.headers["Content-Encoding"] == "gzip"
    assert b"<html" in gzip.decompress(page.content)


def test_the_address_of_a_static_file_changes_with_its_content(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.css").write_text("one")
    monkeypatch.setattr("django.contrib.staticfiles.finders.find", lambda name: str(tmp_path / name))
    before = version_of("a.css")
    (tmp_path / "a.css").write_text("two")
    assert before != version_of("a.css")


def test_a_file_that_is_not_there_has_no_version() -> None:
    assert version_of("no/such/file.css") == ""


@exhaustive
def test_the_checks_for_deployment_pass(tmp_path: Path) -> None:
    environment = {**os.environ, "CASINO_DATA": str(tmp_path), "HTTPS": "1"}
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    asked = subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, text=True, check=False)
    assert asked.returncode == 0, asked.stderr


@exhaustive
@pytest.mark.parametrize(("level", "shown"), [("error", True), ("warning", False)])
def test_the_terminal_shows_what_breaks_and_not_what_is_missing(level: str, shown: bool, tmp_path: Path) -> None:
    code = f"import logging; logging.getLogger('django.request').{level}('something about a request')"
    environment = {**os.environ, "CASINO_DATA": str(tmp_path)}
    command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", code]
    asked = subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, text=True, check=True)
    assert asked.stderr.count("something about a request") == (1 if shown else 0)


@pytest.mark.parametrize("reached", [{"HTTPS": "1"}, {"ALLOWED_HOSTS": "casino.example"}])
def test_a_site_that_others_reach_has_no_clock_for_tests(reached: dict[str, str], tmp_path: Path) -> None:
    with pytest.raises(ImproperlyConfigured, match="CASINO_TEST_CLOCK is for tests"):
        values(tmp_path, CASINO_TEST_CLOCK="ahead", **reached)


def test_a_language_is_offered_where_there_is_a_translation(tmp_path: Path) -> None:
    for name in ("pt_BR", "de"):
        (tmp_path / name / "LC_MESSAGES").mkdir(parents=True)
        (tmp_path / name / "LC_MESSAGES" / "django.mo").touch()
    (tmp_path / "fr" / "LC_MESSAGES").mkdir(parents=True)
    assert offered_languages(tmp_path) == [("en", "English"), ("de", "Deutsch"), ("pt-br", "Português brasileiro")]


def test_new_keys_are_lines_for_the_settings(tmp_path: Path) -> None:
    told = dict(line.split("=", 1) for line in run("newkeys")[0].splitlines())
    assert setting("(SECRET_KEY, VAPID_PRIVATE_KEY, *SECRETS_KEYS)", tmp_path, **told) == " ".join(told.values())
    assert signer(told["VAPID_PRIVATE_KEY"]).public_key
    assert run("newkeys")[0] != run("newkeys")[0]


# --- manage.py finds the project's own environment -------------------------------------------------------------------


def test_a_python_without_django_hands_over_to_the_projects_own(tmp_path: Path) -> None:
    shutil.copy(PROJECT / "manage.py", tmp_path)
    own = tmp_path / ".venv" / "bin" / "python"
    own.parent.mkdir(parents=True)
    own.write_text('#!/bin/sh\necho "own environment: $*"\n')
    own.chmod(0o755)
    bare = [sys.executable, "-S", "manage.py", "check"]  # -S leaves installed packages out
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    asked = subprocess.run(bare, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    assert asked.stdout == "own environment: manage.py check\n"


BARE_PYTHON = f"""#!/bin/sh
case "$*" in *ensurepip*) exit 1; esac
exec {sys.executable} "$@"
"""


@pytest.mark.parametrize(
    ("python", "said"), [(BARE_PYTHON, "lacks venv"), ("#!/bin/sh\nexit 1\n", "needs Python 3.12 or newer")]
)
def test_a_python_without_venv_is_said_to_be_one(python: str, said: str, tmp_path: Path) -> None:
    shutil.copy(PROJECT / "Makefile", tmp_path)
    (tmp_path / "python3.13").write_text(python)
    (tmp_path / "python3.13").chmod(0o755)
    (tmp_path / "uv").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "uv").chmod(0o755)
    environment = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "HOME": str(tmp_path)}
    command = ["make", ".venv/bin/python", "CANDIDATES=python3.13"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert said in done.stderr.splitlines()[0]
    assert not (tmp_path / ".venv").exists()


@pytest.mark.parametrize(("kept", "anew"), [("", True), ("bin/pip", False), (".test", False)])
def test_an_environment_that_a_kill_left_without_pip_is_made_anew(kept: str, anew: bool, tmp_path: Path) -> None:
    shutil.copy(PROJECT / "Makefile", tmp_path)
    (tmp_path / ".venv/bin").mkdir(parents=True)
    for name in ("bin/python", kept or "pyvenv.cfg"):
        (tmp_path / ".venv" / name).touch(0o755)
    done = subprocess.run(
        ["make", "--dry-run", ".venv/bin/python"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert ("venv --clear" in done.stdout) is anew


# --- the site's clock, also where a test has put the time forward ----------------------------------------------------


def test_without_more_ado_it_is_what_the_clock_says() -> None:
    before = timezone.now()
    assert before <= now() <= timezone.now()
    assert clock_offset() == timedelta()


def test_a_test_puts_the_time_forward_by_a_file(settings: Settings, tmp_path: Path) -> None:
    settings.TEST_CLOCK = str(tmp_path / "ahead")
    assert clock_offset() == timedelta()
    (tmp_path / "ahead").write_text("3600.5")
    assert clock_offset() == timedelta(seconds=3600.5)
    assert now() > timezone.now() + timedelta(minutes=59)


# --- settings that cannot be meant -----------------------------------------------------------------------------------

IMPOSSIBLE = [
    ({"EMAIL_URI": "smtp://post.example"}, "There is no setting EMAIL_URI: EMAIL_URL may be meant."),
    ({"TIMEZONE": "Europe/Madrid"}, "There is no setting TIMEZONE: TIME_ZONE may be meant."),
    ({"ALLOWED_HOST": "casino.example"}, "There is no setting ALLOWED_HOST: ALLOWED_HOSTS may be meant."),
    ({"SECRET_KEY": "short"}, "SECRET_KEY cannot be used: it needs at least 32 characters"),
    ({"DATABASE_URL": "mysql://me@db/casino"}, "DATABASE_URL cannot be used: the site works with PostgreSQL"),
    ({"DATABASE_URL": "casino.sqlite3"}, "DATABASE_URL cannot be used"),
    ({"EMAIL_URL": "post.example"}, "EMAIL_URL cannot be used: it begins with smtp://"),
    ({"METRICS": "everywhere"}, "METRICS cannot be used"),
    ({"TIME_ZONE": "Madrid"}, "TIME_ZONE cannot be used"),
    ({"ROUND_PAUSE": "0.5"}, "ROUND_PAUSE cannot be used: it is a number"),
    ({"COMPUTER_PAUSE": "-1"}, "COMPUTER_PAUSE cannot be used"),
    ({"LIMITS": "opengame=none"}, "LIMITS cannot be used: there is no limit 'opengame'."),
    ({"LIMITS": "guest"}, "LIMITS cannot be used: 'guest' is not like guest=200/hour or guest=none."),
    ({"LIMITS": "guest=often"}, "LIMITS cannot be used: 'guest=often' is not like"),
    ({"LIMITS": "sockets=5/hour"}, "LIMITS cannot be used: 'sockets=5/hour' is not like sockets=500"),
]


@pytest.mark.parametrize(("environment", "sentence"), IMPOSSIBLE)
def test_a_setting_that_cannot_be_meant_is_refused_in_a_sentence(
    tmp_path: Path, environment: dict[str, str], sentence: str
) -> None:
    with pytest.raises(ImproperlyConfigured) as refused:
        values(tmp_path, **environment)
    assert str(refused.value).startswith(sentence)
    assert "\n" not in str(refused.value)


def test_settings_of_other_programs_are_none_of_the_sites_business(tmp_path: Path) -> None:
    others = ("EMAIL_HOST", "HTTPS_PROXY", "LOG_LEVEL", "PGPASSFILE", "SECRET", "DEBUGINFOD_URLS", "TZ", "HOST")
    values(tmp_path, **dict.fromkeys(others, "1"), DATABASE_URI="mysql://", DATABASE_URL="sqlite:////tmp/x.sqlite3")


def test_every_setting_is_known_by_its_name() -> None:
    assert names_of_settings() | OF_THE_DRIVER | OF_THE_BACKUP == NAMES


@exhaustive
@pytest.mark.parametrize("command", [["play"], ["check", "--deploy"]])
def test_each_command_says_so_without_a_traceback(tmp_path: Path, command: list[str]) -> None:
    environment = {"PATH": os.environ["PATH"], "CASINO_DATA": str(tmp_path), "EMAIL_URI": "x", "SECRET_KEY": "short"}
    done = subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=PROJECT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert [line.split()[0] for line in done.stderr.splitlines()] == ["There", "SECRET_KEY"]
