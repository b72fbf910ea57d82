"""Unexpected errors: the page for them, and what reports of them contain.

An unavailable database has a separate page: the request was fine and can be repeated. Reports, in a developer's browser
or in mail, name the place in the code, and no values. Values on this site are hands, packs, seeds, passwords, and links
to other people's seats.
"""

import logging
import sys
from collections.abc import ItemsView
from types import FrameType
from typing import Any

from django.core.exceptions import DisallowedHost
from django.db import InterfaceError, InternalError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.template.loader import render_to_string
from django.views.debug import SafeExceptionReporterFilter
from django.views.defaults import bad_request, server_error

logger = logging.getLogger(__name__)

# --- the page -------------------------------------------------------------------------------------------------------


DATABASE_ERRORS = (OperationalError, InterfaceError, InternalError)
"""Errors of an unavailable database; the last is PostgreSQL's when it is read-only."""

RETRY_AFTER = 5  # seconds
MAX_HOST_LENGTH = 100


def handle_server_error(request: HttpRequest) -> HttpResponse:
    """The error page; Django calls this while it handles the exception. The page is written without the
    database."""
    if not isinstance(sys.exception(), DATABASE_ERRORS):
        return server_error(request)
    page = render_to_string("503.html", {"address": request.get_full_path() if request.method == "GET" else "/"})
    return HttpResponse(page, status=503, headers={"Retry-After": str(RETRY_AFTER), "Cache-Control": "no-store"})


def handle_bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The page for a request that makes no sense; for one to a host name that the site does not answer to, the page and
    a line of the log tell the host of the site what to set."""
    if not isinstance(exception, DisallowedHost):
        return bad_request(request, exception)
    name, _ = split_domain_port(request.headers.get("Host", ""))
    logger.warning("Refused: a request to the host name %r, which is not in ALLOWED_HOSTS.", name[:MAX_HOST_LENGTH])
    return HttpResponse(render_to_string("400_host.html", {"name": name[:MAX_HOST_LENGTH]}), status=400)


# --- reports --------------------------------------------------------------------------------------------------------


HIDDEN = "hidden"


class RedactingExceptionFilter(SafeExceptionReporterFilter):
    """Show the names of variables and of submitted fields, never their values; the same with DEBUG."""

    def is_active(self, request: HttpRequest | None) -> bool:  # noqa: ARG002  the same for every request
        return True

    def get_traceback_frame_variables(
        self,
        request: HttpRequest | None,  # noqa: ARG002  Django's signature
        tb_frame: FrameType,
    ) -> ItemsView[str, Any]:
        return dict.fromkeys(tb_frame.f_locals, HIDDEN).items()

    def get_post_parameters(self, request: HttpRequest | None) -> dict[str, Any]:
        return dict.fromkeys(request.POST, HIDDEN) if request else {}

    def get_safe_cookies(self, request: HttpRequest | None) -> dict[str, Any]:
        return dict.fromkeys(request.COOKIES, HIDDEN) if request else {}
