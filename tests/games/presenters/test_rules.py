"""The rules of a game in a few words."""

from games.domain.presets import resolve_rules
from games.presenters.rules import game_name, goal_words, house_rules


def test_what_has_to_be_reached() -> None:
    assert goal_words(resolve_rules("casino"), 21, 2) == "to 21 points"
    assert goal_words(resolve_rules({"preset": "casino", "target": 1}), 1, 2) == "to 1 point"
    assert goal_words(resolve_rules("california"), 21, 3) == "6 rounds"


def test_house_rules_are_what_differs() -> None:
    assert house_rules(resolve_rules("casino"), "casino") == ()
    changed = resolve_rules({"preset": "casino", "raise_own": False, "face_builds": True})
    assert set(house_rules(changed, "casino")) == {
        "Your own build may be raised: no",
        "Builds of face cards: yes",
    }


def test_house_rules_do_not_repeat_the_goal() -> None:
    changed = resolve_rules({"preset": "casino", "ending": "rounds", "rounds_per_seat": 1, "raise_own": False})
    assert goal_words(changed, 21, 2) == "2 rounds"
    assert house_rules(changed, "casino") == ("Your own build may be raised: no",)
    assert house_rules(resolve_rules({"preset": "casino", "target": 11}), "casino") == ()


def test_a_name_nobody_knows_any_more_stands_as_it_is() -> None:
    assert game_name("forgotten") == "forgotten"
    assert house_rules(resolve_rules("casino"), "forgotten") == ()
