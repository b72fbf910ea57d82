"""The page for unexpected errors. An unavailable database has a separate page: the request was fine and can be
repeated."""

import sys

from django.db import InterfaceError, InternalError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.defaults import server_error

DATABASE_ERRORS = (OperationalError, InterfaceError, InternalError)
"""Errors of an unavailable database; the last is PostgreSQL's when it is read-only."""

RETRY_AFTER = 5  # seconds


def handle_server_error(request: HttpRequest) -> HttpResponse:
    """Return the error page; Django calls this while it handles the exception. The page is written without the
    database."""
    if not isinstance(sys.exception(), DATABASE_ERRORS):
        return server_error(request)
    page = render_to_string("503.html", {"address": request.get_full_path() if request.method == "GET" else "/"})
    return HttpResponse(page, status=503, headers={"Retry-After": str(RETRY_AFTER), "Cache-Control": "no-store"})
