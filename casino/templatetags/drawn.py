"""Pieces of a table that look the same whenever they show the same: rendered once, then cached."""

from functools import lru_cache
from typing import Any

from django import template
from django.template import Context
from django.template.defaulttags import CsrfTokenNode
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()

MOST_PIECES = 4096
"""Maximum number of cached pieces: some megabytes."""

TOKEN, NUMBER = "(token)", "(number)"
TOKEN_FIELD = CsrfTokenNode().render(Context({"csrf_token": TOKEN}))
"""Placeholders in a cached piece for a form's token and for a table's number."""


@register.simple_tag
def drawn(template_name: str, **shown: Any) -> SafeString:
    """Render a template with nothing in it but these values, which never change: `{% drawn "games/_card.html" card=card
    %}`. It must not contain a form, whose token is a secret."""
    return piece(template_name, get_language(), tuple(shown.items()))


@register.simple_tag(takes_context=True)
def drawn_forms(context: Context, template_name: str, **shown: Any) -> SafeString:
    """Render and cache forms that depend on no more than their user (`{% csrf_token %}`) and the table they were made
    for (`{{ seq }}`): both are put in each time."""
    text = piece(template_name, get_language(), (*shown.items(), ("csrf_token", TOKEN), ("seq", NUMBER)))
    token = CsrfTokenNode().render(context)
    return SafeString(text.replace(TOKEN_FIELD, token).replace(NUMBER, str(context["seq"])))


@lru_cache(MOST_PIECES)
def piece(template_name: str, _language: str | None, shown: tuple[tuple[str, Any], ...]) -> SafeString:
    return SafeString(render_to_string(template_name, dict(shown)))
