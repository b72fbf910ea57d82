"""Portraits in templates."""

from collections.abc import Iterable
from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.presenters.portraits import Portrait
from games.presenters.seats import SeatView

register = template.Library()

MAX_FIGURES = 1024


@register.filter
def figure(number: int, seats: Iterable[SeatView]) -> SafeString:
    """Return the decorative portrait of the player on this seat, or nothing: `{{ line.seat|figure:table.seats }}`."""
    portrait = next((seat.portrait for seat in seats if seat.number == number), None)
    return _figure(portrait) if portrait else SafeString()


@lru_cache(MAX_FIGURES)
def _figure(portrait: Portrait) -> SafeString:
    return SafeString(render_to_string("games/seats/_figure.html", {"portrait": portrait, "decorative": True}).strip())
