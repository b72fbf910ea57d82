"""Cards named in sentences: the rank and the suit never part, and the suit has its color."""

import re
from functools import lru_cache

from django import template
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString

from games.presenters.cards import CardView
from games.presenters.event_lines import EventLine

register = template.Library()

NAMED = re.compile("(?:10|[2-9AJQK])([♠♥♦♣])")
SUITS = {"♠": "spade", "♥": "heart", "♦": "diamond", "♣": "club"}


@register.filter
@lru_cache(4096, typed=True)  # safe text and other text stay apart
def card_signs(text: str) -> SafeString:
    """Mark every card in the text as one word: `{{ line.text|card_signs }}`."""
    marked = NAMED.sub(lambda found: f'<span class="c {SUITS[found[1]]}">{found[0]}</span>', conditional_escape(text))
    return SafeString(marked)


def line_signs(line: EventLine, player: str) -> SafeString:
    """The sentence on this player's play, with the name, the verb after it, and a build's value in one part, and the
    cards marked, and which of them were played."""
    name = str(conditional_escape(player))
    text = str(conditional_escape(line.text))
    before, found, after = text.partition(name) if name else (text, "", "")
    if found:
        words = r"^ (\w+) (\w+)" if line.kind == "build" else r"^(?: (\w+))?"
        told = r" <em>\1</em> <em>\2</em></span>" if line.kind == "build" else r" <em>\1</em></span>"
        text = f"{before}<span><b>{name}</b>" + re.sub(words, told, after)
    cards = {card.short: _sign(card, "") for card in line.taken} | {
        card.short: _sign(card, " played") for card in line.played
    }
    either = "|".join(rf"{re.escape(short)}\b" if short[-1] not in SUITS else short for short in cards)
    return SafeString(re.sub(either, lambda found: cards[found[0]], text) if cards else text)


def _sign(card: CardView, played: str) -> str:
    """The card as one word, in the rook pack with its color apart."""
    color = SUITS.get(card.short[-1], "")
    short = card.short if color else re.sub(r"\D+", _apart, card.short)
    return f'<span class="c {color}{played}">{short}</span>'


def _apart(color: re.Match[str]) -> str:
    return f'<i data-one="{color[0].strip()[:1].upper()}">{color[0]}</i>'
