"""Judge a move: its refusal, if any, or the result of every check. Fast however crowded the table is (RULEBOOK 14)."""

from collections.abc import Iterator
from typing import NamedTuple, assert_never

from .cards import Card
from .checks import BUILD, CAPTURE, TABLE_BUILD, TRAIL, Check
from .legality import Legality
from .moves import BuildName, Capture, MakeBuild, Move, Play, Plucked, TableBuild, Trail
from .plucking import judge_pluck, without_card
from .position import Position
from .refusal import Refusal
from .sentences import _


class Verdict(NamedTuple):
    """The result of one check: the sentence that is true when it is passed, its rules, and the refusal if it failed."""

    asks: str
    rules: tuple[str, ...]
    refusal: Refusal | None


type Told = tuple[str, tuple[str, ...], Refusal | None]
"""The fields of a Verdict. Every move of a game is judged but few are shown; a Verdict is made only for those."""

PLUCK = _("The card may be plucked.")


def check_move(position: Position, move: Move) -> Refusal | None:
    """Return the refusal of the move at this position, or None when it is legal."""
    return next((refusal for _asks, _rules, refusal in _judged(position, move) if refusal), None)


def verdicts(position: Position, move: Move) -> tuple[Verdict, ...]:
    """Return the results of the checks in order, up to the first that fails: those after it rely on it."""
    told: list[Verdict] = []
    for verdict in _judged(position, move):
        told.append(Verdict(*verdict))
        if told[-1].refusal:
            break
    return tuple(told)


def _judged(position: Position, move: Move) -> Iterator[Told]:
    """Yield the result of each check in order. Callers stop at the first that fails."""
    if not isinstance(move, Plucked):
        yield from _play(Legality(position), move)
    elif move.before:
        yield PLUCK, ("8.5",), judge_pluck(position, move)
        yield from _play(Legality(without_card(position, move.card)), move.play)
    else:
        yield from _play(Legality(position), move.play)
        yield PLUCK, ("8.5",), judge_pluck(position, move)


def _play(legality: Legality, play: Play) -> Iterator[Told]:
    match play:
        case Trail():
            return _asked(TRAIL, legality, play)
        case Capture():
            return _asked(CAPTURE, legality, play)
        case MakeBuild():
            return _asked(BUILD, legality, play)
        case TableBuild():
            return _asked(TABLE_BUILD, legality, play)
        case other:
            assert_never(other)


def _asked[P: Play](checks: tuple[Check[P], ...], legality: Legality, play: P) -> Iterator[Told]:
    for asks, rules, judge in checks:
        yield asks, rules, judge(legality, play)


def left_behind(position: Position, play: Play) -> tuple[tuple[Card, ...], tuple[BuildName, ...]]:
    """The loose cards and builds that the played cards could also have taken (4.10); none after a build."""
    captures = Legality(position).captures
    match play:
        case Trail(card):
            return captures.items.names(captures.left_behind((card,), 0))
        case Capture(played, loose, builds, _):
            taken = captures.items.mask(loose, builds)
            return captures.items.names(captures.left_behind(played, taken))
        case MakeBuild() | TableBuild():
            return (), ()
        case other:
            assert_never(other)
