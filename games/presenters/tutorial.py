"""The tutorial in words, and the moves a learner may try with the chosen cards, legal or not."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from games.domain.cards import Card
from games.domain.moves import Capture, MakeBuild, Move, Trail
from games.domain.position import Position
from games.domain.rules import Rules
from games.domain.table import Build, Value
from games.domain.values import card_values

from .choices import Choice, build_key
from .moves import MoveButton, MoveWords
from .rulebook.page import ScoringLine, rules_page

OPPONENT = _("Your opponent")


@dataclass(frozen=True, slots=True)
class ExerciseTexts:
    """Texts of one turn: the task, the reply to another move (`off_target`), and to the right one (`success`)."""

    task: object
    off_target: object
    success: object


TITLES = {
    "match": _("Take a card"),
    "sum": _("Take cards that add up"),
    "build": _("Build"),
    "raise": _("Raise a build"),
    "duty": _("Look after your build"),
    "sweep": _("Sweep the table"),
}

EXERCISE_TEXTS = {
    "match": (
        ExerciseTexts(
            _(
                "In Casino you capture cards from the table with cards from your hand. A card captures cards of the "
                "same rank. Choose the eight in your hand and the eight on the table, then press the move button that "
                "appears."
            ),
            _("That’s legal, but a card captures cards of its own rank: take the eight with your eight."),
            _("Both cards go to your pile. At the end of the round you score for the cards in your pile."),
        ),
    ),
    "sum": (
        ExerciseTexts(
            _(
                "A card can also capture cards that add up to its value, even several groups at once. Aces count 1. "
                "Jacks, queens and kings have no value and can only be taken by a matching card. Take as much as you "
                "can with the nine."
            ),
            _("That’s legal, but the nine can take more: 5 and 4 make nine, and there is another nine."),
            _("Four cards in one turn: the nine you played and the three it took."),
        ),
    ),
    "build": (
        ExerciseTexts(
            _(
                "You can prepare a capture for a later turn. Put your 4 on the 5: together they are a build of 9, and "
                "only a nine can take it. You must keep a nine in your hand for it."
            ),
            _("That’s legal, but this time build a nine with the 4 in your hand and the 5 on the table."),
            _("You own a build of 9. Your opponent had no nine and trailed a card."),
        ),
        ExerciseTexts(
            _("It’s your turn again. Take your build with the nine."),
            _("That’s legal, but another player with a nine may take your build. Take it now."),
            _("The build is yours. If your opponent had held a nine, they could have taken it."),
        ),
    ),
    "raise": (
        ExerciseTexts(
            _(
                "Your opponent has built a 6. If you add a card from your hand, it becomes your build, with a higher "
                "value. You need a card that takes it. You hold nines, so raise the 6 to 9."
            ),
            _("That’s legal, but this time raise the 6 to 9 with your 3."),
            _("Now it’s your build of nine, and your opponent’s six can no longer take it."),
        ),
        ExerciseTexts(
            _(
                "You hold two nines. Put one of them on the build. A build of several groups is locked: no one can "
                "raise it anymore."
            ),
            _("That’s legal, but this time add a nine to your build and keep the other one."),
            _("A locked build of nines. Your other nine will take all of it."),
        ),
    ),
    "duty": (
        ExerciseTexts(
            _(
                "You own a build of 9. While you own a build, you may not trail. Try trailing the queen to see what "
                "happens, then make a legal move."
            ),
            _("That’s legal, but this time make a capture."),
            _(
                "While you own a build, you must keep a card that can take it, and you must capture or build on every "
                "turn."
            ),
        ),
    ),
    "sweep": (
        ExerciseTexts(
            _("Clearing the table is called a sweep. In many games it scores a point. One of your cards can do it."),
            _("That’s legal, but something stays on the table. One of your cards takes all of it."),
            _("A sweep! The next player faces an empty table and can only trail."),
        ),
    ),
}


@dataclass(frozen=True, slots=True)
class ExerciseLink:
    """An exercise in the list of all."""

    number: int
    title: object
    current: bool


def exercise_links(current: int) -> tuple[ExerciseLink, ...]:
    return tuple(ExerciseLink(n, title, n == current) for n, title in enumerate(TITLES.values(), start=1))


def score_table(rules: Rules) -> tuple[ScoringLine, ...]:
    """Return the scoring table of a round under these rules."""
    return next(section.scores for section in rules_page(rules, rules).sections if section.scores)


def attempt_buttons(position: Position, choice: Choice) -> tuple[MoveButton, ...]:
    """Return the moves that a learner may mean by choosing exactly these cards, for the engine to judge."""
    if len(choice.hand) != 1:
        return ()
    words = MoveWords(position)
    return tuple(map(words.button, _attempted_moves(position, choice)))


def _attempted_moves(position: Position, choice: Choice) -> tuple[Move, ...]:
    (played,) = choice.hand
    if not choice.items:
        return (Trail(played),)
    loose = tuple(card for card in position.table.loose if card in choice.items)
    builds = tuple(build for build in position.table.builds if build_key(build.cards) in choice.items)
    names = tuple(build.cards for build in builds)
    value = _total(position.rules, (played, *loose), builds)
    built = (MakeBuild(played, loose, names, value),) if value else ()
    return (Capture((played,), loose, names), *built)


def _total(rules: Rules, cards: tuple[Card, ...], builds: tuple[Build, ...]) -> Value | None:
    """Return the total of all cards and builds, or None if one of them has no number."""
    values = card_values(rules.matching)
    parts = [values[card][0] if values[card] else None for card in cards] + [build.value for build in builds]
    numbers = [part for part in parts if isinstance(part, int)]
    return sum(numbers) if len(numbers) == len(parts) else None
