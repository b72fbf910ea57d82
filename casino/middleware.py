"""Middleware of the whole site."""

from collections.abc import Callable

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers
from django.utils.decorators import sync_only_middleware

from casino.live_server.after_response import defer_until_response
from casino.logs import log_security_event, request_name, request_person_id
from casino.rate_limits import client_address
from casino.sessions import SessionStore

REFUSALS = {403: "refused", 408: "too slow", 413: "too large", 429: "too often"}
"""Event logged for a response with this status."""


@sync_only_middleware
def defer_broadcasts(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Send broadcasts after the response that causes them is made."""

    def middleware(request: HttpRequest) -> HttpResponse:
        with defer_until_response():
            return get_response(request)

    return middleware


@sync_only_middleware
def default_no_store(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Forbid storing a response, unless it allows it, and embedding it in pages of other sites: nearly every page shows
    the user's name and waiting games."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if "Cache-Control" not in response:
            add_never_cache_headers(response)
        response.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        return response

    return middleware


@sync_only_middleware
def ask_to_log_in_again(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Lead to the login, whose page says why, where a move or a form fails because SECRET_KEY has changed."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        failed = request.method == "POST" and response.status_code in {403, 404}
        if not failed or not isinstance(request.session, SessionStore) or not request.session.is_of_another_key():
            return response
        return (
            HttpResponse(headers={"HX-Refresh": "true"}) if "HX-Request" in request.headers else redirect_to_login("/")
        )

    return middleware


@sync_only_middleware
def log_refusals(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Log refusals: no permission, a form of another site, too many requests, a body that is too large or too slow."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        event = REFUSALS.get(response.status_code)
        if event:
            log_security_event(
                event, page=request_name(request), person=request_person_id(request), address=client_address(request)
            )
        return response

    return middleware
