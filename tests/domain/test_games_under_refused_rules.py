"""Games that began under options that are refused by now: they replay from their logs, and are played to their end."""

from random import Random
from typing import Any

import pytest

from games.domain import events
from games.domain.codec import decode, decode_state, encode, encode_state
from games.domain.evolve import fold
from games.domain.json_api import handle_request
from games.domain.options import read_recorded_rules, read_rules
from games.domain.presets import PRESETS
from games.domain.record import write_record
from games.domain.rules import InvalidRules
from games.domain.setup_events import GameOpened
from tests.examples import some
from tests.property.random_games import Step, play_at_random

REFUSED: list[tuple[str, dict[str, Any]]] = [
    ("tuxedo", {"most_spades": 1, "big_casino": 2, "little_casino": 1, "aces": 1, "most_cards_tie": "most_spades"}),
    ("tuxedo", {"endgame": "dominican", "target": 21, "orange": False}),
    ("tuxedo", {"endgame": "soto", "target": 21}),
    ("tuxedo", {"ending": "rounds", "rounds": 1, "level_winner": "big_casino", "extra_values": {"TD": [11]}}),
    ("diamond", {"honours": 1, "jack_of_spades": 1, "fours_of_a_kind": {"ranks": "7K", "points": 2}}),
    ("dominican", {"sweep": 0}),
    ("dominican", {"duty": "penalty"}),
    ("michigan", {"difference": True, "count_as_earned": "no"}),
    ("tablanette", {"difference": True, "target": 31}),
    ("tablanette", {"endgame": "soto", "target": 21, "most_spades": 1}),
]
"""A preset and the options that make its rules refused."""


@pytest.mark.parametrize(("preset", "changed"), REFUSED)
def test_it_replays_and_ends(preset: str, changed: dict[str, Any]) -> None:
    options = PRESETS[preset].options | changed
    with pytest.raises(InvalidRules):
        read_rules(options)
    steps = [*play_at_random(read_recorded_rules(options), preset, 2, False, Random(preset))]
    log = [event for step in steps for event in step.events]
    assert steps[-1].after.result is not None
    assert fold([decode(*encode(event)) for event in log]) == steps[-1].after
    assert_goes_on(steps)
    assert isinstance(log[0], GameOpened)
    assert any(isinstance(event, events.RoundScored) for event in log)


def assert_goes_on(steps: list[Step]) -> None:
    """Check that a snapshot in the middle is the state that the rest of the log continues."""
    half = len(steps) // 2
    state = decode_state(encode_state(steps[half].after))
    assert fold([event for step in steps[half + 1 :] for event in step.events], state) == steps[-1].after


@pytest.mark.parametrize(("preset", "changed"), some(REFUSED, 2))
def test_its_record_is_not_imported(preset: str, changed: dict[str, Any]) -> None:
    options = PRESETS[preset].options | changed
    steps = [*play_at_random(read_recorded_rules(options), preset, 2, False, Random(1))]
    text = write_record(event for step in steps for event in step.events)
    replay = handle_request({"op": "record", "text": text})["replay"]
    assert handle_request(replay)["error"]["code"] == "bad-request"
