"""The baseline's only middleware that is not Django's."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase
from django.utils.decorators import sync_only_middleware


@sync_only_middleware
def one_thread(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Be synchronous, and nothing else. As the innermost middleware it lets Django's own handler run all of them in one
    thread; otherwise each would cost a switch to a thread and back."""
    return get_response
