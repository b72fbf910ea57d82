"""A recorded move judged again: the verdict of today's engine compared with the record."""

from collections.abc import Sequence
from itertools import islice
from random import Random

import pytest

from games.domain import events
from games.domain.commands import CallOrange, Claim, Play, PlayForced, Resign
from games.domain.events import Event
from games.domain.evolve import fold
from games.domain.notation import read_cards, write_move
from games.domain.presets import resolve_rules
from games.domain.revalidation import CALLS, Revalidation, revalidate
from tests.domain.packs import COUPLE, stack
from tests.domain.perspectives import LoggedGame, decided
from tests.property.random_games import play_at_random


def told(log: Sequence[Event], at: int) -> Revalidation:
    found = revalidate(log, at)
    assert found
    return found


def begun(*moves: str) -> list[Event]:
    """Return the log of a game of two with these moves; seat 1 holds 9S 2C 3C 4C."""
    pack = stack(COUPLE, ["9S 2C 3C 4C", "9H 2H 3H 4H"], "9D 5D 6D 7D")
    return LoggedGame(*moves, pack=pack).log


def first(log: Sequence[Event], kind: type[Event]) -> int:
    """Return the number of the first event of this kind."""
    return next(number for number, event in enumerate(log, start=1) if isinstance(event, kind))


ENOUGH = 60
"""Steps of a game: each is judged after the whole log before it."""


@pytest.mark.parametrize("preset", ["casino", "dominican", "tuxedo", "pluck", "michigan", "hungarian", "draw"])
def test_what_was_played_by_today_s_rules_is_judged_the_same(preset: str) -> None:
    rules = resolve_rules(preset)
    log: list[Event] = []
    begins: dict[int, object] = {}
    for step in islice(play_at_random(rules, preset, min(rules.dealing.seats), False, Random(preset)), ENOUGH):
        begins[len(log) + 1] = step.command
        log += step.events
    judged = {at: told(log, at) for at, command in begins.items() if isinstance(command, Play | Claim | CallOrange)}
    assert len(judged) > 30
    assert all(each.same and each.refusal is None for each in judged.values())
    plays = {at: command for at, command in begins.items() if isinstance(command, Play)}
    assert {at: write_move(command.move) for at, command in plays.items()} == {at: judged[at].entry for at in plays}
    assert all(judged[at].seat == command.seat for at, command in plays.items())
    assert not [verdict for at in plays for verdict in judged[at].checks if verdict.refusal]


def test_all_that_could_be_played_is_told() -> None:
    log = begun("2C")
    judged = told(log, first(log, events.CardTrailed))
    assert judged.entry in {write_move(move) for move in judged.alternatives}
    assert [write_move(move) for move in judged.alternatives] == sorted(map(write_move, judged.alternatives))
    assert "9Sx9D" in {write_move(move) for move in judged.alternatives}


def test_a_move_that_would_be_refused_today() -> None:
    """A log as a faulty engine could have written it: a nine takes a five."""
    log = begun("9Sx9D")
    at = first(log, events.CardsCaptured)
    five = tuple(read_cards("5D"))
    log[at - 1] = events.CardsCaptured(1, tuple(read_cards("9S")), five, ())
    judged = told(log, at)
    assert judged.refusal
    assert (judged.refusal.code, judged.refusal.rule) == ("sum", "4.2")
    assert judged.checks[-1].refusal == judged.refusal
    assert (judged.same, judged.current) == (False, ())
    assert judged.recorded == tuple(log[at - 1 :])
    assert isinstance(judged.recorded[-1], events.TurnStarted)


def test_facts_that_would_be_others_today() -> None:
    log = begun("9S")
    at = first(log, events.CardTrailed)
    log[at - 1] = events.CardTrailed(1, log[at - 1].card, ())  # type: ignore[union-attr, arg-type]  # it is one
    judged = told(log, at)
    assert judged.refusal is None
    assert not judged.same
    assert judged.recorded[0] != judged.current[0]
    assert judged.recorded[1:] == judged.current[1:]


def test_a_forced_move_is_judged_as_the_move_that_it_was() -> None:
    log = begun("9Sx9D", "2H", "2Cx2H", "3H", "3Cx3H", "9H")
    forced = decided(fold(log), PlayForced(1))
    judged = told([*log, *forced], len(log) + 1)
    assert (judged.entry, judged.same) == (write_move(judged.alternatives[0]), True)
    assert isinstance(judged.recorded[0], events.MoveForced)


def test_what_was_said_has_no_checks_of_a_move() -> None:
    log = begun("9S")
    resigned = decided(fold(log), Resign(2))
    judged = told([*log, *resigned], len(log) + 1)
    assert (judged.entry, judged.seat, judged.checks, judged.alternatives, judged.same) == ("resign@2", 2, (), (), True)
    assert events.SeatResigned in CALLS


@pytest.mark.parametrize("at", [0, 1, 2, 99])
def test_where_nobody_played_there_is_nothing_to_judge(at: int) -> None:
    assert revalidate(begun("9S"), at) is None
