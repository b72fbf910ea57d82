"""The best move for a seat, and why, in a plain sentence."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple, assert_never

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.bots.leaving import left_by
from games.bots.scene import Scene, Stage
from games.bots.strong import Budget, Sampling
from games.bots.unseen import unseen_cards
from games.bots.weighing import Weigher
from games.bots.worth import is_orange, taken_by
from games.domain.cards import BIG_CASINO, LITTLE_CASINO, Card
from games.domain.moves import Capture, MakeBuild, Move, Play, Plucked, TableBuild, Trail, play_of
from games.domain.perspective import Perspective
from games.domain.rules import Rules
from games.domain.scoring import counts_points
from games.domain.table import Value
from games.domain.values import takes_value

BUDGET = Budget(work=12_000, guesses=400, moves=10, widths=(1, 3, 1, 2, 1, 1), trust=0.3, belief=1.0)

SAFE = 0.35
"""Maximum number of points that the next seat may be expected to take from a table called safe."""

FEW = 4
"""A capture of more cards than this also mentions their number."""


class Hint(NamedTuple):
    """A move, and the sentence that says why, in the active language."""

    move: Move
    why: str


def hint(sight: Perspective, luck: Random) -> Hint:
    """Return the best move for the viewer by what it may see. Raises ValueError where it is not the viewer's turn."""
    if not sight.my_turn:
        raise ValueError("a hint is for the seat to play")
    move = Sampling(Stage(sight), BUDGET).best(luck)
    return Hint(move, why(sight, move))


def why(sight: Perspective, move: Move) -> str:
    """Return the reasons for the move in one sentence."""
    weigher = Weigher(Stage(sight))
    after = weigher.stage.after(weigher.scene, move)
    reasons = [*_of_play(play_of(move), sight, after), *_of_pluck(move), *_of_leaving(weigher, move, after)]
    return capfirst(_("it %(reasons)s.") % {"reasons": _joined(reasons or [_("gives away the least")])})


def _joined(parts: list[str]) -> str:
    *first, last = parts
    return _("%(first)s and %(last)s") % {"first": ", ".join(first), "last": last} if first else last


def _of_pluck(move: Move) -> Iterator[str]:
    if isinstance(move, Plucked):
        yield _("brings a card besides by plucking")


def _of_play(play: Play, sight: Perspective, after: Scene) -> Iterator[str]:
    match play:
        case Capture():
            yield from _of_capture(play, sight.rules, after)
        case MakeBuild(value=value) | TableBuild(value=value):
            if _nobody_else_takes(value, sight):
                yield _("builds %(value)s, for which nobody else has a card") % {"value": value}
            else:
                yield _("builds %(value)s for your next turn") % {"value": value}
        case Trail():
            pass
        case other:
            assert_never(other)


def _of_capture(capture: Capture, rules: Rules, after: Scene) -> Iterator[str]:
    cards = (*capture.played, *taken_by(capture))
    if rules.specials.orange and is_orange(taken_by(capture)):
        yield _("is an orange to be called")
    prizes = list(_prizes(cards, rules))
    if after.table.empty:
        yield _("clears the table")
    yield _("takes %(things)s") % {"things": ", ".join([*prizes, *_counted(cards, rules, not prizes)])}


def _prizes(cards: tuple[Card, ...], rules: Rules) -> Iterator[str]:
    """Yield the cards that score by themselves; none where only the number of cards counts (8.8)."""
    if not counts_points(rules):
        return
    scoring, aces = rules.scoring, sum(card.rank == "A" for card in cards)
    if scoring.big_casino and BIG_CASINO in cards:
        yield _("the big casino")
    if scoring.little_casino and LITTLE_CASINO in cards:
        yield _("the little casino")
    if scoring.aces and aces:
        yield ngettext("an ace", "%(count)d aces", aces) % {"count": aces}
    fives = sum(card.rank == "5" for card in cards)
    if scoring.fives and fives:
        yield ngettext("a five", "%(count)d fives", fives) % {"count": fives}


def _counted(cards: tuple[Card, ...], rules: Rules, alone: bool) -> Iterator[str]:
    """Yield the number of spades and of cards, where they are worth mentioning."""
    scoring, spades = rules.scoring, sum(card.suit == "S" for card in cards)
    spades_count = (scoring.most_spades or scoring.each_spade) and counts_points(rules)
    if spades_count and spades >= (1 if alone else 2):
        yield ngettext("a spade", "%(count)d spades", spades) % {"count": spades}
        alone = False
    if alone:
        yield ngettext("%(count)d card", "%(count)d cards", len(cards)) % {"count": len(cards)}
    elif len(cards) > FEW:
        yield _("%(count)d cards in all") % {"count": len(cards)}


def _of_leaving(weigher: Weigher, move: Move, after: Scene) -> Iterator[str]:
    """Yield the strongest statement about the table the move leaves; none where the others have no cards."""
    if not weigher.left or after.table.empty:
        return
    left = left_by(weigher, move, after)
    if left.ranks == ():
        yield _("leaves nothing that anybody else can take")
    elif left.ranks and len(left.ranks) == 1:
        yield _("leaves something only for %(rank)s") % {"rank": left.ranks[0].replace("T", "10")}
    elif left.spoilt is not None:
        yield _("leaves nothing that sums to %(value)s") % {"value": left.spoilt}
    elif weigher.risk.of(weigher.boards.of(after.table), after.piles) < SAFE:
        yield _("leaves little that the next player can take")


def _nobody_else_takes(value: Value, sight: Perspective) -> bool:
    return not any(takes_value(card, value, sight.rules.matching) for card in unseen_cards(sight))
