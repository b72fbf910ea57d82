"""The rules pages, and options explained: made from the options, so that they agree with the engine."""

import ast
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.domain.options import OPTIONS, write_options
from games.domain.presets import DEFAULT_PRESET, PRESETS, resolve_rules
from games.domain.rules import Rules
from games.domain.scoring import CATEGORIES
from games.domain.winning import ENDGAMES
from games.presenters.categories import CATEGORY_WORDS
from games.presenters.rulebook.examples import OPTION_SKETCHES, SKETCHES, try_out
from games.presenters.rulebook.house_rules import option_page
from games.presenters.rulebook.option_groups import GROUPS, OPTION_TEXTS, SECTIONS
from games.presenters.rulebook.option_text import anchor_of
from games.presenters.rulebook.page import NUMBERS, introduction, rules_page
from games.presenters.rules import game_name, goal_words, house_rules
from tests.architecture import sources
from tests.examples import some
from tests.games.viewers import Page, laid


def told(rules: str | dict[str, Any], usual: str = "casino") -> str:
    """Return all text of the page but its examples."""
    page = rules_page(resolve_rules(rules), resolve_rules(usual))
    lines = [line.text for section in page.sections for rule in section.rules for line in rule.lines]
    return " ".join(lines + [f"{score.title}: {score.points}" for section in page.sections for score in section.scores])


def test_every_option_has_words_and_a_place_on_the_page() -> None:
    placed = [option.key for section in SECTIONS for option in section.options]
    assert set(OPTION_TEXTS) == set(OPTIONS)
    assert sorted(placed) == sorted(OPTIONS)


def test_everything_that_scores_has_words_on_the_sheet_and_for_what_decided_a_game() -> None:
    assert list(CATEGORY_WORDS) == list(CATEGORIES)
    named = {key for listed in ENDGAMES.values() for keys in listed.values() for key in keys}
    assert named <= {key for key, words in CATEGORY_WORDS.items() if words.restricted}


@pytest.mark.parametrize("key", [key for key, option in OPTIONS.items() if option.choices])
def test_every_value_has_a_sentence_and_a_label_of_its_own(key: str) -> None:
    choices = OPTIONS[key].choices or ()
    assert set(OPTION_TEXTS[key].values) == set(choices)
    assert len({OPTION_TEXTS[key].sentence(value) for value in choices}) == len(choices)
    assert len({OPTION_TEXTS[key].label(value) for value in choices}) == len(choices)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_value_of_every_game_has_a_sentence(preset: str) -> None:
    for key, value in write_options(resolve_rules(preset)).items():
        assert OPTION_TEXTS[key].sentence(value)


def test_a_value_without_words_is_noticed() -> None:
    with pytest.raises(KeyError):
        OPTION_TEXTS["duty"].sentence("whatever")


@pytest.mark.django_db
@pytest.mark.parametrize("preset", some(PRESETS))
def test_every_game_has_its_page(client: Client, preset: str) -> None:
    response = client.get(reverse("games:preset_rules", args=[preset]))
    html = response.content.decode()
    assert PRESETS[preset].title in Page(response).text
    assert PRESETS[preset].summary in Page(response).text
    assert html.count('class="scene"') == 1
    assert 'class="example"' in html
    assert "House rule" not in html
    anchors = [part.split('"')[0] for part in html.split('id="rule-')[1:]]
    assert len(anchors) == len(set(anchors))


@pytest.mark.parametrize("preset", PRESETS)
def test_a_rule_stands_once_in_its_section(preset: str) -> None:
    rules = resolve_rules(preset)
    for section in rules_page(rules, rules).sections:
        numbers = [rule.number for rule in section.rules]
        assert len(set(numbers)) == len(numbers), section.key


