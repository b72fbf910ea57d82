"""Parts of a page that are drawn anew while it is open."""

from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()

ATTRIBUTES = 'id="{0}" hx-get="{1}" hx-trigger="games:changed from:document" hx-select="#{0}" hx-swap="outerHTML"'


@register.simple_tag(takes_context=True)
def redrawn(context: dict[str, Any], part: str, address: str = "") -> SafeString:
    """The attributes of a part of the page that follows the viewer's games: `<div {% redrawn "running" %}>`.

    It is fetched from the address, by default that of the page.
    `static/js/pending_turns.js` says when; the page needs htmx. Elements in it keep the focus by their `id`, and with
    `hx-preserve` what was typed.
    """
    return format_html(ATTRIBUTES, part, address or context["request"].get_full_path())
