"""Cards named in a text: by code, by sign, in words."""

import re
from collections.abc import Iterable
from functools import cache

from games.domain.cards import PACKS, Card
from games.presenters.cards import card_name, card_short
from games.presenters.categories import CATEGORY_WORDS

DRAWINGS = re.compile(r"<symbol.*</symbol>", re.DOTALL)


def named_in(text: str, cards: Iterable[str]) -> list[str]:
    """Return those of the cards that the text names. Texts on every score sheet about the rules do not count."""
    text = DRAWINGS.sub("", text)
    pattern, meant = every_name()
    for label in (str(words.title) for words in CATEGORY_WORDS.values()):
        text = text.replace(label, "") if pattern.search(label) else text
    return sorted(set(cards) & {meant[found.lower()] for found in pattern.findall(text)})


@cache
def every_name() -> tuple[re.Pattern[str], dict[str, str]]:
    """Return a pattern for any name of any card, and the card that each name, in small letters, means."""
    codes = sorted({str(code) for pack in PACKS.values() for code in pack})
    words = {name.lower(): code for code in codes for name in (card_short(Card(code)), card_name(Card(code)))}
    names = "|".join(map(re.escape, words))
    found = re.compile(rf"(?<![0-9A-Za-z])(?:{'|'.join(codes)}|(?i:{names}))(?![0-9A-Za-z])")
    return found, words | {code.lower(): code for code in codes}