@pytest.mark.parametrize("preset", PRESETS)
def test_every_game_says_in_short_how_it_is_played_and_where_its_rules_are_from(preset: str) -> None:
    told = introduction(preset, resolve_rules(preset))
    assert told.play.startswith("On your turn")
    assert told.sources
    assert bool(told.differences) == (preset != DEFAULT_PRESET)
    assert ("build" in told.play) == resolve_rules(preset).building.building


@pytest.mark.django_db
@pytest.mark.parametrize("preset", some(PRESETS))
def test_every_game_shows_a_picture_and_can_be_played_at_one_tap(client: Client, preset: str) -> None:
    page = Page(client.get(reverse("games:preset_rules", args=[preset])))
    assert page.buttons["Play the computer"]["value"] == page.buttons["Play a friend"]["value"] == preset
    assert page.buttons["Play a friend"]["action"] == reverse("games:play_friend")
    assert "Sources:" in page.text
    assert ("The rulebook calls this game" in page.text) == (PRESETS[preset].rulebook_name != game_name(preset))


@pytest.mark.django_db
def test_the_rules_of_a_running_game_offer_no_other_game() -> None:
    ann, _ = laid("casino", "", "")
    page = Page(ann.client.get(ann.address("game_rules")))
    assert "Play the computer" not in page.buttons
    assert "Sources:" not in page.text


@pytest.mark.django_db
@pytest.mark.parametrize("preset", ["casino", "royal"])
def test_the_rules_of_a_running_game_begin_in_short_and_with_what_scores(client: Client, preset: str) -> None:
    ann, _ = laid(preset, "", "")
    own = Page(ann.client.get(ann.address("game_rules")))
    book = Page(client.get(reverse("games:preset_rules", args=[preset])))
    for page in (own, book):
        assert introduction(preset, resolve_rules(preset)).play in page.text
        places = [page.html.index(part) for part in ("In short", 'id="rule-6-2"', 'class="contents"', 'id="points"')]
        assert places == sorted(places)
        assert page.html.count('id="rule-6-2"') == 1
        assert '<a href="#rule-6-2">' in page.html
    assert ("Differences from Casino" in own.text) == (preset != DEFAULT_PRESET)


@pytest.mark.django_db
def test_in_short_the_rules_of_a_game_tell_its_house_rules() -> None:
    changed = {"preset": "casino", "building": False, "table_sums": False, "target": 11, "most_cards": 2}
    ann, _ = laid(changed, "", "")
    text = Page(ann.client.get(ann.address("game_rules"))).text
    short = text[text.index("In short") : text.index("Points in a round")]
    assert "It takes cards of its rank. If nothing fits" in short
    assert "a group of cards" not in short
    assert "Sums can’t be taken. There are no builds in this game. The target is 11 points. Most cards: 2" in short
    assert " House rules " in short
    assert PRESETS["casino"].summary not in text  # it names the usual target
    assert "Differences from Casino" not in text


@pytest.mark.django_db
def test_the_book_lists_every_game_once(client: Client) -> None:
    html = client.get(reverse("games:rulebook")).content.decode()
    assert [html.count(f'href="{reverse("games:preset_rules", args=[preset])}"') for preset in PRESETS] == [1] * len(
        PRESETS
    )


@pytest.mark.django_db
def test_a_game_that_is_not_there_has_no_rules(client: Client) -> None:
    assert client.get(reverse("games:preset_rules", args=["poker"])).status_code == 404


def test_what_is_told_follows_the_options() -> None:
    assert "While you own a build, you may not trail." in told("casino")
    assert "you may still trail" in told({"preset": "casino", "duty": "free"})
    assert "Most cards: 3" in told("casino")
    assert "Each five: 5" in told("tuxedo")
    assert "build" not in told("tablanette").replace("There are no builds in this game.", "").lower()


@pytest.mark.parametrize("preset", some(PRESETS))
@pytest.mark.parametrize("sketch", SKETCHES, ids=lambda sketch: str(sketch.title))
def test_what_an_example_shows_is_what_the_engine_says(preset: str, sketch: Any) -> None:
    shown = try_out(resolve_rules(preset), sketch)
    assert shown is None or (shown.legal and all(move.refusal and move.rule for move in shown.refused))


