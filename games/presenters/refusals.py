"""Refusals in the reader's language, with the rules they are based on."""

from collections.abc import Mapping
from itertools import batched

from django.utils.translation import gettext as _

from games.domain.cards import ORDER, Card
from games.domain.refusal import TEMPLATES, Refusal
from games.domain.sentences import Sentence

from .cards import card_list, card_short


def refusal_words(refusal: Refusal, templates: Mapping[str, str] = TEMPLATES) -> str:
    """The refusal's sentence, its cards as signs: “You do not hold the 9♦. (rule 4.1)”."""
    sentence = sentence_words(Sentence(templates[refusal.case], dict(refusal.args)))
    if not refusal.rule:
        return sentence
    return _("%(sentence)s (rule %(rule)s)") % {"sentence": sentence, "rule": refusal.rule}


def sentence_words(told: Sentence) -> str:
    """An engine's sentence in the reader's language."""
    return _(told.template) % {name: _readable(gap) for name, gap in told.gaps.items()}


def _readable(value: str | Sentence) -> str:
    """Cards and builds by their signs, “9♦”, “build 4♣ 5♠”; any other text as it is."""
    if isinstance(value, Sentence):
        return sentence_words(value)
    if value in ORDER:
        return card_short(Card(value))
    codes = ["".join(pair) for pair in batched(value.strip("[]"), 2)]
    if value.startswith("[") and all(code in ORDER for code in codes):
        return _("build %(cards)s") % {"cards": card_list(map(Card, codes))}
    return value
