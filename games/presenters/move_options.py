"""The options for the chosen cards: buttons, marks on the cards that can be added, a hint."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.domain.cards import sort_cards
from games.domain.move_validation import validate_move
from games.domain.moves import AddAndPlay, Capture, Move, PluckAndPlay, Trail, play_of
from games.domain.position import Position

from .cards import card_short
from .choices import Choice, ItemKey, MatchingMoves, build_key, filter_moves, pseudo_legal_moves, stolen_key
from .moves import MoveButton, MoveWords
from .refusals import refusal_words
from .selection import MAX_ITEMS, Selection, selected_cards, selection_reason

MAX_EXTENDING = 6


@dataclass(frozen=True, slots=True)
class Mark:
    """The mark of a card or build; `can_add`: it can be added to the choice. `id` is the element's."""

    id: str
    can_add: bool


@dataclass(frozen=True, slots=True)
class MoveOptionsView:
    """The options. `matching` use the chosen cards and no others, `extending` need more.

    `to_confirm` awaits confirmation.
    """

    matching: tuple[MoveButton, ...] = ()
    extending: tuple[MoveButton, ...] = ()
    hint: str = ""
    chosen: bool = False
    marks: tuple[Mark, ...] = ()
    to_confirm: MoveButton | None = None

    @property
    def only_one(self) -> bool:
        """Exactly one move fits the choice."""
        return len(self.matching) + len(self.extending) == 1


class HelpLevel(NamedTuple):
    """The help that the viewer wants.

    `marks`: "possible" shows the cards that can be added and the possible moves, "legal" only whether the chosen cards
    may be played, "nothing" all moves that can be announced with them, legal or not; `confirm`: every move must be
    confirmed.
    """

    marks: str = "possible"
    confirm: bool = False


DEFAULT_HELP = HelpLevel()


def element_id(key: ItemKey) -> str:
    """`9D`, for a build `4C5S`, for a card that can be stolen `8C-2`: fit for an id."""
    return key.strip("[]").replace("@", "-")


def move_options_view(
    position: Position,
    moves: Sequence[Move],
    choice: Choice,
    keys: Sequence[ItemKey],
    help_level: HelpLevel = DEFAULT_HELP,
) -> MoveOptionsView:
    """The options for the choice; `keys` are all hand cards and items, each of which gets a mark.

    With nothing chosen on the table, the trail comes second, in view, after the first capture or build that needs more
    cards; before all, what a hint has advised. The first button is the primary one; a trail that was not advised only
    where the seat can take nothing, and never for a viewer who wants no help.
    """
    if choice.empty:
        return MoveOptionsView(hint=_nothing_chosen(position), marks=_marks(keys, ()))
    offered = offered_moves(position, moves, choice, help_level)
    words = MoveWords(position)
    exact, wider = (
        [words.button(move, in_full=not choice.hand) for move in some] for some in (offered.matching, offered.extending)
    )
    shown = wider[:MAX_EXTENDING]
    exact.sort(key=lambda button: button.text != choice.advised)
    advised = any(button.text == choice.advised for button in exact)
    first, more = (exact, shown) if choice.items or advised else ([*shown[:1], *exact, *shown[1:]], [])
    trails = all(button.kind == "trail" for button in first or more)
    if advised or not trails or (help_level.marks == "possible" and not _can_capture(moves)):
        buttons = first or more
        buttons[:1] = [replace(button, primary=True) for button in buttons[:1]]
    if exact or wider:
        hint = _hint(position, moves, choice, offered, help_level)
    else:
        hint = _no_move(position, choice, help_level)
    return MoveOptionsView(
        matching=tuple(first),
        extending=tuple(more),
        hint=hint,
        chosen=True,
        marks=_marks(keys, offered.hand | offered.items),
        to_confirm=next((button for button in exact if button.text == choice.to_confirm), None),
    )


def _can_capture(moves: Sequence[Move]) -> bool:
    return any(isinstance(play_of(move), Capture) for move in moves)


