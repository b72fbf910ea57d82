"""What may stand in a log: an address may hold a way into somebody's seat or account, a fault may name cards."""

import logging
import re
from datetime import datetime
from typing import Any

from django.http import HttpRequest
from pythonjsonlogger.core import RESERVED_ATTRS
from pythonjsonlogger.json import JsonFormatter

security = logging.getLogger("casino.security")


def note(happening: str, **told: str | int | None) -> None:
    """A line about who came in, was turned away, or changed how they come in; one field each where lines are JSON.
    Nothing that somebody has typed is told: a password is soon typed into the wrong field."""
    known = {name: value for name, value in told.items() if value not in (None, "")}
    words = " ".join(f"{name}={value}" for name, value in known.items())
    security.info("%s: %s", happening, words, extra={"happening": happening, **known})


def person_of(request: HttpRequest) -> int | None:
    """The number of the person, where it is known."""
    user = getattr(request, "user", None)
    return user.pk if user is not None and user.is_authenticated else None


def logging_to_the_terminal(layout: str, level: str) -> dict[str, Any]:
    """What Django's LOGGING is set to. `layout` is "plain" or "json", `level` what Django itself is heard from."""
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
            "django.request": {"level": "ERROR"},  # a page that is not there is nobody's worry
            "django.security.csrf": {"level": "ERROR"},  # told as a refusal
            "django.security.DisallowedModelAdminLookup": {"level": "CRITICAL"},  # so is this
            "casino.security": {"level": "INFO"},
        },
    }


class ZonedFormatter(logging.Formatter):
    """Times in the site's time zone with the UTC offset, as in `2026-01-31T18:30:00.250+01:00`."""

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: ARG002, N802  logging's
        return datetime.fromtimestamp(record.created).astimezone().isoformat(timespec="milliseconds")


class ZonedJsonFormatter(ZonedFormatter, JsonFormatter):
    """Lines of one JSON object each."""


class WithoutAddresses(logging.Filter):
    """Names the page instead of its address. The record itself stays as it is for other handlers."""

    def filter(self, record: logging.LogRecord) -> logging.LogRecord:
        request = getattr(record, "request", None)
        if not isinstance(request, HttpRequest) or not isinstance(record.args, tuple):
            return record
        told = logging.makeLogRecord(record.__dict__)
        told.args = tuple(asked_for(request) if arg == request.path else arg for arg in record.args)
        return told


def asked_for(request: HttpRequest) -> str:
    """Its name, like games:table, and never an address."""
    match = request.resolver_match
    return f"{request.method} {match.view_name if match else 'an unknown address'}"


class Covered(logging.Filter):
    """No line shows a card or a seed: what is said of an error is, now and then, what it was about. The record itself
    stays as it is for other handlers."""

    def filter(self, record: logging.LogRecord) -> logging.LogRecord:
        told = logging.makeLogRecord(record.__dict__)
        told.msg, told.args = covered(record.getMessage()), ()
        if record.exc_info:
            told.exc_text, told.exc_info = covered(_plain.formatException(record.exc_info)), None
        return told


_plain = logging.Formatter()
SECRETS = re.compile(r"""\b[1-9TJQKA][SHDCBRGY]\b | \b[0-9a-f]{32,}\b | \bb'[^'\n]*' | \bb"[^"\n]*" """, re.VERBOSE)
"""Cards by their codes; seeds, written out or as bytes."""


def covered(text: str) -> str:
    return SECRETS.sub("*", text)
