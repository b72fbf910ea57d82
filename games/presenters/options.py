"""What can be done with the chosen cards: buttons, marks on the cards that can be added, a hint."""

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
    """Whether one card or build can be added to what is chosen. `id` is the element's."""

    id: str
    more: bool


@dataclass(frozen=True, slots=True)
class OptionsView:
    """`exact` use the chosen cards and no others, `wider` need more; `asked` is to be played if the player says yes."""

    exact: tuple[MoveButton, ...] = ()
    wider: tuple[MoveButton, ...] = ()
    hint: str = ""
    chosen: bool = False
    marks: tuple[Mark, ...] = ()
    asked: MoveButton | None = None


class Wishes(NamedTuple):
    """How the viewer likes to be helped. `marks`: "possible" shows what can be added and done, "legal" only whether
    what is chosen may be played, "nothing" what can be said of it, right or wrong; `confirm`: every move is asked
    about once more."""

    marks: str = "possible"
    confirm: bool = False


HELPED = Wishes()


def element_id(key: ItemKey) -> str:
    """`9D`, and for a build `4C5S`: fit for an id."""
    return key.strip("[]")


def options_view(
    position: Position, moves: Sequence[Move], choice: Choice, keys: Sequence[ItemKey], wishes: Wishes = HELPED
) -> OptionsView:
    """What the choice allows; `keys` are all hand cards and items, of which each gets its mark."""
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
    """The moves to be offered, as far as the viewer wishes to be helped."""
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
