"""Content of the log and of the reports of errors, and secrets that they leave out."""

import gzip
import json
import logging
import logging.config
import re
import socket
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import requests
from django.conf import settings
from django.test import RequestFactory
from django.urls import resolve

from casino.logs import UrlRedactingFilter
from tests.casino.test_settings import setting
from tests.endpoint import Posted, endpoint
from tests.examples import exhaustive, some
from tests.live import PROJECT, live_site

KEY = "1:kept-way-back"


def record_of(path: str) -> logging.LogRecord:
    """Return a record as Django writes it of a page that failed."""
    record = logging.LogRecord("django.request", logging.ERROR, "", 0, "%s: %s", ("Server Error", path), None)
    request = RequestFactory().get(path)
    request.resolver_match = resolve(path)
    return logging.makeLogRecord(record.__dict__ | {"request": request})


def test_the_log_names_the_page_and_not_its_address() -> None:
    told = UrlRedactingFilter().filter(record_of(f"/back/{KEY}/"))
    assert told.getMessage() == "Server Error: GET accounts:recover"


def test_other_handlers_still_get_the_record_as_it_was() -> None:
    record = record_of(f"/back/{KEY}/")
    UrlRedactingFilter().filter(record)
    assert KEY in record.getMessage()


def test_the_log_can_be_one_object_a_line(tmp_path: Path) -> None:
    assert setting("LOGGING['handlers']['terminal']['formatter']", tmp_path) == "plain"
    assert setting("LOGGING['handlers']['terminal']['formatter']", tmp_path, LOG_FORMAT="json") == "json"
    formats: dict[str, Any] = settings.LOGGING["formatters"]
    formatter = logging.config.DictConfigurator({}).configure_formatter(dict(formats["json"]))
    told = json.loads(formatter.format(UrlRedactingFilter().filter(record_of(f"/back/{KEY}/"))))
    assert told.pop("at")
    assert told.pop("process")
    assert told == {"level": "ERROR", "logger": "django.request", "message": "Server Error: GET accounts:recover"}


A_PAGE_FAILS = """
import django, sentry_sdk
django.setup()
from django.test import Client
import accounts.services
def fail(token):
    seed = "5ec" + "2e7"
    raise ValueError("the seed was " + seed)
accounts.services.guest_of_token = fail
cookies = {"cookie": "sessionid=c00" + "c1e"}
Client(raise_request_exception=False, headers=cookies).get("/back/" + "k3" + "y/?named=An" + "n")
sentry_sdk.flush()
"""


@exhaustive
def test_a_report_says_where_an_error_was_and_nothing_else(tmp_path: Path) -> None:
    with endpoint(200) as service:
        report_of_a_page_that_fails(tmp_path, service.url)
    told = "".join(map(readable, service.posted))
    assert '"type":"ValueError"' in told
    assert '"function":"fail"' in told
    for secret in ("5ec2e7", "k3y", "c00c1e", "Ann"):
        assert secret not in told


def readable(posted: Posted) -> str:
    return (gzip.decompress(posted.body) if posted.body.startswith(b"\x1f\x8b") else posted.body).decode()


def report_of_a_page_that_fails(data: Path, service: str) -> None:
    environment = {"CASINO_DATA": str(data), "ERROR_REPORTS": service.replace("http://", "http://key@") + "/1"}
    environment |= {"DJANGO_SETTINGS_MODULE": "casino.settings", "ALLOWED_HOSTS": "testserver"}
    for command in (["manage.py", "migrate", "-v", "0"], ["-c", A_PAGE_FAILS]):
        subprocess.run([sys.executable, *command], cwd=PROJECT, env=environment, check=True, stderr=subprocess.PIPE)


# --- when ------------------------------------------------------------------------------------------------------------

STAMP = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d"
A_LINE = "import django; django.setup(); import logging; logging.getLogger('uvicorn.error').error('of the server')"


def line_of(data: Path, program: str = A_LINE, **environment: str) -> str:
    """Return the log of a process of the site."""
    given = {"CASINO_DATA": str(data), "DJANGO_SETTINGS_MODULE": "casino.settings"} | environment
    command = [sys.executable, "-c", program]
    return subprocess.run(command, cwd=PROJECT, env=given, check=True, capture_output=True, text=True).stderr


@exhaustive
@pytest.mark.parametrize(
    ("zone", "offset"), some([("Asia/Kolkata", "+05:30"), ("America/Phoenix", "-07:00"), ("", "+00:00")], 1)
)
def test_every_line_says_when_with_the_offset_from_utc(tmp_path: Path, zone: str, offset: str) -> None:
    plain = line_of(tmp_path, TIME_ZONE=zone)
    assert re.fullmatch(rf"{STAMP} ERROR uvicorn\.error: of the server\n", plain)
    stamps = [plain.split()[0], json.loads(line_of(tmp_path, TIME_ZONE=zone, LOG_FORMAT="json"))["at"]]
    for stamp in stamps:
        assert re.fullmatch(STAMP, stamp)
        assert stamp.endswith(offset)
        assert abs(datetime.fromisoformat(stamp) - datetime.now(UTC)) < timedelta(minutes=5)


@exhaustive
@pytest.mark.parametrize("layout", some(["json", "plain"], 1))
def test_what_the_server_itself_writes_is_like_all_other_lines(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], layout: str
) -> None:
    given = {"LOG_FORMAT": layout, "TIME_ZONE": "Asia/Kolkata"}
    with live_site(tmp_path / "data", given) as site, socket.create_connection(("127.0.0.1", site.port)) as asked:
        asked.sendall(b"no HTTP at all\r\n\r\n")
        assert asked.recv(1000).startswith(b"HTTP/1.1 400 ")
    (line,) = [line for line in capfd.readouterr().err.splitlines() if "Invalid HTTP request" in line]
    stamp = json.loads(line)["at"] if layout == "json" else line.split()[0]
    assert re.fullmatch(STAMP, stamp)
    assert stamp.endswith("+05:30")


# --- requests --------------------------------------------------------------------------------------------------------


def requests_logged(folder: Path, **settings: str) -> list[str]:
    """What a server logs of a page with a secret in its query, of one with a secret in its path, and of a table."""
    with live_site(folder / "data", settings) as site, (folder / "log").open("w") as site.log:
        site.stop()
        site.start()
        for path in ("/rules/?key=s3cret", f"/back/{KEY}/", "/g/abcdefghij/"):
            requests.get(f"{site.url}{path}", timeout=20, allow_redirects=False)
        site.stop()
    text = (folder / "log").read_text()
    assert "s3cret" not in text
    assert KEY not in text
    return [line for line in text.splitlines() if "casino.access_log" in line]


@exhaustive
def test_requests_are_logged_where_the_host_wants_it(tmp_path: Path) -> None:
    assert requests_logged(tmp_path) == []
    lines = requests_logged(tmp_path, ACCESS_LOG="1")
    told = [re.sub(r"seconds=[\d.]+", "seconds=", line.partition(": ")[2]) for line in lines]
    assert told[0] == "method=GET page=games:rulebook status=200 seconds= address=127.0.0.1"
    assert [line.split()[1] for line in told] == ["page=games:rulebook", "page=accounts:recover"]
    (*_, table) = map(json.loads, requests_logged(tmp_path, ACCESS_LOG="all", LOG_FORMAT="json"))
    assert (table["page"], table["status"], table["method"]) == ("games:table", 404, "GET")
