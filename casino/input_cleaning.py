"""Cleaning of submitted text: marks that reverse its direction are removed before a form reads it."""

import re
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.decorators import sync_only_middleware

BIDI_CONTROLS = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""Embeddings, overrides and isolates: they can make a text read differently from the way it is stored, and reverse the
text around it. Marks of direction (U+200E, U+200F, U+061C) stay: honest right-to-left text needs them, and they
reverse nothing."""

SECRET = re.compile(r"password|^(code|credential|secret|token|auth)$")
"""Names of fields that hold secrets: passwords, codes, passkeys, keys."""


def is_secret(field: str) -> bool:
    return SECRET.search(field) is not None


def strip_bidi_controls(data: QueryDict) -> QueryDict:
    """The same data without bidirectional controls; secrets stay as they were typed."""
    if not any(BIDI_CONTROLS.search(value) for _name, values in data.lists() for value in values):
        return data
    cleaned = data.copy()
    for name, values in data.lists():
        if not is_secret(name):
            cleaned.setlist(name, [BIDI_CONTROLS.sub("", value) for value in values])
    return cleaned


@sync_only_middleware
class InputCleaningMiddleware:
    """Clean the posted data and the query string, for every form of the site and of its libraries."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: Any) -> None:
        """Clean after the form's token has been checked."""
        request.GET = strip_bidi_controls(request.GET)  # type: ignore[assignment]  # Django's own is not to be changed
        if request.method == "POST":
            request.POST = strip_bidi_controls(request.POST)  # type: ignore[assignment]
