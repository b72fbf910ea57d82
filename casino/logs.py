"""Log lines without secrets: an address may hold a way into a seat or an account, an error may name cards."""

import logging
import re
from datetime import datetime
from typing import Any

from django.http import HttpRequest
from pythonjsonlogger.core import RESERVED_ATTRS
from pythonjsonlogger.json import JsonFormatter

security = logging.getLogger("casino.security")


def note(happening: str, **told: str | int | None) -> None:
    """Log a line about a login, a refusal, or a change of credentials, with one field each in JSON. Typed text is never
    logged: a password is easily typed into the wrong field."""
    known = {name: value for name, value in told.items() if value not in (None, "")}
    words = " ".join(f"{name}={value}" for name, value in known.items())
    security.info("%s: %s", happening, words, extra={"happening": happening, **known})


def person_of(request: HttpRequest) -> int | None:
    """Return the number of the person, if known."""
    user = getattr(request, "user", None)
    return user.pk if user is not None and user.is_authenticated else None


def logging_to_the_terminal(layout: str, level: str) -> dict[str, Any]:
    """Return the value of Django's LOGGING. `layout` is "plain" or "json", `level` the lowest level logged from
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
    filters = {"addresses": {"()": "casino.logs.WithoutAddresses"}, "covered": {"()": "casino.logs.Covered"}}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": filters,
        "formatters": formats,
        "handlers": {"terminal": {"class": "logging.StreamHandler", "formatter": layout, "filters": list(filters)}},
        "root": {"handlers": ["terminal"], "level": "WARNING"},
        "loggers": {
            "django": {"handlers": [], "level": level},  # the root's handler shows it
            "django.request": {"level": "ERROR"},  # a missing page is no problem of the site
            "django.security.csrf": {"level": "ERROR"},  # logged as a refusal
            "django.security.DisallowedModelAdminLookup": {"level": "CRITICAL"},  # so is this
            "casino.security": {"level": "INFO"},
        },
    }


class ZonedFormatter(logging.Formatter):
    """Write times in the site's time zone with the UTC offset, as in `2026-01-31T18:30:00.250+01:00`."""

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: ARG002, N802  logging's
        return datetime.fromtimestamp(record.created).astimezone().isoformat(timespec="milliseconds")


class ZonedJsonFormatter(ZonedFormatter, JsonFormatter):
    """Write lines of one JSON object each."""


class WithoutAddresses(logging.Filter):
    """Name the page instead of its address. The record itself stays as it is for other handlers."""

    def filter(self, record: logging.LogRecord) -> logging.LogRecord:
        request = getattr(record, "request", None)
        if not isinstance(request, HttpRequest) or not isinstance(record.args, tuple):
            return record
        told = logging.makeLogRecord(record.__dict__)
        told.args = tuple(asked_for(request) if arg == request.path else arg for arg in record.args)
        return told


def asked_for(request: HttpRequest) -> str:
    """Return the name of the page, like games:table, and never its address."""
    match = request.resolver_match
    return f"{request.method} {match.view_name if match else 'an unknown address'}"


class Covered(logging.Filter):
    """Hide cards and seeds: the text of an error may quote them. The record itself stays as it is for other
    handlers."""

    def filter(self, record: logging.LogRecord) -> logging.LogRecord:
        told = logging.makeLogRecord(record.__dict__)
        told.msg, told.args = covered(record.getMessage()), ()
        if record.exc_info:
            told.exc_text, told.exc_info = covered(_plain.formatException(record.exc_info)), None
        return told


_plain = logging.Formatter()
SECRETS = re.compile(r"""\b[1-9TJQKA][SHDCBRGY]\b | \b[0-9a-f]{32,}\b | \bb'[^'\n]*' | \bb"[^"\n]*" """, re.VERBOSE)
"""Cards by their codes; seeds, in hexadecimal or as bytes."""


def covered(text: str) -> str:
    return SECRETS.sub("*", text)