def offered_moves(position: Position, moves: Sequence[Move], choice: Choice, help_level: HelpLevel) -> MatchingMoves:
    """The moves to be offered, by the help that the viewer wants."""
    if help_level.marks == "nothing":
        added = tuple(move for move in filter_moves(moves, choice).matching if isinstance(move, AddAndPlay))
        return MatchingMoves((*pseudo_legal_moves(position, choice), *added), (), frozenset(), frozenset())
    offered = filter_moves(moves, choice)
    if not offered.matching:  # of a crowded table not all moves are listed
        offered = offered._replace(matching=_legal_moves_with(position, choice))
    return offered if help_level.marks == "possible" else MatchingMoves(offered.matching, (), frozenset(), frozenset())


def _legal_moves_with(position: Position, choice: Choice) -> tuple[Move, ...]:
    """The legal moves that use exactly the choice, each judged by itself."""
    if len(choice.items) > MAX_ITEMS:
        return ()
    return tuple(move for move in pseudo_legal_moves(position, choice) if validate_move(position, move) is None)


def _marks(keys: Sequence[ItemKey], more: Collection[ItemKey]) -> tuple[Mark, ...]:
    return tuple(Mark(element_id(key), key in more) for key in keys)


def _nothing_chosen(position: Position) -> str:
    if position.rules.matching.hand_cards == "one":
        return _("Choose a card from your hand.")
    return _("Choose one or more cards from your hand.")


def _hint(
    position: Position, moves: Sequence[Move], choice: Choice, offered: MatchingMoves, help_level: HelpLevel
) -> str:
    """The sentence beside the moves that are offered."""
    hidden = len(offered.extending) - MAX_EXTENDING
    if hidden > 0:
        sentence = ngettext("There is %(hidden)d more option.", "There are %(hidden)d more options.", hidden)
        return sentence % {"hidden": hidden} + " " + _("Choose cards on the table to see them.")
    if not offered.matching and choice.items:
        return _more_needed(position, choice)
    found = (*offered.matching, *offered.extending)
    if help_level.marks == "possible" and _can_capture(moves) and all(isinstance(play_of(m), Trail) for m in found):
        return _("Another card in your hand can take cards.")
    return ""


def _more_needed(position: Position, choice: Choice) -> str:
    if not choice.hand:
        return _("Choose a card from your hand to take these.")
    cards = selected_cards(position, _selection(position, choice))
    return _("%(cards)s alone don’t make a legal move. Add more cards.") % {"cards": cards}


def _no_move(position: Position, choice: Choice, help_level: HelpLevel) -> str:
    """The reason why the choice makes no move; a viewer who wants no help is only asked to complete it."""
    if not choice.hand and help_level.marks != "possible":
        return _("Choose a card from your hand to take these.")
    selection = _selection(position, choice)
    if choice.pluck or choice.orange:
        plain = _legal_moves_with(position, choice._replace(pluck=None, orange=False))
        if plain:
            return _not_with_extras(position, choice, plain[0], selected_cards(position, selection))
    return selection_reason(position, selection)


def _not_with_extras(position: Position, choice: Choice, move: Move, cards: str) -> str:
    """The reason why a move that is legal by itself is not with the pluck, or the orange, that is chosen."""
    play = play_of(move)
    if choice.orange and not isinstance(play, Capture):
        return _("Only a capture can be called an orange: choose what %(cards)s can take.") % {"cards": cards}
    if choice.pluck is None:
        return ""
    card = choice.pluck.card
    refusal = validate_move(position, PluckAndPlay(card, play, choice.pluck.before))
    sentence = _("You can’t pluck %(card)s with this move.") % {"card": card_short(card)}
    return f"{sentence} {refusal_words(refusal)}" if refusal else sentence


def _selection(position: Position, choice: Choice) -> Selection:
    table = position.table
    return Selection(
        hand=sort_cards(choice.hand),
        loose=tuple(card for card in table.loose if card in choice.items),
        builds=tuple(build.cards for build in table.builds if build_key(build.cards) in choice.items),
        stolen=tuple(top for top in position.tops if stolen_key(top) in choice.items),
    )
