"""Lines of moves in a URL."""

from collections.abc import Iterable
from urllib.parse import urlencode

from django.http import HttpRequest

from games.models import ENTRY_LENGTH

MOST_ENTRIES = 80
"""More than the number of cards in any deck."""


def sent_line(request: HttpRequest) -> list[str]:
    """Return the moves in the URL, up to the limit."""
    return [entry[:ENTRY_LENGTH] for entry in request.GET.getlist("line")[:MOST_ENTRIES]]


def fixed_fields(entries: Iterable[str], **more: object) -> list[tuple[str, object]]:
    """Return the hidden fields of a form at the practice table."""
    return [*more.items(), *(("line", entry) for entry in entries)]


def here(address: str, entries: Iterable[str], **more: object) -> str:
    """Return the URL with these moves in it."""
    query = urlencode(fixed_fields(entries, **more))
    return f"{address}?{query}" if query else address