def test_every_example_is_shown_in_some_game() -> None:
    games: list[Rules] = [resolve_rules(preset) for preset in PRESETS]
    games.append(resolve_rules({"preset": "casino", "five_of_spades_sweeps": True}))
    for sketch in SKETCHES:
        assert any(try_out(rules, sketch) for rules in games), sketch.title


def refused_rules() -> set[str]:
    """Return the rules that the engine's refusals cite, read from its source."""
    calls = (node for source in sources() for node in ast.walk(source.tree) if isinstance(node, ast.Call))
    refusals = (call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "refuse")
    return {str(call.args[1].value) for call in refusals if isinstance(call.args[1], ast.Constant)}


def test_every_rule_of_a_refusal_is_told_in_the_book() -> None:
    assert refused_rules() - NUMBERS == {"", "12.5"}


@pytest.mark.django_db
def test_a_game_with_builds_has_a_place_for_every_refusal(client: Client) -> None:
    html = client.get(reverse("games:preset_rules", args=["casino"])).content.decode()
    missing = {rule for rule in refused_rules() & NUMBERS if f'id="{anchor_of(rule)}"' not in html}
    assert missing == set()


@pytest.mark.django_db
def test_the_rules_of_a_game_mark_what_differs() -> None:
    ann, _ = laid({"preset": "casino", "target": 11, "duty": "free"}, "", "")
    page = Page(ann.client.get(ann.address("game_rules")))
    assert "2 house rules" in page.text
    assert "House rule. Normally: While you own a build, you may not trail." in page.text
    assert "House rule. Normally: The target is 21 points." in page.text


@pytest.mark.django_db
def test_points_that_differ_are_marked_in_the_table() -> None:
    ann, _ = laid({"preset": "casino", "most_cards": 2, "last_capture": 1}, "", "")
    text = Page(ann.client.get(ann.address("game_rules"))).text
    assert "Most cards house rule; normally 3 2" in text
    assert "The last capture house rule; normally 0 1" in text


@pytest.mark.django_db
def test_the_table_links_to_its_rules() -> None:
    ann, _ = laid("casino", "", "")
    assert f'href="{ann.address("game_rules")}"' in ann.look().html


@pytest.mark.django_db
@pytest.mark.parametrize("htmx", [False, True])
def test_a_refusal_links_to_its_rule(htmx: bool) -> None:
    ann, _ = laid("casino", "9C", "")
    page = ann.look()
    answer = ann.post("play", htmx=htmx, move="9CxKS", seq=page.seq)
    html = answer.content.decode() if htmx else ann.look().html
    assert f'<a href="{ann.address("game_rules")}#rule-4-2">See the rule</a>' in html


# --- options of the house rules, explained -------------------------------------------------------------------------


CASINO = resolve_rules("casino")
WITHOUT_POSITION = {"owner", "add_to_partner_build", "build_for_partner", "last_deal_duty"}
"""Options whose difference shows later than with one move of seat 1."""


@pytest.mark.parametrize("key", some(OPTIONS, 8))
def test_every_option_can_be_explained_in_every_game(key: str) -> None:
    for preset in ("casino", "tuxedo", "south-african"):
        values = option_page(resolve_rules(preset), {}, key).values
        assert sum(value.chosen for value in values) == 1
        assert sum(value.is_default for value in values) == 1
        assert all(value.sentence or value.conflict for value in values)


def test_every_option_of_capturing_and_building_has_a_position() -> None:
    keys = {option.key for group in GROUPS if group.key in ("matching", "building") for option in group.options}
    games = (CASINO, resolve_rules("royal"), resolve_rules("dominican"))
    missing = {key for key in keys if not any(option_page(rules, {}, key).example for rules in games)}
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


# --- the rules of a game in a few words ------------------------------------------------------------------------------


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
