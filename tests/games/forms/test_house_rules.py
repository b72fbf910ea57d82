"""House rules: every option in the form, messages about clashes, the game made with them, a set shared by its
address."""

from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from games.domain.options import OPTIONS, write_options
from games.domain.presets import NAMED_RULES, PRESETS, NamedRules, resolve_rules
from games.log.store import load
from games.models import Game
from games.presenters.rulebook.house_rules import OptionField, changed_query, field_groups
from games.presenters.rulebook.option_groups import OPTION_TEXTS
from games.presenters.rulebook.option_text import form_value
from games.presenters.rules import game_name
from tests.examples import some
from tests.games.tables import person
from tests.games.viewers import Page, Viewer, browser_of, path_of

pytestmark = pytest.mark.django_db

FRIENDS = {"seating": "2", "opponents": "friends"}


def open_table(client: Client, preset: str, **sent: Any) -> Any:
    return client.post(reverse("games:set_up", args=[preset]), FRIENDS | sent)


def as_shown(preset: str) -> dict[str, list[str]]:
    """Return the fields that a browser sends of the house rules when nothing is changed."""
    sent: dict[str, list[str]] = {}
    for group in field_groups(resolve_rules(preset), {}):
        for field in group.fields:
            sent |= as_filled_in(field)
    return sent


def as_filled_in(field: OptionField) -> dict[str, list[str]]:
    if field.form is None:
        return {field.key: [each.text for each in field.choices if each.chosen] if field.choices else [field.text]}
    ticked = [rank.text for rank in field.form.ranks if rank.chosen]
    names = ticked if field.form.ranks else [row.name for row in field.form.rows]
    return {f"{field.key}.of": names, field.key: [row.numbers for row in field.form.rows]}


def changed_options() -> dict[str, Any]:
    game = Game.objects.get()
    usual = write_options(resolve_rules(game.preset))
    return {key: value for key, value in game.options.items() if value != usual[key]}


def test_every_option_is_offered(client: Client) -> None:
    html = client.get(reverse("games:set_up", args=["casino"])).content.decode()
    assert [key for key in OPTIONS if f'name="{key}"' not in html] == []
    assert "<details open" not in html


@pytest.mark.parametrize("preset", some([*PRESETS][::2]))
def test_what_is_set_is_the_games_own(client: Client, preset: str) -> None:
    seating = Page(client.get(reverse("games:set_up", args=[preset]))).offered("seating")[0]
    open_table(client, preset, **as_shown(preset), seating=seating)
    assert changed_options() == {}


def test_a_game_is_made_with_the_changed_rules(client: Client) -> None:
    changed = {"duty": "free", "sweep": "1", "building": "true", "first_play_sweep": "2", "ace_values": "[1,14]"}
    open_table(client, "casino", **changed)
    assert changed_options() == {"duty": "free", "sweep": 1, "first_play_sweep": 2, "ace_values": [1, 14]}
    text = Viewer(Game.objects.get()).look().text
    assert "While you own a build: you may do anything" in text
    assert "An ace counts: 1 or 14" in text


