"""Pieces of a table that look the same whenever they show the same: drawn once, then remembered."""

from functools import lru_cache
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()

MOST_PIECES = 4096
"""How many are remembered: some megabytes."""


@register.simple_tag
def drawn(template_name: str, **shown: Any) -> SafeString:
    """A template with nothing in it but what is named here, all of it values that never change: `{% drawn
    "games/_card.html" card=card %}`. There must be no form in it: what stands in a form's token is a secret."""
    return piece(template_name, get_language(), tuple(shown.items()))


@lru_cache(MOST_PIECES)
def piece(template_name: str, _language: str | None, shown: tuple[tuple[str, Any], ...]) -> SafeString:
    return SafeString(render_to_string(template_name, dict(shown)))
