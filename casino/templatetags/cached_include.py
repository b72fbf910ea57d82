"""Template fragments that look the same whenever they show the same values: rendered once, then cached."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from django import template
from django.template import Context, Engine
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()

MAX_FRAGMENTS = 4096
"""Maximum number of cached fragments: some megabytes."""


@register.simple_tag
def cached_include(template_name: str, **values: Any) -> SafeString:
    """Render a template with only these immutable values: `{% cached_include "games/cards/_card.html" card=card %}`.

    It must not contain a form, whose token is a secret, and shows numbers as they are.
    """
    return _render(template_name, get_language(), tuple(values.items()))


@register.simple_tag
def cached_each(template_name: str, each: str, items: Iterable[Any], **values: Any) -> SafeString:
    """The same for each of these items: `{% cached_each "games/cards/_card.html" "card" cards %}`."""
    language, others = get_language(), tuple(values.items())
    return SafeString("".join(_render(template_name, language, ((each, item), *others)) for item in items))


@lru_cache(MAX_FRAGMENTS)
def _render(template_name: str, _language: str | None, values: tuple[tuple[str, Any], ...]) -> SafeString:
    return Engine.get_default().get_template(template_name).render(Context(dict(values), use_l10n=False))