LISTS: list[tuple[str, str, list[str], list[str], Any]] = [
    ("swedish", "hand_values", ["10♦", ""], ["10, 16", ""], {"TD": [10, 16]}),
    ("swedish", "hand_values", ["a", "2S", " 10d "], ["14", "15", "16"], {"A": [14], "2S": [15], "TD": [16]}),
    ("swedish", "hand_values", ["Ten of diamonds"], ["10 or 16"], {"TD": [10, 16]}),
    ("swedish", "hand_values", ["10 diamonds"], ["ten or sixteen"], {"TD": [10, 16]}),
    ("swedish", "hand_values", ["ten of diamond"], ["10 and 16"], {"TD": [10, 16]}),
    ("swedish", "hand_values", ["D10"], ["10-16"], {"TD": [10, 16]}),
    ("swedish", "hand_values", ["♦10"], ["10 – 16"], {"TD": [10, 16]}),
    ("swedish", "hand_values", ["10 ♦"], ["10 & 16"], {"TD": [10, 16]}),
    ("swedish", "hand_values", ["10♦\ufe0f"], ["16"], {"TD": [16]}),
    ("swedish", "hand_values", ["any ten"], ["10 or 16"], {"T": [10, 16]}),
    ("swedish", "hand_values", ["10 of diamonds", "ten"], ["10/16", "11"], {"TD": [10, 16], "T": [11]}),
    ("finnish", "hand_values", ["", ""], ["", ""], {}),
    ("byggkasino", "extra_values", ["2♠", "TD"], ["15", "11 16"], {"2S": [15], "TD": [11, 16]}),
    ("diloti", "card_points", ["7", "q♥"], ["2", "1"], {"7": 2, "QH": 1}),
    ("tuxedo", "card_points", ["red 5", "1"], ["3", "1"], {"5R": 3, "1": 1}),
    ("diamond", "fours_of_a_kind", ["A", "T"], ["3"], {"ranks": "AT", "points": 3}),
    ("diamond", "fours_of_a_kind", [], ["3"], None),
    ("casino", "deals", ["2", "3"], ["4, 12, 12", ""], {"2": [4, 12, 12]}),
    ("south-african", "deals", ["2", "3", "4"], ["0 20", "", ""], {"2": [0, 20]}),
    ("callabra-1905", "capture_count_end", ["2", "3"], ["8", "9"], {"2": 8, "3": 9}),
    ("callabra-1905", "capture_count_end", ["2", "3"], ["", ""], None),
]
"""A game, an option, the names and the numbers that are typed, and the value that they say."""


@pytest.mark.parametrize(("preset", "key", "names", "numbers", "value"), LISTS)
def test_lists_are_typed_in_rows(
    client: Client, preset: str, key: str, names: list[str], numbers: list[str], value: Any
) -> None:
    seating = "2"
    open_table(client, preset, **{f"{key}.of": names, key: numbers}, seating=seating)
    assert changed_options() == {key: value}


@pytest.mark.parametrize(
    ("key", "names", "numbers", "told"),
    [
        ("hand_values", ["10♦", "joker"], ["16", "3"], "“joker” isn’t a card or a rank. Write, for example, ten of"),
        ("hand_values", ["10♦"], ["tin"], "“tin” isn’t a number. Write, for example, 10, 16."),
        ("hand_values", ["any ten"], ["ten or 99"], "99 is too high. The highest is 20."),
        ("hand_values", ["ten of diamonds"], [""], "Write the number for ten of diamonds, too."),
        ("deals", ["2"], ["4"], "After the cards to the table, write at least one hand"),
        ("deals", ["2"], ["4, 0"], "0 is too low. The lowest is 1."),
        ("extra_values", [""], ["11"], "A row has no name. Write, for example, ten of diamonds."),
        ("extra_values", ["ten"], ["11"], "Write the suit, too, for example ten of diamonds."),
    ],
)
def test_a_row_that_cannot_be_played_stays_as_typed_with_the_reason_once_beside_it(
    client: Client, key: str, names: list[str], numbers: list[str], told: str
) -> None:
    page = Page(open_table(client, "casino", **{f"{key}.of": [*names, ""], key: [*numbers, ""]}, redeal="3"))
    assert page.text.count(told) == 1
    assert f"“{OPTION_TEXTS[key].title}” has a row to correct." in page.text
    assert f'class="error">{told}' in page.html
    assert "with no changes" not in page.text
    assert OPTION_TEXTS["redeal"].sentence(3) in page.text
    assert not Game.objects.exists()
    typed = [(each.get("value"), "aria-invalid" in each) for each in page.inputs if each.get("name") == key]
    assert typed[: len(numbers)] == [*((number, False) for number in numbers[:-1]), (numbers[-1], True)]
    assert [each.get("value") for each in page.inputs if each.get("name") == f"{key}.of"][: len(names)] == names


