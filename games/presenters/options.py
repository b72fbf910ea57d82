"""What can be done with the chosen cards: buttons, marks on the cards that can be added, a hint."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.domain.moves import Move
from games.domain.position import Position

from .choices import Choice, ItemKey, Narrowed, narrow
from .moves import MoveButton, MoveWords

MOST_WIDER = 6


@dataclass(frozen=True, slots=True)
class Mark:
    """Whether one card or build can be added to what is chosen. `id` is the element's."""

    id: str
    more: bool


@dataclass(frozen=True, slots=True)
class OptionsView:
    """`exact` use the chosen cards and no others, `wider` need more."""

    exact: tuple[MoveButton, ...] = ()
    wider: tuple[MoveButton, ...] = ()
    hint: str = ""
    chosen: bool = False
    marks: tuple[Mark, ...] = ()


def element_id(key: ItemKey) -> str:
    """`9D`, and for a build `4C5S`: fit for an id."""
    return key.strip("[]")


def options_view(position: Position, moves: Sequence[Move], choice: Choice, keys: Sequence[ItemKey]) -> OptionsView:
    """What the choice allows; `keys` are all hand cards and items, of which each gets its mark."""
    if choice.empty:
        return OptionsView(
            hint=_nothing_chosen(position), marks=tuple(Mark(element_id(key), more=False) for key in keys)
        )
    found = narrow(moves, choice)
    words = MoveWords(position)
    return OptionsView(
        exact=tuple(map(words.button, found.exact)),
        wider=tuple(map(words.button, found.wider[:MOST_WIDER])),
        hint=_hint(found),
        chosen=True,
        marks=tuple(Mark(element_id(key), key in found.hand or key in found.items) for key in keys),
    )


def _nothing_chosen(position: Position) -> str:
    if position.rules.matching.hand_cards == "one":
        return _("Choose a card from your hand.")
    return _("Choose one or more cards from your hand.")


def _hint(found: Narrowed) -> str:
    if not found.exact and not found.wider:
        return _("These cards cannot be used together now.")
    hidden = len(found.wider) - MOST_WIDER
    if hidden <= 0:
        return ""
    sentence = ngettext("There is %(hidden)d more way.", "There are %(hidden)d more ways.", hidden)
    return sentence % {"hidden": hidden} + " " + _("Choose cards on the table to see them.")
