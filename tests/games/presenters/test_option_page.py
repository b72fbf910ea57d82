"""Options of the house rules, explained."""

import pytest

from games.domain.options import OPTIONS
from games.domain.presets import PRESETS
from games.domain.variants import resolve_rules
from games.presenters.rulebook.examples import OPTION_SKETCHES, try_out
from games.presenters.rulebook.option_groups import GROUPS
from games.presenters.rulebook.option_page import option_page

CASINO = resolve_rules("casino")
WITHOUT_POSITION = {"owner", "add_to_partner_build", "build_for_partner", "last_deal_duty"}
"""Options whose difference shows later than with one move of seat 1."""


@pytest.mark.parametrize("key", OPTIONS)
def test_every_option_can_be_explained_in_every_game(key: str) -> None:
    for preset in ("casino", "tuxedo", "south-african"):
        values = option_page(resolve_rules(preset), {}, key).values
        assert sum(value.chosen for value in values) == 1
        assert sum(value.is_default for value in values) == 1
        assert all(value.sentence or value.conflict for value in values)


def test_every_option_of_capturing_and_building_has_a_position() -> None:
    keys = {option.key for group in GROUPS if group.key in ("matching", "building") for option in group.options}
    royal = resolve_rules("royal")
    missing = {key for key in keys if not any(option_page(rules, {}, key).example for rules in (CASINO, royal))}
    assert missing == WITHOUT_POSITION


def test_the_position_shows_what_the_values_change() -> None:
    yes, no = option_page(CASINO, {}, "raise_with_table_cards").values
    judged = [[bool(move.refusal) for move in value.moves] for value in (yes, no)]
    assert judged == [[False, False], [True, False]]


def test_other_changes_count() -> None:
    page = option_page(CASINO, {"building": False}, "raise_own")
    assert page.example is None


def test_every_sketch_of_options_is_shown_in_some_game() -> None:
    games = [resolve_rules(preset) for preset in PRESETS]
    games += [resolve_rules({"preset": "casino", "extra_values": {"TD": [11]}})]
    games += [resolve_rules({"preset": "casino", "hand_cards": "sum", "building": False})]
    for sketch in OPTION_SKETCHES:
        assert any(try_out(rules, sketch) for rules in games), sketch.title
