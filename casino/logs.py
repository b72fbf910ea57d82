"""Log lines without secrets: a URL may contain a link to a seat or an account, an error may name cards."""

import logging
import re
from datetime import datetime
from typing import Any

from django.http import HttpRequest
from pythonjsonlogger.core import RESERVED_ATTRS
from pythonjsonlogger.json import JsonFormatter

security = logging.getLogger("casino.security")


def log_security_event(event: str, **details: str | int | None) -> None:
    """Log a line about a login, a refusal, or a change of credentials, with one field each in JSON. Typed text is never
    logged: a password is easily typed into the wrong field."""
    fields = {name: value for name, value in details.items() if value not in (None, "")}
    text = " ".join(f"{name}={value}" for name, value in fields.items())
    security.info("%s: %s", event, text, extra={"event": event, **fields})


def request_person_id(request: HttpRequest) -> int | None:
    user = getattr(request, "user", None)
    return user.pk if user is not None and user.is_authenticated else None


def logging_config(layout: str, level: str) -> dict[str, Any]:
    """The value of Django's LOGGING. `layout` is "plain" or "json", `level` the lowest level logged from
    Django."""
    formats = {
        "plain": {"()": "casino.logs.ZonedFormatter", "fmt": "{asctime} {levelname} {name}: {message}", "style": "{"},
        "json": {
            "()": "casino.logs.ZonedJsonFormatter",
            "fmt": ["asctime", "levelname", "name", "process", "message"],
            "rename_fields": {"asctime": "at", "levelname": "level", "name": "logger"},
            "reserved_attrs": [*RESERVED_ATTRS, "request", "status_code"],
        },
    }
    filters = {"urls": {"()": "casino.logs.UrlRedactingFilter"}, "secrets": {"()": "casino.logs.SecretRedactingFilter"}}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": filters,
        "formatters": formats,
        "handlers": {
            "terminal": {"class": "logging.StreamHandler", "formatter": layout, "filters": list(filters)},
            "errors": {"class": "casino.metrics.ErrorCount", "level": "ERROR"},
        },
        "root": {"handlers": ["terminal", "errors"], "level": "WARNING"},
        "loggers": {
            "django": {"handlers": [], "level": level},  # the root's handler shows it
            "django.request": {"level": "ERROR"},  # a missing page is no problem of the site
            "django.security.csrf": {"level": "ERROR"},  # logged as a refusal
            "django.security.SuspiciousSession": {"level": "ERROR"},  # casino.sessions says it once
            "django.security.DisallowedHost": {"level": "CRITICAL"},  # casino.error_views says it in a line
            "django.security.DisallowedModelAdminLookup": {"level": "CRITICAL"},  # so is this
            "casino.security": {"level": "INFO"},
            "casino.access_log": {"level": "INFO"},
        },
    }


class ZonedFormatter(logging.Formatter):
    """Write times in the site's time zone with the UTC offset, as in `2026-01-31T18:30:00.250+01:00`."""

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: ARG002, N802  logging's
        return datetime.fromtimestamp(record.created).astimezone().isoformat(timespec="milliseconds")


class ZonedJsonFormatter(ZonedFormatter, JsonFormatter):
    """Write lines of one JSON object each."""


class UrlRedactingFilter(logging.Filter):
    """Name the page instead of its URL. The record itself stays as it is for other handlers."""

    def filter(self, record: logging.LogRecord) -> logging.LogRecord:
        request = getattr(record, "request", None)
        if not isinstance(request, HttpRequest) or not isinstance(record.args, tuple):
            return record
        copy = logging.makeLogRecord(record.__dict__)
        copy.args = tuple(request_name(request) if arg == request.path else arg for arg in record.args)
        return copy


def request_name(request: HttpRequest) -> str:
    """The method and the name of the page, like games:table, never its URL."""
    match = request.resolver_match
    return f"{request.method} {match.view_name if match else 'an unknown address'}"


class SecretRedactingFilter(logging.Filter):
    """Hide cards and seeds: the text of an error may quote them. The record itself stays as it is for other
    handlers."""

    def filter(self, record: logging.LogRecord) -> logging.LogRecord:
        copy = logging.makeLogRecord(record.__dict__)
        copy.msg, copy.args = redact_secrets(record.getMessage()), ()
        if record.exc_info:
            copy.exc_text, copy.exc_info = redact_secrets(_plain.formatException(record.exc_info)), None
        return copy


_plain = logging.Formatter()
SECRETS = re.compile(r"""\b[1-9TJQKA][SHDCBRGY]\b | \b[0-9a-f]{32,}\b | \bb'[^'\n]*' | \bb"[^"\n]*" """, re.VERBOSE)
"""Cards by their codes; seeds, in hexadecimal or as bytes."""


def redact_secrets(text: str) -> str:
    return SECRETS.sub("*", text)
