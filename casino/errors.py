"""The page for what should not have happened. A database that is away is told apart: nothing is wrong with what was
asked for, and it can be asked again."""

import sys

from django.db import InterfaceError, InternalError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.defaults import server_error

AWAY = (OperationalError, InterfaceError, InternalError)
"""The last is what PostgreSQL says when it only reads."""

WAIT = 5  # seconds


def failed(request: HttpRequest) -> HttpResponse:
    """Called by Django while the exception is being handled. The page is written without a look at the database."""
    if not isinstance(sys.exception(), AWAY):
        return server_error(request)
    page = render_to_string("503.html", {"address": request.get_full_path() if request.method == "GET" else "/"})
    return HttpResponse(page, status=503, headers={"Retry-After": str(WAIT), "Cache-Control": "no-store"})
