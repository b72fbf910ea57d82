"""What may stand in a log: an address may hold a way into somebody's seat or account, a fault may name cards."""

import logging
import re
from typing import Any

from django.http import HttpRequest
from pythonjsonlogger.core import RESERVED_ATTRS


def logging_to_the_terminal(layout: str, level: str) -> dict[str, Any]:
    """What Django's LOGGING is set to. `layout` is "plain" or "json", `level` what Django itself is heard from."""
    formats = {
        "plain": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
        "json": {
            "()": "pythonjsonlogger.json.JsonFormatter",
            "fmt": ["asctime", "levelname", "name", "process", "message"],
            "rename_fields": {"asctime": "at", "levelname": "level", "name": "logger"},
            "reserved_attrs": [*RESERVED_ATTRS, "request", "status_code"],
        },
    }
    filters = {"discreet": {"()": "casino.logs.Discreet"}, "covered": {"()": "casino.logs.Covered"}}
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
        },
    }


class Discreet(logging.Filter):
    """Names the page instead of its address. The record itself stays as it is for other handlers."""

    def filter(self, record: logging.LogRecord) -> logging.LogRecord:
        request = getattr(record, "request", None)
        if not isinstance(request, HttpRequest) or not isinstance(record.args, tuple):
            return record
        told = logging.makeLogRecord(record.__dict__)
        told.args = tuple(page_of(request) if arg == request.path else arg for arg in record.args)
        return told


def page_of(request: HttpRequest) -> str:
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
