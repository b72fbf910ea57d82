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
    "duty": _("Keep faith with your build"),
    "sweep": _("Sweep the table"),
}

EXERCISE_TEXTS = {
    "match": (
        ExerciseTexts(
            _(
                "In Casino you take cards from the table with cards from your hand. A card takes cards of its own "
                "rank. Choose the eight in your hand and the eight on the table, then press the button that says what "
                "will happen."
            ),
            _("That is allowed. But a card takes cards of its own rank: take the eight with your eight."),
            _("Both cards go to your pile. When the round is over, the cards in the piles bring the points."),
        ),
    ),
    "sum": (
        ExerciseTexts(
            _(
                "A card also takes cards that add up to it, and several such groups at once. An ace counts 1; jacks, "
                "queens and kings count nothing and are only taken by their own kind. Take as much as you can with "
                "the nine."
            ),
            _("That is allowed, but the nine can take more: 5 and 4 make nine, and there is another nine."),
            _("Four cards with one turn: the nine you played and the three it took."),
        ),
    ),
    "build": (
        ExerciseTexts(
            _(
                "You can prepare what you will take next. Put your 4 on the 5: together they are a build of 9, and "
                "only a nine can take it. You must keep a nine in your hand for it."
            ),
            _("That is allowed. Here, build a nine with the 4 in your hand and the 5 on the table."),
            _("You own a build of 9. Your opponent had no nine and trailed a card."),
        ),
        ExerciseTexts(
            _("It is your turn again. Take your build with the nine."),
            _("That is allowed, but another player with a nine may take your build. Take it now."),
            _("The build is yours. Had your opponent held a nine, it would have been theirs."),
        ),
    ),
    "raise": (
        ExerciseTexts(
            _(
                "Your opponent has built a 6. Add a card from your hand and it becomes a build of yours with a higher "
                "value, if you hold a card that takes it. You hold nines: raise the 6 to 9."
            ),
            _("That is allowed. Here, raise the 6 to 9 with your 3."),
            _("Now the build is a nine and yours, and the six in your opponent’s hand cannot take it any more."),
        ),
        ExerciseTexts(
            _(
                "You hold two nines. Put one of them on the build. A build of several groups is locked: nobody can "
                "raise it any more."
            ),
            _("That is allowed. Here, add a nine to your build and keep the other one."),
            _("A build of nines, with a lock. With your other nine you will take all of it."),
        ),
    ),
    "duty": (
        ExerciseTexts(
            _(
                "You own a build of 9. As long as you own a build you may not simply lay a card down. Try to trail "
                "the queen and see what you are told. Then do something that is allowed."
            ),
            _("That is allowed. Here, take something."),
            _("Whoever builds has to keep a card for it, and to take or build as long as the build is theirs."),
        ),
    ),
    "sweep": (
        ExerciseTexts(
            _(
                "Who takes everything that lies on the table makes a sweep. In many games it brings a point. One of "
                "your cards can do it."
            ),
            _("That is allowed, but something stays on the table. One of your cards takes all of it."),
            _("A sweep! The next player finds an empty table and can only trail."),
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
