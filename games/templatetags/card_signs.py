"""Cards named in sentences: the rank and the suit never part, and the suit has its color."""

import re
from functools import lru_cache

from django import template
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString

register = template.Library()

NAMED = re.compile("(?:10|[2-9AJQK])([♠♥♦♣])")
SUITS = {"♠": "spade", "♥": "heart", "♦": "diamond", "♣": "club"}


@register.filter
@lru_cache(4096, typed=True)  # safe text and other text stay apart
def card_signs(text: str) -> SafeString:
    """Mark every card in the text as one word: `{{ line.text|card_signs }}`."""
    marked = NAMED.sub(lambda found: f'<span class="c {SUITS[found[1]]}">{found[0]}</span>', conditional_escape(text))
    return SafeString(marked)
