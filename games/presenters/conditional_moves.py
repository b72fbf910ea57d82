"""Conditional moves in words."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.domain.cards import PACKS, Card
from games.domain.conditional_moves import ConditionalMove, assumed_position
from games.domain.move_generation import legal_moves
from games.domain.notation import write_move
from games.domain.perspective import Perspective

from .cards import card_list, card_short
from .choices import in_order
from .moves import MoveWords

type Labels = list[tuple[str, str]]


class PlannedView(NamedTuple):
    """A conditional move in words; `conditions` besides the cards that it takes."""

    move: str
    conditions: tuple[str, ...]


def planned_views(perspective: Perspective, planned: Iterable[ConditionalMove]) -> list[PlannedView]:
    position = perspective.position()
    views = []
    for each in planned:
        words = MoveWords(assumed_position(position, each.present, each.absent))
        views.append(PlannedView(words.label(each.move), tuple(_conditions(each))))
    return views


def _conditions(planned: ConditionalMove) -> Iterator[str]:
    if planned.present:
        yield _("Must be on the table: %(cards)s.") % {"cards": card_list(planned.present)}
    if planned.absent:
        yield _("Must be gone: %(cards)s.") % {"cards": card_list(planned.absent)}


def table_labels(perspective: Perspective) -> Labels:
    """The cards on the table, those in builds too."""
    return [(card, card_short(card)) for card in perspective.position().table.cards]


def new_card_labels(perspective: Perspective) -> Labels:
    """The cards that may come to the table: those that the player has not seen in this round."""
    position, round_ = perspective.position(), perspective.round
    piles = round_.piles if round_ else ()
    seen = {*position.hand, *position.table.cards, *(card for pile in piles for card in pile)}
    return [(card, card_short(card)) for card in PACKS[perspective.rules.dealing.deck] if card not in seen]


def move_labels(perspective: Perspective, present: Iterable[Card], absent: Iterable[Card]) -> Labels:
    """The moves that the rules allow if the conditions come true, the best captures first."""
    position = assumed_position(perspective.position(), present, absent)
    words = MoveWords(position)
    return [(write_move(move), words.label(move)) for move in in_order(legal_moves(position))]
