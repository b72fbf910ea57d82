"""What the log and the reports of errors tell, and what they do not."""

import gzip
import json
import logging
import logging.config
import subprocess
import sys
from pathlib import Path
from typing import Any

from django.conf import settings
from django.test import RequestFactory
from django.urls import resolve

from casino.logs import WithoutAddresses
from tests.casino.test_settings import setting
from tests.endpoint import Posted, endpoint
from tests.live import PROJECT

KEY = "1:kept-way-back"


def record_of(path: str) -> logging.LogRecord:
    """As Django writes one of a page that failed."""
    record = logging.LogRecord("django.request", logging.ERROR, "", 0, "%s: %s", ("Server Error", path), None)
    request = RequestFactory().get(path)
    request.resolver_match = resolve(path)
    return logging.makeLogRecord(record.__dict__ | {"request": request})


def test_the_log_names_the_page_and_not_its_address() -> None:
    told = WithoutAddresses().filter(record_of(f"/back/{KEY}/"))
    assert told.getMessage() == "Server Error: GET accounts:back"


def test_other_handlers_still_get_the_record_as_it_was() -> None:
    record = record_of(f"/back/{KEY}/")
    WithoutAddresses().filter(record)
    assert KEY in record.getMessage()


def test_the_log_can_be_one_object_a_line(tmp_path: Path) -> None:
    assert setting("settings.LOGGING['handlers']['terminal']['formatter']", tmp_path) == "plain"
    assert setting("settings.LOGGING['handlers']['terminal']['formatter']", tmp_path, LOG_FORMAT="json") == "json"
    formats: dict[str, Any] = settings.LOGGING["formatters"]
    formatter = logging.config.DictConfigurator({}).configure_formatter(dict(formats["json"]))
    told = json.loads(formatter.format(WithoutAddresses().filter(record_of(f"/back/{KEY}/"))))
    assert told.pop("at")
    assert told.pop("process")
    assert told == {"level": "ERROR", "logger": "django.request", "message": "Server Error: GET accounts:back"}


A_PAGE_FAILS = """
import django, sentry_sdk
django.setup()
from django.test import Client
import accounts.views
def fail(token):
    seed = "5ec" + "2e7"
    raise ValueError("the seed was " + seed)
accounts.views.guest_behind = fail
cookies = {"cookie": "sessionid=c00" + "c1e"}
Client(raise_request_exception=False, headers=cookies).get("/back/" + "k3" + "y/?named=An" + "n")
sentry_sdk.flush()
"""


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
