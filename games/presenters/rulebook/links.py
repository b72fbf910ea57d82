"""Refusals with a link to their rule."""

from collections.abc import Mapping

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.domain.refusal import TEMPLATES, Refusal
from games.presenters.refusals import refusal_words

from .option_text import anchor_of
from .page import NUMBERS


def linked_refusal(refusal: Refusal, page: str, templates: Mapping[str, str] = TEMPLATES) -> str | SafeString:
    """The refusal's sentence; its rule links to its place on the game's rules page, at the address `page`."""
    if refusal.rule not in NUMBERS:
        return refusal_words(refusal, templates)
    sentence = refusal_words(refusal._replace(rule=""), templates)
    number = _("(rule %(rule)s)") % {"rule": refusal.rule}
    return format_html('{} <a href="{}#{}">{}</a>', sentence, page, anchor_of(refusal.rule), number)
