"""The tutorial in words; and what the plays in a first game mean."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext_lazy as _

from games.domain.events import PLAYS, BuildMade, CardsCaptured, CardTrailed
from games.domain.move_generation import legal_moves
from games.domain.moves import Capture
from games.domain.perspective import Perspective, VisibleEvent

from .cards import card_short
from .move_options import MoveOptionsView
from .moves import MoveButton

OPPONENT = _("Your opponent")


@dataclass(frozen=True, slots=True)
class ExerciseTexts:
    """Texts of one turn: the task, the reply to another move (`off_target`), and to the right one (`success`). In
    `off_target`, `%(reason)s` is what the computer says about that move."""

    task: object
    off_target: object
    success: object


TITLES = {
    "match": _("Take a card"),
    "sum": _("Take cards that add up"),
    "sweep": _("Sweep the table"),
    "build": _("Build"),
    "score": _("Take cards that score"),
    "keep": _("Keep what is yours"),
    "puzzle": _("Puzzle"),
}

EXERCISE_TEXTS = {
    "match": (
        ExerciseTexts(
            _(
                "A card takes cards of the same rank from the table. Tap the 8 in your hand and the 8 on the table, "
                "then press the button that appears."
            ),
            _("That’s legal, but there is something to take: tap the eight in your hand and the eight on the table."),
            _(
                "Both cards go to your pile. At the end of the round you score for the cards in your pile. On a turn "
                "when you take nothing, you leave a card on the table: you trail it."
            ),
        ),
    ),
    "sum": (
        ExerciseTexts(
            _(
                "A card also takes cards that add up to its value, even several groups at once.\n"
                "An ace counts 1; jacks, queens, and kings don’t add up.\n"
                "Take as much as you can with the 9."
            ),
            _("That’s legal, but the nine can take more: 5 and 4 make nine, and there is another nine."),
            _("Four cards in one turn: the nine you played and the three it took."),
        ),
    ),
    "sweep": (
        ExerciseTexts(
            _(
                "Clearing the table is called a sweep. In many games it scores a point, but not in the one you’ll play "
                "first. One of your cards can do it."
            ),
            _("That’s legal, but something stays on the table. One of your cards takes all of it."),
            _("A sweep! The next player faces an empty table and can only leave a card there."),
        ),
    ),
    "build": (
        ExerciseTexts(
            _(
                "You can prepare a capture for your next turn. Put your 4 on the 5: together they are a build of 9. "
                "You need a 9 in your hand to take it later, and you have one."
            ),
            _("That’s legal, but this time build a nine with the 4 in your hand and the 5 on the table."),
            _("You own a build of 9, and only a nine can take it."),
        ),
        ExerciseTexts(
            _("It’s your turn again. Take your build with the nine."),
            _("That’s legal, but another player with a nine may take your build. Take it now."),
            _("The build is yours: you took the 5 with a 4 and a 9."),
        ),
    ),
    "score": (
        ExerciseTexts(
            _(
                "Some cards score by themselves: the 10♦ (big casino) 2 points, the 2♠ (little casino) 1, and every "
                "ace 1. What can your 10 take?"
            ),
            _("That’s legal, but your 10 takes more points: the 10♦, and an ace that makes ten with the 9."),
            _("Big casino and an ace: 3 points."),
        ),
        ExerciseTexts(
            _(
                "You also score for having the most: 3 points for the most cards in a round, 1 point for the "
                "most spades. Take the little casino, and as many cards as you can."
            ),
            _("That’s legal, but one of your cards takes the 2♠ and another card with it."),
            _("Now you have 4 points, 7 cards, and 2 spades. This is all that scores in a round:"),
        ),
    ),
    "keep": (
        ExerciseTexts(
            _(
                "Your opponent has built a 6. Add your 3, and it becomes a build of 9 that belongs to you. You hold "
                "a 9 to take it with."
            ),
            _("That’s legal, but this time raise the 6 to 9 with your 3."),
            _("It’s your build now. A six can’t take it anymore."),
        ),
        ExerciseTexts(
            _(
                "While you own a build, you can’t just leave a card on the table. Try it with your 2 and see. "
                "Then take your build before someone else does."
            ),
            _("That’s legal, and you still hold your nine. But another nine could take your build first. Take it now."),
            _("Four cards for you."),
        ),
        ExerciseTexts(
            _(
                "Now nothing fits, so you have to leave a card on the table. This is called trailing. Keep the card "
                "that scores and trail the other one."
            ),
            _("That’s legal, but it gives away the 2♠, which scores a point. Trail the king."),
            _("Your king lies on the table, and you still hold the little casino."),
        ),
    ),
    "puzzle": (
        ExerciseTexts(
            _(
                "Find the best move. The other three tens have been played, so yours is the last one. What could it "
                "take next turn?"
            ),
            _("That’s legal. %(reason)s But one move is better. No one else has a ten: make use of that."),
            _(
                "That’s it. With your 4, all three cards on the table become tens: 6 and 4, 9 and the ace. Only your "
                "10♦ can take them."
            ),
        ),
        ExerciseTexts(
            _("No one could touch your build. Take it."),
            _("That’s legal, but your build is worth more. Take it with the 10♦."),
            _("Five cards with one turn of patience: big casino, an ace, and two spades."),
        ),
    ),
}


@dataclass(frozen=True, slots=True)
class ExerciseLink:
    """An exercise in the list of all; `sign` stands for it where there is little room."""

    number: int
    title: object
    sign: str
    current: bool
    passed: bool


def exercise_links(current: int) -> tuple[ExerciseLink, ...]:
    """The links to all exercises, of which the last one is the puzzle."""
    last = len(TITLES)
    return tuple(
        ExerciseLink(n, title, "?" if n == last else str(n), n == current, n < current)
        for n, title in enumerate(TITLES.values(), start=1)
    )


def neutral_options(options: MoveOptionsView, *, trails: bool) -> MoveOptionsView:
    """The options without what would give the answer away: in the order of their notation, with no word on what a move
    brings. Without `trails`, captures and builds only."""

    def neutral(buttons: Iterable[MoveButton]) -> tuple[MoveButton, ...]:
        kept = (replace(button, detail="") for button in buttons if trails or button.kind != "trail")
        return tuple(sorted(kept, key=lambda button: button.text))

    return replace(options, matching=neutral(options.matching), extending=neutral(options.extending))


LESSON_DEALS = 2
"""The deals at the beginning of a game in which plays are explained."""


def lesson(perspective: Perspective, recent_events: Sequence[VisibleEvent]) -> str:
    """What the latest play of another was, for the viewer to play; empty after the first deals."""
    now = perspective.round
    if not perspective.my_turn or now is None or (now.number, now.deal) > (1, LESSON_DEALS):
        return ""
    plays = [event for event in recent_events if isinstance(event, PLAYS) and event.seat != perspective.viewer]
    if not plays:
        return str(_("Choose a card in your hand to see what it can do."))
    return str(_play_text(plays[-1], perspective))


def _play_text(play: CardTrailed | CardsCaptured | BuildMade, perspective: Perspective) -> object:
    """A rule, no advice. The play itself is told beside it."""
    position = perspective.position()
    swept = not (position.table.loose or position.table.builds)
    match play:
        case CardTrailed(card=card):
            moves = legal_moves(position)
            if any(isinstance(move, Capture) and card in move.loose for move in moves):
                return _("To trail is to leave a card on the table and take nothing. You can take %(card)s.") % {
                    "card": card_short(card)
                }
            return _("To trail is to leave a card on the table and take nothing.")
        case BuildMade():
            return _("A build can only be taken whole, with a card of its value.")
        case _ if swept:
            return _("When the table is empty, you can only trail a card.")
        case CardsCaptured(builds=[_build, *_others]):
            return _("A card takes a whole build of its value.")
        case CardsCaptured(played=[card, *_others]) if any(other.rank != card.rank for other in play.loose):
            return _("A card takes cards that add up to its value.")
        case _:
            return _("A card takes cards of the same rank.")
