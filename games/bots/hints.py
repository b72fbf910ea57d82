"""The best move for a seat, and why, in plain sentences."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple, assert_never

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.bots.scene import Scene, Stage
from games.bots.strong import Budget, Sampling
from games.bots.unseen import unseen_cards
from games.bots.weighing import Weigher
from games.bots.worth import is_orange, taken_by
from games.domain.cards import BIG_CASINO, LITTLE_CASINO, Card
from games.domain.moves import Capture, MakeBuild, Move, Play, Plucked, TableBuild, Trail, play_of
from games.domain.perspective import Perspective
from games.domain.rules import Rules
from games.domain.table import Value
from games.domain.values import takes_value

BUDGET = Budget(nodes=3000, guesses=400, moves=10, widths=(1, 3, 1, 2, 1, 1), trust=0.3)

SAFE = 0.35
"""The next seat may be expected to take so many points at the most where a table is called safe."""


class Hint(NamedTuple):
    """A move, and the sentences that say why, in the language of the moment."""

    move: Move
    why: str


def hint(sight: Perspective, luck: Random) -> Hint:
    """The best move for the viewer, who is to play, by what it may see. Raises ValueError where it is not its turn."""
    if not sight.my_turn:
        raise ValueError("a hint is for the seat to play")
    move = Sampling(Stage(sight), BUDGET).best(luck)
    return Hint(move, why(sight, move))


def why(sight: Perspective, move: Move) -> str:
    """What speaks for the move, one sentence after the other."""
    weigher = Weigher(Stage(sight))
    after = weigher.stage.after(weigher.scene, move)
    play = play_of(move)
    sentences = [*_of_pluck(move), *_of_play(play, sight, after)]
    if weigher.left and weigher.danger(after.table) < SAFE and not after.table.empty:
        sentences.append(_("It leaves little that the next player can take."))
    return " ".join(sentences)


def _of_pluck(move: Move) -> Iterator[str]:
    if isinstance(move, Plucked):
        yield _("The pluck brings a card besides.")


def _of_play(play: Play, sight: Perspective, after: Scene) -> Iterator[str]:
    match play:
        case Capture():
            yield from _of_capture(play, sight.rules, after)
        case MakeBuild(value=value) | TableBuild(value=value):
            yield _("It builds %(value)s for your next turn.") % {"value": value}
            if _nobody_else_takes(value, sight):
                yield _("Nobody else can have a card for it.")
        case Trail():
            yield _("It gives away the least.")
        case other:
            assert_never(other)


def _of_capture(capture: Capture, rules: Rules, after: Scene) -> Iterator[str]:
    cards = (*capture.played, *taken_by(capture))
    if after.table.empty:
        yield _("It clears the table.")
    if rules.specials.orange and is_orange(taken_by(capture)):
        yield _("It is an orange: call it.")
    yield ngettext("It takes %(count)d card.", "It takes %(count)d cards.", len(cards)) % {"count": len(cards)}
    yield from _prizes(cards, rules)


def _prizes(cards: tuple[Card, ...], rules: Rules) -> Iterator[str]:
    """What among the cards scores by itself."""
    scoring, aces = rules.scoring, sum(card.rank == "A" for card in cards)
    if scoring.big_casino and BIG_CASINO in cards:
        yield _("The big casino is among them.")
    if scoring.little_casino and LITTLE_CASINO in cards:
        yield _("The little casino is among them.")
    if scoring.aces and aces:
        yield ngettext("%(count)d ace is among them.", "%(count)d aces are among them.", aces) % {"count": aces}
    fives = sum(card.rank == "5" for card in cards)
    if scoring.fives and fives:
        yield ngettext("%(count)d five is among them.", "%(count)d fives are among them.", fives) % {"count": fives}


def _nobody_else_takes(value: Value, sight: Perspective) -> bool:
    return not any(takes_value(card, value, sight.rules.matching) for card in unseen_cards(sight))
