"""Judge a move: its refusal, if any, or the result of every check. Fast however crowded the table is (RULEBOOK 14)."""

from collections.abc import Iterator
from typing import NamedTuple, assert_never

from .additions import own_build
from .cards import Card
from .checks import ADDITION, BUILD, CAPTURE, HELD, TABLE_BUILD, TRAIL, Check
from .messages import _
from .move_generation import MoveGenerator
from .moves import (
    AddAndPlay,
    BuildName,
    Capture,
    MakeBuild,
    Move,
    Play,
    PluckAndPlay,
    TableBuild,
    Trail,
)
from .play_checks import card_in_hand
from .plucking import validate_pluck
from .position import Position
from .refusal import Refusal


class CheckResult(NamedTuple):
    """The result of one check: the sentence that is true when it is passed, its rules, and the refusal if it failed."""

    requirement: str
    rules: tuple[str, ...]
    refusal: Refusal | None


type CheckFields = tuple[str, tuple[str, ...], Refusal | None]
"""The fields of a CheckResult. Every move is validated but few are shown; a CheckResult is built only for those."""

PLUCK = _("The card may be plucked.")


def validate_move(position: Position, move: Move) -> Refusal | None:
    """Return the refusal of the move at this position, or None when it is legal."""
    return next((refusal for _requirement, _rules, refusal in _results(position, move) if refusal), None)


def explain_checks(position: Position, move: Move) -> tuple[CheckResult, ...]:
    """Return the results of the checks in order, up to the first that fails: those after it rely on it."""
    results: list[CheckResult] = []
    for verdict in _results(position, move):
        results.append(CheckResult(*verdict))
        if results[-1].refusal:
            break
    return tuple(results)


def _results(position: Position, move: Move) -> Iterator[CheckFields]:
    """Yield the result of each check in order. Callers stop at the first that fails."""
    generator = MoveGenerator(position)
    if not isinstance(move, PluckAndPlay):
        yield from _unplucked_results(generator, move)
    elif move.before:
        yield PLUCK, ("8.5",), validate_pluck(position, move)
        yield from _unplucked_results(generator.after_pluck(move.card), move.play)
    else:
        yield from _unplucked_results(generator, move.play)
        yield PLUCK, ("8.5",), validate_pluck(position, move)


def _unplucked_results(generator: MoveGenerator, move: Play | AddAndPlay) -> Iterator[CheckFields]:
    if isinstance(move, AddAndPlay):
        return _addition_results(generator, move)
    return _play_results(generator, move)


def _addition_results(generator: MoveGenerator, move: AddAndPlay) -> Iterator[CheckFields]:
    """Yield the results of the checks of the cards played and added, then of the play on the table after that."""
    yield HELD, ("4.1",), card_in_hand(generator, move.play)
    yield from _run_checks(ADDITION, generator, move)
    build = own_build(generator.position, move)
    groups = build and generator.builds.groups_added(move.loose, move.stolen, build.value)
    after = None if build is None else generator.after_addition(build, groups or (), move.stolen)
    yield from () if after is None else _play_results(after, move.play)


def _play_results(generator: MoveGenerator, play: Play) -> Iterator[CheckFields]:
    match play:
        case Trail():
            return _run_checks(TRAIL, generator, play)
        case Capture():
            return _run_checks(CAPTURE, generator, play)
        case MakeBuild():
            return _run_checks(BUILD, generator, play)
        case TableBuild():
            return _run_checks(TABLE_BUILD, generator, play)
        case other:
            assert_never(other)


def _run_checks[P: Play | AddAndPlay](
    checks: tuple[Check[P], ...], generator: MoveGenerator, play: P
) -> Iterator[CheckFields]:
    for requirement, rules, validate in checks:
        yield requirement, rules, validate(generator, play)


def left_behind(position: Position, play: Play) -> tuple[tuple[Card, ...], tuple[BuildName, ...]]:
    """The loose cards and builds that the played cards could also have taken (4.10); none after a build."""
    captures = MoveGenerator(position).captures
    match play:
        case Trail(card):
            return captures.items.unpack(captures.missed_items((card,), 0))
        case Capture(played, loose, builds):
            taken = captures.items.mask(loose, builds)
            return captures.items.unpack(captures.missed_items(played, taken))
        case MakeBuild() | TableBuild():
            return (), ()
        case other:
            assert_never(other)
