"""Middleware of the whole site."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers
from django.utils.decorators import sync_only_middleware

from casino.limits import address_of
from casino.live_server.after_response import answering
from casino.logs import asked_for, note, person_of

REFUSALS = {403: "refused", 408: "too slow", 413: "too large", 429: "too often"}
"""What is written into the log of an answer with this status."""


@sync_only_middleware
def others_later(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Whoever asks has the answer first, unless it waits for those who look on; then they hear of it."""

    def answer(request: HttpRequest) -> HttpResponse:
        with answering():
            return get_response(request)

    return answer


@sync_only_middleware
def kept_to_oneself(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """What is not said to be for keeping is kept by nobody, and no other site may lay it into its own pages: nearly
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
    """Who is turned away, from a page that is not theirs, with a form that is not ours, for coming too often, or with a
    body that is too large or too slow."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        what = REFUSALS.get(response.status_code)
        if what:
            note(what, page=asked_for(request), person=person_of(request), address=address_of(request))
        return response

    return answer
