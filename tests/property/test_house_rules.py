"""Random house rules over all options: the game is played to its end, and every card is accounted for."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.domain import events
from games.domain.cards import PACKS
from games.domain.codec import decode, encode
from games.domain.evolve import fold
from games.domain.json_api import handle_request, outcome
from games.domain.options import OPTIONS
from games.domain.presets import resolve_rules
from games.domain.record import write_record
from games.domain.rules import InvalidRules, Rules
from games.domain.rules_validation import seating_error, seatings
from tests.domain.test_rule_10_options import OPTIONS as SOME_VALUES
from tests.examples import examples
from tests.property.random_games import ALL_PRESETS, Step, play_at_random
from tests.property.test_engine import cards_of

MAX_ROUNDS = 60
dice = st.integers(0, 2**32).map(Random)

NUMBERS: dict[str, list[Any]] = {
    "most_cards": [1, 3],
    "most_spades": [0, 2],
    "most_diamonds": [0, 2],
    "sweep": [0, 1, 10],
    "first_play_sweep": [None, 0, 3],
    "sweep_ceiling": [None, 3],
    "target": [4, 11],
    "rounds": [None, 2],
    "last_capture": [0, 1],
    "card_points": [{}, {"2C": 1, "9": 2}],
    "hand_values": [{}, {"A": [14], "2": [9, 12]}],
    "deals": [None, None, None, {"2": [0, 10, 10], "3": [1, 13], "4": [0, 10]}, {"2": [4, 12, 12], "4": [4, 3, 9]}],
}
"""Values of options that are tried more often than others, or in other combinations."""


def choices(key: str) -> list[Any]:
    """Return some values of an option: those above, all there are, or those that section 10 tries. None come from the
    presets, so that a new one leaves all games as they were."""
    return NUMBERS.get(key) or list(OPTIONS[key].choices or SOME_VALUES[key])


def random_rules(dice: Random, preset: str) -> Rules:
    """Return the preset with up to a dozen other options, one by one as far as they go together."""
    changed: dict[str, Any] = {"target": 4} if dice.random() < 0.5 else {}
    rules = resolve_rules(preset)
    for key in dice.sample(sorted(OPTIONS), 30):
        value = dice.choice(choices(key))
        try:
            rules = resolve_rules({"preset": preset, **changed, key: value})
        except InvalidRules:
            continue
        changed[key] = value
    return rules


def played(rules: Rules, dice: Random) -> list[Step]:
    """Return the steps of a whole game, or of its first rounds where no one is to win it."""
    companies = [company for company in seatings(rules) if seating_error(rules, *company) is None]
    steps = []
    for step in play_at_random(rules, "", *dice.choice(companies), dice):
        steps.append(step)
        if step.after.latest_round > MAX_ROUNDS:
            break
    return steps


@pytest.mark.parametrize("preset", ALL_PRESETS)
@examples(6)
@given(dice=dice)
def test_games_under_any_house_rules_end_with_all_cards(preset: str, dice: Random) -> None:
    rules = random_rules(dice, preset)
    steps = played(rules, dice)
    for step in steps:
        if step.after.round is not None and events.RemainingCardsAwarded(None) not in step.events:
            assert cards_of(step.after) == Counter(PACKS[rules.dealing.deck])
    last = steps[-1].after
    assert last.result is not None or last.latest_round > MAX_ROUNDS
    log = [event for step in steps for event in step.events]
    assert fold(decode(*encode(event)) for event in log) == last
    replay = handle_request({"op": "record", "text": write_record(log)})["replay"]
    assert handle_request(replay) == outcome(last)
