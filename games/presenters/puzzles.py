"""Puzzles in words: their themes, the cards taken before, and the answer to a move."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from games.domain.cards import Card, sort_cards
from games.domain.moves import Move
from games.domain.perspective import Perspective
from games.domain.rules import Rules
from games.domain.scoring import points_of_card

from .analysis import points_text
from .cards import card_list
from .hints import Continuation, Step, line_steps, move_step
from .moves import MoveWords

THEME_NAMES = {
    "sum": lazy("Take a sum"),
    "groups": lazy("Take several groups"),
    "build": lazy("Build"),
    "raise": lazy("Raise a build"),
    "steal": lazy("Take over a build"),
    "last": lazy("Keep the last capture"),
    "sweep": lazy("Avoid a sweep"),
    "count": lazy("Count the cards"),
}
"""By theme, in the order in which they are learned."""

THEME_REASONS = {
    "steal": lazy("It takes over your opponent’s build."),
    "last": lazy("It wins you the last capture, so the cards left on the table at the end are yours."),
    "sweep": lazy("After the second-best move, your opponent sweeps the table."),
    "count": lazy("It leaves your opponent the least to take."),
}
"""What a theme says about the best move, where the move itself does not show it."""


@dataclass(frozen=True, slots=True)
class ThemeLink:
    """A theme: its name, the number of its puzzles, and how many of them the viewer has solved."""

    key: str
    name: str
    puzzles: int
    solved: int


@dataclass(frozen=True, slots=True)
class AnswerView:
    """The answer to a move: `move` in words; `cost` is empty for the best one; `steps`: the move and those after it."""

    solves: bool
    move: str
    cost: str
    reasons: tuple[str, ...]
    steps: tuple[Step, ...]


def theme_links(by_puzzle: Iterable[tuple[Sequence[str], bool]]) -> tuple[ThemeLink, ...]:
    """The themes. For each puzzle, its themes are given and True if the viewer has solved it."""
    puzzles = list(by_puzzle)
    return tuple(
        ThemeLink(
            key,
            str(name),
            sum(key in themes for themes, _solved in puzzles),
            sum(key in themes and solved for themes, solved in puzzles),
        )
        for key, name in THEME_NAMES.items()
    )


def taken_rows(rules: Rules, own: Sequence[Card], other: Sequence[Card]) -> list[tuple[str, str, str]]:
    """What the learner and the opponent have taken so far, each line with its label."""
    piles = sort_cards(own), sort_cards(other)
    counts = (
        (_("Cards"), [str(len(pile)) for pile in piles]),
        (_("Spades"), [str(sum(card.suit == "S" for card in pile)) for pile in piles]),
        (_("Points from cards"), [str(sum(points_of_card(rules.scoring, card) for card in pile)) for pile in piles]),
        (
            _("Which ones"),
            [card_list(sorted(pile, key=lambda card: "A23456789TJQK".index(card.rank))) for pile in piles],
        ),
    )
    return [(label, first, second) for label, (first, second) in counts]


def answer_view(
    perspective: Perspective,
    move: Move,
    cost: float,
    line: Continuation,
    themes: Sequence[str],
    margin: float,
    reason: str,
) -> AnswerView:
    """The answer in words. `margin`: the points by which the best move leads; `reason`: why it is good, which a theme
    may know better."""
    solves, label = not cost, MoveWords(perspective.position()).label(move)
    known = next((str(THEME_REASONS[theme]) for theme in themes if theme in THEME_REASONS), reason)
    reasons = [known, margin_sentence(margin)] if solves else []
    return AnswerView(
        solves=solves,
        move=label,
        cost="" if solves else cost_sentence(cost),
        reasons=tuple(sentence for sentence in reasons if sentence),
        steps=(move_step(perspective.viewer, label, move), *line_steps(perspective, line)),
    )


def margin_sentence(margin: float) -> str:
    return ngettext(
        "With best play, it leaves you %(points)s point better off than any other move.",
        "With best play, it leaves you %(points)s points better off than any other move.",
        round(margin),
    ) % {"points": _points(margin)}


def stake_sentence(margin: float) -> str:
    """What is said before the first try."""
    return ngettext("%(points)s point is at stake.", "%(points)s points are at stake.", round(margin)) % {
        "points": _points(margin)
    }


def cost_sentence(cost: float) -> str:
    return ngettext(
        "With best play, it leaves you %(points)s point worse off than the best move.",
        "With best play, it leaves you %(points)s points worse off than the best move.",
        round(cost),
    ) % {"points": _points(cost)}


def _points(points: float) -> str:
    return str(round(points)) if points == round(points) else points_text(points)
