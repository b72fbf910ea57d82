"""Claims and calls of a computer player: never wrong, and never late."""

from random import Random

import pytest

from games.bots.speaking import says
from games.domain.commands import CallOrange, Claim
from games.domain.perspective import SPECTATOR, perspective
from games.domain.state import LastPlay
from games.domain.variants import PRESETS, resolve
from games.domain.winning import claimed
from tests.property.random_games import play_at_random, some_game

CLAIMING = [preset for preset in PRESETS if resolve(preset).winning.claims != "no"]
CALLING = [preset for preset in PRESETS if resolve(preset).specials.orange]


@pytest.mark.parametrize("preset", CLAIMING)
@pytest.mark.parametrize("target", [5, 9])
def test_it_claims_exactly_when_its_side_has_reached_the_target(preset: str, target: int) -> None:
    said = set()
    for step in play_at_random(resolve({"preset": preset, "target": target}), preset, 2, False, Random(target)):
        now = step.after.round
        for seat in (1, 2) if now and not step.after.result else ():
            assert now
            due = claimed(step.after, now, step.after.side_of(seat)) and seat not in now.silenced
            assert says(perspective(step.after, seat)) == (Claim(seat) if due else None)
            said.add(due)
    assert False in said


def test_partners_claim_what_their_side_has() -> None:
    for step in play_at_random(resolve(CLAIMING[0]), "", 4, True, Random(6)):
        now = step.after.round
        for seat in (1, 2, 3, 4) if now and not step.after.result else ():
            assert now
            due = claimed(step.after, now, step.after.side_of(seat)) and seat not in now.silenced
            assert (says(perspective(step.after, seat)) is not None) == due


@pytest.mark.parametrize("preset", CALLING)
def test_it_calls_the_oranges_that_others_missed_and_no_other(preset: str) -> None:
    called = 0
    for step in some_game(preset, Random(4)):
        now = step.after.round
        for seat in range(1, step.after.seats + 1) if now and now.last_play and not step.after.result else ():
            assert now
            assert now.last_play
            missed = now.last_play.orange and not now.last_play.called and now.last_play.seat != seat
            assert says(perspective(step.after, seat)) == (CallOrange(seat) if missed else None)
            called += missed
    assert called


def test_who_only_looks_on_says_nothing() -> None:
    for step in some_game(CALLING[0], Random(3)):
        assert says(perspective(step.after, SPECTATOR)) is None


def test_nothing_is_said_twice() -> None:
    for step in some_game(CALLING[0], Random(4)):
        if step.after.round and step.after.round.turn and not step.after.result:
            now = step.after.round._replace(last_play=LastPlay(1, orange=True, called=True))
            assert says(perspective(step.after._replace(round=now), 2)) is None
