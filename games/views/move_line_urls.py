"""Lines of moves in a URL."""

from collections.abc import Iterable
from urllib.parse import urlencode

from django.http import HttpRequest

from games.models import ACTION_TEXT_LENGTH

MAX_ENTRIES = 80
"""More than the number of cards in any deck."""


def requested_line(request: HttpRequest) -> list[str]:
    """The moves in the URL, up to the limit."""
    return [entry[:ACTION_TEXT_LENGTH] for entry in request.GET.getlist("line")[:MAX_ENTRIES]]


def hidden_fields(entries: Iterable[str], **more: object) -> list[tuple[str, object]]:
    """The hidden fields of a form at the practice table."""
    return [*more.items(), *(("line", entry) for entry in entries)]


def line_url(url: str, entries: Iterable[str], **more: object) -> str:
    query = urlencode(hidden_fields(entries, **more))
    return f"{url}?{query}" if query else url
