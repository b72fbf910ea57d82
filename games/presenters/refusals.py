"""Refusals in the reader's language."""

from collections.abc import Mapping
from itertools import batched

from django.utils.translation import gettext as _

from games.domain.cards import CARD_INDEX, Card
from games.domain.messages import Message
from games.domain.refusal import TEMPLATES, Refusal

from .cards import card_list, card_short


def refusal_words(refusal: Refusal, templates: Mapping[str, str] = TEMPLATES) -> str:
    """The refusal's sentence, its cards as signs: “You do not hold the 9♦.”"""
    return sentence_words(Message(templates[refusal.key], dict(refusal.args)))


def sentence_words(message: Message) -> str:
    """An engine's sentence in the reader's language."""
    return _(message.template) % {name: _readable(gap) for name, gap in message.params.items()}


def _readable(value: str | Message) -> str:
    """Cards and builds by their signs, “9♦”, “build 4♣ 5♠”; any other text as it is."""
    if isinstance(value, Message):
        return sentence_words(value)
    if value in CARD_INDEX:
        return card_short(Card(value))
    codes = ["".join(pair) for pair in batched(value.strip("[]"), 2)]
    if value.startswith("[") and all(code in CARD_INDEX for code in codes):
        return _("build %(cards)s") % {"cards": card_list(map(Card, codes))}
    return value
