"""A move judged again, in words: check by check, compared with the events recorded when it was made."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.domain.cards import Card
from games.domain.events import Event
from games.domain.move_validation import CheckResult
from games.domain.moves import Capture, MakeBuild, Move, TableBuild, Trail, play_of, played_cards
from games.domain.notation import read_move
from games.domain.perspective import SPECTATOR, Perspective, perspective_of, redact
from games.domain.revalidation import Revalidation

from .cards import CardView, card_views
from .event_lines import event_lines
from .moves import MoveButton, MoveWords
from .names import Names
from .refusals import refusal_words
from .replay import left_behind_cards


@dataclass(frozen=True, slots=True)
class CheckLine:
    """One check of the move: its requirement, its rules, and the reason if the move failed it."""

    text: str
    rules: str
    reason: str

    @property
    def passed(self) -> bool:
        return not self.reason


@dataclass(frozen=True, slots=True)
class MoveCheckView:
    """A move judged again.

    `refusal`: the reason why today's engine would refuse the move. `recorded` and `current`: the recorded events, and
    today's if they differ. `left_behind`: the cards left behind. `alternatives`: the other possible moves; not
    `complete` if that would reveal cards in the hand.
    """

    checks: tuple[CheckLine, ...]
    refusal: str
    same: bool
    recorded: tuple[str, ...]
    current: tuple[str, ...]
    left_behind: tuple[CardView, ...]
    alternatives: tuple[MoveButton, ...]
    complete: bool


def move_check_view(judged: Revalidation, perspective: Perspective, *, open_hands: bool) -> MoveCheckView:
    """Return the verdict in words. `perspective` is a spectator's view of the table, for the players' names."""
    names = Names(perspective)
    words = MoveWords(perspective_of(judged.state, judged.seat).position()) if judged.checks else None
    possible_moves = alternatives(judged, open_hands=open_hands)
    return MoveCheckView(
        checks=tuple(map(_check, judged.checks)),
        refusal=refusal_words(judged.refusal) if judged.refusal else "",
        same=judged.same,
        recorded=_texts(judged.recorded, names),
        current=() if judged.same else _texts(judged.current, names),
        left_behind=card_views(left_behind_cards([redact(event, SPECTATOR) for event in judged.recorded])),
        alternatives=tuple(map(words.button, possible_moves)) if words else (),
        complete=open_hands or not words,
    )


def named_rules(judged: Revalidation, words: Mapping[str, str]) -> dict[str, str]:
    """Return the rules that the verdict names, in words: first the one by which the move is refused.

    `words` are those of the game's rules; for rules without any, the verdict's are used.
    """
    requirements: dict[str, str] = {}
    if judged.refusal and judged.refusal.rule:
        requirements[judged.refusal.rule] = refusal_words(judged.refusal._replace(rule=""))
    for check in judged.checks:
        for rule in check.rules:
            requirements.setdefault(rule, words.get(rule) or _(check.requirement))
    return requirements


def alternatives(judged: Revalidation, *, open_hands: bool) -> tuple[Move, ...]:
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
    return tuple(move for move in others if _reveals_nothing(move, played))


def judged_move(judged: Revalidation) -> Move:
    return read_move(judged.entry)


def _reveals_nothing(move: Move, played: set[Card]) -> bool:
    match play_of(move):
        case Trail() | Capture() as play:
            return set(played_cards(play)) <= played
        case MakeBuild() | TableBuild():
            return False


def _check(verdict: CheckResult) -> CheckLine:
    reason = refusal_words(verdict.refusal) if verdict.refusal else ""
    return CheckLine(_(verdict.requirement), ", ".join(verdict.rules), reason)


def _texts(events: Sequence[Event], names: Names) -> tuple[str, ...]:
    return tuple(line.text for line in event_lines([redact(event, SPECTATOR) for event in events], names))
