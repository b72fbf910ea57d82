"""Clues to what the others hold, in words."""

from typing import NamedTuple

from django.utils.translation import gettext as _

from games.domain.cards import Card
from games.domain.perspective import Perspective
from games.domain.table import Value

from .cards import card_list, value_words
from .names import Names


class HandClue(NamedTuple):
    """A clue to a seat's hand: it `holds` a card of this value, or probably none, because it left these cards."""

    seat: int
    value: Value
    holds: bool
    cards: tuple[Card, ...] = ()


def clue_sentence(perspective: Perspective, clue: HandClue) -> str:
    """Return the clue in words: “Ben owns the build of 9, so they hold a card that takes it.”"""
    words = {
        "player": Names(perspective).seat(clue.seat),
        "cards": card_list(clue.cards),
        "value": value_words(clue.value),
        "plural": value_words(clue.value, multiple=True),
    }
    if clue.holds:
        return _("%(player)s owns the build of %(value)s, so they hold a card that takes it.") % words
    if len(clue.cards) == 1:
        return _("%(player)s didn’t take %(cards)s, so they probably hold no %(plural)s.") % words
    return _("%(player)s didn’t take %(cards)s, which make %(value)s, so they probably hold no %(plural)s.") % words
