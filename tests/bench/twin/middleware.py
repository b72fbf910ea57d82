"""The one piece of it that is not Django's."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase
from django.utils.decorators import sync_only_middleware


@sync_only_middleware
def one_thread(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Does nothing but be synchronous. As the innermost, it lets Django's own handler run all middleware in one thread;
    otherwise each would cost a hop into a thread and back."""
    return get_response
