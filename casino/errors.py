"""The page for unexpected errors. A database that is away gets a page of its own: the request was fine and can be
repeated."""

import sys

from django.db import InterfaceError, InternalError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.defaults import server_error

AWAY = (OperationalError, InterfaceError, InternalError)
"""Errors of a database that is away; the last is PostgreSQL's when it is read-only."""

WAIT = 5  # seconds


def failed(request: HttpRequest) -> HttpResponse:
    """Return the error page; Django calls this while it handles the exception. The page is written without the
    database."""
    if not isinstance(sys.exception(), AWAY):
        return server_error(request)
    page = render_to_string("503.html", {"address": request.get_full_path() if request.method == "GET" else "/"})
    return HttpResponse(page, status=503, headers={"Retry-After": str(WAIT), "Cache-Control": "no-store"})
