"""Middleware of the whole site."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import add_never_cache_headers
from django.utils.decorators import sync_only_middleware


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
def one_thread(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Does nothing but be synchronous. As the innermost, it lets Django run all middleware and the view in one
    thread; otherwise each middleware would cost a hop into a thread and back."""
    return get_response