@pytest.mark.parametrize(
    ("key", "names", "numbers", "told"),
    [
        ("hand_values", ["10♦"], ["1, 2, 3, 4, 5"], "can give 10♦ up to 4 different values."),
        ("card_points", ["red 5"], ["1"], "“Single cards” lists the red 5, which isn’t in the chosen “Deck” (2.1)."),
        ("deals", ["2"], ["4, 12, 11"], "don’t use all 52 cards"),
        ("fours_of_a_kind", ["1"], ["2"], "“All four of a rank” needs cards that aren’t in the chosen “Deck” (2.1)."),
    ],
)
def test_lists_that_cannot_be_played_are_told_and_stay(
    client: Client, key: str, names: list[str], numbers: list[str], told: str
) -> None:
    page = Page(open_table(client, "casino", **{f"{key}.of": names, key: numbers}, redeal="3"))
    alone = "all 52" not in told
    assert page.text.count(told) == 1 + alone  # above the form, and at the option if it is one alone
    assert (OPTION_TEXTS["redeal"].sentence(3) in page.text) == alone
    assert not Game.objects.exists()
    assert set(numbers) <= {each.get("value") for each in page.inputs if each.get("name") in (key, f"{key}.of")}


@pytest.mark.parametrize("text", ["{", "{}", '{"2": ', "[" * 5000, '{"2":' * 1500, '{"2":[1e400]}', "null", "7"])
def test_lists_in_a_link_may_be_anything(client: Client, text: str) -> None:
    asked = dict.fromkeys(("hand_values", "deals", "fours_of_a_kind", "card_points"), text)
    pages = [reverse("games:option", args=["casino", key]) for key in asked]
    for page in (reverse("games:set_up", args=["casino"]), *pages):
        assert client.get(page, asked).status_code == 200


def test_a_link_shares_a_list(client: Client) -> None:
    query = urlencode(changed_query({"hand_values": {"TD": [10, 16]}, "deals": {"2": [4, 12, 12]}}))
    page = Page(client.get(f"{reverse('games:set_up', args=['casino'])}?{query}"))
    values = {each["name"]: each.get("value") for each in page.inputs if each.get("value") in ("10, 16", "4, 12, 12")}
    assert values == {"hand_values": "10, 16", "deals": "4, 12, 12"}
    assert "10♦ 10 or 16" in page.text


def test_other_numbers_of_players_can_be_allowed(client: Client) -> None:
    open_table(client, "casino", seats=["5"], deck="five_handed", last_deal="extra", seating="5")
    assert Game.objects.get().seats == 5


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ({"orange": "true"}, "Oranges need the Rook deck or the deck without face cards (8.6)."),
        ({"hand_cards": "pair"}, "Playing two hand cards at once can’t be combined with builds."),
        (
            {"ending": "rounds"},
            "A game with a fixed number of rounds needs either “Rounds for each player” or “Total rounds”",
        ),
        ({"target": "0"}, "“Points to win” can’t be 0. Use a whole number from 1 to 1000."),
        ({"sweep": "many"}, "“Each sweep” can’t be"),
        (
            {"hand_values.of": ["20 of hearts"], "hand_values": ["abc"]},
            "“Different values in the hand” has a row to correct.",
        ),
        ({"seats": ["3"]}, "This game is for 3 players, not 2."),
        ({"difference": "true", "seating": "3"}, "Scoring the difference needs exactly two sides."),
    ],
)
def test_what_cannot_be_played_is_told_and_nothing_is_lost(client: Client, sent: dict[str, Any], told: str) -> None:
    page = Page(open_table(client, "casino", **sent, most_cards="7"))
    assert told in page.text
    assert not Game.objects.exists()
    assert next(each["value"] for each in page.inputs if each.get("name") == "most_cards") == "7"
    assert page.chosen("opponents") == ["friends"]


def test_a_list_that_cannot_be_read_stays_open(client: Client) -> None:
    html = open_table(client, "casino", **{"hand_values.of": ["A"], "hand_values": ["abc"]}).content.decode()
    assert '<details id="w-hand_values" class="option" open' in html


def test_what_clashes_stays_chosen(client: Client) -> None:
    html = open_table(client, "casino", hand_cards="pair").content.decode()
    assert '<option value="pair" selected>' in html


