"""Claims and calls of a computer player: never wrong, and never late."""

from collections.abc import Iterable, Iterator
from random import Random

import pytest

from games.bots.announcements import announcement
from games.domain.commands import CallOrange, Claim
from games.domain.perspective import SPECTATOR, perspective_of
from games.domain.presets import PRESETS, resolve_rules
from games.domain.state import GameState, LastPlay, RoundState
from games.domain.winning import has_reached_target
from tests.property.random_games import Step, play_at_random, some_game

CLAIMING = [preset for preset in PRESETS if resolve_rules(preset).winning.claims != "no"]
CALLING = [preset for preset in PRESETS if resolve_rules(preset).specials.orange]


def moments(steps: Iterable[Step]) -> Iterator[tuple[GameState, RoundState, int]]:
    """Yield every seat at every moment of a round that is on."""
    for state in (step.after for step in steps):
        for seat in range(1, state.seats + 1) if not state.result else ():
            if state.round:
                yield state, state.round, seat


@pytest.mark.parametrize("preset", CLAIMING)
@pytest.mark.parametrize("target", [5, 9])
def test_it_claims_exactly_when_its_side_has_reached_the_target(preset: str, target: int) -> None:
    said = set()
    rules = resolve_rules({"preset": preset, "target": target})
    for state, now, seat in moments(play_at_random(rules, preset, 2, False, Random(target))):
        due = has_reached_target(state, now, state.side_of(seat)) and seat not in now.claim_blocked
        assert announcement(perspective_of(state, seat)) == (Claim(seat) if due else None)
        said.add(due)
    assert False in said


def test_partners_claim_what_their_side_has() -> None:
    for state, now, seat in moments(play_at_random(resolve_rules(CLAIMING[0]), "", 4, True, Random(6))):
        due = has_reached_target(state, now, state.side_of(seat)) and seat not in now.claim_blocked
        assert (announcement(perspective_of(state, seat)) is not None) == due


@pytest.mark.parametrize("preset", CALLING)
def test_it_calls_the_oranges_that_others_missed_and_no_other(preset: str) -> None:
    called = 0
    for state, now, seat in moments(some_game(preset, Random(4))):
        play = now.last_play
        missed = bool(play and play.orange and not play.called and play.seat != seat)
        assert announcement(perspective_of(state, seat)) == (CallOrange(seat) if missed else None)
        called += missed
    assert called


def test_who_only_looks_on_says_nothing() -> None:
    for step in some_game(CALLING[0], Random(3)):
        assert announcement(perspective_of(step.after, SPECTATOR)) is None


def test_nothing_is_said_twice() -> None:
    for step in some_game(CALLING[0], Random(4)):
        if step.after.round and step.after.round.turn and not step.after.result:
            now = step.after.round._replace(last_play=LastPlay(1, orange=True, called=True))
            assert announcement(perspective_of(step.after._replace(round=now), 2)) is None
