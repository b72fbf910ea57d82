"""Middleware of the whole site."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase
from django.utils.decorators import sync_only_middleware


@sync_only_middleware
def one_thread(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Does nothing but be synchronous. As the innermost, it lets Django run all middleware and the view in one
    thread; otherwise each middleware would cost a hop into a thread and back."""
    return get_response