@pytest.mark.parametrize("named", NAMED_RULES.values(), ids=NAMED_RULES)
def test_house_rules_with_a_name_are_one_tap_from_their_game(client: Client, named: NamedRules) -> None:
    page = Page(client.get(reverse("games:set_up", args=[named.preset])))
    address = f"{reverse('games:set_up', args=[named.preset])}?{urlencode(changed_query(named.options))}"
    assert f'<a href="{escape(address)}">{named.title}</a>' in page.html
    filled = Page(client.get(address))
    assert "errorlist" not in filled.html
    assert "Also played as: Opponents" not in filled.text  # nothing but what was chosen
    open_table(client, named.preset, **{key: form_value(value) for key, value in named.options.items()})
    assert changed_options() == named.options
    viewer = Viewer(Game.objects.get())
    for name in ("table", "game_rules"):
        assert named.title in Page(viewer.client.get(viewer.address(name))).text
    others = Page(client.get(reverse("games:set_up", args=["casino"])))
    assert "Also played as" not in others.text


def test_a_game_with_the_rules_of_another_is_called_by_its_name(client: Client) -> None:
    open_table(client, "casino", sweep="1", sweep_rule="each")
    game = Game.objects.get()
    assert (game.preset, changed_options()) == ("casino-sweeps", {})
    sent = FRIENDS | {"sweep": "1"}
    page = client.post(reverse("games:check_combination", args=["casino"]), sent).content.decode()
    assert f"With these rules, the game is {game_name('casino-sweeps')}." in page
    page = client.post(reverse("games:check_combination", args=["casino"]), FRIENDS | {"sweep": "2"}).content.decode()
    assert "With these rules" not in page


def test_it_may_be_rated_like_that_game() -> None:
    ann = browser_of(person("Ann"))
    open_table(ann, "casino", sweep="1", rated="yes")
    assert load(Game.objects.get())[0].table_settings.rated
    page = Page(open_table(ann, "casino", sweep="2", rated="yes"))
    assert Game.objects.count() == 1
    assert "house rules" in page.text


def test_a_link_shares_the_set(client: Client) -> None:
    sent = {"duty": "free", "target": "11", "seats": ["2", "4"], "clock": "live-10"}
    html = client.post(reverse("games:find_options", args=["casino"]), FRIENDS | sent).content.decode()
    assert not Game.objects.exists()
    assert '<option value="live-10" selected>' in html
    address = f"{reverse('games:new')}?preset=casino&amp;seats=2&amp;seats=4&amp;duty=free&amp;target=11"
    assert address in html


def test_a_shared_link_fills_the_form_in(client: Client) -> None:
    link = reverse("games:new") + "?" + urlencode({"preset": "casino", "duty": "free", "most_cards": "2"})
    response = client.get(link)
    assert path_of(response) == reverse("games:set_up", args=["casino"])
    html = client.get(response["Location"]).content.decode()
    assert '<option value="free" selected>' in html
    assert 'name="most_cards" value="2"' in html
    summary = html[html.index('id="summary"') :]
    assert "While you own a build, you may still trail" in summary
    assert "duty=free&amp;most_cards=2" in summary


def test_a_shared_link_that_clashes_says_so(client: Client) -> None:
    response = client.get(reverse("games:set_up", args=["casino"]), {"orange": "true"})
    assert "Oranges need the Rook deck" in Page(response).text


def test_a_set_in_an_address_is_read_back(client: Client) -> None:
    changes = {"seats": [2, 3], "ace_values": [1, 11], "extra_values": {"TD": [11]}, "first_play_sweep": 3}
    query = urlencode(changed_query(changes))
    html = client.get(f"{reverse('games:set_up', args=['casino'])}?{query}").content.decode()
    assert '<option value="[1,11]" selected>' in html
    assert 'name="first_play_sweep" value="3"' in html


def test_an_unknown_game_in_a_link_leads_to_all_games(client: Client) -> None:
    assert "Choose a game" in Page(client.get(reverse("games:new"), {"preset": "poker"})).text
