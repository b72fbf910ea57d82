"""The options for the chosen cards: buttons, marks on the cards that can be added, a hint."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.domain.moves import Move
from games.domain.position import Position

from .choices import Choice, ItemKey, Narrowed, narrow, said
from .moves import MoveButton, MoveWords

MOST_WIDER = 6


@dataclass(frozen=True, slots=True)
class Mark:
    """The mark of a card or build; `more`: it can be added to the choice. `id` is the element's."""

    id: str
    more: bool


@dataclass(frozen=True, slots=True)
class OptionsView:
    """The options. `exact` use the chosen cards and no others, `wider` need more; `asked` awaits confirmation."""

    exact: tuple[MoveButton, ...] = ()
    wider: tuple[MoveButton, ...] = ()
    hint: str = ""
    chosen: bool = False
    marks: tuple[Mark, ...] = ()
    asked: MoveButton | None = None


class Wishes(NamedTuple):
    """The viewer's wishes for help.

    `marks`: "possible" shows the cards that can be added and the possible moves, "legal" only whether the chosen cards
    may be played, "nothing" all moves that can be announced with them, legal or not; `confirm`: every move must be
    confirmed.
    """

    marks: str = "possible"
    confirm: bool = False


HELPED = Wishes()


def element_id(key: ItemKey) -> str:
    """`9D`, and for a build `4C5S`: fit for an id."""
    return key.strip("[]")


def options_view(
    position: Position, moves: Sequence[Move], choice: Choice, keys: Sequence[ItemKey], wishes: Wishes = HELPED
) -> OptionsView:
    """Return the options for the choice; `keys` are all hand cards and items, each of which gets a mark."""
    if choice.empty:
        return OptionsView(hint=_nothing_chosen(position), marks=_marks(keys, ()))
    found = found_moves(position, moves, choice, wishes)
    words = MoveWords(position)
    exact = tuple(map(words.button, found.exact))
    return OptionsView(
        exact=exact,
        wider=tuple(map(words.button, found.wider[:MOST_WIDER])),
        hint=_hint(found, wishes),
        chosen=True,
        marks=_marks(keys, found.hand | found.items),
        asked=next((button for button in exact if button.text == choice.asked), None),
    )


def found_moves(position: Position, moves: Sequence[Move], choice: Choice, wishes: Wishes) -> Narrowed:
    """The moves to be offered, by the viewer's wishes for help."""
    match wishes.marks:
        case "nothing":
            return Narrowed(said(position, choice), (), frozenset(), frozenset())
        case "legal":
            return Narrowed(narrow(moves, choice).exact, (), frozenset(), frozenset())
        case _:
            return narrow(moves, choice)


def _marks(keys: Sequence[ItemKey], more: Collection[ItemKey]) -> tuple[Mark, ...]:
    return tuple(Mark(element_id(key), key in more) for key in keys)


def _nothing_chosen(position: Position) -> str:
    if position.rules.matching.hand_cards == "one":
        return _("Choose a card from your hand.")
    return _("Choose one or more cards from your hand.")


def _hint(found: Narrowed, wishes: Wishes) -> str:
    if not found.exact and wishes.marks == "nothing":
        return _("Choose a card from your hand too.")
    if not found.exact and wishes.marks == "legal":
        return _("These cards alone make no move.")
    if not found.exact and not found.wider:
        return _("These cards cannot be used together now.")
    hidden = len(found.wider) - MOST_WIDER
    if hidden <= 0:
        return ""
    sentence = ngettext("There is %(hidden)d more way.", "There are %(hidden)d more ways.", hidden)
    return sentence % {"hidden": hidden} + " " + _("Choose cards on the table to see them.")
