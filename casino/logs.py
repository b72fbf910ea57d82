"""What may stand in a log: an address may hold a way into somebody's seat or account."""

import logging

from django.http import HttpRequest


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
