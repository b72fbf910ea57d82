"""Middleware of the whole site."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers
from django.utils.decorators import sync_only_middleware

from casino.limits import address_of
from casino.live_server.after_response import answering
from casino.logs import asked_for, note, person_of

REFUSALS = {403: "refused", 408: "too slow", 413: "too large", 429: "too often"}
"""Text logged for an answer with this status."""


@sync_only_middleware
def others_later(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Send the answer before the pushes to others that it causes, unless the view waits for those."""

    def answer(request: HttpRequest) -> HttpResponse:
        with answering():
            return get_response(request)

    return answer


@sync_only_middleware
def kept_to_oneself(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Forbid storing an answer, unless it says that it may be stored, and embedding it in pages of other sites: nearly
    every page shows who is logged in and which games wait."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if "Cache-Control" not in response:
            add_never_cache_headers(response)
        response.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        return response

    return answer


@sync_only_middleware
def refusals_noted(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Log refusals: no permission, a form that is not ours, too many requests, a body that is too large or too slow."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        what = REFUSALS.get(response.status_code)
        if what:
            note(what, page=asked_for(request), person=person_of(request), address=address_of(request))
        return response

    return answer
