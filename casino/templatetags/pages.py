"""URLs in templates that are rendered with every move."""

from functools import lru_cache

from django import template
from django.urls import get_script_prefix, reverse

register = template.Library()

MAX_CACHED = 4096


@register.simple_tag
def page(name: str, public_id: str) -> str:
    """Django's `url` with a cache, for pages that are about one thing: `{% page "games:play" public_id %}`."""
    return _address(name, public_id, get_script_prefix())


@lru_cache(MAX_CACHED)
def _address(name: str, public_id: str, _prefix: str) -> str:
    return reverse(name, args=[public_id])
