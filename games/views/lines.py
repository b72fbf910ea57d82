"""Moves that stand in an address, one after the other."""

from collections.abc import Iterable
from urllib.parse import urlencode

from django.http import HttpRequest

from games.models import ENTRY_LENGTH

MOST_ENTRIES = 80
"""More than a pack has cards."""


def sent_line(request: HttpRequest) -> list[str]:
    """The moves of the address, as many as are looked at."""
    return [entry[:ENTRY_LENGTH] for entry in request.GET.getlist("line")[:MOST_ENTRIES]]


def fixed_fields(entries: Iterable[str], **more: object) -> list[tuple[str, object]]:
    """What a form at the trial table sends along."""
    return [*more.items(), *(("line", entry) for entry in entries)]


def here(address: str, entries: Iterable[str], **more: object) -> str:
    """The address with these moves in it."""
    query = urlencode(fixed_fields(entries, **more))
    return f"{address}?{query}" if query else address
