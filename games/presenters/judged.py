"""A move judged again, in words: check by check, compared with the events recorded when it was made."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.domain.cards import Card
from games.domain.events import Event
from games.domain.judging import Verdict
from games.domain.moves import Capture, MakeBuild, Move, TableBuild, Trail, play_of, played_cards
from games.domain.notation import read_move
from games.domain.perspective import SPECTATOR, Perspective, perspective, seen_by
from games.domain.rejudging import Rejudged

from .cards import CardView, card_views
from .events import lines
from .moves import MoveButton, MoveWords
from .names import Names
from .refusals import refusal_words
from .replay import left_behind_cards


@dataclass(frozen=True, slots=True)
class CheckLine:
    """One check of the move: its requirement, its rules, and the reason if the move failed it."""

    text: str
    rules: str
    why: str

    @property
    def passed(self) -> bool:
        return not self.why


@dataclass(frozen=True, slots=True)
class JudgedView:
    """A move judged again.

    `refusal`: the reason why today's engine would refuse the move. `then` and `now`: the recorded events, and today's
    if they differ. `left`: the cards left behind. `others`: the other possible moves; not `complete` if that would
    reveal cards in the hand.
    """

    checks: tuple[CheckLine, ...]
    refusal: str
    same: bool
    then: tuple[str, ...]
    now: tuple[str, ...]
    left: tuple[CardView, ...]
    others: tuple[MoveButton, ...]
    complete: bool


def judged_view(judged: Rejudged, sight: Perspective, *, open_hands: bool) -> JudgedView:
    """Return the verdict in words. `sight` is a spectator's view of the table, for the players' names."""
    names = Names(sight)
    words = MoveWords(perspective(judged.before, judged.seat).position()) if judged.checks else None
    offered = alternatives(judged, open_hands=open_hands)
    return JudgedView(
        checks=tuple(map(_check, judged.checks)),
        refusal=refusal_words(judged.refusal) if judged.refusal else "",
        same=judged.same,
        then=_told(judged.then, names),
        now=() if judged.same else _told(judged.now, names),
        left=card_views(left_behind_cards([seen_by(fact, SPECTATOR) for fact in judged.then])),
        others=tuple(map(words.button, offered)) if words else (),
        complete=open_hands or not words,
    )


def named_rules(judged: Rejudged, words: Mapping[str, str]) -> dict[str, str]:
    """Return the rules that the verdict names, in words: first the one by which the move is refused.

    `words` are those of the game's rules; for rules without any, the verdict's are used.
    """
    found: dict[str, str] = {}
    if judged.refusal and judged.refusal.rule:
        found[judged.refusal.rule] = refusal_words(judged.refusal._replace(rule=""))
    for check in judged.checks:
        for number in check.rules:
            found.setdefault(number, words.get(number) or _(check.asks))
    return found


def alternatives(judged: Rejudged, *, open_hands: bool) -> tuple[Move, ...]:
    """The other moves that could have been played.

    With the hand hidden, only those that everyone at the table could work out: other captures by the cards that were
    played, or trailing one of them. Possible builds would reveal other cards of the hand.
    """
    if not judged.checks:
        return ()
    others = tuple(move for move in judged.alternatives if move != judged_move(judged))
    if open_hands:
        return others
    played = set(played_cards(play_of(judged_move(judged))))
    return tuple(move for move in others if _tells_nothing(move, played))


def judged_move(judged: Rejudged) -> Move:
    return read_move(judged.entry)


def _tells_nothing(move: Move, played: set[Card]) -> bool:
    match play_of(move):
        case Trail() | Capture() as play:
            return set(played_cards(play)) <= played
        case MakeBuild() | TableBuild():
            return False


def _check(verdict: Verdict) -> CheckLine:
    why = refusal_words(verdict.refusal) if verdict.refusal else ""
    return CheckLine(_(verdict.asks), ", ".join(verdict.rules), why)


def _told(facts: Sequence[Event], names: Names) -> tuple[str, ...]:
    return tuple(line.text for line in lines([seen_by(fact, SPECTATOR) for fact in facts], names))
