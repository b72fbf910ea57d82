"""Advice in words: a hint, clues to what the others hold, the line of play behind a move."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, assert_never

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from games.domain.cards import Card, sort_cards
from games.domain.moves import Capture, MakeBuild, Move, PluckAndPlay, TableBuild, Trail, play_of, played_cards
from games.domain.perspective import Perspective
from games.domain.table import Value

from .cards import CardView, card_list, card_short, card_views, join_with_and, value_words
from .moves import MoveWords
from .names import Names

# --- a hint --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HintView:
    """A hint. `move` is empty if another action is better than playing."""

    move: str
    reason: str


def hint_view(perspective: Perspective, move: Move | None, reason: str) -> HintView:
    return HintView(MoveWords(perspective.position()).label(move) if move else "", reason)


# --- clues to hands ------------------------------------------------------------------------------------------------


class HandClue(NamedTuple):
    """A clue to a seat's hand: it `holds` a card of this value, or probably none, because it left these cards."""

    seat: int
    value: Value
    holds: bool
    cards: tuple[Card, ...] = ()


def clue_sentence(perspective: Perspective, clue: HandClue) -> str:
    """The clue in words: “Ben owns the build of 9, so they hold a card that takes it.”"""
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


# --- what is still out ---------------------------------------------------------------------------------------------


class Risk(NamedTuple):
    """The unseen `cards` of which each could take something after a move; `chance`: that of the next seat to hold one
    of them, if the unseen cards lie at random."""

    cards: tuple[Card, ...]
    seat: int
    chance: float


_CHANCES = {
    1 / 10: lazy("one in ten"),
    1 / 5: lazy("one in five"),
    1 / 3: lazy("one in three"),
    1 / 2: lazy("one in two"),
    2 / 3: lazy("two in three"),
    4 / 5: lazy("four in five"),
    9 / 10: lazy("nine in ten"),
}


def risk_sentence(perspective: Perspective, risk: Risk) -> str:
    """“To take anything, Ben needs one of Q♥ Q♣: a chance of about one in three.”"""
    about = _CHANCES[min(_CHANCES, key=lambda chance: abs(chance - risk.chance))]
    words = {"player": Names(perspective).seat(risk.seat), "chance": about, "cards": card_list(sort_cards(risk.cards))}
    if len(risk.cards) == 1:
        return _("To take anything, %(player)s needs %(cards)s: a chance of about %(chance)s.") % words
    return _("To take anything, %(player)s needs one of %(cards)s: a chance of about %(chance)s.") % words


# --- the line of play ----------------------------------------------------------------------------------------------


class FollowingMove(NamedTuple):
    """A move of a seat; `forced`: it could only trail."""

    seat: int
    move: Move
    forced: bool


class Continuation(NamedTuple):
    """The moves after a first one. `last_capture`: the side that takes the cards `left`."""

    moves: tuple[FollowingMove, ...]
    last_capture: int | None = None
    left: tuple[Card, ...] = ()


class Step(NamedTuple):
    """A step of a line of play in words, and its cards: those `played`, those they take or are combined with, and the
    value of the build that they make."""

    seat: int
    text: str
    played: tuple[CardView, ...] = ()
    others: tuple[CardView, ...] = ()
    value: str = ""


def line_steps(perspective: Perspective, line: Continuation) -> tuple[Step, ...]:
    """The moves after the first one, and what the last capture takes."""
    steps = [step for following in line.moves for step in _steps(perspective, following)]
    return (*steps, *_last_capture(perspective, line))


def line_sentence(perspective: Perspective, line: Continuation) -> str:
    """“Then Ben must trail 6♠, your 9♥ takes 6♠ 3♦ and the last capture gives you 10♦.” Empty without moves."""
    steps = [step.text for step in line_steps(perspective, line)]
    if not steps:
        return ""
    return _("Then %(steps)s.") % {"steps": join_with_and(steps)}


def _steps(perspective: Perspective, following: FollowingMove) -> Iterator[Step]:
    words = {"player": Names(perspective).seat(following.seat)}
    own = following.seat == perspective.viewer
    if isinstance(following.move, PluckAndPlay):
        words["card"] = card_short(following.move.card)
        yield Step(following.seat, (_("you pluck %(card)s") if own else _("%(player)s plucks %(card)s")) % words)
    match play_of(following.move):
        case Capture(played, loose, builds):
            words["card"] = join_with_and(map(card_short, played))
            words["items"] = card_list(sort_cards([*loose, *(card for build in builds for card in build)]))
            text = _("your %(card)s takes %(items)s") if own else _("%(player)s takes %(items)s with %(card)s")
        case MakeBuild(card=card, value=value) | TableBuild(trailed=card, value=value):
            words |= {"card": card_short(card), "value": value_words(value)}
            text = _("you build %(value)s with %(card)s") if own else _("%(player)s builds %(value)s with %(card)s")
        case Trail(card):
            words["card"] = card_short(card)
            text = _trail(own, following.forced)
        case other:
            assert_never(other)
    yield move_step(following.seat, text % words, following.move)


def move_step(seat: int, text: str, move: Move) -> Step:
    """A move with its cards."""
    play = play_of(move)
    if isinstance(play, Trail):
        return Step(seat, text, card_views([play.card]))
    others = [*play.loose, *(card for build in getattr(play, "builds", ()) for card in build)]
    value = "" if isinstance(play, Capture) else value_words(play.value)
    return Step(seat, text, card_views(played_cards(play)), card_views(sort_cards(others)), value)


def _trail(own: bool, forced: bool) -> str:
    if own:
        return _("you must trail %(card)s") if forced else _("you trail %(card)s")
    return _("%(player)s must trail %(card)s") if forced else _("%(player)s trails %(card)s")


def _last_capture(perspective: Perspective, line: Continuation) -> Iterator[Step]:
    """The cards left on the table, which go to the side of the last capture (6.1)."""
    if line.last_capture is None:
        return
    words = {"cards": card_list(sort_cards(line.left)), "player": Names(perspective).side(line.last_capture)}
    own = line.last_capture == perspective.side_of(perspective.viewer)
    text = _("the last capture gives you %(cards)s") if own else _("the last capture gives %(player)s %(cards)s")
    yield Step(0, text % words)
