"""Portraits in templates."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.presenters.event_lines import EventLine
from games.presenters.portraits import Portrait
from games.presenters.seats import SeatView

from .card_signs import card_signs, line_signs

register = template.Library()

MAX_FIGURES = 1024
MAX_LINES = 4096


@register.filter
def figure(number: int, seats: Iterable[SeatView]) -> SafeString:
    """The decorative portrait of the player on this seat, or nothing: `{{ line.seat|figure:table.seats }}`."""
    portrait = next((seat.portrait for seat in seats if seat.number == number), None)
    return _figure(portrait) if portrait else SafeString()


@lru_cache(MAX_FIGURES)
def _figure(portrait: Portrait) -> SafeString:
    return SafeString(
        render_to_string("games/seats/_portrait.html#figure", {"portrait": portrait, "decorative": True}).strip()
    )


@register.simple_tag
def log_lines(lines: Sequence[EventLine], seats: Iterable[SeatView], css_class: str = "") -> SafeString:
    """The sentences as items of a list, the latest first, each with the portrait of its player."""
    portraits = {seat.number: seat.portrait for seat in seats}
    items = (_log_line(line.kind, portraits.get(line.seat), line.text, css_class) for line in _latest_first(lines))
    return SafeString("".join(items))


def _latest_first(lines: Sequence[EventLine]) -> Iterator[EventLine]:
    """What a play left behind comes below it all the same."""
    below: list[EventLine] = []
    for line in reversed(lines):
        if line.kind == "behind":
            below.append(line)
        else:
            yield line
            yield from below
            below = []
    yield from below


@lru_cache(MAX_LINES)
def _log_line(kind: str, portrait: Portrait | None, text: str, css_class: str) -> SafeString:
    figure, style = _figure(portrait) if portrait else "", format_html(' class="{}"', css_class) if css_class else ""
    return format_html('<li class="{}">{}<span{}>{}</span></li>', kind, figure, style, card_signs(text))


@register.simple_tag
def latest_plays(plays: Sequence[EventLine], seats: Iterable[SeatView]) -> SafeString:
    """The plays as items of a list, each with the portrait of its player."""
    players = {seat.number: (seat.portrait, seat.name) for seat in seats}
    return SafeString("".join(_play(line, *players.get(line.seat, (None, ""))) for line in plays))


@lru_cache(MAX_LINES)
def _play(line: EventLine, portrait: Portrait | None, player: str) -> SafeString:
    figure, text = _figure(portrait) if portrait else "", SafeString(line_signs(line, player).removesuffix("."))
    then = format_html(" <small>{}</small>", card_signs(line.then)) if line.then else ""
    return format_html('<li class="{}">{}<span>{}</span>{}</li>', line.kind, figure, text, then)
